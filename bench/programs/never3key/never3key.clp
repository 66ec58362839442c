; never3key in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule hit
  ?a <- (a ?k ?x)
  ?b <- (b ?k ?l ?y)
  ?c <- (c ?l ?z&:(< (* ?x ?y ?z) 0))
  =>
  (retract ?a ?b ?c)
  (assert (hit ?k)))
