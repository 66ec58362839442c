import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expr, Kind, Span } from '../../../src/lang/index.ts';
import { asBool } from '../../../src/runtime/load/evaluation.ts';
import {
  heldTuple,
  kindOf,
  list,
  type Molecule,
  real,
  record,
  symbol,
  tuple,
} from '../../../src/runtime/molecule.ts';
import { same } from '../../../src/runtime/order.ts';
import { show, showShort } from '../../../src/runtime/show.ts';
import { anyData, anyInt, anyReal, anyText } from '../arbitrary-molecule.ts';
import { expressionsOver } from './arbitrary-expression.ts';
import {
  closureOf,
  codeOf,
  exprOf,
  foreignWords,
  type Outcome,
  outcomeOf,
  type World,
  worldOf,
} from './code-of.ts';

const KINDS: Readonly<Record<string, Kind | null>> = {
  i: 'int',
  j: 'int',
  k: 'int',
  x: null,
  y: null,
};

/** As deep as a value may be. */
const nested = Array.from({ length: 1000 }).reduce<Molecule>((inner) => tuple([inner, 1]), 0);

describe('the value of code', () => {
  const values: Molecule[] = [7, -3, 2n ** 60n, tuple([4, symbol('Red')]), list([1, 'two'])];
  const lets = { limit: 300, point: record([['a', 1]]) };
  const table: readonly (readonly [string, string])[] = [
    ['i + j', '4'],
    ['i * j - 1', '-22'],
    ['i / j', '-2'],
    ['-i % 7', '0'],
    ['i + 9007199254740991', '9007199254740998'],
    ['k - k', '0'],
    ['-k', '-1152921504606846976'],
    ['0 * j', '0'],
    ['i < j || j < i', 'true'],
    ['!(i == 7.0)', 'false'],
    ['x.1 == Red && x.0 != 4', 'false'],
    ['i:j:limit', '7:-3:300'],
    ['i:x', '7:(4:Red)'],
    ['[i, "a" + "b", y]', '[7, "ab", [1, "two"]]'],
    ['y[i - 6]', '"two"'],
    ['point.a + later', '6'],
    ['{b: i, a: j}.b', '7'],
    ['{b: i, a: j}', '{a: -3, b: 7}'],
    ['if i < j then "less" else i', '7'],
    ['let s = i + j in s * s', '16'],
    ['let i = j in let j = 1 in i + j', '-2'],
    ['max(i, j, 9) - abs(j)', '6'],
    ['if true then i else j', '7'],
  ];
  it.each(table)('%s', (text, expected) => {
    const world = worldOf(KINDS, lets);
    const made = codeOf(exprOf(text), world, 'value');
    world.context.values.set('later', 5);
    expect(show(made?.run(values) ?? 'no code')).toBe(expected);
  });
});

