; never3 in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule hit
  ?a <- (a ?x)
  ?b <- (b ?y)
  ?c <- (c ?z&:(< (* ?x ?y ?z) 0))
  =>
  (retract ?a ?b ?c)
  (assert (hit ?x)))
