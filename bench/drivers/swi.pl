% SWI-Prolog CHR: loads the rules, reads the facts, tells them one by one, and writes what is left.
% Arguments: the rules, the facts (one term a line), the answer, then Name/Arity for each fact of the answer.

:- use_module(library(chr)).
:- use_module(library(lists)).

main :-
    current_prolog_flag(argv, [Rules, Facts, Answer | Kinds]),
    statistics(walltime, [T0, _]),
    load_files(Rules, [silent(true)]),
    statistics(walltime, [T1, _]),
    read_facts(Facts, List),
    garbage_collect,
    statistics(walltime, [T2, _]),
    get_time(Start),
    tell_all(List),
    get_time(End),
    Compile is T1 - T0,
    Input is T2 - T1,
    Run is (End - Start) * 1000,
    format("{\"compileMs\":~w,\"inputMs\":~w,\"runsMs\":[~4f]}~n", [Compile, Input, Run]),
    setup_call_cleanup(open(Answer, write, Out), maplist(write_kind(Out), Kinds), close(Out)).

tell_all([]).
tell_all([Fact | Facts]) :- call(Fact), tell_all(Facts).

read_facts(File, Facts) :-
    setup_call_cleanup(open(File, read, In), read_all(In, Facts), close(In)).

read_all(In, Facts) :-
    read_term(In, Fact, []),
    (   Fact == end_of_file -> Facts = []
    ;   Facts = [Fact | More], read_all(In, More)
    ).

write_kind(Out, Kind) :-
    atomic_list_concat([Name, Text], /, Kind),
    atom_number(Text, Arity),
    functor(Pattern, Name, Arity),
    forall(find_chr_constraint(Pattern), (Pattern =.. Parts, atomic_list_concat(Parts, ' ', Line), writeln(Out, Line))).

