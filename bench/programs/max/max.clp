; max in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule max
  ?a <- (n ?x)
  ?b <- (n ?y&:(>= ?x ?y))
  (test (neq ?a ?b))
  =>
  (retract ?b))
