// One case is a number: it draws the program and the chance of its runs. A case that fails is made smaller, and told with
// its program and the line that runs it again.
import fc from 'fast-check';
import type { Bound } from './bounds.ts';
import { checkCase, type Verdict } from './laws.ts';
import { program } from './programs.ts';

// Biased draws are for many runs of one seed; here each case is the first run of its own.
const drawn = fc.tuple(fc.noBias(program), fc.noBias(fc.nat({ max: 1_000_000 })));

export interface Tally {
  readonly cases: number;
  /** Those that could be checked only in part, and the bound that each of them met. */
  readonly bounded: readonly (readonly [number: number, bound: Bound])[];
  /** Those in which nothing reacts. */
  readonly idle: number;
  /** What is wrong, in words, for each case that failed. */
  readonly failures: readonly string[];
}

/** Runs a range of cases; `onCase` is told the number of each before it runs. */
export async function runCases(
  from: number,
  cases: number,
  onCase: (number: number) => void = () => {},
): Promise<Tally> {
  const failures: string[] = [];
  const bounded: [number, Bound][] = [];
  let idle = 0;
  for (let number = from; number < from + cases; number++) {
    onCase(number);
    const result = await runCase(number);
    if (typeof result === 'string') failures.push(result);
    else {
      if (result.bound !== null) bounded.push([number, result.bound]);
      if (result.reactions === 0) idle++;
    }
  }
  return { cases, bounded, idle, failures };
}

/** The program of a case. */
export function programOf(number: number): string {
  return (fc.sample(drawn, { seed: number, numRuns: 1 })[0] as [string, number])[0];
}

async function runCase(number: number): Promise<Verdict | string> {
  let verdict: Verdict = { bound: null, reactions: 0 };
  const law = fc.asyncProperty(drawn, async ([text, seed]) => {
    verdict = await checkCase(text, seed);
  });
  const run = await fc.check(law, { seed: number, numRuns: 1, interruptAfterTimeLimit: 30_000 });
  if (!run.failed) return verdict;
  const [text, seed] = run.counterexample?.[0] ?? [programOf(number), 0];
  const { errorInstance: error } = run;
  return `case ${number}, made smaller, with seed ${seed}:
  ${text}
${error instanceof Error ? error.message : 'it takes too long'}
${again(number, 1)}`;
}

export function again(from: number, cases: number): string {
  return `again: npm run verify -- --only engine --from ${from} --cases ${cases}`;
}
