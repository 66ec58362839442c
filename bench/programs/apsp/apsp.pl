% apsp in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint d(+dense_int, +dense_int, +int).

d(I, J, A) \ d(I, J, B) <=> A =< B | true.
d(I, K, A), d(K, J, B) ==> I \== J | C is A + B, d(I, J, C).
