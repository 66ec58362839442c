% closure in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint edge(+int, +int), path(+int, +int).

path(X, Y) \ path(X, Y) <=> true.
edge(X, Y) ==> path(X, Y).
edge(X, Y), path(Y, Z) ==> path(X, Z).
