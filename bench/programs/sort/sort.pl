% sort in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint a(+int, +int).

a(I, X), a(J, Y) <=> I < J, X > Y | a(I, Y), a(J, X).
