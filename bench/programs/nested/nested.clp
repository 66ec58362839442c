; nested in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule add
  ?a <- (item ?bag ?x)
  ?b <- (item ?bag ?y)
  (test (neq ?a ?b))
  =>
  (retract ?a ?b)
  (assert (item ?bag (+ ?x ?y))))
