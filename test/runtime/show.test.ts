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
import { same } from '../../src/runtime/order.ts';
import { show, showShort } from '../../src/runtime/show.ts';
import { withoutRules } from '../../src/runtime/without-rules.ts';
import { anyMolecule, ruleStub } from './arbitrary-molecule.ts';

const add = ruleStub('add', 'replace x, y by x + y');
const bare = ruleStub(null, 'replace x by nothing');

const TABLE: readonly (readonly [Molecule, string])[] = [
  [42, '42'],
  [-7, '-7'],
  [2n ** 64n, '18446744073709551616'],
  [real(1), '1.0'],
  [real(-2.5), '-2.5'],
  [real(1e21), '1e21'],
  [real(1.5e-9), '1.5e-9'],
  [real(Number.POSITIVE_INFINITY), 'inf'],
  [real(Number.NEGATIVE_INFINITY), '-inf'],
  [real(Number.NaN), 'nan'],
  [true, 'true'],
  ['plain é😀', '"plain é😀"'],
  ['a"b\\c\n\t\r', '"a\\"b\\\\c\\n\\t\\r"'],
  ['\u0000\u007f\u2028\u202e\ud800', '"\\u{0}\\u{7f}\\u{2028}\\u{202e}\\u{d800}"'],
  [symbol('READY'), 'READY'],
  [tuple([symbol('A'), 1, 'x']), 'A:1:"x"'],
  [tuple([tuple([1, 2]), 3]), '(1:2):3'],
  [tuple([1, tuple([2, -3])]), '1:(2:-3)'],
  [list([]), '[]'],
  [list([tuple([1, 2]), list([3])]), '[1:2, [3]]'],
  [
    record([
      ['odd key', 1],
      ['name', 'x'],
      ['if', true],
    ]),
    '{"if": true, name: "x", "odd key": 1}',
  ],
  [solution([]), '<>'],
  [solution([symbol('A'), 2, real(1), 1, 'a']), '<1, 1.0, 2, "a", A>'],
  [solution([solution([2, 1]), tuple([1, solution([3])])]), '<1:<3>, <1, 2>>'],
  [solution([1], solution([3, 2])), '<1> then <2, 3>'],
  [tuple([1, solution([], solution([]))]), '1:(<> then <>)'],
  [list([solution([], solution([]))]), '[(<> then <>)]'],
  [solution([solution([], solution([]))]), '<<> then <>>'],
];

const WITH_RULES: readonly (readonly [Molecule, string, string])[] = [
  [add, 'add', 'add'],
  [bare, 'replace x by nothing', 'replace x by nothing'],
  [solution([add, 1, bare]), '<1>', '<1, (replace x by nothing), add>'],
  [tuple([1, 2, bare]), '1:2', '1:2:(replace x by nothing)'],
  [tuple([1, add]), '1', '1:add'],
  [solution([tuple([add, add])]), '<>', '<add:add>'],
  [list([1, add]), '[1]', '[1, add]'],
  [record([['r', add]]), '{}', '{r: add}'],
  [solution([add], solution([1, add])), '<> then <1>', '<add> then <1, add>'],
  // The order is that of what is shown: hiding a rule may change it.
  [solution([tuple([add, 1, 2]), tuple([1, 9])]), '<1:2, 1:9>', '<1:9, add:1:2>'],
];

describe('show', () => {
  it.each(TABLE)('%o is %s', (molecule, text) => {
    expect(show(molecule)).toBe(text);
    expect(show(molecule, { rules: true })).toBe(text);
  });

  it.each(WITH_RULES)('%o is %s, and with rules %s', (molecule, hidden, shown) => {
    expect(show(molecule)).toBe(hidden);
    expect(show(molecule, { rules: true })).toBe(shown);
  });

  it('gives equal texts to equal molecules, and to them only', () => {
    fc.assert(
      fc.property(anyMolecule, anyMolecule, (a, b) => {
        const equal = show(a, { rules: true }) === show(b, { rules: true });
        // Two rules of one name print alike: a name is all that stands for them.
        if (same(a, b)) expect(equal).toBe(true);
        else if (withoutRules(a) === a && withoutRules(b) === b) expect(equal).toBe(false);
      }),
    );
  });

  it('shows a long chain of stages', () => {
    let chain = solution([1]);
    for (let i = 0; i < 20_000; i++) chain = solution([], chain);
    expect(show(chain).endsWith('<> then <1>')).toBe(true);
  });
});

describe('showShort', () => {
  const SHORT: readonly (readonly [Molecule, number, string])[] = [
    ['abc', 5, '"abc"'],
    ['abcd', 5, '"abc…'],
    [list([1, 2, 3]), 6, '[1, 2…'],
    ['😀😀', 3, '"…'],
  ];
  it.each(SHORT)('%o in %d', (molecule, width, text) => {
    expect(showShort(molecule, width)).toBe(text);
  });

  it('never exceeds the width, and begins as the whole text does', () => {
    fc.assert(
      fc.property(anyMolecule, fc.integer({ min: 1, max: 30 }), (molecule, width) => {
        const short = showShort(molecule, width);
        const whole = show(molecule);
        expect(short.length).toBeLessThanOrEqual(Math.max(width, 1));
        if (whole.length <= width) expect(short).toBe(whole);
        else expect(whole.startsWith(short.slice(0, -1))).toBe(true);
      }),
    );
  });
});
