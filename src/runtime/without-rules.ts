// A molecule as it looks with its rules hidden, for printing and JSON. Nothing is copied where there is
// nothing to hide. Values are in molecule.ts; who hides rules: show.ts and json.ts.
import {
  heldSolution,
  heldTuple,
  isRule,
  type Molecule,
  type RecordMolecule,
  record,
  type SolutionMolecule,
} from './molecule.ts';

/**
 * The molecule with the rules left out at every depth, or null when nothing else is left of it: a rule,
 * or a tuple of rules only. A tuple of which one item is left is that item.
 */
export function withoutRules(molecule: Molecule): Molecule | null {
  if (typeof molecule !== 'object') return molecule;
  switch (molecule.kind) {
    case 'real':
    case 'symbol':
      return molecule;
    case 'rule':
      return null;
    case 'tuple': {
      const kept = withoutRulesIn(molecule.items);
      if (kept === molecule.items) return molecule;
      return kept.length > 1 ? heldTuple(kept) : (kept[0] ?? null);
    }
    case 'list': {
      const kept = withoutRulesIn(molecule.items);
      return kept === molecule.items ? molecule : { ...molecule, items: kept };
    }
    case 'record':
      return recordWithoutRules(molecule);
    case 'solution':
      return solutionWithoutRules(molecule);
  }
}

/** The molecules that are left; the very same array when there is no rule in it at any depth. */
export function withoutRulesIn(items: readonly Molecule[]): readonly Molecule[] {
  let kept: Molecule[] | null = null;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Molecule;
    if (typeof item !== 'object') {
      kept?.push(item);
      continue;
    }
    const shown = withoutRules(item);
    if (shown === item) {
      kept?.push(item);
      continue;
    }
    kept ??= items.slice(0, i);
    if (shown !== null) kept.push(shown);
  }
  return kept ?? items;
}

function recordWithoutRules(molecule: RecordMolecule): RecordMolecule {
  if (withoutRulesIn(molecule.values) === molecule.values) return molecule;
  const fields: [string, Molecule][] = [];
  molecule.keys.forEach((key, i) => {
    const shown = withoutRules(molecule.values[i] as Molecule);
    if (shown !== null) fields.push([key, shown]);
  });
  return record(fields);
}

/** Stages are rebuilt from the last to the first, in loops: a chain of them may be long. */
function solutionWithoutRules(molecule: SolutionMolecule): SolutionMolecule {
  if (molecule.next === null) {
    const kept = withoutRulesIn(molecule.items);
    return kept === molecule.items ? molecule : heldSolution(kept);
  }
  const stages: SolutionMolecule[] = [];
  for (let stage: SolutionMolecule | null = molecule; stage !== null; stage = stage.next) {
    stages.push(stage);
  }
  let next: SolutionMolecule | null = null;
  for (const stage of stages.reverse()) {
    const kept = withoutRulesIn(stage.items);
    next = kept === stage.items && next === stage.next ? stage : heldSolution(kept, next);
  }
  return next as SolutionMolecule;
}

/** Whether a molecule is a rule or holds one, at any depth. */
export function holdsRule(molecule: Molecule): boolean {
  return isRule(molecule) || withoutRules(molecule) !== molecule;
}
