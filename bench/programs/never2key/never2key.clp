; never2key in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule hit
  ?a <- (a ?k ?x)
  ?b <- (b ?k ?y&:(< (* ?x ?y) 0))
  =>
  (retract ?a ?b)
  (assert (hit ?k)))
