// What a benchmark program is: which input it gets, which facts are its answer, and who cannot run it. The
// input is a list of facts, the same for every engine; each engine writes a fact in its own way (n(5) in Prolog,
// (n 5) in CLIPS, 5 in hocl). After it: catalogue.ts, which lists the programs.

export type Value = number | string;

/** A name and its arguments: `['n', 5]` is a number, `['w', 'tea']` a word, others are named tuples. */
export type Fact = readonly [name: string, ...args: Value[]];

export type EngineName =
  | 'hocl'
  | 'naive'
  | 'hand'
  | 'swi-chr'
  | 'clips'
  | 'maude'
  | 'chrjs'
  | 'nools';

export interface Program {
  readonly name: string;
  /** What it does, in one line. */
  readonly title: string;
  readonly sizes: { readonly small: readonly number[]; readonly large: readonly number[] };
  /** The naive matcher is not asked beyond this size. */
  readonly naiveUpTo: number;
  /** The facts of the input, by name, with their arity. */
  readonly input: Readonly<Record<string, number>>;
  /** The facts of the answer, by name, with their arity; others that are left do not count. */
  readonly answer: Readonly<Record<string, number>>;
  readonly generate: (size: number) => Fact[];
  /** The facts as the best form in an engine wants them: in another order, or with some told twice. */
  readonly factsFor?: Partial<Record<EngineName, (facts: readonly Fact[]) => Fact[]>>;
  /** Molecules that only the chemical form needs beside the facts, or in the place of some. */
  readonly molecules?: (facts: readonly Fact[], size: number) => Json[];
  /** One fact of the answer, as all engines agree to write it. */
  readonly agree?: (fact: Fact) => Fact;
  /** Why an engine is left out. */
  readonly leftOut: Partial<Record<EngineName, string>>;
}

/** Tagged JSON, as `--input` takes it. */
export type Json = number | string | { readonly [tag: string]: Json | readonly Json[] };

/** What a programmer would write for this one job. Only `solve` is timed. */
export interface ByHand<Input, Output> {
  readonly prepare: (facts: readonly Fact[]) => Input;
  readonly solve: (input: Input) => Output;
  readonly answer: (output: Output) => Fact[];
}

export function moleculeOf([name, ...args]: Fact): Json {
  if (name === 'n' || name === 'w') return args[0] as Value;
  return { tuple: [{ sym: name.toUpperCase() }, ...args] };
}
