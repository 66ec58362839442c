% gcd in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint n(+int).

n(0) <=> true.
n(X) \ n(Y) <=> X =< Y | Z is Y mod X, n(Z).
