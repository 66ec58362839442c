// Solutions that hold data alone are at rest from the beginning: nothing happens in them before a rule outside takes them up.
// In the outermost solution, what holds such solutions waits as it came in, as values, and is brought to life when its
// turn comes or somebody asks for it as an occurrence.
import type { Molecule } from './molecule.ts';
import { holdsSolution, isData } from './packing.ts';
import type { StoreClass } from './store.ts';
import { classOf, tupleClassFor } from './store-class.ts';

/** The class of the live form of a molecule that holds solutions of data alone; null for any other. */
export function stillClass(molecule: Molecule): StoreClass | null {
  if (typeof molecule !== 'object') return null;
  if (molecule.kind === 'solution') return isStill(molecule) ? classOf(molecule) : null;
  if (molecule.kind !== 'tuple' || molecule.depth === 1) return null;
  const { items } = molecule;
  let holds = false;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Molecule;
    if (typeof item !== 'object') continue;
    if (item.kind === 'tuple' && holdsSolution(item)) return null;
    if (item.kind !== 'solution') continue;
    if (!isStill(item)) return null;
    holds = true;
  }
  if (!holds) return null;
  const [first] = items;
  const head = typeof first === 'object' && first.kind === 'symbol' ? first : null;
  return tupleClassFor(items.length, head, true);
}

function isStill(molecule: Molecule): boolean {
  if (typeof molecule !== 'object' || molecule.kind !== 'solution') return false;
  const { items, next } = molecule;
  for (let i = 0; i < items.length; i++) if (!isData(items[i] as Molecule)) return false;
  return next === null;
}

/** Where those of one class end that begin at a place. */
export function stillEnd(molecules: readonly Molecule[], from: number, of: StoreClass): number {
  let end = from + 1;
  while (end < molecules.length && stillClass(molecules[end] as Molecule) === of) end++;
  return end;
}
