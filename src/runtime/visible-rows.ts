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
  return isSorted ? found : found.sort((a, b) => (at[a] as number) - (at[b] as number));
}
