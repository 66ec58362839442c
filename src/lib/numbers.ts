// Functions on numbers. Those that round give an exact int; those of analysis give a real.
import {
  type AnyNumber,
  boundedInt,
  checkIntDigits,
  compareNumbers,
  EvaluationError,
  int,
  isInt,
  type Molecule,
  negate,
  real,
  showReal,
  showShort,
  toDouble,
} from '../runtime/index.ts';
import { define, INT, NUMBER, textOf } from './define.ts';

type Int = number | bigint;

const ANALYSIS: readonly (readonly [string, string, (x: number) => number])[] = [
  ['sqrt', 'the square root, as a real; of a negative number it is nan', Math.sqrt],
  ['exp', 'e to the power of x', Math.exp],
  ['log', 'the natural logarithm', Math.log],
  ['sin', 'the sine of an angle in radians', Math.sin],
  ['cos', 'the cosine of an angle in radians', Math.cos],
  ['tan', 'the tangent of an angle in radians', Math.tan],
];

const ROUNDING: readonly (readonly [string, string, (x: number) => number])[] = [
  ['floor', 'the largest int not above x', Math.floor],
  ['ceil', 'the smallest int not below x', Math.ceil],
  ['trunc', 'x without its fraction, as an int', Math.trunc],
  ['round', 'the nearest int; a half goes away from zero', roundHalfAway],
];

export const numberFunctions = [
  define('abs', 'the absolute value', { x: NUMBER }, NUMBER, ([x]) =>
    compareNumbers(x as AnyNumber, 0) < 0 ? negate(x as Molecule) : (x as Molecule),
  ),
  define('sign', '-1, 0 or 1, as x is below, at or above 0', { x: NUMBER }, INT, ([x]) => {
    const value = toDouble(x as AnyNumber);
    if (Number.isNaN(value)) throw new EvaluationError('nan has no sign');
    return Math.sign(value) + 0;
  }),
  ...ROUNDING.map(([name, doc, apply]) =>
    define(name, doc, { x: NUMBER }, INT, ([x]) => wholeOf(x as AnyNumber, apply)),
  ),
  ...ANALYSIS.map(([name, doc, apply]) =>
    define(name, doc, { x: NUMBER }, ['real'], ([x]) => real(apply(toDouble(x as AnyNumber)))),
  ),
  define(
    'atan2',
    'the angle of the point (x, y), in radians',
    { y: NUMBER, x: NUMBER },
    ['real'],
    (args) => real(Math.atan2(toDouble(args[0] as AnyNumber), toDouble(args[1] as AnyNumber))),
  ),
  define('pow', 'x to the power of y; exact for ints', { x: NUMBER, y: NUMBER }, NUMBER, ([x, y]) =>
    power(x as AnyNumber, y as AnyNumber),
  ),
  define('isqrt', 'the int part of the square root of an int', { n: INT }, INT, ([n]) =>
    integerRoot(n as Int),
  ),
  define('gcd', 'the greatest common divisor', { a: INT, b: INT }, INT, ([a, b]) =>
    int(gcd(BigInt(a as Int), BigInt(b as Int))),
  ),
  define('lcm', 'the least common multiple', { a: INT, b: INT }, INT, (args) => {
    const [a, b] = args.map((arg) => magnitude(BigInt(arg as Int))) as [bigint, bigint];
    return a === 0n || b === 0n ? 0 : boundedInt((a / gcd(a, b)) * b);
  }),
  define(
    'int',
    'a number without its fraction, a bool as 0 or 1, or the int that a text writes',
    { x: ['int', 'real', 'bool', 'string'] },
    INT,
    ([x]) => toInt(x as Molecule),
  ),
  define(
    'real',
    'the number as a real, or the real that a text writes',
    { x: ['int', 'real', 'string'] },
    ['real'],
    ([x]) => toReal(x as Molecule),
  ),
  define(
    'string',
    'a string as it is, any other molecule as it prints',
    { x: 'any' },
    ['string'],
    ([x]) => textOf(x as Molecule),
  ),
];

/** JavaScript rounds -2.5 to -2; here a half goes away from zero on both sides. */
function roundHalfAway(x: number): number {
  return x < 0 ? -Math.round(-x) : Math.round(x);
}

function wholeOf(x: AnyNumber, apply: (x: number) => number): Molecule {
  if (isInt(x)) return x;
  if (!Number.isFinite(x.value)) {
    throw new EvaluationError(`${showReal(x.value)} cannot be made an int`);
  }
  return int(BigInt(apply(x.value)));
}

function power(x: AnyNumber, y: AnyNumber): Molecule {
  if (!isInt(x) || !isInt(y)) return real(toDouble(x) ** toDouble(y));
  if (y < 0) {
    throw new EvaluationError('an int to a negative power is no int: make one of them a real');
  }
  if (x === 0 || x === 1) return y === 0 ? 1 : x;
  if (x === -1) return BigInt(y) % 2n === 0n ? 1 : -1;
  checkIntDigits(bitsOf(x) * Number(y));
  return boundedInt(BigInt(x) ** BigInt(y));
}

/** A lower bound on the bits of an int other than 0, close to the truth. */
function bitsOf(x: Int): number {
  if (typeof x === 'number') return Math.log2(Math.abs(x));
  return (magnitude(x).toString(16).length - 1) * 4;
}

function integerRoot(n: Int): Molecule {
  if (n < 0) throw new EvaluationError('a negative int has no square root');
  if (typeof n === 'number') {
    // The root of a large int just below a square rounds up to the root of that square.
    const near = Math.floor(Math.sqrt(n));
    return near * near > n ? near - 1 : near;
  }
  // Newton's steps come down from above and stop when they no longer fall.
  let root = 1n << BigInt(Math.ceil((n.toString(16).length * 4) / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return int(root);
    root = next;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), magnitude(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

function toInt(x: Molecule): Molecule {
  if (typeof x === 'boolean') return x ? 1 : 0;
  if (typeof x !== 'string') return wholeOf(x as AnyNumber, Math.trunc);
  const text = x.trim();
  if (!/^[+-]?[0-9](_?[0-9])*$/.test(text)) {
    throw new EvaluationError(`${showShort(x, 40)} is not an int`);
  }
  checkIntDigits(text.length * 3.3);
  const digits = text.replaceAll('_', '');
  return boundedInt(BigInt(digits.startsWith('+') ? digits.slice(1) : digits));
}

function toReal(x: Molecule): Molecule {
  if (typeof x !== 'string') return real(toDouble(x as AnyNumber));
  const text = x.trim();
  const special = SPECIAL_REALS.get(text);
  if (special !== undefined) return real(special);
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
    throw new EvaluationError(`${showShort(x, 40)} is not a number`);
  }
  return real(Number(text));
}

const SPECIAL_REALS: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);
