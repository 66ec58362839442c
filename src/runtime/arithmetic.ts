// What `+ - * / %`, negation and `< <= > >=` do to molecules. Ints are exact whatever their size, and
// small ones take the first line of each function; an int with a real gives a real. Equality and the
// order over all kinds are in order.ts; functions such as pow are in lib.
import {
  compareText,
  EvaluationError,
  int,
  isInt,
  kindOf,
  list,
  type Molecule,
  real,
} from './molecule.ts';
import { compareNumbers, isNumber } from './order.ts';

/** Longest string that a program may build, in UTF-16 units: half of what the engine could hold. */
const MAX_STRING = 2 ** 28;
/** Longest list that a program may build. */
const MAX_LIST = 2 ** 25;

export function add(a: Molecule, b: Molecule): Molecule {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    return isSafe(sum) ? sum : int(BigInt(a) + BigInt(b));
  }
  if (isInt(a) && isInt(b)) return boundedInt(BigInt(a) + BigInt(b));
  if (isNumber(a) && isNumber(b)) return real(toDouble(a) + toDouble(b));
  if (typeof a === 'string' && typeof b === 'string') {
    checkStringLength(a.length + b.length);
    return a + b;
  }
  if (typeof a === 'object' && typeof b === 'object' && a.kind === 'list' && b.kind === 'list') {
    checkListLength(a.items.length + b.items.length);
    return list(a.items.concat(b.items));
  }
  throw cannot('add', a, 'and', b);
}

export function subtract(a: Molecule, b: Molecule): Molecule {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b;
    return isSafe(difference) ? difference : int(BigInt(a) - BigInt(b));
  }
  if (isInt(a) && isInt(b)) return boundedInt(BigInt(a) - BigInt(b));
  if (isNumber(a) && isNumber(b)) return real(toDouble(a) - toDouble(b));
  throw cannot('subtract', b, 'from', a);
}

export function multiply(a: Molecule, b: Molecule): Molecule {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    // Adding 0 turns the -0 of 0 * -1 into the int 0.
    return isSafe(product) ? product + 0 : int(BigInt(a) * BigInt(b));
  }
  if (isInt(a) && isInt(b)) return boundedInt(BigInt(a) * BigInt(b));
  if (isNumber(a) && isNumber(b)) return real(toDouble(a) * toDouble(b));
  throw cannot('multiply', a, 'and', b);
}

/** Ints divide toward zero and fail on 0; with a real, division is IEEE's. */
export function divide(a: Molecule, b: Molecule): Molecule {
  if (isInt(a) && isInt(b)) {
    if (b === 0) throw new EvaluationError('division by zero');
    // The rounded quotient of two safe ints never reaches the next integer, so cutting it is exact.
    if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0;
    return int(BigInt(a) / BigInt(b));
  }
  if (isNumber(a) && isNumber(b)) return real(toDouble(a) / toDouble(b));
  throw cannot('divide', a, 'by', b);
}

/** What division leaves over, with the sign of the left side. */
export function remainder(a: Molecule, b: Molecule): Molecule {
  if (isInt(a) && isInt(b)) {
    if (b === 0) throw new EvaluationError('division by zero');
    if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
    return int(BigInt(a) % BigInt(b));
  }
  if (isNumber(a) && isNumber(b)) return real(toDouble(a) % toDouble(b));
  throw cannot('take the remainder of', a, 'by', b);
}

export function negate(a: Molecule): Molecule {
  if (typeof a === 'number') return 0 - a;
  if (typeof a === 'bigint') return int(-a);
  if (isNumber(a)) return real(-a.value);
  throw new EvaluationError(`cannot negate ${aKind(a)}`);
}

/** For `< <= > >=`: two numbers by value (NaN above all others), two strings by code points. */
export function compareOrdered(a: Molecule, b: Molecule): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  throw new EvaluationError(
    `cannot compare ${aKind(a)} with ${aKind(b)}: only two numbers or two strings have an order`,
  );
}

export function lessThan(a: Molecule, b: Molecule): boolean {
  return compareOrdered(a, b) < 0;
}

export function lessOrEqual(a: Molecule, b: Molecule): boolean {
  return compareOrdered(a, b) <= 0;
}

export function greaterThan(a: Molecule, b: Molecule): boolean {
  return compareOrdered(a, b) > 0;
}

export function greaterOrEqual(a: Molecule, b: Molecule): boolean {
  return compareOrdered(a, b) >= 0;
}

/** The double nearest to a number; an int beyond the range of doubles becomes an infinity. */
export function toDouble(number: number | bigint | { readonly value: number }): number {
  return typeof number === 'object' ? number.value : Number(number);
}

/** About a million decimal digits; beyond, one product would hold up everything else. */
const MAX_INT_BITS = 3_321_928n;
let intLimit: bigint | null = null;

/** The int for a bigint, unless it has more than about a million digits. */
export function boundedInt(value: bigint): number | bigint {
  // The limit takes 400 kB, so that programs with small ints never make it.
  if (value > SMALL_LIMIT || value < -SMALL_LIMIT) {
    intLimit ??= 1n << MAX_INT_BITS;
    if (value >= intLimit || value <= -intLimit) throw tooLarge();
    return value;
  }
  return int(value);
}

const SMALL_LIMIT = 1n << 4096n;

/** Refuses an int of so many bits before it is computed. */
export function checkIntDigits(bits: number): void {
  if (bits > Number(MAX_INT_BITS)) throw tooLarge();
}

function tooLarge(): EvaluationError {
  return new EvaluationError('integer too large: at most about 1,000,000 digits');
}

export function checkStringLength(length: number): void {
  if (length > MAX_STRING) {
    throw new EvaluationError(`string too long: at most ${MAX_STRING} characters`);
  }
}

export function checkListLength(length: number): void {
  if (length > MAX_LIST) throw new EvaluationError(`list too long: at most ${MAX_LIST} items`);
}

/** `an int`, `a string`: a molecule's kind as it stands in a sentence. */
export function aKind(molecule: Molecule): string {
  const kind = kindOf(molecule);
  return kind === 'int' ? 'an int' : `a ${kind}`;
}

function isSafe(value: number): boolean {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
}

function cannot(verb: string, first: Molecule, word: string, second: Molecule): EvaluationError {
  return new EvaluationError(`cannot ${verb} ${aKind(first)} ${word} ${aKind(second)}`);
}
