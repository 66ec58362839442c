// Rules and what explaining says of them: a table of costs and indexes, one of hints, and the parts in full. A hint
// that shows what to write is followed, to see that it helps.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/lang/index.ts';
import { standardFunctions } from '../../src/lib/index.ts';
import {
  type Explanation,
  explainProgram,
  type FunctionCode,
  type Hint,
} from '../../src/runtime/index.ts';
import { begin, runToRest } from './run-text.ts';

const send: FunctionCode = {
  signature: {
    name: 'send',
    parameters: [{ name: 'x', kinds: 'any' }],
    optional: 0,
    variadic: false,
    result: 'any',
    effect: true,
    doc: '',
  },
  apply: null,
};
const functions = new Map<string, FunctionCode>([...standardFunctions, ['send', send]]);

function explainText(text: string): Explanation[] {
  const { program, diagnostics } = parse({ name: 'test.hocl', text });
  expect(diagnostics).toEqual([]);
  const known = new Map(
    [...functions].map(([name, { signature }]) => [name, { signature, origin: null }]),
  );
  return explainProgram({ main: program, files: [program], functions: known }, functions);
}

function explained(rule: string): Explanation {
  const [only, ...others] = explainText(`let r = ${rule} in <>`);
  expect(others).toEqual([]);
  if (only === undefined) throw new Error('there is a rule');
  return only;
}

/** `COUNT:_:_/1` for an index on field 1; `int` alone for one on all of the value; `int<` in order. */
function indexes(rule: Explanation): string {
  return rule.indexes
    .map(({ class: of, fields, ordered }) => {
      const parts = [of, fields.join('+')].filter((part) => part !== '');
      return parts.join('/') + (ordered ? '<' : '');
    })
    .join(' ');
}

/** Each plan in short: `0 1=a 2?` begins in slot 0, looks slot 1 up by a, tries each for slot 2; `!` is any. */
function plansOf({ plans }: Explanation): string[] {
  const marks = { first: '', 'look-up': '=', any: '!', range: '~', scan: '?' } as const;
  return plans.map(({ before, steps }) => {
    const shown = steps.map(({ slot, how, keys, tests }) => {
      const by = keys.map(({ value }) => value).join('+');
      return `${slot}${marks[how]}${how === 'first' ? '' : by}${tests.map((one) => `{${one}}`).join('')}`;
    });
    return [...before.map((one) => `{${one}}`), ...shown].join(' ');
  });
}

type Row = readonly [rule: string, cost: string, plans: readonly string[], indexes: string];

