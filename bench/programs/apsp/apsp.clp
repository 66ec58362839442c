; apsp in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule shorter
  (declare (salience 10))
  (d ?i ?j ?a)
  ?far <- (d ?i ?j ?b&:(> ?b ?a))
  =>
  (retract ?far))

(defrule join
  (d ?i ?k ?a)
  (d ?k ?j&~?i ?b)
  (not (d ?i ?j ?c&:(<= ?c (+ ?a ?b))))
  =>
  (assert (d ?i ?j (+ ?a ?b))))
