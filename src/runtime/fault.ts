// FAULT molecules: where evaluating a product failed. A run that comes to rest with one has ended badly.
import type { Molecule, SolutionMolecule, TupleMolecule } from './molecule.ts';

export interface Fault {
  readonly molecule: TupleMolecule;
  readonly rule: string;
  readonly message: string;
  /** The solutions around it, outermost first, each by the molecule that it lies in. */
  readonly path: readonly Molecule[];
}

/** Every FAULT in a solution and in the solutions inside it. */
export function faultsIn(value: SolutionMolecule): Fault[] {
  const faults: Fault[] = [];
  search(value.items, [], faults);
  return faults;
}

function search(items: readonly Molecule[], path: readonly Molecule[], out: Fault[]): void {
  for (const item of items) {
    if (isFault(item)) {
      const [, rule, message] = item.items;
      out.push({ molecule: item, rule: String(rule), message: String(message), path });
    } else {
      lookInside(item, item, path, out);
    }
  }
}

function lookInside(
  item: Molecule,
  around: Molecule,
  path: readonly Molecule[],
  out: Fault[],
): void {
  if (typeof item !== 'object') return;
  if (item.kind === 'solution') search(item.items, [...path, around], out);
  // What is not deep holds no solution.
  else if (item.kind === 'tuple' && item.depth > 1) {
    for (const inner of item.items) lookInside(inner, around, path, out);
  }
}

function isFault(item: Molecule): item is TupleMolecule {
  if (typeof item !== 'object' || item.kind !== 'tuple' || item.items.length !== 4) return false;
  const [head] = item.items;
  return typeof head === 'object' && head.kind === 'symbol' && head.name === 'FAULT';
}