const rows: readonly Row[] = [
  // One slot, none, any partner.
  ['replace x::int by x + 1', 'one pass', ['0'], ''],
  ['replace x::int by x + 1 if x < 3', 'one pass', ['0{x < 3}'], ''],
  ['replace ?w by A, w', 'at once', [], ''],
  ['replace x::int, y::int by x + y', 'one pass', ['0 1!', '1 0!'], ''],
  ['replace x::int, y::int, z::int by x', 'one pass', ['0 1! 2!', '1 0! 2!', '2 0! 1!'], ''],
  ['replace C:c, COIN:v by C:c + v', 'one pass', ['0 1!', '1 0!'], ''],
  ['replace H, H by H2', 'one pass', ['0 1!H', '1 0!H'], 'symbol'],
  ['replace H, H, O by WATER', 'all pairs', ['0 1?H 2!O', '1 0?H 2!O', '2 0!H 1!H'], 'symbol'],
  ['replace A:x, B:y, C:z by D', 'all pairs', ['0 1? 2!', '1 0? 2!', '2 0? 1!'], ''],
  ['replace A:x, B:"on" by C', 'one pass', ['0 1!"on"', '1 0!'], 'B:_/1'],
  ['replace A, s = q by B', 'all pairs', ['0 1?', '1 0!A'], 'symbol'],
  ['replace A, s::rule by B', 'one pass', ['0 1!', '1 0!A'], 'symbol'],
  ['replace x::number, y::number by x', 'all pairs', ['0 1?', '1 0?'], ''],
  ['replace A:x::int, B:y by C', 'all pairs', ['0 1!', '1 0?'], ''],
  // Any two react, in one order or the other.
  ['replace x::int, y::int by x if x >= y', 'one pass', ['0 1?{x >= y}', '1 0?{x >= y}'], ''],
  ['with x::int replace y::int by A if y <= x', 'one pass', ['0 1?{y <= x}', '1 0?{y <= x}'], ''],
  ['replace x::int, y::int by x if x > y', 'per range', ['0 1~{x > y}', '1 0~{x > y}'], 'int<'],
  [
    'replace x::real, y::real by x if x >= y',
    'per range',
    ['0 1~{x >= y}', '1 0~{x >= y}'],
    'real<',
  ],
  [
    'replace x::int, y::string by x if x >= 2',
    'per range',
    ['0{x >= 2} 1!', '1 0~{x >= 2}'],
    'int<',
  ],
  // Keys.
  ['replace x, x by x', 'per key', ['0 1=x', '1 0=x'], 'any data'],
  ['replace COUNT:w:m, COUNT:w:n by COUNT:w:m + n', 'per key', ['0 1=w', '1 0=w'], 'COUNT:_:_/1'],
  [
    'with a:b:m, b:c:n replace a:c:k by a:c:m + n if m + n < k',
    'per key',
    ['0 1=b 2=a+c{m + n < k}', '1 0=b 2=a+c{m + n < k}', '2 0=a 1=b+c{m + n < k}'],
    '_:_:_/0 _:_:_/0+1 _:_:_/1',
  ],
  [
    'replace THINK:p:q:m, FORK:p, FORK:q by EAT:p:m if m > 0',
    'per key',
    ['0{m > 0} 1=p 2=q', '1 0=p{m > 0} 2=q', '2 0=q{m > 0} 1=p'],
    'FORK:_/1 THINK:_:_:_/1 THINK:_:_:_/2',
  ],
  [
    'replace THINK:p, FORK:(p + 1) % 5 by EAT:p',
    'all pairs',
    ['0 1=(p + 1) % 5', '1 0?{FORK:(p + 1) % 5}'],
    'FORK:_/1',
  ],
  // A constant narrows a class and joins nothing.
  [
    'replace i:RED, j:BLUE by A if i < j',
    'all pairs',
    ['0 1?BLUE{i < j}', '1 0?RED{i < j}'],
    '_:_/1',
  ],
  // Scans.
  [
    'replace x::int, y::int by A if x * y < 0',
    'all pairs',
    ['0 1?{x * y < 0}', '1 0?{x * y < 0}'],
    '',
  ],
  [
    'replace x::int, y::int, z::int by A if x + y > z',
    'all pairs',
    ['0 1? 2~{x + y > z}', '1 0? 2~{x + y > z}', '2 0? 1~{x + y > z}'],
    'int<',
  ],
  [
    'replace x::int, y::int, z::int by A if x * y * z > 0',
    'all triples',
    ['0 1? 2?{x * y * z > 0}', '1 0? 2?{x * y * z > 0}', '2 0? 1?{x * y * z > 0}'],
    '',
  ],
  // Bounds: turned round in sums, from both sides, by fields; a product is no bound, nor is one slot of two.
  [
    'replace A:x, B:y by C if y > x + 1 && y <= x + 9',
    'per range',
    ['0 1~{y > x + 1}{y <= x + 9}', '1 0~{y > x + 1}{y <= x + 9}'],
    'B:_/1< A:_/1<',
  ],
  [
    'replace x::int, y::int by A if x > 2 * y',
    'all pairs',
    ['0 1?{x > 2 * y}', '1 0?{x > 2 * y}'],
    '',
  ],
  [
    'replace A:x, B:y by C if 10 / y > 1 && x < y',
    'all pairs',
    ['0 1?{10 / y > 1}{x < y}', '1{10 / y > 1} 0~{x < y}'],
    'A:_/1<',
  ],
  [
    'replace A:a, B:b, C:c, D:d by A if a + b > c + d',
    'all triples',
    ['0 1? 2? 3~', '1 0? 2? 3~', '2 0? 1? 3~', '3 0? 1? 2~'].map((one) => `${one}{a + b > c + d}`),
    'D:_/1< C:_/1<',
  ],
  [
    'replace A:a, B:b, C:c, D:d by A if a * b > c * d',
    'all groups of 4',
    ['0 1? 2? 3?', '1 0? 2? 3?', '2 0? 1? 3?', '3 0? 1? 2?'].map((one) => `${one}{a * b > c * d}`),
    '',
  ],
  ['replace A:x, B:y by C if x > 0', 'per range', ['0{x > 0} 1!', '1 0~{x > 0}'], 'A:_/1<'],
  ['replace A:x, B:y, C:y by D', 'all pairs', ['0 1? 2=y', '1 2=y 0!', '2 1=y 0!'], 'C:_/1 B:_/1'],
  ['replace A:x:x, B:y by C', 'all pairs', ['0 1!', '1 0?'], ''],
  ['replace A:<x>, B:y by C', 'all pairs', ['0 1!', '1 0?'], ''],
  ['replace A:<?v>, B:<?w> by C', 'all pairs', ['0 1?', '1 0?'], ''],
];

