// How runs of the capture are put into words, in tables and titles: what differs from run to run, and which runs were given up.
// Steps are -1 where a run was given up; with that nothing is reckoned.
import type { Row } from './experiment.ts';
import { column, deviation, mean, rowsWith } from './statistics.ts';

/** In the place of a number that only runs to the end could give. */
export const notEnded = 'not ended';

/** Ours, where a reaction at home takes one step, by its name in rows. */
export const oneStep = 'ours, one step';

/** The runs of one protocol, printed or ours. */
export function runsOf(rows: readonly Row[], protocol: string): readonly Row[] {
  const found = rowsWith(rows, { protocol });
  return found.filter(({ part }) => part === 'run' || part === 'ours');
}

/** Whether no run was given up. */
export function haveEnded(runs: readonly Row[]): boolean {
  return runs.every((row) => row['steps'] !== -1);
}

/** The mean of a column over runs that have all ended; not a number, if one of them has not. */
export function meanOfEnded(runs: readonly Row[], name: string): number {
  return haveEnded(runs) ? mean(column(runs, name)) : Number.NaN;
}

/** A number of ended runs as it is shown, or that they have not ended. */
export function ended(value: number, shown: (value: number) => string): string {
  return Number.isNaN(value) ? notEnded : shown(value);
}

/** Messages for each reaction, of runs to the end. */
export function perReaction(runs: readonly Row[]): string {
  if (!haveEnded(runs)) return notEnded;
  const reactions = mean(column(runs, 'reactions'));
  return reactions > 0 ? (mean(column(runs, 'messages')) / reactions).toFixed(2) : '-';
}

/** A mean, with what runs differ by; -1 stands for a run that did not end, or in which it was not seen. */
export function spread(all: readonly number[], which = 'end'): string {
  const values = all.filter((value) => value >= 0);
  if (values.length < all.length) return `${values.length} of ${all.length} ${which}`;
  const middle = mean(values);
  if (values.length < 2) return String(Math.round(10 * middle) / 10);
  return `${middle.toFixed(1)} ± ${deviation(values).toFixed(1)}`;
}

/** `one step`, `two steps`, `12 steps`. */
export function stepsInWords(steps: number): string {
  const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
  return `${words[steps] ?? steps} step${steps === 1 ? '' : 's'}`;
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
