% nested in CHR, with everything on that makes it fast; swi.pl tells the facts.
:- use_module(library(chr)).
:- chr_option(debug, off).
:- chr_option(optimize, full).
:- chr_constraint item(+int, +int).

item(B, X), item(B, Y) # passive <=> Z is X + Y, item(B, Z).
