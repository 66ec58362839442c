// What is said of texts that cannot be read: the code, the place, and how many messages there are.
// The full messages are goldens in test/errors.
import { describe, expect, it } from 'vitest';
import { SYNTAX_CODES } from '../../src/lang/codes.ts';
import { parse } from '../../src/lang/index.ts';

/** A text, and of each message its code and the words it points at. */
type Case = readonly [text: string, ...found: (readonly [code: string, part: string])[]];

const cases: readonly Case[] = [
  // Characters and words.
  ['<1, @@ 2, #>', ['HOCL001', '@@']],
  ['<1, 2, \u0000, 3>', ['HOCL001', '\u0000']],
  ['<x ? y>', ['HOCL001', '?']],
  ['<"abc, 2>\n', ['HOCL002', '"abc, 2>']],
  ['<"a\\qb", "\\u{110000}">', ['HOCL003', '\\q'], ['HOCL003', '\\u']],
  ['<12abc, 0x1F>', ['HOCL004', '12abc'], ['HOCL004', '0x1F']],
  ['<1> /* x', ['HOCL005', '/*']],
  ['<1e999>', ['HOCL006', '1e999']],
  ["<'abc', 2>", ['HOCL007', "'abc'"]],
  [
    '<x and y, not z, x & y, a | b>',
    ['HOCL008', 'and'],
    ['HOCL008', 'not'],
    ['HOCL008', '&'],
    ['HOCL008', '|'],
  ],
  [
    '<x === 1, y !== 2, a <> b, 2 ** 3>',
    ['HOCL008', '==='],
    ['HOCL008', '!=='],
    ['HOCL008', '<>'],
    ['HOCL008', '**'],
  ],
  ['let a = replace x, y -> x + y in <1>', ['HOCL008', '->']],
  ['let a = replace x by x if x => 3 in <1>', ['HOCL008', '=>']],
  ['replace x by x where x > 1', ['HOCL008', 'where']],
  ['let x := 5;\n<x; 1>', ['HOCL008', ':='], ['HOCL008', ';'], ['HOCL008', ';']],
  ['{a = 1}', ['HOCL008', '=']],
  ['<if x = 3 then a else b>', ['HOCL009', '=']],
  ['replace x by 1 if x == 1 && y = 2', ['HOCL009', '=']],
  // Brackets.
  ['<1, 2', ['HOCL010', '']],
  ['let a = (1 + 2 in let b = [3, 4 in <a, b>', ['HOCL010', 'in'], ['HOCL010', 'in']],
  ['let r = replace <x, y by x in <1>', ['HOCL010', 'by']],
  ['<A:<1, 2>, (3>', ['HOCL010', '>']],
  ['<1>>', ['HOCL011', '>']],
  ['<1, 2)>', ['HOCL011', ')']],
  // Words that belong together.
  ['let x = 5\n<1, x>', ['HOCL012', '5']],
  ['let r = replace x, y by x + y\n<1, 2, 3>', ['HOCL012', 'y']],
  ['let s = <1, 2>\n<s>', ['HOCL012', '>']],
  ['<let x = 5, x>', ['HOCL012', ',']],
  ['replace x, y with x + y', ['HOCL013', 'with']],
  ['whenever x by y', ['HOCL013', 'by']],
  ['let a = replace x by if x > 3 then x in <1>', ['HOCL014', 'in']],
  ['<if c a else b>', ['HOCL014', 'a']],
  ['<1 +, 2 * >', ['HOCL015', ','], ['HOCL015', '>']],
  ['<1, , 2>', ['HOCL015', ', ,']],
  ['<1 + if a then b else c, 2>', ['HOCL015', 'if']],
  ['let x = in <1>', ['HOCL015', 'in']],
  ['<replace by x, 2>', ['HOCL015', 'by']],
  ['<a.>', ['HOCL015', '>']],
  ['<1 2, 3, 4 5>', ['HOCL016', '2'], ['HOCL016', '5']],
  ['<A <1, 2>>', ['HOCL016', '<']],
  ['{a: 1 b: 2}', ['HOCL016', 'b: 2']],
  ['replace x::int y::int by x', ['HOCL016', 'y']],
  ['let in = 5 in <1>', ['HOCL017', 'in']],
  ['<1, else, 2>', ['HOCL017', 'else']],
  ['let r = replce x by y in <1>', ['HOCL018', 'replce']],
  ['let r = replace x bu y in <1>', ['HOCL018', 'bu']],
  ['Let x = 5 in <1>', ['HOCL018', 'Let']],
  ['let a = 1 on <a>', ['HOCL018', 'on']],
  ['<x if c>', ['HOCL019', 'if']],
  ['replace x by x if c then a else b', ['HOCL019', 'then']],
  ['<replace x by y under p if c>', ['HOCL019', 'if']],
  [`${'('.repeat(201)}1${')'.repeat(201)}`, ['HOCL020', '(']],
  // Declarations and the body.
  ['<1> <2>', ['HOCL021', '>']],
  ['<1> x', ['HOCL010', '']],
  ['<1> let x = 2 in <2>', ['HOCL021', '<2>']],
  ['import "./a.hocl" x\ny', ['HOCL016', 'y']],
  ['1, 2, 3', ['HOCL022', '1, 2, 3']],
  ['<1>, <2>', ['HOCL022', '<1>, <2>']],
  ['let x 5 in <1>', ['HOCL023', '5']],
  ['let f(x) = x + 1 in <1>', ['HOCL023', '(']],
  ['let Foo = 5 in <1>', ['HOCL023', 'Foo']],
  ['test "x" { <1> }', ['HOCL023', '}']],
  ['<all x in w>', ['HOCL023', '>']],
  ['import x', ['HOCL040', 'x']],
  ['import pure { a } "x"', ['HOCL040', '"x"']],
  // Patterns and lists of molecules.
  ['let r = replace <x, ?w, ?v> by x in <1>', ['HOCL030', '?v']],
  ['replace A:?w by 1', ['HOCL031', '?w']],
  ['with ?w replace x by x', ['HOCL031', '?w']],
  ['<?w, _, x::int>', ['HOCL032', '?w'], ['HOCL032', '_'], ['HOCL032', '::int']],
  [
    'replace x^2, 1..2, (a, b) by 1',
    ['HOCL033', 'x^2'],
    ['HOCL033', '1..2'],
    ['HOCL033', '(a, b)'],
  ],
  ['replace [x, 1], {a: y} by x', ['HOCL034', 'x'], ['HOCL034', 'y']],
  ['<x = 5>', ['HOCL035', 'x =']],
  ['<(1, 2)>', ['HOCL036', '1, 2']],
  ['<a[0](1)>', ['HOCL037', 'a[0]']],
  ['<[1^2], [1..2], a^2^3>', ['HOCL038', '^'], ['HOCL038', '..'], ['HOCL038', '3']],
  ['replace s = 3 by 1', ['HOCL039', '3']],
  ['<nothing>', ['HOCL042', 'nothing']],
  // Several mistakes, each said once.
  [
    'let a = replace x by in\nlet b = (1 in\nlet c = 2 3 in\n<a b>',
    ['HOCL015', 'in'],
    ['HOCL010', 'in'],
    ['HOCL016', '3'],
    ['HOCL016', 'b'],
  ],
];

describe('mistakes', () => {
  it.each(cases.map(([text, ...expected]) => ({ text, expected })))(
    '$text',
    ({ text, expected }) => {
      const { diagnostics } = parse({ name: 'test', text });
      const found = diagnostics.map(({ code, span }) => [code, text.slice(span.start, span.end)]);
      expect(found).toEqual(expected);
    },
  );

  it('has a case for every code', () => {
    const shown = new Set(cases.flatMap(([, ...found]) => found.map(([code]) => code)));
    expect(Object.keys(SYNTAX_CODES).filter((code) => !shown.has(code))).toEqual([]);
  });

  it('says where a bracket was opened', () => {
    const text = 'let a = <1, (2, 3 in <a>';
    const [first] = parse({ name: 'test', text }).diagnostics;
    expect(first?.related.map(({ span }) => text.slice(span.start, span.start + 2))).toEqual([
      '(2',
    ]);
  });
});
