; philosophers in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule take
  ?t <- (think ?p ?q ?m&:(> ?m 0))
  ?a <- (fork ?p)
  ?b <- (fork ?q)
  =>
  (retract ?t ?a ?b)
  (assert (eat ?p ?q ?m)))

(defrule leave
  ?e <- (eat ?p ?q ?m)
  =>
  (retract ?e)
  (assert (think ?p ?q (- ?m 1)))
  (assert (fork ?p))
  (assert (fork ?q)))
