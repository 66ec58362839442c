% closure in CHR, with everything on that makes it fast; swi.pl tells the facts: all edges, then each of them as a path.
% An edge that could arrive late would make the rule remember every pair it has joined: seven times slower.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint edge(+dense_int, +dense_int), path(+int, +int).

path(X, Y) \ path(X, Y) <=> true.
edge(X, Y) # passive, path(Y, Z) ==> path(X, Z).
