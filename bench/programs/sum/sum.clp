; sum in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule add
  ?a <- (n ?x)
  ?b <- (n ?y)
  (test (neq ?a ?b))
  =>
  (retract ?a ?b)
  (assert (n (+ ?x ?y))))
