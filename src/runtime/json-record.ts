// The keys of records in an input: one record after another has the same ones, so they are sorted once and shared.
import { record } from './molecule.ts';

/** The keys of a record as they were written, and as a record has them. */
export interface RecordShape {
  readonly written: readonly string[];
  readonly sorted: readonly string[];
  /** Where the value of each sorted key was written; null when they were written in order. */
  readonly places: readonly number[] | null;
}

export function shapeOf(written: readonly string[]): RecordShape {
  const { keys } = record(written.map((key) => [key, 0]));
  const places = keys.map((key) => written.indexOf(key));
  return { written, sorted: keys, places: places.every((place, i) => place === i) ? null : places };
}

/** Whether a shape has been written with just the keys from `base` on. */
export function isSame(written: readonly string[], keys: readonly string[], base: number): boolean {
  if (written.length !== keys.length - base) return false;
  for (let i = 0; i < written.length; i++) if (written[i] !== keys[base + i]) return false;
  return true;
}
