// Where the fields of a tuple lie: the symbol that a class of tuples begins with has no column.
import type { StoreClass } from '../store.ts';

export function columnOf(field: number, of: StoreClass): number {
  if (of.kind !== 'tuple') return 0;
  return of.head === null ? field : field - 1;
}

/** How many columns the store of a class has. */
export function widthOf(of: StoreClass): number {
  if (of.kind !== 'tuple') return 1;
  return of.arity - (of.head === null ? 0 : 1);
}
