import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHost, toHost } from '../../src/runtime/host-value.ts';
import {
  int,
  list,
  type Molecule,
  real,
  record,
  solution,
  symbol,
  tuple,
} from '../../src/runtime/molecule.ts';
import { same } from '../../src/runtime/order.ts';
import { show } from '../../src/runtime/show.ts';
import { anyData } from './arbitrary-molecule.ts';

const OUT: readonly (readonly [Molecule, unknown])[] = [
  [1, 1],
  [2n ** 60n, 2n ** 60n],
  [real(1.5), 1.5],
  ['a', 'a'],
  [false, false],
  [list([1, list([real(2)])]), [1, [2]]],
  [record([['a', list([])]]), { a: [] }],
  [symbol('A'), { kind: 'symbol', name: 'A' }],
  [tuple([1, real(2)]), tuple([1, real(2)])],
  [solution([1]), solution([1])],
];

const IN: readonly (readonly [unknown, string])[] = [
  [1, '1'],
  [-0, '0'],
  [2 ** 60, '1152921504606846976'],
  [1.5, '1.5'],
  [Number.NaN, 'nan'],
  [5n, '5'],
  [null, 'NULL'],
  [undefined, 'NULL'],
  [[1, undefined, ['a']], '[1, NULL, ["a"]]'],
  [{ b: true, a: [1.5] }, '{a: [1.5], b: true}'],
  [Object.assign(Object.create(null), { a: 1 }), '{a: 1}'],
  [symbol('A'), 'A'],
  [{ kind: 'real', value: 2 }, '2.0'],
  [{ kind: 'tuple', items: [{ kind: 'symbol', name: 'Ok' }, [1]] }, 'Ok:[1]'],
  [{ kind: 'list', items: [1] }, '[1]'],
  [{ kind: 'solution', items: [2, 1], next: { kind: 'solution', items: [] } }, '<1, 2> then <>'],
  [record([['a', 1]]), '{a: 1}'],
  // Objects that only look like molecules are records.
  [{ kind: 'symbol', name: 'lower' }, '{kind: "symbol", name: "lower"}'],
  [{ kind: 'real', value: 2, unit: 'm' }, '{kind: "real", unit: "m", value: 2}'],
  [{ kind: 'tuple', items: [1] }, '{items: [1], kind: "tuple"}'],
  [{ kind: 'rule', name: 'add' }, '{kind: "rule", name: "add"}'],
];

class Point {
  x = 1;
}
const circle: Record<string, unknown> = {};
circle['self'] = circle;

const REFUSED: readonly (readonly [unknown, string])[] = [
  [() => 1, 'a function cannot become a molecule'],
  [Symbol('x'), 'a symbol cannot become a molecule'],
  [new Map(), 'a value of class Map cannot become a molecule: only plain data can'],
  [[new Point()], 'a value of class Point cannot become a molecule: only plain data can'],
  [circle, 'the value nests more than 1000 deep, or in a circle'],
  [{ kind: 'solution', items: [], next: 5 }, 'the stage after a solution must be a solution'],
];

describe('toHost', () => {
  it.each(OUT)('%o', (molecule, expected) => {
    expect(toHost(molecule)).toEqual(expected);
  });

  it('keeps odd keys as fields of their own', () => {
    const host = toHost(record([['__proto__', 1]])) as object;
    expect(Object.keys(host)).toEqual(['__proto__']);
  });
});

describe('fromHost', () => {
  it.each(IN)('%o is %s', (value, shown) => {
    const made = fromHost(value);
    expect(made.ok ? show(made.value) : made.error).toBe(shown);
  });

  it.each(REFUSED)('refuses %o', (value, message) => {
    expect(fromHost(value)).toEqual({ ok: false, error: message });
  });

  it('hands a rule back as it was', () => {
    const rule = Object.create({ kind: 'rule', template: {}, captured: [] }) as object;
    const made = fromHost([rule]);
    expect(made.ok && (made.value as unknown as { items: unknown[] }).items[0]).toBe(rule);
  });

  it('brings molecules back, only whole reals in plain data as ints', () => {
    fc.assert(
      fc.property(anyData, (molecule) => {
        const made = fromHost(toHost(molecule));
        expect(made.ok && same(made.value, wholeAsInts(molecule))).toBe(true);
      }),
    );
  });
});

function wholeAsInts(molecule: Molecule): Molecule {
  if (typeof molecule !== 'object') return molecule;
  switch (molecule.kind) {
    case 'real':
      return Number.isInteger(molecule.value) ? int(BigInt(molecule.value)) : molecule;
    case 'list':
      return list(molecule.items.map(wholeAsInts));
    case 'record':
      return record(
        molecule.keys.map((key, i) => [key, wholeAsInts(molecule.values[i] as Molecule)]),
      );
    default:
      return molecule;
  }
}
