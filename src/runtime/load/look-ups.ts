// Which fields of a pattern an index can find: those whose value is known before the pattern is reached, from a
// constant, from a variable that is bound by then, or from an expression over such variables.
import { WHOLE } from '../key-index.ts';
import type { Molecule } from '../molecule.ts';
import type { LookUp, PatternCode } from '../rule.ts';
import type { BoundPlaces } from './pattern.ts';

/** The look-ups of a pattern, given what is bound before it. */
export function lookUpsOf(pattern: PatternCode, before: BoundPlaces): LookUp[] {
  if (pattern.kind !== 'tuple') return fieldOf(pattern, WHOLE, before);
  // The symbol at the head of a tuple has chosen the bucket already.
  return pattern.items.flatMap((item, field) => {
    const isHead = field === 0 && item.kind === 'constant' && isSymbol(item.value);
    return isHead ? [] : fieldOf(item, field, before);
  });
}

function fieldOf(pattern: PatternCode, field: number, before: BoundPlaces): LookUp[] {
  switch (pattern.kind) {
    case 'constant':
      return [{ field, value: () => pattern.value }];
    case 'equal': {
      const { place } = pattern;
      return before.has(place) ? [{ field, value: (env) => env[place] as Molecule }] : [];
    }
    case 'computed':
      return before.hasAll(pattern.needs) ? [{ field, value: pattern.value }] : [];
    default:
      return [];
  }
}

function isSymbol(value: Molecule): boolean {
  return typeof value === 'object' && value.kind === 'symbol';
}
