// Runs of plain data are read as one token each, and the grammar is the law: whatever the text, both give the same
// tree, span by span, or the same diagnostics.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/lang/index.ts';
import { scan } from '../../src/lang/scan.ts';

/** Behind a text, so that it is long enough to be looked through for runs. */
const ROOM = '\n'.repeat(2000);

function read(text: string, runs: boolean): unknown {
  return parse({ name: 'runs', text: text + ROOM }, { runs });
}

function runsIn(text: string): number {
  return scan({ name: 'runs', text }, { runs: true }).runs;
}

const plain = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  fc.constantFrom('0.5', '-12.25', '1.0', '- 3', '-0', '-0.0', '007', '123456789012345678901.5'),
  fc.constantFrom('"w"', '""', '"a b, c"', '"//"', '"é𝒳"', 'true', 'false', 'EDGE', 'X_1', 'T'),
);
const glue = fc.constantFrom(':', ': ', ' :', ':\n');
const tuple = fc
  .tuple(plain, fc.array(fc.tuple(glue, plain), { minLength: 1, maxLength: 3 }))
  .map(([first, rest]) => first + rest.map(([sign, item]) => sign + item).join(''));
/** What a run must leave to the grammar, right or wrong. */
const unusual = fc.constantFrom(
  ...['1e5', '1_000', 'inf', '-nan', '-inf', '"\\n"', '"\\q"', '"open', 'Élan', 'Xé', '1..3'],
  ...['A^2', '1 + 2', '(1:2):3', '<1, 2>', '[1, 2]', '{a: 1}', 'f(1)', 'x', '?w', '_', 'x::int'],
  ...['A::int', '1 // one', '/* a */ 1', '5abc', '', '--1', '!true', 'A.0', 'A(1)', 'A[0]', '1;2'],
  ...['1 < 2', '2 > 1', 'let y = 1 in y', 'a = replace 1 by 2', 'A = 1', '1 = 2', 'if true then 1'],
  ...[
    '1:',
    ':1',
    '1 2',
    'replace 1, 2 by 3',
    '1 then 2',
    'trueish',
    'True',
    'falsehood',
    '5.',
    '.5',
  ],
  ...[Array(70).fill('1').join(':'), Array(70).fill('-1').join(':'), '->', '1 :: 2', '1:=2'],
);
const comma = fc.constantFrom(',', ', ', ',\n', ' , ', ',\t');

const series = fc
  .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: plain }, tuple), comma), {
    minLength: 16,
    maxLength: 40,
  })
  .map((parts) => parts.map(([item, sign]) => item + sign).join(''));

const spoiled = fc
  .tuple(series, fc.option(unusual, { freq: 2 }), series)
  .map(([before, one, after]) => `${before}${one === null ? '' : `${one}, `}${after}9`);

const PLACES: readonly ((list: string) => string)[] = [
  (list) => `<${list}>`,
  (list) => `⟨${list}⟩`,
  (list) => `<0, [${list}], 1>`,
  (list) => `<sum([${list}]), max(${list})>`,
  (list) => `<f(${list})>`,
  (list) => `let x = <0, ${list}, 0> in <x, <${list}>>`,
  (list) => `<{"a": 0, ${list}}>`,
  (list) => `<(${list})>`,
  (list) => `<if true then (0, ${list}) else nothing>`,
  (list) => `let r = replace 0, ${list} by 1 in <${list}>`,
  (list) => `let r = replace x by 0, ${list} if x > 1 in <${list}>`,
  (list) => `let r = replace <0, ${list}, ?w> by w in <${list}>`,
  (list) => `let r = with 0, ${list} inject 1 in <1>`,
  (list) => `let r = replace x by 1 under 0, ${list} in <1>`,
  (list) => `import pure { a, ${list} } from "./x.ts" <1>`,
  (list) => `type t = A | 0, ${list} <1>`,
  (list) => `test "t" { <0, ${list}> outcomes <${list}> | <1> } <>`,
  (list) => `<1 < 2, ${list}>`,
  (list) => `<0, ${list} > 1, ${list}>`,
  (list) => `<let y = 1 in 0, ${list}, y>`,
  (list) => `0, ${list}`,
  (list) => `<0, ${list}`,
  (list) => `<l[0, ${list}]>`,
  (list) => `<0, ${list}> then <${list}>`,
];

describe('runs of plain data', () => {
  it('are found', () => {
    const list = Array.from({ length: 50 }, (_, n) => `A:${n}:"x"`).join(', ');
    expect(runsIn(`<${list}>`)).toBe(1);
    expect(runsIn(`<${list}, x, ${list}>`)).toBe(2);
    expect(runsIn(`<${list.replaceAll('A', 'a')}>`)).toBe(0);
  });

  it.each(PLACES.map((place) => [place('...'), place]))('in %s', (_name, place) => {
    fc.assert(
      fc.property(spoiled, (list) => {
        const text = place(list);
        expect(read(text, true)).toEqual(read(text, false));
      }),
      { numRuns: 25 },
    );
  });

  it('in a text that lacks a character, or has one too many', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLACES),
        spoiled,
        fc.nat(),
        fc.constantFrom('', ',', '<', '>', '"', ':', '(', ']', '}', '-', '\\', 'x', ' ', '/'),
        (place, list, at, put) => {
          const right = place(list);
          const cut = at % right.length;
          const text = right.slice(0, cut) + put + right.slice(cut + (put === '' ? 1 : 0));
          expect(read(text, true)).toEqual(read(text, false));
        },
      ),
      { numRuns: 80 },
    );
  });

  it('below many operators count with their signs', () => {
    const run = Array.from({ length: 30 }, (_, n) => `-${n}:-1`).join(', ');
    for (let count = 990; count < 1003; count++) {
      const text = `<${'1 + '.repeat(count)}size(<0, ${run}, 0>)>`;
      expect(read(text, true), `${count} operators`).toEqual(read(text, false));
    }
  });
});
