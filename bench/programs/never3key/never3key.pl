% never3key in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint a(+int, +int), b(+int, +int, +int), c(+int, +int), hit(+int).

a(K, X), b(K, L, Y), c(L, Z) <=> X * Y * Z < 0 | hit(K).
