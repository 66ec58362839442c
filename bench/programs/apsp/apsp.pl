% apsp in CHR, with everything on that makes it fast; swi.pl tells the facts, edges first.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint d(+int, +int, +int).

d(I, K, A), d(K, J, B) \ d(I, J, C) <=> A + B < C | D is A + B, d(I, J, D).
