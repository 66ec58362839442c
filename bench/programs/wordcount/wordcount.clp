; wordcount in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule one
  ?a <- (w ?w)
  =>
  (retract ?a)
  (assert (count ?w 1)))

(defrule add
  ?a <- (count ?w ?m)
  ?b <- (count ?w ?n)
  (test (neq ?a ?b))
  =>
  (retract ?a ?b)
  (assert (count ?w (+ ?m ?n))))
