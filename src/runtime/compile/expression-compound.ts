// Tuples, lists and records as code.
import type { Span } from '../../lang/index.ts';
import { at } from '../load/evaluation.ts';
import { list, type Molecule, record, tuple } from '../molecule.ts';
import {
  commas,
  folded,
  knownValues,
  madePiece,
  type Piece,
  type Writer,
} from './expression-piece.ts';

/** A tuple or a list. What holds no compound is put together in place, in the form molecule.ts gives it. */
export function compoundPiece(
  kind: 'tuple' | 'list',
  items: readonly Piece[],
  blamed: Span | null,
  writer: Writer,
): Piece {
  const build = blaming(kind === 'tuple' ? tuple : list, blamed);
  const values = knownValues(items);
  const known = values && folded(() => build(values));
  if (known !== null) return known;
  const codes = `[${commas(items, writer)}]`;
  if (items.every(isFlat)) {
    return madePiece(`({ kind: '${kind}', items: ${codes}, depth: 1 })`, kind);
  }
  return madePiece(`${writer.constant(build)}(${codes})`, kind);
}

export function recordPiece(
  keys: readonly string[],
  values: readonly Piece[],
  blamed: Span | null,
  writer: Writer,
): Piece {
  const build = blaming(
    (given) => record(keys.map((key, i) => [key, given[i] as Molecule] as const)),
    blamed,
  );
  const all = knownValues(values);
  const known = all && folded(() => build(all));
  if (known !== null) return known;
  return madePiece(`${writer.constant(build)}([${commas(values, writer)}])`, 'record');
}

/** Values that nest too deep fail without a place of their own. */
function blaming(
  build: (values: readonly Molecule[]) => Molecule,
  blamed: Span | null,
): (values: readonly Molecule[]) => Molecule {
  return blamed === null ? build : (values) => at(blamed, () => build(values));
}

function isFlat({ kind }: Piece): boolean {
  switch (kind) {
    case 'bool':
    case 'int':
    case 'real':
    case 'string':
    case 'symbol':
    case 'rule':
      return true;
    default:
      return false;
  }
}
