; gcd in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule zero
  (declare (salience 10))
  ?a <- (n 0)
  =>
  (retract ?a))

(defrule divide
  ?a <- (n ?x&~0)
  ?b <- (n ?y&:(<= ?x ?y))
  (test (neq ?a ?b))
  =>
  (retract ?b)
  (assert (n (mod ?y ?x))))
