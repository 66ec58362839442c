import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  boundedInt,
  compareOrdered,
  divide,
  greaterOrEqual,
  greaterThan,
  lessOrEqual,
  lessThan,
  multiply,
  negate,
  remainder,
  subtract,
} from '../../src/runtime/arithmetic.ts';
import {
  EvaluationError,
  int,
  list,
  type Molecule,
  real,
  symbol,
} from '../../src/runtime/molecule.ts';
import { anyInt } from './arbitrary-molecule.ts';

type Binary = (a: Molecule, b: Molecule) => Molecule;

const NAN = Number.NaN;
const INF = Number.POSITIVE_INFINITY;

const TABLE: readonly (readonly [Binary, Molecule, Molecule, Molecule])[] = [
  [add, 1, 2, 3],
  [add, 2 ** 53 - 1, 1, 2n ** 53n],
  [add, 2n ** 53n, -1, 2 ** 53 - 1],
  [add, 1, real(0.5), real(1.5)],
  [add, 'ab', 'c', 'abc'],
  [add, list([1]), list([2, 'x']), list([1, 2, 'x'])],
  [subtract, 1, 2, -1],
  [subtract, real(1), 1, real(0)],
  [multiply, 0, -5, 0],
  [multiply, 2 ** 40, 2 ** 40, 2n ** 80n],
  [multiply, real(-1), real(0), real(0)],
  [divide, 7, 2, 3],
  [divide, -7, 2, -3],
  [divide, -1, 2, 0],
  [divide, 2n ** 80n, 2n ** 79n, 2],
  [divide, 7, real(2), real(3.5)],
  [divide, real(1), 0, real(INF)],
  [divide, real(0), real(0), real(NAN)],
  [remainder, 7, 3, 1],
  [remainder, -7, 3, -1],
  [remainder, -6, 3, 0],
  [remainder, 7, -3, 1],
  [remainder, real(7.5), 2, real(1.5)],
];

const FAILURES: readonly (readonly [Binary, Molecule, Molecule, string])[] = [
  [add, 'a', 1, 'cannot add a string and an int'],
  [add, list([]), 'a', 'cannot add a list and a string'],
  [subtract, 'a', true, 'cannot subtract a bool from a string'],
  [multiply, symbol('A'), 2, 'cannot multiply a symbol and an int'],
  [divide, 1, 0, 'division by zero'],
  [divide, 2n ** 70n, 0, 'division by zero'],
  [divide, 1, 'a', 'cannot divide an int by a string'],
  [remainder, 1, 0, 'division by zero'],
  [remainder, real(1), 'a', 'cannot take the remainder of a real by a string'],
];

describe('arithmetic', () => {
  it.each(TABLE)('%o of %s and %s', (apply, a, b, expected) => {
    expect(apply(a, b)).toStrictEqual(expected);
  });

  it.each(FAILURES)('%o of %s and %s fails', (apply, a, b, message) => {
    expect(() => apply(a, b)).toThrow(new EvaluationError(message));
  });

  it('negates', () => {
    expect(negate(5)).toBe(-5);
    expect(negate(0)).toBe(0);
    expect(negate(-(2n ** 53n))).toBe(2n ** 53n);
    expect(negate(real(0))).toStrictEqual(real(0));
    expect(() => negate('a')).toThrow('cannot negate a string');
  });

  it('is exact on ints of every size', () => {
    fc.assert(
      fc.property(anyInt, anyInt, (a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)];
        expect(add(a, b)).toBe(int(x + y));
        expect(subtract(a, b)).toBe(int(x - y));
        expect(multiply(a, b)).toBe(int(x * y));
        expect(negate(a)).toBe(int(-x));
        if (y === 0n) return;
        expect(divide(a, b)).toBe(int(x / y));
        expect(remainder(a, b)).toBe(int(x % y));
      }),
    );
  });

  it('divides any two safe ints exactly', () => {
    const safe = fc.maxSafeInteger();
    fc.assert(
      fc.property(safe, safe, (a, b) => {
        if (b === 0) return;
        expect(divide(a, b)).toBe(int(BigInt(a) / BigInt(b)));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses ints of more than about a million digits', () => {
    const large = 1n << 3_000_000n;
    expect(() => multiply(large, large)).toThrow('integer too large');
    expect(() => multiply(large, -large)).toThrow('integer too large');
    expect(boundedInt(large)).toBe(large);
    expect(boundedInt(5n)).toBe(5);
  });

  it('refuses strings and lists without end', () => {
    const half = 'x'.repeat(2 ** 27);
    expect((add(half, half) as string).length).toBe(2 ** 28);
    expect(() => add(add(half, half), 'y')).toThrow('string too long');
  });
});

describe('comparison', () => {
  const ORDERED: readonly (readonly [Molecule, Molecule, number])[] = [
    [1, 2, -1],
    [2, 2, 0],
    [1, real(1), 0],
    [2n ** 53n + 1n, real(2 ** 53), 1],
    [real(NAN), real(INF), 1],
    [real(NAN), real(NAN), 0],
    ['a', 'b', -1],
    ['\uffff', '😀', -1],
  ];
  it.each(ORDERED)('%s against %s', (a, b, expected) => {
    expect(Math.sign(compareOrdered(a, b))).toBe(expected);
    expect(lessThan(a, b)).toBe(expected < 0);
    expect(lessOrEqual(a, b)).toBe(expected <= 0);
    expect(greaterThan(a, b)).toBe(expected > 0);
    expect(greaterOrEqual(a, b)).toBe(expected >= 0);
  });

  it('fails on everything else', () => {
    expect(() => lessThan(1, 'a')).toThrow('cannot compare an int with a string');
    expect(() => lessThan(true, false)).toThrow('cannot compare a bool with a bool');
  });
});
