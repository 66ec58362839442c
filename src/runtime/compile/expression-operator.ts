// Operators as code. Ints that are held as numbers are worked on in place, within bounds that keep them exact;
// everything else goes to arithmetic.ts and order.ts, through a function that knows the place in the text.
import type { BinaryOperator, Kind, Span } from '../../lang/index.ts';
import * as arithmetic from '../arithmetic.ts';
import { at } from '../load/evaluation.ts';
import type { Molecule } from '../molecule.ts';
import { looseEqual } from '../order.ts';
import {
  callCode,
  folded,
  knownValues,
  madePiece,
  named,
  type Piece,
  SAFE,
  type Writer,
} from './expression-piece.ts';
import {
  type ArithmeticOperator,
  type Bounded,
  boundsOf,
  hasZero,
  isWithin,
} from './expression-range.ts';

type Comparison = '<' | '<=' | '>' | '>=';

const ARITHMETIC = {
  '+': arithmetic.add,
  '-': arithmetic.subtract,
  '*': arithmetic.multiply,
  '/': arithmetic.divide,
  '%': arithmetic.remainder,
} as const;

const COMPARISONS = {
  '<': arithmetic.lessThan,
  '<=': arithmetic.lessOrEqual,
  '>': arithmetic.greaterThan,
  '>=': arithmetic.greaterOrEqual,
} as const;

/** Longer strings are not put together before they are asked for. */
const MAX_FOLDED_TEXT = 1000;

export function isArithmetic(operator: BinaryOperator): operator is ArithmeticOperator {
  return operator in ARITHMETIC;
}

export function arithmeticPiece(
  operator: ArithmeticOperator,
  pieces: readonly [Piece, Piece],
  span: Span,
  writer: Writer,
): Piece {
  const apply = ARITHMETIC[operator];
  const slow = (a: Molecule, b: Molecule): Molecule => at(span, () => apply(a, b));
  const known = foldedPair(slow, pieces);
  if (known !== null) return known;
  const [left, right] = pieces;
  const kind = resultKind(operator, left.kind, right.kind);
  if (!pieces.every(mayBeInt)) return madePiece(callCode(slow, pieces, writer), kind);
  const bounds = boundsOf(operator, left.range ?? SAFE, right.range ?? SAFE);
  const divides = operator === '/' || operator === '%';
  const isDivisorSure = !divides || !hasZero(right.range ?? SAFE);
  if (
    left.range !== null &&
    right.range !== null &&
    isDivisorSure &&
    isWithin(bounds.range, SAFE)
  ) {
    const codes = pieces.map((piece) => piece.code(writer));
    return madePiece(`(${operation(operator, codes, bounds)})`, 'int', bounds.range);
  }
  const { before, names } = named(pieces, writer);
  const tests = numberTests(pieces, names, (piece) => piece.range !== null);
  if (!isDivisorSure) tests.push(`${names[1]} !== 0`);
  const fast = fastCode(operator, names, bounds, tests, writer);
  // A remainder is smaller than what it is divided by, even if the left side is a bigint.
  const isSmall = operator === '%' && kind === 'int' && right.range !== null;
  const otherwise = `${writer.constant(slow)}(${names.join(', ')})`;
  const code = `(${before}${tests.join(' && ')} ? ${fast} : ${otherwise})`;
  return madePiece(code, kind, isSmall ? bounds.range : null);
}

/** The operation on two numbers. What tells that it stayed exact is added to `tests`. */
function fastCode(
  operator: ArithmeticOperator,
  names: readonly string[],
  bounds: Bounded,
  tests: string[],
  writer: Writer,
): string {
  const { range, minusZero } = bounds;
  if (isWithin(range, SAFE)) return operation(operator, names, bounds);
  const result = writer.local();
  const made = `(${result} = ${names.join(` ${operator} `)})`;
  const mayRise = range.high > SAFE.high;
  if (mayRise) tests.push(`${made} <= ${SAFE.high}`);
  if (range.low < SAFE.low) tests.push(`${mayRise ? result : made} >= ${SAFE.low}`);
  return minusZero ? `${result} + 0` : result;
}

/** Adding 0 turns -0 into the int 0. */
function operation(
  operator: ArithmeticOperator,
  codes: readonly string[],
  { minusZero }: Bounded,
): string {
  const plain = codes.join(` ${operator} `);
  const made = operator === '/' ? `Math.trunc(${plain})` : plain;
  return minusZero ? `${made} + 0` : made;
}

