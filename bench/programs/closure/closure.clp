; closure in CLIPS; the facts are asserted one by one, with a (run) after each.
(defrule first
  (edge ?x ?y)
  (not (path ?x ?y))
  =>
  (assert (path ?x ?y)))

(defrule more
  (edge ?x ?y)
  (path ?y ?z)
  (not (path ?x ?z))
  =>
  (assert (path ?x ?z)))
