import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  list,
  type Molecule,
  real,
  record,
  solution,
  symbol,
  tuple,
} from '../../src/runtime/molecule.ts';
import { compare, compareNumbers, looseEqual, same, sorted } from '../../src/runtime/order.ts';
import { anyMolecule, ruleStub } from './arbitrary-molecule.ts';

/** Each comes strictly before the next. */
const ASCENDING: readonly Molecule[] = [
  false,
  true,
  real(Number.NEGATIVE_INFINITY),
  -(2n ** 60n),
  -1,
  0,
  real(0),
  real(0.5),
  1,
  real(1),
  2 ** 53 - 1,
  2n ** 53n,
  real(2 ** 53),
  2n ** 53n + 1n,
  real(1e300),
  real(Number.POSITIVE_INFINITY),
  real(Number.NaN),
  '',
  'a',
  'ab',
  'b',
  '\uffff',
  '😀',
  symbol('A'),
  symbol('Ab'),
  symbol('B'),
  tuple([1, 2]),
  tuple([1, 2, 0]),
  tuple([2, 1]),
  list([]),
  list([1]),
  list([1, 1]),
  list([2]),
  record([]),
  record([['a', 1]]),
  record([
    ['a', 1],
    ['b', 0],
  ]),
  record([['a', 2]]),
  record([['b', 0]]),
  solution([]),
  solution([], solution([])),
  solution([1]),
  solution([2, 1]),
  solution([2, 1], solution([3])),
  solution([2]),
  ruleStub(null, 'a'),
  ruleStub(null, 'b'),
  ruleStub('add', 'a'),
  ruleStub('add', 'b'),
  ruleStub('max', 'a'),
];

describe('the total order', () => {
  it('puts every kind and value in its place', () => {
    ASCENDING.forEach((a, i) => {
      ASCENDING.forEach((b, j) => {
        expect(Math.sign(compare(a, b)), `${i} and ${j}`).toBe(Math.sign(i - j));
        expect(same(a, b), `${i} and ${j}`).toBe(i === j);
      });
    });
  });

  it('is total: antisymmetric, and 0 exactly for the same', () => {
    fc.assert(
      fc.property(anyMolecule, anyMolecule, (a, b) => {
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, b) === 0).toBe(same(a, b));
        expect(compare(a, a)).toBe(0);
      }),
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(anyMolecule, anyMolecule, anyMolecule, (a, b, c) => {
        const [x, y, z] = [a, b, c].sort(compare) as [Molecule, Molecule, Molecule];
        expect(compare(x, y)).toBeLessThanOrEqual(0);
        expect(compare(y, z)).toBeLessThanOrEqual(0);
        expect(compare(x, z)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('does not see in which order a solution holds its items', () => {
    fc.assert(
      fc.property(fc.array(anyMolecule, { maxLength: 6 }), fc.nat(), (items, turn) => {
        const cut = items.length === 0 ? 0 : turn % items.length;
        const turned = [...items.slice(cut), ...items.slice(0, cut)];
        expect(same(solution(items), solution(turned))).toBe(true);
        expect(compare(solution(items), solution(turned))).toBe(0);
      }),
    );
  });

  it('counts how often a solution holds an item', () => {
    expect(same(solution([1, 1, 2]), solution([1, 2, 2]))).toBe(false);
  });
});

describe('sorted', () => {
  const arrays = fc.oneof(
    fc.array(fc.integer()),
    fc.array(fc.string({ unit: 'binary' })),
    fc.array(fc.constantFrom('\uffff', '😀', 'z')),
    fc.array(anyMolecule),
  );

  it('sorts by compare, whichever way it takes', () => {
    fc.assert(
      fc.property(arrays, (items: readonly Molecule[]) => {
        const expected = items.slice().sort(compare);
        const actual = sorted(items);
        expect(actual.length).toBe(expected.length);
        actual.forEach((item, i) => {
          expect(same(item, expected[i] as Molecule)).toBe(true);
        });
      }),
    );
  });

  it('leaves what it is given alone', () => {
    const items = [3, 1, 2];
    sorted(items);
    expect(items).toEqual([3, 1, 2]);
  });
});

describe('==', () => {
  const TABLE: readonly (readonly [Molecule, Molecule, boolean])[] = [
    [1, real(1), true],
    [real(1), 1, true],
    [1, 2, false],
    [2n ** 53n + 1n, real(2 ** 53), false],
    [2n ** 53n, real(2 ** 53), true],
    [real(Number.NaN), real(Number.NaN), true],
    [real(-0), 0, true],
    [1, '1', false],
    [1, true, false],
    [tuple([1, 2]), tuple([real(1), 2]), false],
    [solution([1, 2]), solution([2, 1]), true],
  ];
  it.each(TABLE)('%s == %s is %s', (a, b, expected) => {
    expect(looseEqual(a, b)).toBe(expected);
    expect(looseEqual(b, a)).toBe(expected);
  });
});

describe('compareNumbers', () => {
  it('compares a large int with a double by their exact values', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.double({ noNaN: true, noDefaultInfinity: true }), (a, d) => {
        const whole = BigInt(Math.trunc(d));
        const fraction = Math.sign(d - Math.trunc(d));
        const expected = a === whole ? -fraction : a < whole ? -1 : 1;
        expect(compareNumbers(a, real(d)) + 0).toBe(expected + 0);
        expect(compareNumbers(real(d), a) + 0).toBe(-expected + 0);
      }),
    );
  });
});
