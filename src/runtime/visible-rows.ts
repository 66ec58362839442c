// The visible rows of a store, in an order that does not depend on how it keeps them.
import { type Store, VISIBLE } from './store.ts';

/**
 * All visible rows. Their order is that of the list, or that in which they became visible: numbers of rows say nothing,
 * since a molecule may be given its row late, and whether it is must not matter.
 */
export function visibleRows({ scan, rows, state, at }: Store): number[] {
  if (scan !== null) return [...scan];
  const found: number[] = [];
  let last = -1;
  let isSorted = true;
  for (let row = 0; row < rows; row++) {
    if (state[row] !== VISIBLE) continue;
    const place = at[row] as number;
    if (place < last) isSorted = false;
    last = place;
    found.push(row);
  }
  return isSorted ? found : byPlace(found, at);
}

/** Fewer than this are sorted by comparing them. */
const FEW = 256;
/** So many bits of a place are sorted by at a time. */
const BITS = 11;

/** The rows in the order of their places. Comparing many would take longer than all else that is done with them. */
function byPlace(rows: number[], at: Int32Array): number[] {
  if (rows.length < FEW) return rows.sort((a, b) => (at[a] as number) - (at[b] as number));
  let from = new Int32Array(rows);
  let to = new Int32Array(rows.length);
  let most = 0;
  for (let i = 0; i < from.length; i++) most = Math.max(most, at[from[i] as number] as number);
  for (let shift = 0; shift < 32 && most >> shift > 0; shift += BITS) {
    distribute(from, to, at, shift);
    [from, to] = [to, from];
  }
  for (let i = 0; i < from.length; i++) rows[i] = from[i] as number;
  return rows;
}

/** Sorts by some bits of their places; those that have the same there stay in the order in which they were. */
function distribute(from: Int32Array, to: Int32Array, at: Int32Array, shift: number): void {
  const mask = 2 ** BITS - 1;
  const starts = new Int32Array(mask + 2);
  for (let i = 0; i < from.length; i++) {
    const after = (((at[from[i] as number] as number) >> shift) & mask) + 1;
    starts[after] = (starts[after] as number) + 1;
  }
  for (let i = 1; i <= mask; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  for (let i = 0; i < from.length; i++) {
    const row = from[i] as number;
    const digit = ((at[row] as number) >> shift) & mask;
    const place = starts[digit] as number;
    to[place] = row;
    starts[digit] = place + 1;
  }
}
