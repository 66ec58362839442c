; primes in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule sieve
  ?a <- (n ?x)
  ?b <- (n ?y&:(= (mod ?y ?x) 0))
  (test (neq ?a ?b))
  =>
  (retract ?b))
