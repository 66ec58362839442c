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

/** The rows, which come in increasing order, in the order of their places, of which no two are the same. */
function byPlace(rows: number[], at: Int32Array): number[] {
  const count = rows.length;
  const span = (rows[count - 1] as number) + 1;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, at[rows[i] as number] as number);
  const isCrowded = most < count * Math.log2(count) && most <= ROOM;
  if (isCrowded) return laidOut(rows, at, most);
  if (most < Number.MAX_SAFE_INTEGER / span - 1) return bySorting(rows, at, span);
  return rows.sort((a, b) => (at[a] as number) - (at[b] as number));
}

/** Numbers are sorted without a call for each two of them; place and row make up one number. */
function bySorting(rows: number[], at: Int32Array, span: number): number[] {
  const keys = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    keys[i] = (at[row] as number) * span + row;
  }
  keys.sort();
  for (let i = 0; i < rows.length; i++) rows[i] = (keys[i] as number) % span;
  return rows;
}

/** Where there are rows at most places, a look at each place takes less than sorting them. */
function laidOut(rows: number[], at: Int32Array, most: number): number[] {
  // Zero is where there is none.
  const following = new Int32Array(most + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    following[at[row] as number] = row + 1;
  }
  let count = 0;
  for (let place = 0; place <= most; place++) {
    const row = following[place] as number;
    if (row > 0) rows[count++] = row - 1;
  }
  return rows;
}

/** How many places may be laid out at most. */
const ROOM = 2 ** 22;
