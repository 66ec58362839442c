% sum in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint n(+int).

n(X), n(Y) <=> Z is X + Y, n(Z).
