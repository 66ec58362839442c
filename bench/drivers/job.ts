// What a driver is told and what it tells: a driver is one engine in a process of its own. It is given a job as a
// JSON file, runs it, writes the answer as lines (`name arg arg`) and prints its times as one line of JSON.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Fact } from '../harness/program.ts';

export interface Job {
  readonly program: string;
  readonly size: number;
  /** The rules, in the engine's own language; the folder of the program for what is compiled in. */
  readonly rules: string;
  /** The input, as JSON for engines in JavaScript. */
  readonly facts: string;
  readonly answer: string;
  readonly repeats: number;
  /** No further repetition once this much time went into them. */
  readonly enoughMs: number;
  /** Beyond `repeats`, short runs are repeated until this much time went into them: a compiler at run time needs it. */
  readonly warmMs: number;
}

export interface Times {
  /** Reading and compiling the rules. */
  readonly compileMs: number;
  /** Reading the input and bringing it into the engine's own form. */
  readonly inputMs: number;
  /** From molecules in to inertia, one for each repetition. */
  readonly runsMs: readonly number[];
}

const MOST_RUNS = 1000;

export function readJob(): Job {
  return JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as Job;
}

export function readFacts(job: Job): Fact[] {
  return JSON.parse(readFileSync(job.facts, 'utf8')) as Fact[];
}

/** Runs again and again, so that the best run is a warm one, until it is enough. */
export async function repeat(job: Job, once: () => Promise<number> | number): Promise<number[]> {
  const runsMs: number[] = [];
  let spent = 0;
  while (
    spent < job.enoughMs &&
    (runsMs.length < job.repeats || (spent < job.warmMs && runsMs.length < MOST_RUNS))
  ) {
    const ms = await once();
    runsMs.push(ms);
    spent += ms;
  }
  return runsMs;
}

let isWritten = false;

/** Writes the answer of the first run: those behind it give the same, and would only be slower for it. */
export function writeAnswer(job: Job, facts: () => readonly Fact[]): void {
  if (isWritten) return;
  isWritten = true;
  writeFileSync(
    job.answer,
    facts()
      .map((fact) => `${fact.join(' ')}\n`)
      .join(''),
  );
}

export function tell(times: Times): void {
  process.stdout.write(`${JSON.stringify(times)}\n`);
}

/** What `make` gives and how long it took. */
export async function timed<T>(make: () => Promise<T> | T): Promise<readonly [T, number]> {
  const started = performance.now();
  const made = await make();
  return [made, performance.now() - started];
}