const NOTHING = 'An index finds what is equal';

type HintRow = readonly [rule: string, about: string, why: string, instead: string | null];

const hintRows: readonly HintRow[] = [
  [
    'replace x::int, y::int by A if x * y < 0',
    'x * y < 0',
    'joins on nothing; every pair must be looked at',
    NOTHING,
  ],
  ['replace i:x, j:y by A if i * j > x && x > y', 'i * j > x, x > y', 'joins on nothing', NOTHING],
  [
    'replace x::int, y::int, z::int by A if x * y > z * z',
    'x * y > z * z',
    'every triple',
    NOTHING,
  ],
  ['replace x::int, y::int by A if y % x == 0', 'y % x == 0', 'no variable stands alone', NOTHING],
  ['replace x::int, y::int by A if x != y', 'x != y', 'shuts few out', null],
  ['replace A:x, B:y by C if x == y || x == 2', 'x == y || x == 2', 'a choice', 'Two rules'],
  ['replace A:x, B:y by C if x % 2 > 0', 'x % 2 > 0', 'about `A:x` alone', 'mark those'],
  ['replace A:(x:y), B:x by C:y', 'A:(x:y)', 'inside of a nested tuple', 'a field of its own'],
  ['replace A:<x, ?w>, B:x by C:<w>', 'A:<x, ?w>', 'inside of a solution', 'beside the solution'],
  ['replace A:x, B:y, C:y by D', 'B:y', 'no variable in common', 'shares a variable'],
  ['replace A:<x>, B:y by C', 'A:<x>', 'each one is opened', null],
  ['replace A, s = q by B', 's = q', 'each rule is tried', null],
  ['replace A:x::int, B:y by C', 'A:x::int', 'until one fits', 'the first one does'],
  ['replace H, H, O by W', 'H', 'in vain, while there is no `O`', 'Write first'],
  ['replace x::number, y::string by x', 'x::number', 'of several kinds', 'one kind'],
  [
    'replace P:p, FORK:(p + 1) % 5 by EAT:p',
    'FORK:(p + 1) % 5',
    '`p` is not known, and `(p + 1) % 5` cannot be turned round',
    'Keep the value of `(p + 1) % 5` in a field of `P:p`',
  ],
  [
    'replace A:p, B:q by C:p:q if p == q',
    'p == q',
    'compared only after both are found',
    'Write `B:p` for `B:q`, and `p` wherever `q` is used',
  ],
  [
    'replace P:p, F:q by E:p if q == (p + 1) % 5',
    'q == (p + 1) % 5',
    'compared',
    '`F:(p + 1) % 5` for `F:q`: then an index finds it, once `(p + 1) % 5` is known (a pattern tells 1 from 1.0).',
  ],
  [
    'replace x::int, y::int by A if x + y == 10',
    'x + y == 10',
    'compared',
    'Write `10 - x` for `y::int`: then an index finds it, once `10 - x` is known.',
  ],
  ['replace A:x, B:y::int by C if y - x == 2', 'y - x == 2', 'compared', 'Write `B:2 + x` for'],
  ['replace A:x, B:y::int by C if x - y == 2', 'x - y == 2', 'compared', 'Write `B:x - 2` for'],
  ['replace A:x, B:y by C if x + y == "ab"', 'x + y == "ab"', 'no variable stands alone', NOTHING],
];

