// What can be packed into the columns of a store, and how it is. Data is; what has something live inside is not.
import { isRule, type Molecule, type TupleMolecule } from './molecule.ts';
import type { Made } from './rule.ts';
import type { Bring, Store, StoreClass } from './store.ts';

/** How many numbers a list begins with: they are most of what comes in by the million, and need no second look. */
export function countNumbers(made: readonly Made[]): number {
  let i = 0;
  while (i < made.length && typeof made[i] === 'number') i++;
  return i;
}

/** How many occurrences products become: those inside their solutions count too. `numbers` is what countNumbers said. */
export function countMade(made: readonly Made[], numbers = 0): number {
  let count = made.length;
  for (let i = numbers; i < made.length; i++) {
    const one = made[i] as Made;
    if (typeof one !== 'object') continue;
    if (one.kind === 'made-tuple') count += countMade(one.items) - one.items.length;
    else if (one.kind === 'made-solution' || one.kind === 'made-frame') count += countMade(one.put);
    else if (one.kind === 'solution')
      count += one.depth === 1 ? one.items.length : countMade(one.items);
    else if (one.kind === 'tuple' && one.depth > 1)
      count += countMade(one.items) - one.items.length;
  }
  return count;
}

/** Whether something in a molecule will react: a solution, or a tuple with one inside. */
export function holdsSolution(molecule: Molecule): boolean {
  if (typeof molecule !== 'object' || isRule(molecule)) return false;
  if (molecule.kind === 'solution') return true;
  return molecule.kind === 'tuple' && molecule.depth > 1 && molecule.items.some(holdsSolution);
}

/** Whether nothing in a product reacts by itself, so that it can be packed. */
export function isData(made: Made): made is Molecule {
  if (typeof made !== 'object') return true;
  switch (made.kind) {
    case 'rule':
    case 'made-tuple':
    case 'made-solution':
    case 'made-frame':
      return false;
    default:
      return !holdsSolution(made);
  }
}

/** Whether a molecule is of a class for certain; no harm is done when it is and we say no. */
export function isOfClass(molecule: Molecule, of: StoreClass): boolean {
  if (typeof molecule === 'number') return of.kind === 'int';
  if (typeof molecule === 'string') return of.kind === 'string';
  if (typeof molecule !== 'object' || molecule.kind !== 'tuple' || of.kind !== 'tuple')
    return false;
  if (molecule.items.length !== of.arity || of.head === null) return false;
  return molecule.items[0] === of.head && (molecule.depth === 1 || !holdsSolution(molecule));
}

export function fillRows(
  store: Store,
  molecules: readonly Molecule[],
  from: number,
  end: number,
): void {
  const { columns, of } = store;
  if (of.bodies) {
    for (let at = from; at < end; at++) fillRow(store, molecules[at] as Molecule);
    return;
  }
  if (of.kind === 'tuple') {
    for (const [i, column] of columns.entries()) {
      const field = i + of.arity - columns.length;
      for (let at = from; at < end; at++) {
        column.push((molecules[at] as TupleMolecule).items[field] as Molecule);
      }
    }
    return;
  }
  const column = columns[0] as Molecule[];
  if (column.length === 0) columns[0] = molecules.slice(from, end);
  else for (let at = from; at < end; at++) column.push(molecules[at] as Molecule);
}

export function fillRow(store: Store, molecule: Molecule): void {
  const { columns, of } = store;
  if (of.bodies) {
    store.held.push((store.bring as Bring)(store, molecule));
    return;
  }
  if (of.kind !== 'tuple') {
    (columns[0] as Molecule[]).push(molecule);
    return;
  }
  const { items } = molecule as { readonly items: readonly Molecule[] };
  const skipped = items.length - columns.length;
  for (let i = 0; i < columns.length; i++) {
    (columns[i] as Molecule[]).push(items[i + skipped] as Molecule);
  }
}