describe('the text of code', () => {
  const both = "typeof v0 === 'number' && typeof v1 === 'number'";
  const table: readonly (readonly [string, string])[] = [
    ['i + 1', "(typeof v0 === 'number' && (t0 = v0 + 1) <= 9007199254740991 ? t0 : k0(v0, 1))"],
    ['i - 1', "(typeof v0 === 'number' && (t0 = v0 - 1) >= -9007199254740991 ? t0 : k0(v0, 1))"],
    [
      'i * j',
      `(${both} && (t0 = v0 * v1) <= 9007199254740991 && t0 >= -9007199254740991 ? t0 + 0 : k0(v0, v1))`,
    ],
    ['i / 2', "(typeof v0 === 'number' ? Math.trunc(v0 / 2) + 0 : k0(v0, 2))"],
    ['i % j', `(${both} && v1 !== 0 ? v0 % v1 + 0 : k0(v0, v1))`],
    ['i % 10 + 1', "((typeof v0 === 'number' ? v0 % 10 + 0 : k0(v0, 10)) + 1)"],
    ['-i', "(typeof v0 === 'number' ? 0 - v0 : k0(v0))"],
    ['i < j', '(v0 < v1)'],
    ['x < y', "(typeof v3 === 'number' && typeof v4 === 'number' ? v3 < v4 : k0(v3, v4))"],
    ['x < 5', "(typeof v3 === 'number' ? v3 < 5 : k0(v3, 5))"],
    ['i == j', '(v0 === v1)'],
    ['x == y', "(v3 === v4 || (typeof v3 === 'object' || typeof v4 === 'object') && k0(v3, v4))"],
    ['x != 0', "!(v3 === 0 || typeof v3 === 'object' && k0(v3, 0))"],
    ['x != Red', '(v3 !== k0)'],
    ['i < 3 && !(i == j)', '((v0 < 3) && !(v0 === v1))'],
    ['Red:i:j', "({ kind: 'tuple', items: [k0, v0, v1], depth: 1 })"],
    ['Red:x', 'k1([k0, v3])'],
    [
      'x.0',
      "(typeof v3 === 'object' && v3.kind === 'tuple' && v3.items.length > 0 ? v3.items[0] : k0(v3))",
    ],
    ['if x then i else j', "((typeof v3 === 'boolean' ? v3 : k0(v3)) ? v0 : v1)"],
    ['let s = abs(i) in s:s', '(t0 = k0([v0]), k1([t0, t0]))'],
    ['let s = i in s < j', '(v0 < v1)'],
    ['2 * 3 - 4', '2'],
    ['2 * 3 + 300', 'k0'],
  ];
  it.each(table)('%s', (text, expected) => {
    expect(codeOf(exprOf(text), worldOf(KINDS), 'value')?.code).toBe(expected);
  });

  it('makes what molecule.ts makes, property by property', () => {
    const run = (text: string) =>
      codeOf(exprOf(text), worldOf(KINDS), 'value')?.run([1, 2, 3, 4, 5]);
    expect(Object.entries(run('i:j') ?? {})).toEqual(Object.entries(tuple([1, 2])));
    expect(Object.entries(run('[i, j]') ?? {})).toEqual(Object.entries(list([1, 2])));
  });

  it('has no word of the program in it', () => {
    const name = 'alert_me_if_you_see_this';
    const world = worldOf({ [name]: null }, { [`${name}_let`]: 12345 });
    const texts = [
      `${name} + "\\"); throw 1; (\\""`,
      `[${name}, 98765, 1.25, "\u{2028}*/ \\\\", Constructor, ${name}_let, ${name}_later]`,
      `{ __proto__: ${name}, "a: b }": 256 + 1 }.__proto__`,
      `let ${name}2 = ${name}.1000 in if ${name}2 then ${name}2 else max(${name}2, 1000)`,
    ];
    const codes = texts.map((text) => codeOf(exprOf(text), world, 'value')?.code ?? 'none');
    expect(codes.flatMap(foreignWords)).toEqual([]);
    expect(foreignWords('v0 + alert')).toEqual(['alert']);
    expect(foreignWords('v0 + 256')).toEqual(['256']);
  });
});

describe('what is left to the closure', () => {
  const table = [
    '<i>',
    '(<i> then <j>)',
    'replace x by i',
    'ask(i)',
    'i + abs(ask(j))',
    'none 1 in w',
    'all z in w: z > 1',
    'size(w)',
    '[i, w]',
    'if i < j then (i, j) else i',
    'if i < j then (i^2) else i',
    'let r = replace 1 by 2 in i',
    `i${' + i'.repeat(200)}`,
  ];
  it.each(table)('%s', (text) => {
    // A let of the program that the rest hides must not be taken for it.
    expect(codeOf(exprOf(text), worldOf(KINDS, { w: list([1]) }, ['w']), 'value')).toBeNull();
  });
});

