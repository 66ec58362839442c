% wordcount in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint w(+any), count(+any, +int).

w(W) <=> count(W, 1).
count(W, M), count(W, N) # passive <=> Z is M + N, count(W, Z).