describe('what a search costs', () => {
  it.each(rows)('%s', (text, cost, plans, used) => {
    const rule = explained(text);
    expect({ cost: rule.cost, plans: plansOf(rule), indexes: indexes(rule) }).toEqual({
      cost,
      plans,
      indexes: used,
    });
  });
});

describe('hints', () => {
  it.each(hintRows)('%s', (text, about, why, instead) => {
    const { hints } = explained(text);
    const [hint, ...others] = hints;
    expect(others).toEqual([]);
    expect(hint?.about.join(', ')).toBe(about);
    expect(hint?.why).toContain(why);
    if (instead === null) expect(hint?.instead).toBeNull();
    else expect(hint?.instead).toContain(instead);
  });

  it('has none where an index does it all, or any partner will do', () => {
    const cheap = rows.filter(([, cost]) => ['at once', 'one pass', 'per key'].includes(cost));
    for (const [text] of cheap) expect(explained(text).hints, text).toEqual([]);
  });

  it('has one wherever each molecule of a class is tried', () => {
    const dear = rows.filter(([, cost]) => cost.startsWith('all '));
    for (const [text] of dear) expect(explained(text).hints.length, text).toBeGreaterThan(0);
  });

  it('helps when it shows a pattern and is followed', () => {
    const showing = hintRows.filter(([text]) => isShown(explained(text).hints));
    expect(showing).toHaveLength(5);
    for (const [text] of showing) {
      const better = follow(text, explained(text).hints);
      expect(explained(better).plans[0]?.cost, better).toBe('per key');
    }
  });
});

function isShown([hint]: readonly Hint[]): boolean {
  return hint?.instead?.startsWith('Write `') === true;
}

/** The rule with the pattern that a hint shows, and without its condition. */
function follow(text: string, [hint]: readonly Hint[]): string {
  const [, after = '', before = ''] = /^Write `(.*?)` for `(.*?)`/.exec(hint?.instead ?? '') ?? [];
  expect(text).toContain(before);
  return text.replace(before, after).replace(/ by .*/, ' by DONE');
}

