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

/** The rows in the order of their places, of which no two are the same. */
function byPlace(rows: number[], at: Int32Array): number[] {
  let most = 0;
  for (let i = 0; i < rows.length; i++) most = Math.max(most, at[rows[i] as number] as number);
  if (most > room(rows.length)) {
    return rows.sort((a, b) => (at[a] as number) - (at[b] as number));
  }
  // Comparing many would take longer than all else that is done with them. Zero is where there is none.
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

/** How many places may be laid out, most of them empty, to put so many rows in order. */
function room(count: number): number {
  return Math.max(4 * count, Math.min(128 * count, 2 ** 22));
}
