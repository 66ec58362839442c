// What an experiment of the lab is: parameters as data, a run that gives rows, and from the rows the tables
// that put a paper's figures beside ours and the pictures. All of it is plain data: the command line
// writes it (src/cli/lab.ts). Pictures are in picture.ts, the list of all experiments in registry.ts.
import type { Picture } from './picture.ts';

/** A number, a word, or a list of numbers to go through. */
export type Value = number | string | readonly number[];

/** One thing of an experiment that a reader may change. */
export interface Parameter {
  /** As it is written in `--set name=value`. */
  readonly name: string;
  readonly value: Value;
  /** `ms`, `nodes`; empty where it has none. */
  readonly unit: string;
  /** A few words, without a full stop. */
  readonly meaning: string;
  /** Whether the paper gives this value, or we had to assume it. */
  readonly source: 'paper' | 'assumed';
  /** The bounds of a number or of each number of a list; 0 and no bound, if nothing is said. */
  readonly least?: number;
  readonly most?: number;
  /** Whether it is a whole number, or each of a list is; so it is, if nothing is said. */
  readonly whole?: boolean;
  /** The words that it may be. */
  readonly choices?: readonly string[];
}

/** The values of one run, by the names of the parameters; `settings.ts` reads them. */
export type Values = Readonly<Record<string, Value>>;

/**
 * One measured line, as it stands in a CSV file. `part` says which lines belong together and have the
 * same columns. Nothing in a row comes from a clock: the same seed gives the same rows.
 */
export type Row = { readonly part: string } & Readonly<Record<string, number | string>>;

/** Told now and then while an experiment runs: how much of how much, and what it is at. */
export type Progress = (done: number, of: number, what: string) => void;

/** One figure or claim of a paper beside what was seen; a number is rounded where it is shown. */
export interface Comparison {
  /** Where the paper says it: `figure 5`, `section 4.2`, `table 1`. */
  readonly where: string;
  readonly what: string;
  readonly unit: string;
  /** What the paper says; empty if it gives no number for this. */
  readonly paper: number | string;
  /** The form of the paper, measured here. */
  readonly measured: number | string;
  /** The form that we ship, measured in the same way; empty where there is nothing to compare. */
  readonly ours: number | string;
  /** A sentence, where the figures differ or a claim cannot be reproduced: why. */
  readonly note?: string;
}

export interface Table {
  readonly title: string;
  readonly lines: readonly Comparison[];
}

/** What the gallery asks of an experiment, where that is more than its defaults. */
export interface Gallery {
  readonly runs?: number;
  readonly set?: Values;
}

export interface Experiment {
  /** As it is written behind `hocl lab`. */
  readonly name: string;
  readonly title: string;
  /** The paper, in a few words. */
  readonly paper: string;
  /** One sentence each, for the gallery: what the paper claims, and what we saw. */
  readonly claim: string;
  readonly seen: string;
  readonly parameters: readonly Parameter[];
  readonly gallery?: Gallery;
  /** A sentence where values that are each allowed contradict each other, so that nothing could be measured. */
  conflict?(parameters: Values): string | undefined;
  /** One run from one seed. `--runs N` asks N times, with seeds of their own (run.ts). */
  run(parameters: Values, seed: number, progress: Progress): readonly Row[];
  /** Of the rows of all runs; each of them has a column `run`, counted from 1. */
  tables(rows: readonly Row[], parameters: Values): readonly Table[];
  pictures(rows: readonly Row[], parameters: Values): readonly Picture[];
}
