// Ordered indexes: entering, leaving and finding against a sorted list, and what they spare a run.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOrdered } from '../../src/runtime/arithmetic.ts';
import { type Molecule, real, symbol } from '../../src/runtime/molecule.ts';
import {
  createRange,
  enterRange,
  firstInRange,
  leaveRange,
  NO_RANGE,
  nextInRange,
  type RangeIndex,
  renumberRange,
} from '../../src/runtime/range-index.ts';
import { begin, runToRest } from './run-text.ts';

const number: fc.Arbitrary<Molecule> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -20, max: 20 }) },
  fc.integer({ min: -20, max: 20 }).map((n) => real(n / 2)),
  fc.constantFrom<Molecule>(
    10n ** 20n,
    -(10n ** 20n),
    real(Number.NaN),
    real(Number.NEGATIVE_INFINITY),
  ),
);
const word: fc.Arbitrary<Molecule> = fc.constantFrom('', 'a', 'ab', 'b', '\u{1f600}', '\uffff');

/** Rows by what was done to them: true enters the next one, false takes out one that is there. */
const changes = (key: fc.Arbitrary<Molecule>) =>
  fc.array(fc.record({ enters: fc.boolean(), key, pick: fc.nat() }), { maxLength: 80 });

const limit = fc.record({ strict: fc.boolean(), exact: fc.constant(false) });

describe('an ordered index', () => {
  it.each([
    ['numbers', number],
    ['strings', word],
  ] as const)('finds what lies within bounds: %s', (_, key) => {
    fc.assert(
      fc.property(
        changes(key),
        key,
        key,
        limit,
        limit,
        fc.boolean(),
        (all, a, b, over, under, moves) => {
          const { index, rows } = built(all, moves);
          for (const [lower, upper] of [
            [over, under],
            [over, null],
            [null, under],
            [null, null],
          ] as const) {
            const isWithin = (value: Molecule) =>
              (lower === null || holds(compareOrdered(a, value), lower.strict)) &&
              (upper === null || holds(compareOrdered(value, b), upper.strict));
            const wanted = rows.filter(([, value]) => isWithin(value)).map(([row]) => row);
            const found: number[] = [];
            const from = firstInRange(index, lower && a, lower, upper && b, upper);
            for (let at = from; at >= 0; at = nextInRange(index, at, upper && b, upper))
              found.push(at);
            expect(found).toEqual(wanted);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leads on from rows that have left since', () => {
    const index = createRange(0);
    for (const row of [0, 1, 2, 3, 4]) enterRange(index, row, row);
    const at = firstInRange(index, 1, { strict: false, exact: false }, null, null);
    leaveRange(index, 1);
    leaveRange(index, 2);
    expect(at).toBe(1);
    expect(nextInRange(index, at, null, null)).toBe(2);
    expect(nextInRange(index, 2, null, null)).toBe(3);
  });

  it('does not tell where a value cannot be compared', () => {
    const loose = { strict: true, exact: false };
    const exact = { strict: true, exact: true };
    const index = createRange(0);
    enterRange(index, 1, 0);
    expect(firstInRange(index, 0, exact, null, null)).toBe(0);
    expect(firstInRange(index, 'a', loose, null, null)).toBe(NO_RANGE);
    expect(firstInRange(index, real(0.5), exact, null, null)).toBe(NO_RANGE);
    enterRange(index, real(2.5), 1);
    expect(firstInRange(index, 0, exact, null, null)).toBe(NO_RANGE);
    expect(firstInRange(index, 2, loose, null, null)).toBe(1);
    enterRange(index, symbol('A'), 2);
    expect(firstInRange(index, 2, loose, null, null)).toBe(NO_RANGE);
    leaveRange(index, 2);
    expect(firstInRange(index, 2, loose, null, null)).toBe(1);
  });
});

function holds(order: number, strict: boolean): boolean {
  return strict ? order < 0 : order <= 0;
}

/** The index after the changes, and the rows that are in it, in order: by value, then as they came. */
function built(
  all: readonly { readonly enters: boolean; readonly key: Molecule; readonly pick: number }[],
  moves: boolean,
): { index: RangeIndex; rows: [row: number, value: Molecule][] } {
  const index = createRange(0);
  let rows: [number, Molecule][] = [];
  for (const [row, { enters, key, pick }] of all.entries()) {
    if (enters || rows.length === 0) {
      enterRange(index, key, row);
      const place = rows.findLastIndex(([, value]) => compareOrdered(value, key) <= 0);
      rows.splice(place + 1, 0, [row, key]);
    } else {
      const [gone] = rows.splice(pick % rows.length, 1);
      leaveRange(index, gone?.[0] as number);
    }
  }
  if (moves) {
    const moved = Int32Array.from(all.keys(), (row) => all.length - 1 - row);
    renumberRange(index, moved, all.length);
    rows = rows.map(([row, value]) => [moved[row] as number, value]);
  }
  return { index, rows };
}

describe('where hardly any lie within the bounds', () => {
  // The molecules that were tried in a slot, over a run of n molecules.
  function triedIn(rule: string, molecule: (i: number) => string, n: number): number {
    const molecules = Array.from({ length: n }, (_, i) => molecule(i));
    const { engine } = begin(`let r = ${rule} in <${molecules.join(', ')}>`);
    runToRest(engine, 100_000);
    return engine.statistics.reduce((sum, { tried }) => sum + tried, 0);
  }

  it.each([
    ['replace x::int, y::int by A if x > y + 100_000', (i: number) => `${(i * 7919) % 10_007}`],
    ['replace A:x, A:y by B if x > 90_000 + y', (i: number) => `A:${(i * 7919) % 10_007}`],
    ['replace A:x, B:y by C if x < y', (i: number) => (i % 2 === 0 ? `A:${9000 + i}` : `B:${i}`)],
    ['replace A:x, B:y by C if x < y && y < x + 1', (i: number) => `${'AB'[i % 2]}:${i}`],
    ['with x::int replace y::int by A if x < y && y < x + 1', (i: number) => `${i}`],
    ['replace A:x, B:y by C if x < y', (i: number) => (i % 2 === 0 ? `A:"z${i}"` : `B:"y${i}"`)],
  ] as const)('tries grow with the molecules, not with their square: %s', (rule, molecule) => {
    // The searches that make the index worth it, and then next to nothing a turn.
    for (const n of [500, 2000]) expect(triedIn(rule, molecule, n)).toBeLessThan(40 * n);
  });

  it('is no matter where most do: the list is gone through as before', () => {
    const rule = 'replace A:i:x, A:j:y by A:i:y, A:j:x if i < j && x > y';
    const tried = triedIn(rule, (i) => `A:${i}:${i}`, 300);
    expect(tried).toBeGreaterThan(300 * 299 - 1);
  });
});
