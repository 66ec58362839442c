// Parts of compound values as code: `t.0`, `r.name`, `l[i]`. What is there is read in place; what is not fails in the
// words of load/expression.ts.
import type { Span } from '../../lang/index.ts';
import { projectItem, readField, readIndex } from '../load/expression.ts';
import type { Molecule } from '../molecule.ts';
import {
  callCode,
  folded,
  knownValues,
  madePiece,
  named,
  type Piece,
  valueCode,
  type Writer,
} from './expression-piece.ts';

export function itemPiece(target: Piece, index: number, span: Span, writer: Writer): Piece {
  const slow = (value: Molecule): Molecule => projectItem(value, index, span);
  const { known, kind } = target;
  const made = known === undefined ? null : folded(() => slow(known));
  if (made !== null) return made;
  if (kind !== null && kind !== 'tuple') return madePiece(callCode(slow, [target], writer), null);
  const { before, names } = named([target], writer);
  const [a] = names as [string];
  const isTuple = kind === null ? `typeof ${a} === 'object' && ${a}.kind === 'tuple' && ` : '';
  const place = valueCode(index, writer);
  const fast = `${isTuple}${a}.items.length > ${place} ? ${a}.items[${place}]`;
  return madePiece(`(${before}${fast} : ${writer.constant(slow)}(${a}))`, null);
}

export function fieldPiece(target: Piece, name: string, span: Span, writer: Writer): Piece {
  const slow = (value: Molecule): Molecule => readField(value, name, span);
  const { known } = target;
  const made = known === undefined ? null : folded(() => slow(known));
  return made ?? madePiece(callCode(slow, [target], writer), null);
}

export function indexPiece(pieces: readonly [Piece, Piece], span: Span, writer: Writer): Piece {
  const slow = (target: Molecule, index: Molecule): Molecule => readIndex(target, index, span);
  const values = knownValues(pieces);
  const made = values && folded(() => slow(values[0] as Molecule, values[1] as Molecule));
  if (made !== null) return made;
  const [target, index] = pieces;
  const isList = target.kind === null || target.kind === 'list';
  if (!isList || (index.kind !== null && index.kind !== 'int')) {
    return madePiece(callCode(slow, pieces, writer), null);
  }
  const { before, names } = named(pieces, writer);
  const [a, i] = names as [string, string];
  const tests: string[] = [];
  if (index.range === null) tests.push(`typeof ${i} === 'number'`);
  if (target.kind === null) tests.push(`typeof ${a} === 'object' && ${a}.kind === 'list'`);
  if (index.range === null || index.range.low < 0) tests.push(`${i} >= 0`);
  tests.push(`${i} < ${a}.items.length`);
  const otherwise = `${writer.constant(slow)}(${a}, ${i})`;
  return madePiece(`(${before}${tests.join(' && ')} ? ${a}.items[${i}] : ${otherwise})`, null);
}
