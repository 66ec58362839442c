// The live form of a product: solutions inside tuples begin to react where the tuple lies.
import type { Body, Live } from './live.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { holdsSolution } from './packing.ts';
import type { Made } from './rule.ts';

/** Who sets solutions going. */
export interface Starter {
  start(items: readonly Made[]): Live;
  startPlain(value: SolutionMolecule): Live;
  keep(made: Extract<Made, { kind: 'made-frame' }>): Live;
}

export function realize(made: Made, starter: Starter): Body {
  if (typeof made !== 'object') return made;
  switch (made.kind) {
    case 'made-frame':
      return starter.keep(made);
    case 'made-solution':
      return starter.start(made.put);
    case 'solution':
      return starter.startPlain(made);
    case 'made-tuple':
      return realizeItems(made.items, starter);
    case 'tuple':
      return holdsSolution(made) ? realizeItems(made.items, starter) : made;
    default:
      return made;
  }
}

/** The same for a molecule that is known to hold solutions. */
export function bringToLife(molecule: Molecule, starter: Starter): Body {
  return typeof molecule === 'object' && molecule.kind === 'tuple'
    ? realizeItems(molecule.items, starter)
    : realize(molecule, starter);
}

function realizeItems(items: readonly Made[], starter: Starter): Body {
  const live = new Array<Body>(items.length);
  for (let i = 0; i < items.length; i++) live[i] = realize(items[i] as Made, starter);
  return { kind: 'live-tuple', items: live };
}
