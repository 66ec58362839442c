// The same programs with many copies of their molecules. There are too many states to explore them, and turns come in
// batches; what must hold is that a seed makes one run: watched or not, with code of its own or without, in one go or in
// slices, where the same slices are asked for.
import { type Molecule, type Program, Solution, show, tuple } from '../../src/index.ts';
import { isRule, load } from '../../src/runtime/index.ts';
import { ATOMS, type Bound, hasMoreAtoms } from './bounds.ts';
import { demand } from './witness.ts';

/** More than this is a large solution; so many of a class and more stay in their list until their turns come. */
const MOLECULES = 140;
const REACTIONS = 300;
const SLICE = 7;

interface Way {
  readonly codegen: boolean;
  readonly observed: boolean;
  /** Whether the solution is looked at after each slice, too. */
  readonly read: boolean;
}

/** Read first and observed last: events have each value as text, and what doubles is best found out before that. */
const WAYS: readonly Way[] = [
  { codegen: true, observed: false, read: true },
  { codegen: true, observed: false, read: false },
  { codegen: false, observed: false, read: false },
  { codegen: true, observed: true, read: false },
];

/** Null when all was seen; else the bound that was met. */
export function checkBatches(program: Program, seed: number): Bound | null {
  const molecules = copiesOf(program);
  for (const slice of [SLICE, REACTIONS]) {
    const ends: string[] = [];
    for (const way of WAYS) {
      const { end, bound } = sliced(begin(program, seed, molecules, way), slice, way);
      if (bound !== null) return bound;
      ends.push(end);
    }
    same(ends, slice === SLICE ? 'in slices' : 'in one go');
  }
  return null;
}

function same([first, ...others]: readonly string[], how: string): void {
  for (const [i, other] of others.entries()) {
    demand(
      other === first,
      `${how}, many molecules end in\n${first}\nand in another way, ${JSON.stringify(WAYS[i + 1])}, in\n${other}`,
    );
  }
}

function begin(
  program: Program,
  seed: number,
  molecules: readonly Molecule[],
  { codegen, observed }: Way,
): Solution {
  const solution = new Solution(program, { seed, molecules, codegen });
  if (observed) solution.observe(() => {});
  solution.begin();
  // A second list, while the first one waits.
  solution.engine.inject(molecules.slice(0, molecules.length / 2));
  solution.engine.pauses = true;
  return solution;
}

function sliced(
  { engine }: Solution,
  slice: number,
  { read }: Way,
): { end: string; bound: Bound | null } {
  let until = 0;
  let isLarge = false;
  let goesOn = true;
  while (goesOn && !isLarge && until < REACTIONS) {
    until += slice;
    goesOn = engine.run(until, true);
    if (read) isLarge = hasMoreAtoms(engine.value, ATOMS);
  }
  if (isLarge || hasMoreAtoms(engine.value, ATOMS)) return { end: '', bound: 'size' };
  // Where very many combinations have to be tried there is little to see, and not in this time.
  if (engine.isPaused) return { end: '', bound: 'search' };
  return { end: `${engine.reactions}: ${show(engine.value, { rules: true })}`, bound: null };
}

/** Copies of the data that a program begins with, one class after another, some of them a little different. */
function copiesOf({ unit, functions }: Program): Molecule[] {
  const { start } = load(unit, { functions, onGuardError: () => {} });
  const data = start?.items.filter((one) => !isRule(one)) ?? [];
  const copies = MOLECULES / data.length;
  return data.flatMap((one) => Array.from({ length: copies }, (_, i) => varied(one, i % 5)));
}

function varied(molecule: Molecule, by: number): Molecule {
  if (typeof molecule === 'number') return molecule + by;
  if (typeof molecule !== 'object' || molecule.kind !== 'tuple') return molecule;
  return tuple(molecule.items.map((item) => varied(item, by)));
}
