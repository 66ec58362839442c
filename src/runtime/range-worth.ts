// When an ordered index is worth keeping. A rule whose condition compares may find a partner at once, in any order: then a
// list is better. Or it may hardly ever find one: then each molecule that comes to rest has been held against all others
// in vain. So what was searched in vain is added up, and the index is made when it comes to many times what making it
// costs. Only molecules that come to rest are counted, and they do so in every run of a seed alike, watched or not,
// with code or without, in one go or in slices.
import { enterRange, type RangeIndex } from './range-index.ts';
import { fieldOf, type Payment, type Store, visibleRows } from './store.ts';

/** So many searches in vain through all that is there make an index worth it; fewer molecules than that count as so many. */
const SEARCHES = 32;
const FEW = 64;

/** A molecule has come to rest: it was held against all that is in these lists. */
export function payFor(payments: readonly Payment[]): void {
  for (const { store, index } of payments) {
    if (index.on) continue;
    const length = store.scan?.length ?? 0;
    index.charge += length;
    if (index.charge >= SEARCHES * Math.max(length, FEW)) keepRange(store, index);
  }
}

/** The same for one that is certain to be held against each of them many times. */
export function keepIfMany(store: Store, index: RangeIndex): void {
  if (!index.on && store.scan !== null && store.scan.length >= FEW) keepRange(store, index);
}

function keepRange(store: Store, index: RangeIndex): void {
  index.on = true;
  store.ranged = true;
  for (const row of visibleRows(store)) enterRange(index, fieldOf(store, index.field, row), row);
}
