; sort in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule exchange
  ?a <- (a ?i ?x)
  ?b <- (a ?j&:(< ?i ?j) ?y&:(> ?x ?y))
  =>
  (retract ?a ?b)
  (assert (a ?i ?y))
  (assert (a ?j ?x)))
