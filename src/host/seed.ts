// The seed of a run that was given none: a hash of the program's texts and of its input, so that the same program
// with the same input runs the same. It walks the molecules as they are; a large input is not made into text again.
import { hashText } from '../base/index.ts';
import type { Unit } from '../lang/index.ts';
import { HASH_START, hashAll, type Molecule } from '../runtime/index.ts';

export function defaultSeed(unit: Unit, molecules: readonly Molecule[]): number {
  let hash = molecules.length === 0 ? hashText('') : hashText('', hashAll(HASH_START, molecules));
  for (const file of unit.files) hash = hashText(file.span.source.text, hash);
  return hash;
}
