// The one layout: what printed programs look like. That they read back the same is a law in
// test/property.
import { describe, expect, it } from 'vitest';
import { format, parse, print, printExpr, printPattern, printRule } from '../../src/lang/index.ts';

function checkLayout(name: string, text: string, expected: string): void {
  it(name, () => {
    const { program, diagnostics } = parse({ name: 'test', text });
    expect(diagnostics).toEqual([]);
    expect(print(program)).toBe(expected);
  });
}

describe('as few parentheses as will do', () => {
  it.each([
    ['(1 + 2) * 3', '(1 + 2) * 3'],
    ['(1 * 2) + 3', '1 * 2 + 3'],
    ['1 - (2 - 3)', '1 - (2 - 3)'],
    ['(a:b):(c + 1)', '(a:b):c + 1'],
    ['(a && b) || !(c)', 'a && b || !c'],
    ['(x).0', 'x.0'],
    ['(7).0', '(7).0'],
    ['(-7).0', '(-7).0'],
    ['(<1>) - 2', '(<1>) - 2'],
    ['(<1>) + 2', '<1> + 2'],
    ['(none x in w) && (all y in w: y > 1)', 'none x in w && all y in w: y > 1'],
    ['(all y in w: y > 1) && b', '(all y in w: y > 1) && b'],
    ['<(replace x by y), z>', '<(replace x by y), z>'],
    ['<(replace x by y if c), z>', '<replace x by y if c, z>'],
    ['<(replace x by nothing), z>', '<replace x by nothing, z>'],
    ['<z, (replace x by y)>', '<z, replace x by y>'],
    ['replace x by (replace y by z) if c', 'replace x by (replace y by z) if c'],
    ['replace x by (replace y by z if d) if c', 'replace x by replace y by z if d if c'],
    ['<(let x = 1 in x)>', '<(let x = 1 in x)>'],
    ['<if c then (a) else (b, c)>', '<if c then a else (b, c)>'],
    ['"é\\u0000\\u200b"', '"é\\u0000\\u{200b}"'],
    ['{"a": 1, "b c": 2, "in": 3}', '{a: 1, "b c": 2, "in": 3}'],
    ['1_000', '1000'],
    ['1e3', '1000.0'],
    ['⟨1, 2⟩', '<1, 2>'],
  ])('%s', (text, expected) => {
    const { body } = parse({ name: 'test', text }).program;
    expect(body === null ? null : printExpr(body)).toBe(expected);
  });
});

describe('lines', () => {
  checkLayout(
    'a rule that fits stays on its line',
    'let add =\n  replace x,\n y by x+y in <1,add>',
    'let add = replace x, y by x + y in\n<1, add>\n',
  );
  checkLayout(
    'a rule that does not fit has a line for each clause',
    `let transfer = with LIMIT:l replace TRANSFER:a:b:amount, ACCOUNT:a:x, ACCOUNT:b:y by ACCOUNT:a:x - amount, ACCOUNT:b:y + amount if x >= amount under bank.lock(a), bank.lock(b) in <transfer>`,
    `let transfer =
  with LIMIT:l
  replace TRANSFER:a:b:amount, ACCOUNT:a:x, ACCOUNT:b:y
  by ACCOUNT:a:x - amount, ACCOUNT:b:y + amount
  if x >= amount
  under bank.lock(a), bank.lock(b) in
<transfer>
`,
  );
  checkLayout(
    'plain molecules fill the lines',
    `<${Array.from({ length: 40 }, (_, i) => i + 100).join(',')}>`,
    `<
  100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118,
  119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137,
  138, 139
>
`,
  );
  checkLayout(
    'others have a line each',
    `<ALPHA:<1, 2, 3>, BETA:<4, 5, 6>, GAMMA:<7, 8, 9>, DELTA:<10, 11, 12>, EPSILON:<13, 14, 15>, ZETA, ETA>`,
    `<
  ALPHA:<1, 2, 3>,
  BETA:<4, 5, 6>,
  GAMMA:<7, 8, 9>,
  DELTA:<10, 11, 12>,
  EPSILON:<13, 14, 15>,
  ZETA,
  ETA
>
`,
  );
  checkLayout(
    'declarations, the body, tests',
    '/// Adds.\nlet a = 1 in import "./x.hocl" type t = A|int <a> test "n" { <1> outcomes <1>|<2> }',
    '/// Adds.\nlet a = 1 in\nimport "./x.hocl"\ntype t = A | int\n<a>\ntest "n" { <1> outcomes <1> | <2> }\n',
  );
  checkLayout('a library needs no `in`', 'let a = 1 in let b = 2 in', 'let a = 1\nlet b = 2\n');
  checkLayout('nothing is nothing', '', '');
});

it('prints rules and patterns by themselves, on one line if asked', () => {
  const text = `replace A:x, <y, ?w> by ${'x, '.repeat(60)}y if x > y`;
  const { body } = parse({ name: 'test', text }).program;
  if (body?.kind !== 'rule') throw new Error('a rule was written');
  expect(printRule(body, Number.POSITIVE_INFINITY)).toBe(text);
  expect(printRule(body).split('\n').length).toBeGreaterThan(2);
  expect(body.reactants.map((pattern) => printPattern(pattern))).toEqual(['A:x', '<y, ?w>']);
});

describe('laying out a file', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
    [
      'keeps numbers and strings as written',
      '<1_000,1.50, "\\u{e9}">',
      '<1_000, 1.50, "\\u{e9}">\n',
    ],
    ['keeps one empty line', '// a\n\n\n\nlet x=1 in\n\n<x>', '// a\n\nlet x = 1 in\n\n<x>\n'],
    [
      'keeps comments behind code',
      'let x=1 in // one\n<x> // two',
      'let x = 1 in // one\n<x> // two\n',
    ],
    [
      'keeps comments inside',
      '<1, // one\n2 /* two */, 3>',
      '<\n  1, // one\n  2 /* two */, 3\n>\n',
    ],
    [
      'keeps comments before a clause',
      'replace x\n// why\nby y',
      'replace x\nby\n   // why\n   y\n',
    ],
    [
      'keeps the order of things',
      'test "n" {<1> outcomes <1>}\n<1>\nlet x=1',
      'test "n" { <1> outcomes <1> }\n<1>\nlet x = 1\n',
    ],
    ['keeps documentation', '/// Adds.\nlet x=1 in <x>', '/// Adds.\nlet x = 1 in\n<x>\n'],
    ['ends lines in one way', 'let x=1 in\r\n\r\n<x>\r\n', 'let x = 1 in\n\n<x>\n'],
    ['keeps a file of comments', '// only\n', '// only\n'],
  ];
  it.each(cases)('%s', (_name, text, expected) => {
    const once = format({ name: 'test', text });
    expect(once.diagnostics).toEqual([]);
    expect(once.text).toBe(expected);
    expect(format({ name: 'test', text: once.text }).text).toBe(expected);
  });

  it('refuses what cannot be read', () => {
    const text = '<1,';
    const { text: kept, diagnostics } = format({ name: 'test', text });
    expect(kept).toBe(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['HOCL010']);
  });
});