describe('where code fails', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['i + i / 0', 'i / 0'],
    ['i + j % k', 'j % k'],
    ['i < x', 'i < x'],
    ['abs(x) + 1', 'abs(x)'],
    ['!(i + j)', 'i + j'],
    ['b && i', 'i'],
    ['if i then i else j', 'i'],
    ['x.5 + 1', 'x.5'],
    ['-(i + x)', 'i + x'],
    // What nests too deep has no place of its own; only arithmetic around it gives one.
    ['i:y', null],
    ['[y, i] == [y, i]', null],
    ['{a: y}.a', null],
    ['note(i:y)', null],
    ['1 + (i:y).0', '1 + (i:y).0'],
    ['-[y][0]', '-[y][0]'],
    ['2 * {a: y}.a', '2 * {a: y}.a'],
  ];
  it.each(table)('%s', (text, place) => {
    const expr = exprOf(text);
    const world = worldOf({ ...KINDS, b: 'bool' });
    const values = [7, -3, 0, tuple([1, 2]), nested, true];
    const wanted = noting(world, () => closureOf(expr, world)(values));
    const got = noting(world, () => codeOf(expr, world, 'value')?.run(values) ?? 'no code');
    agree(got, wanted);
    const { span } = { span: null, ...got.outcome } as { span: Span | null };
    expect(span?.source.text.slice(span.start, span.end) ?? null).toBe(place);
  });
});

describe('every operator on what lies at the edges', () => {
  const ints = [0, -1, 7, 2 ** 53 - 1, 1 - 2 ** 53, -(2n ** 60n)];
  const others = [real(7), real(Number.NaN), real(0), 'a', 'b', true, symbol('Red'), tuple([1, 2])];
  const operands = [
    'i',
    'j',
    'x',
    'y',
    'i % 4',
    'i * j',
    '-2',
    '0',
    '3',
    '2.5',
    '"a"',
    'Red',
    'x == y',
  ];
  const environments = ints.flatMap((i, a) =>
    ints.flatMap((j, b) => {
      const [x, y] = [others[(a + 3 * b) % 8], others[(5 * a + b) % 8]] as [Molecule, Molecule];
      return [
        [i, j, 5, i, j],
        [i, j, j, x, (a + b) % 2 === 0 ? y : i],
      ];
    }),
  );
  const operators = [
    '||',
    '&&',
    '==',
    '!=',
    '<',
    '<=',
    '>',
    '>=',
    '+',
    '-',
    '*',
    '/',
    '%',
  ] as const;
  it.each(operators)('%s', (operator) => {
    const world = worldOf(KINDS);
    const exprs = operands.map(exprOf);
    for (const left of exprs) {
      for (const right of exprs) {
        const expr: Expr = { kind: 'binary', span: { ...left.span }, operator, left, right };
        const code = codeOf(expr, world, 'value');
        const closure = closureOf(expr, world);
        for (const values of environments) {
          const wanted = noting(world, () => closure(values));
          const got = noting(world, () => code?.run(values) ?? 'no code');
          if (!isSameOutcome(got.outcome, wanted.outcome)) {
            expect.fail(`${code?.code} with ${values.map((value) => show(value))}`);
          }
        }
      }
    }
  });
});