describe('the parts of an explanation', () => {
  it('tells what becomes of each molecule', () => {
    const fates = (text: string) => explained(text).slots.map(({ fate }) => fate);
    expect(fates('replace x::int, y::int by x, y % x')).toEqual(['returns', 'consumed']);
    expect(fates('with A:x replace B:x by C:x')).toEqual(['catalyst', 'consumed']);
    expect(fates('replace A:x, A:x by A:x')).toEqual(['returns', 'consumed']);
    expect(fates('replace A:x, B:(x + 1) by B:x + 1, C')).toEqual(['consumed', 'returns']);
    expect(fates('replace x::int, y::int by x^2, y + 0')).toEqual(['consumed', 'consumed']);
  });

  it('names the classes', () => {
    const rule = explained('replace x::int, A:y, b:c, d, <?w>, "on", s = q by A');
    const classes = rule.slots.map(({ class: of }) => of);
    expect(classes).toEqual(['int', 'A:_', '_:_', 'any data', 'solution', 'string', 'rule']);
  });

  it('says what makes any partner do', () => {
    const shortcut = (text: string) => explained(text).shortcut;
    expect(shortcut('replace x::int, y::int by x + y')).toBe('reduction');
    expect(shortcut('replace A:x, A:y by A:x + y')).toBe('reduction');
    expect(shortcut('replace A:x, B:y by A:x + y')).toBeNull();
    expect(shortcut('replace x::int, y::int by x if x > 0')).toBeNull();
    expect(shortcut('replace x::string, y::string by x if y >= x')).toBe('either way');
  });

  it('says why the general matcher is needed', () => {
    const general = (text: string) => explained(text).general;
    expect(general('replace A:x by B:x')).toEqual([]);
    expect(general('replace A:<x, y, ?w> by <w>')).toEqual([
      { why: 'opens', pattern: 'A:<x, y, ?w>', molecules: 2 },
    ]);
    expect(general('whenever A:x inject B:x')).toEqual([{ why: 'remembers' }]);
    expect(general('replace A:x by B:send(x)')).toEqual([{ why: 'effect', name: 'send' }]);
    expect(general('replace A:x by B:len(x)')).toEqual([]);
  });

  it('leaves the effects of a produced rule to it', () => {
    const [outer, inner] = explainText('let r = replace GO by (replace A:x by send(x)) in <>');
    expect([outer?.general, inner?.general]).toEqual([[], [{ why: 'effect', name: 'send' }]]);
  });

  it('tests what a rule around has bound before the search begins, and does not join on it', () => {
    const [, inner] = explainText(
      'let r = replace K:k by (s = replace A:k:x, B:k:y by C if k > 0 && x > y) in <>',
    );
    expect(inner).toMatchObject({ name: 's', cost: 'all pairs', producedBy: { name: 'r' } });
    expect(inner && plansOf(inner)).toEqual(['{k > 0} 0 1?k{x > y}', '{k > 0} 1 0?k{x > y}']);
  });

  it('finds the rules of lets, of the solution, and those that rules produce, with their places', () => {
    const text = [
      'let a = replace A by B, (b = replace B by replace C by D) in',
      'let three = 3 in',
      '<A, IN:<replace X:three by Y, a>>',
    ].join('\n');
    const found = explainText(text).map(({ name, place, producedBy }) => {
      return `${name} ${place.line}:${place.column} ${producedBy === null ? '-' : producedBy.name}`;
    });
    expect(found).toEqual(['a 1:9 -', 'b 1:26 a', 'null 1:43 b', 'null 3:9 -']);
  });
});

describe('what is promised of a cost', () => {
  // The molecules that were tried in a slot, over a run of n molecules.
  function triedIn(rule: string, molecules: readonly string[]): number {
    const { engine } = begin(`let r = ${rule} in <${molecules.join(', ')}>`);
    runToRest(engine, 100_000);
    return engine.statistics.reduce((sum, { tried }) => sum + tried, 0);
  }

  it.each([
    ['replace x::int, y::int by x + y', (i: number) => `${i}`],
    ['replace x::int, y::int by x if x >= y', (i: number) => `${(i * 7919) % 1009}`],
    ['replace A:k:x, B:k:y by C', (i: number) => (i % 2 === 0 ? `A:${i}:1` : `B:${i - 1}:1`)],
    ['replace A:k:x, B:k:y by C', (i: number) => (i % 2 === 0 ? `A:${i}:1` : `B:${i}:1`)],
    ['replace x::int, y::int, z::int by x', (i: number) => `${i}`],
    ['replace H, H by H2', () => 'H'],
  ] as const)('is in proportion to the molecules: %s', (rule, molecule) => {
    expect(['one pass', 'per key']).toContain(explained(rule).cost);
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 200 }), (n) => {
        const molecules = Array.from({ length: n }, (_, i) => molecule(i));
        expect(triedIn(rule, molecules)).toBeLessThan(10 * n);
      }),
      { numRuns: 5 },
    );
  });

  it.each([['replace x::int, y::int by A if x * y < 0', (i: number) => `${i}`]] as const)(
    'may be the square of them where all pairs are tried: %s',
    (rule, molecule) => {
      expect(explained(rule).cost).toBe('all pairs');
      const molecules = Array.from({ length: 200 }, (_, i) => molecule(i));
      expect(triedIn(rule, molecules)).toBeGreaterThan(20 * 200);
    },
  );

  it('is less when what is missing stands first', () => {
    const molecules = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? `A:${i}` : `B:${i}`));
    expect(triedIn('replace C:z, A:x, B:y by D', molecules)).toBeLessThan(10 * 200);
  });
});
