// What check knows of a function: its name, what it takes, what it gives. The functions themselves
// live in lib (or in the user's modules); here they are only described.

/** The kinds of molecules, in the order in which molecules of different kinds are sorted. */
export const KINDS = [
  'bool',
  'int',
  'real',
  'string',
  'symbol',
  'tuple',
  'list',
  'record',
  'solution',
  'rule',
] as const;

export type Kind = (typeof KINDS)[number];

/** A set of kinds that a value may have; `any` is all of them. */
export type KindSet = readonly Kind[] | 'any';

export interface Signature {
  readonly name: string;
  /** One entry a parameter. A rest variable is passed as the list of its data. */
  readonly parameters: readonly Parameter[];
  /** How many of the last parameters may be left out. */
  readonly optional: number;
  /** Whether the last parameter may be repeated. */
  readonly variadic: boolean;
  readonly result: KindSet;
  /** An effect may stand in products only. */
  readonly effect: boolean;
  /** Whether a call of it may stand after `under`: then effects run inside of what it enters. */
  readonly permit?: boolean;
  /** One line for `:help`, `:type` and the docs. */
  readonly doc: string;
}

export interface Parameter {
  readonly name: string;
  readonly kinds: KindSet;
}