export function negation(piece: Piece, span: Span, writer: Writer): Piece {
  const slow = (a: Molecule): Molecule => at(span, () => arithmetic.negate(a));
  const { known, range } = piece;
  const made = known === undefined ? null : folded(() => slow(known));
  if (made !== null) return made;
  const kind = piece.kind === 'int' ? 'int' : resultKind('-', 'int', piece.kind);
  if (!mayBeInt(piece)) return madePiece(callCode(slow, [piece], writer), kind);
  if (range !== null) {
    const negated = { low: 0 - range.high, high: 0 - range.low };
    return madePiece(`(0 - ${piece.code(writer)})`, 'int', negated);
  }
  const { before, names } = named([piece], writer);
  const [a] = names as [string];
  const otherwise = `${writer.constant(slow)}(${a})`;
  return madePiece(`(${before}typeof ${a} === 'number' ? 0 - ${a} : ${otherwise})`, kind);
}

export function comparison(
  operator: Comparison,
  pieces: readonly [Piece, Piece],
  span: Span,
  writer: Writer,
): Piece {
  const holds = COMPARISONS[operator];
  const slow = (a: Molecule, b: Molecule): boolean => at(span, () => holds(a, b));
  const known = foldedPair(slow, pieces);
  if (known !== null) return known;
  if (!pieces.every(mayBeInt)) return madePiece(callCode(slow, pieces, writer), 'bool');
  // JavaScript compares numbers with bigints by their exact values.
  if (pieces.every(isInt)) return inPlace(operator, pieces, writer);
  const { before, names } = named(pieces, writer);
  const tests = numberTests(pieces, names, isInt).join(' && ');
  const otherwise = `${writer.constant(slow)}(${names.join(', ')})`;
  const fast = names.join(` ${operator} `);
  return madePiece(`(${before}${tests} ? ${fast} : ${otherwise})`, 'bool');
}

export function equality(
  operator: '==' | '!=',
  pieces: readonly [Piece, Piece],
  writer: Writer,
): Piece {
  const isWanted = operator === '==';
  const known = foldedPair((a, b) => looseEqual(a, b) === isWanted, pieces);
  if (known !== null) return known;
  // An int has one form for each value, a symbol is one object for each name.
  if (pieces.every(isInt) || pieces.some(isItself)) return inPlace(`${operator}=`, pieces, writer);
  const { before, names } = named(pieces, writer);
  // Of two values that are not identical, only objects can still be equal: 1 and 1.0, two tuples.
  const objects = names
    .filter((_, i) => (pieces[i] as Piece).kind === null)
    .map((name) => `typeof ${name} === 'object'`);
  const isObject = pieces.some(({ kind }) => kind !== null && kind !== 'int');
  const any = objects.length > 1 ? `(${objects.join(' || ')})` : objects.join('');
  const test = isObject || any === '' ? '' : `${any} && `;
  const otherwise = `${writer.constant(looseEqual)}(${names.join(', ')})`;
  const equal = `(${before}${names.join(' === ')} || ${test}${otherwise})`;
  return madePiece(isWanted ? equal : `!${equal}`, 'bool');
}

function inPlace(operator: string, pieces: readonly [Piece, Piece], writer: Writer): Piece {
  const codes = pieces.map((piece) => piece.code(writer));
  return madePiece(`(${codes.join(` ${operator} `)})`, 'bool');
}

function numberTests(
  pieces: readonly Piece[],
  names: readonly string[],
  isCertain: (piece: Piece) => boolean,
): string[] {
  return names
    .filter((_, i) => !isCertain(pieces[i] as Piece))
    .map((name) => `typeof ${name} === 'number'`);
}

/** The kind of a result, if there is one: two ints give an int, a real makes all real. */
function resultKind(
  operator: ArithmeticOperator,
  left: Kind | null,
  right: Kind | null,
): Kind | null {
  const either = (kind: Kind): boolean => left === kind || right === kind;
  if (left === 'int' && right === 'int') return 'int';
  if (either('real')) return 'real';
  if (operator !== '+') return null;
  if (either('string')) return 'string';
  return either('list') ? 'list' : null;
}

function foldedPair(
  apply: (a: Molecule, b: Molecule) => Molecule,
  pieces: readonly [Piece, Piece],
): Piece | null {
  const values = knownValues(pieces);
  if (values === null || !values.every(isCheap)) return null;
  return folded(() => apply(values[0] as Molecule, values[1] as Molecule));
}

/** Whether working on a value ahead of time costs next to nothing, even if nobody ever asks for the result. */
function isCheap(value: Molecule): boolean {
  if (typeof value === 'object') return value.kind === 'real' || value.kind === 'symbol';
  return typeof value === 'string' ? value.length <= MAX_FOLDED_TEXT : typeof value !== 'bigint';
}

function mayBeInt({ kind }: Piece): boolean {
  return kind === null || kind === 'int';
}

function isInt({ kind }: Piece): boolean {
  return kind === 'int';
}

/** Whether nothing equals it but what is identical to it. */
function isItself({ kind }: Piece): boolean {
  return kind === 'string' || kind === 'bool' || kind === 'symbol';
}