describe('code and closure', () => {
  const kinds: Readonly<Record<string, Kind | null>> = {
    ...KINDS,
    r: 'real',
    s: 'string',
    b: 'bool',
    c: 'symbol',
    t: 'tuple',
    l: 'list',
    o: 'record',
    z: null,
    // Last: it is the same in every environment.
    deep: 'tuple',
  };
  const lets = { p: 5, small: 3, large: 2n ** 70n, word: 'let', pair: tuple([1, 2]) };
  const expressions = expressionsOver({
    int: ['i', 'j', 'k', 'x', 'y', 'small', 'large', 'later'],
    bool: ['b', 'b', 'z'],
    text: ['s', 'word', 'z'],
    tuple: ['t', 'pair', 'z', 'deep'],
    list: ['l', 'z'],
    any: ['i', 'r', 's', 'b', 'c', 't', 'l', 'o', 'x', 'z', 'pair'],
  });
  const numbers = fc.oneof(anyInt, fc.integer({ min: -9, max: 9 }));
  const mostlyNumbers = fc.oneof(
    { weight: 5, arbitrary: numbers },
    { weight: 1, arbitrary: fc.oneof(anyReal, anyData) },
  );
  const environments: fc.Arbitrary<Molecule[]> = fc.tuple(
    numbers,
    numbers,
    numbers,
    mostlyNumbers,
    mostlyNumbers,
    anyReal,
    anyText,
    fc.boolean(),
    fc.constantFrom('Red', 'Blue').map(symbol),
    fc.tuple(mostlyNumbers, anyData).map(tuple),
    fc.array(mostlyNumbers, { maxLength: 3 }).map(list),
    mostlyNumbers.map((value) => record([['a', value]])),
    fc.oneof(anyData, fc.boolean(), anyText),
  );
  const numRuns = Number(process.env['HOCL_EXPRESSIONS'] ?? 2000);

  it('agree in value, or in what fails and where', () => {
    const seen = { values: 0, failures: 0 };
    const law = fc.property(
      expressions,
      fc.array(environments, { minLength: 3, maxLength: 3 }),
      (expr, some) => {
        const world = worldOf(kinds, lets);
        const code = codeOf(expr, world, 'value');
        const condition = codeOf(expr, world, 'condition');
        world.context.values.set('later', 2 ** 53 - 1);
        const closure = closureOf(expr, world);
        if (code === null || condition === null) throw new Error('no code');
        expect(foreignWords(code.code)).toEqual([]);
        for (const values of some.map((own) => [...own, nested])) {
          const wanted = noting(world, () => closure(values));
          const got = noting(world, () => code.run(values));
          agree(got, wanted);
          if ('value' in got.outcome) {
            seen.values++;
            if (code.kind !== null) expect(kindOf(got.outcome.value)).toBe(code.kind);
          } else {
            seen.failures++;
          }
          const holds = noting(world, () => asBool(closure(values), expr.span));
          agree(
            noting(world, () => condition.run(values)),
            holds,
          );
        }
      },
    );
    fc.assert(law, { numRuns });
    // A law about failures alone, or about values alone, would say little.
    expect(seen.values).toBeGreaterThan(numRuns);
    expect(seen.failures).toBeGreaterThan(numRuns / 10);
  }, 300_000);
});

/** What comes of it, and what `note` was called with on the way. */
function noting(world: World, run: () => Molecule): { outcome: Outcome; noted: Molecule } {
  world.noted.length = 0;
  const outcome = outcomeOf(run);
  return { outcome, noted: heldTuple([...world.noted]) };
}

function agree(got: ReturnType<typeof noting>, wanted: ReturnType<typeof noting>): void {
  expect(exactly(got.noted, wanted.noted), 'the order of evaluation').toBe(true);
  if ('value' in got.outcome && 'value' in wanted.outcome) {
    const texts = [got.outcome.value, wanted.outcome.value].map((one) => showShort(one, 200));
    expect(exactly(got.outcome.value, wanted.outcome.value), texts.join(' for ')).toBe(true);
  } else {
    expect(failureOf(got.outcome)).toEqual(failureOf(wanted.outcome));
  }
}

function isSameOutcome(got: Outcome, wanted: Outcome): boolean {
  if ('value' in got) return 'value' in wanted && exactly(got.value, wanted.value);
  return !('value' in wanted) && got.message === wanted.message && got.span === wanted.span;
}

function failureOf(outcome: Outcome): unknown {
  return 'value' in outcome ? showShort(outcome.value, 200) : outcome;
}

/** The same, and no -0 anywhere: sameness takes it for 0. */
function exactly(got: Molecule, wanted: Molecule): boolean {
  return same(got, wanted) && kindOf(got) === kindOf(wanted) && !holdsMinusZero(got);
}

function holdsMinusZero(value: Molecule): boolean {
  if (typeof value !== 'object') return Object.is(value, -0);
  if ('items' in value) return value.items.some(holdsMinusZero);
  if (value.kind === 'record') return value.values.some(holdsMinusZero);
  return value.kind === 'real' && Object.is(value.value, -0);
}
