; fibonacci in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule split
  ?a <- (f ?n&:(> ?n 1))
  =>
  (retract ?a)
  (assert (f (- ?n 1)))
  (assert (f (- ?n 2))))

(defrule leaf
  ?a <- (f ?n&:(<= ?n 1))
  =>
  (retract ?a)
  (assert (n 1)))

(defrule add
  (declare (salience 10))
  ?a <- (n ?x)
  ?b <- (n ?y)
  (test (neq ?a ?b))
  =>
  (retract ?a ?b)
  (assert (n (+ ?x ?y))))
