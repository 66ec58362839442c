; apsp in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule improve
  (d ?i ?k ?a)
  (d ?k ?j ?b)
  ?far <- (d ?i ?j ?c&:(< (+ ?a ?b) ?c))
  =>
  (retract ?far)
  (assert (d ?i ?j (+ ?a ?b))))
