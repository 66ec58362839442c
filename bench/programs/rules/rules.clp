; rules in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule make
  ?a <- (key ?k)
  =>
  (retract ?a)
  (build (str-cat "(defrule r" ?k
    " ?a <- (v " ?k " ?x) => (retract ?a) (assert (n (* 2 ?x))) (undefrule r" ?k "))")))
