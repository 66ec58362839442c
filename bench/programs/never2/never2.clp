; never2 in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule hit
  ?a <- (a ?x)
  ?b <- (b ?y&:(< (* ?x ?y) 0))
  =>
  (retract ?a ?b)
  (assert (hit ?x)))
