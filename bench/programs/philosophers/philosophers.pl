% philosophers in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint think(+int, +int, +int), eat(+int, +int, +int), fork(+int).

eat(P, Q, M) <=> N is M - 1, think(P, Q, N), fork(P), fork(Q).
think(P, Q, M), fork(P), fork(Q) <=> M > 0 | eat(P, Q, M).
