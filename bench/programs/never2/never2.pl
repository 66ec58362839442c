% never2 in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint a(+int), b(+int), hit(+int).

a(X), b(Y) <=> X * Y < 0 | hit(X).
