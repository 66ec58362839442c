// The bounds of a case, all of them counted: a case is checked to the same point wherever it runs, and however often
// it is interrupted there. What goes beyond one of them is told as such, and is neither good nor bad.
import type { Molecule } from '../../src/index.ts';

/** States that a program may have. */
export const STATES = 100;
/** What exploring may look at, as its `maxWork` counts it: some ten times what a program with so many states takes. */
export const WORK = 2_000_000;
/** Atoms that a solution may hold before it is looked at, each counted as often as it is written. */
export const ATOMS = 2 ** 14;

/**
 * Why a case was checked in part. By its nature: `states`, too many of them, or a run that never ends. Beyond what a
 * check may cost: `work` of exploring, `size` of values, `search` among many molecules.
 */
export type Bound = 'states' | 'work' | 'size' | 'search';

/** Whether a value has more than so many atoms, found out in no more steps: what doubles often cannot be walked through. */
export function hasMoreAtoms(value: Molecule, most: number): boolean {
  let left = most;
  function take(molecule: Molecule): boolean {
    if (--left < 0) return false;
    if (typeof molecule !== 'object') return true;
    switch (molecule.kind) {
      case 'real':
      case 'symbol':
      case 'rule':
        return true;
      case 'tuple':
      case 'list':
        return molecule.items.every(take);
      case 'record':
        return molecule.values.every(take);
      case 'solution':
        return molecule.items.every(take) && (molecule.next === null || take(molecule.next));
    }
  }
  return !take(value);
}
