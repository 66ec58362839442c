// Means, spreads and sorting out of rows: what tables and pictures are made with.
import { assert } from '../base/index.ts';
import type { Row } from './experiment.ts';
import type { Point } from './picture.ts';

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of a sample; 0 of a single value. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** The value below which the share `at` (from 0 to 1) of them lies. */
export function quantile(values: readonly number[], at: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN;
}

/** The rows whose columns have these values. */
export function rowsWith(
  rows: readonly Row[],
  wanted: Readonly<Record<string, number | string>>,
): readonly Row[] {
  const columns = Object.entries(wanted);
  return rows.filter((row) => columns.every(([column, value]) => row[column] === value));
}

/** A column of numbers. */
export function column(rows: readonly Row[], name: string): readonly number[] {
  return rows.map((row) => {
    const value = row[name];
    assert(typeof value === 'number', 'not a number in this column', name);
    return value;
  });
}

/** The different values of a column, in the order in which they come. */
export function distinct<T extends number | string>(
  rows: readonly Row[],
  name: string,
): readonly T[] {
  return [...new Set(rows.map((row) => row[name] as T))];
}

/** One point for each value of `x`: the mean of `y` over the rows that share it, with least and greatest. */
export function pointsOf(rows: readonly Row[], x: string, y: string): readonly Point[] {
  return distinct(rows, x).map((at) => {
    const values = column(rowsWith(rows, { [x]: at }), y);
    const spread = { low: Math.min(...values), high: Math.max(...values) };
    return { x: at, y: mean(values), ...(values.length > 1 && spread) };
  });
}

/** A whole number, with commas between thousands. */
export function whole(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
