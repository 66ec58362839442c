% fibonacci in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint f(+int), n(+int).

f(N) <=> N > 1 | A is N - 1, B is N - 2, f(A), f(B).
f(_) <=> n(1).
n(X), n(Y) <=> Z is X + Y, n(Z).
