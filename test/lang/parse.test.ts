// What texts read as: tables of text and tree.
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/lang/index.ts';
import { shapeOf, shapeOfProgram } from './shape.ts';

function check(cases: readonly (readonly [text: string, shape: string])[]): void {
  it.each(cases)('%s', (text, expected) => {
    expect(shapeOf(text)).toBe(expected);
  });
}

describe('literals', () => {
  check([
    ['1_000_000', '1000000'],
    ['-7', '-7'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['- 7', '-7'],
    ['-(7)', '(-_ 7)'],
    ['--7', '(-_ -7)'],
    ['2.5', 'r2.5'],
    ['1e-3', 'r0.001'],
    ['1_0.2_5e1', 'r102.5'],
    ['-inf', 'r-Infinity'],
    ['nan', 'rNaN'],
    ['-0.0', 'r0'],
    ['true', 'true'],
    [String.raw`"a\n\u{e9}\u00e9\"\/"`, '"a\\néé\\"/"'],
    [String.raw`"\u{1f600}"`, '"😀"'],
    ['"/* no comment */ // none"', '"/* no comment */ // none"'],
    ['READY', 'READY'],
    ['Élan', 'Élan'],
    ['élan', 'élan'],
    ['_x', '_x'],
    ['\ufeff5', '5'],
    ['1\r\n+\r2', '(+ 1 2)'],
    ['1 /* a */ + // b\n 2', '(+ 1 2)'],
  ]);
});

describe('operators', () => {
  check([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['1 * 2 + 3', '(+ (* 1 2) 3)'],
    ['1 - 2 - 3', '(- (- 1 2) 3)'],
    ['8 / 4 % 3 * 2', '(* (% (/ 8 4) 3) 2)'],
    ['a || b && c == d', '(|| a (&& b (== c d)))'],
    ['a == b < c + d', '(== a (< b (+ c d)))'],
    ['a != b == c', '(== (!= a b) c)'],
    ['!a && -b < c', '(&& (!_ a) (< (-_ b) c))'],
    ['!-!x', '(!_ (-_ (!_ x)))'],
    ['a ≤ b', '(<= a b)'],
    ['a ≥ b', '(>= a b)'],
    ['a ≠ b', '(!= a b)'],
    ['x<-3', '(< x -3)'],
    ['x>-3', '(> x -3)'],
    ['a < b > c', '(> (< a b) c)'],
    ['A:x + 1:y', '(tuple A (+ x 1) y)'],
    ['(a:b):c', '(tuple (tuple a b) c)'],
    ['a:(b:c)', '(tuple a (tuple b c))'],
    ['-x.0', '(-_ (.0 x))'],
    ['t.0.1', '(.1 (.0 t))'],
    ['r.name.in[1].0', '(.0 ([] (.in (.name r)) 1))'],
    ['f(x, 1)[0] + g()', '(+ ([] (f() x 1) 0) (g()))'],
    ['tokens.use("hub")', '(tokens.use() "hub")'],
    ['(a + b).0', '(.0 (+ a b))'],
    ['1 :2', '(tuple 1 2)'],
  ]);
});

describe('solutions, lists, records', () => {
  check([
    ['<>', '(<>)'],
    ['<1, 2,>', '(<> 1 2)'],
    ['⟨1, ⟨2⟩⟩', '(<> 1 (<> 2))'],
    ['<<1>, <2>>', '(<> (<> 1) (<> 2))'],
    ['<2..30, 1..n - 1^2>', '(<> (.. 2 30) (^ (.. 1 (- n 1)) 2))'],
    ['<2.5..3.5>', '(<> (.. r2.5 r3.5))'],
    ['<COIN^3, A:1^n + 1>', '(<> (^ COIN 3) (^ (tuple A 1) (+ n 1)))'],
    ['<x > 1, x < 2>', '(<> (> x 1) (< x 2))'],
    ['<a > <b>>', '(<> (> a (<> b)))'],
    ['<a < <b>>', '(<> (< a (<> b)))'],
    ['<x> == y', '(== (<> x) y)'],
    ['[1, [2], <3>,]', '(list 1 (list 2) (<> 3))'],
    ['[]', '(list)'],
    ['{name: "x", N: 3, "a b": 1:2,}', '(record name="x" N=3 a b=(tuple 1 2))'],
    ['{}', '(record)'],
    ['<let x = 1 in x, x + 1>', '(<> (let x 1 x (+ x 1)))'],
    ['<1, let x = 1 in let y = x in x, y>', '(<> 1 (let x 1 (let y x x y)))'],
    ['(let x = 1 in x) + 1', '(+ (let x 1 x) 1)'],
    ['<if c then a else b>', '(<> (if c a b))'],
    ['<if c then (a, b^2) else nothing>', '(<> (if c [a (^ b 2)] []))'],
    ['<if a then b else if c then d else e>', '(<> (if a b (if c d e)))'],
    ['<1> then <2> then <3>', '(then (then (<> 1) (<> 2)) (<> 3))'],
    ['<(<1> then <2>), 3>', '(<> (then (<> 1) (<> 2)) 3)'],
    ['<A:(<1> then <2>)>', '(<> (tuple A (then (<> 1) (<> 2))))'],
  ]);
});

describe('rules', () => {
  check([
    ['replace x, y by x + y', '(replace take[x y] give[(+ x y)])'],
    ['replace-one x by nothing', '(replace-one take[x] give[])'],
    ['with c replace x by y if x > c', '(replace with[c] take[x] give[y] if (> x c))'],
    ['with c replace-one x by y', '(replace-one with[c] take[x] give[y])'],
    ['with a, b inject c', '(inject with[a b] give[c])'],
    ['whenever a inject b, c', '(whenever with[a] give[b c])'],
    [
      'replace x by f(x) if x > 1 under p, q',
      '(replace take[x] give[(f() x)] if (> x 1) under[p q])',
    ],
    [
      'with S:<x> replace y by A:<x> if c',
      "(replace with[(: 'S (<> x))] take[y] give[(tuple A (<> x))] if c)",
    ],
    ['<add = replace x by y, z>', '(<> (add=replace take[x] give[y z]))'],
    ['<(replace x by y), z>', '(<> (replace take[x] give[y]) z)'],
    ['<replace x by y if c, z>', '(<> (replace take[x] give[y] if c) z)'],
    ['replace x by replace y by z if c', '(replace take[x] give[(replace take[y] give[z] if c)])'],
    [
      'replace x by (replace y by z) if c',
      '(replace take[x] give[(replace take[y] give[z])] if c)',
    ],
    ['replace x by if c then a else b if d', '(replace take[x] give[(if c a b)] if d)'],
    [
      'replace x by if c then replace y by z else w',
      '(replace take[x] give[(if c (replace take[y] give[z]) w)])',
    ],
    ['replace x by let y = x in y, y if x > 1', '(replace take[x] give[(let y x y y)] if (> x 1))'],
    ['replace x by (x > 1)', '(replace take[x] give[(> x 1)])'],
  ]);
});

describe('patterns', () => {
  check([
    ['replace x::int, _, _::rule by 1', '(replace take[x::int _ _::rule] give[1])'],
    [
      'replace x::(int:int), y::(A | 1) by 1',
      "(replace take[x::(: int int) y::(| 'A '1)] give[1])",
    ],
    [
      'replace 1, -7, "a", A, -2.5, true, inf by 1',
      "(replace take['1 '-7 '\"a\" 'A 'r-2.5 'true 'rInfinity] give[1])",
    ],
    ['replace A:x:_ by 1', "(replace take[(: 'A x _)] give[1])"],
    ['replace (a:b):c by 1', '(replace take[(: (: a b) c)] give[1])'],
    ['replace A:x::int:y by 1', "(replace take[(: 'A x::int y)] give[1])"],
    ['replace <x, ?w>, <>, <?v, y> by w', '(replace take[(<> x ?w) (<>) (<> y ?v)] give[w])'],
    ['replace <x, ω>, <ω1> by ω', '(replace take[(<> x ?ω) (<> ?ω1)] give[ω])'],
    ['replace x, ?w by x, w', '(replace take[x] ?w give[x w])'],
    ['replace sieve = r, s::rule by 1', '(replace take[sieve=r s::rule] give[1])'],
    ['replace FORK:(p + 1) % 5, p by 1', "(replace take[(: 'FORK =(% (+ p 1) 5)) p] give[1])"],
    ['replace (n), A:(n) by 1', "(replace take[=n (: 'A =n)] give[1])"],
    ['replace x, x + 1, f(x), x.0 by 1', '(replace take[x =(+ x 1) =(f() x) =(.0 x)] give[1])'],
    [
      'replace [1, "a", [A]], {a: -1} by 1',
      '(replace take[\'(list 1 "a" (list A)) \'(record a=-1)] give[1])',
    ],
    ['replace <w> by 1 if none y::int in w', '(replace take[(<> w)] give[1] if (none y::int w))'],
    [
      'replace x by 1 if none A:x in w && b',
      "(replace take[x] give[1] if (&& (none (: 'A x) w) b))",
    ],
    [
      'replace x by 1 if all y in w: y > 1 && b',
      '(replace take[x] give[1] if (all y w (&& (> y 1) b)))',
    ],
    ['replace x by 1 if none s = r in w', '(replace take[x] give[1] if (none s=r w))'],
  ]);
});

describe('programs', () => {
  const cases: readonly (readonly [text: string, shape: string])[] = [
    ['', '-'],
    ['// nothing', '-'],
    ['let x = 1 in <x>', '(let x 1) (<> x)'],
    ['let x = 1 let y = <x>\nlet z = y', '(let x 1) (let y (<> x)) (let z y) -'],
    ['let rec r = replace x by r in <r>', '(let r (replace take[x] give[r])) (<> r)'],
    ['let rec = 1 in <rec>', '(let rec 1) (<> rec)'],
    ['import "./x.hocl"\n<1>', '(import rules ./x.hocl) (<> 1)'],
    ['import pure { a, b as c, } from "./g.ts"\n<1>', '(import pure a>a b>c ./g.ts) (<> 1)'],
    ['import effect { f } from "./g.ts"', '(import effect f>f ./g.ts) -'],
    ['import { use } from "hocl:tokens"', '(import library use>use hocl:tokens) -'],
    ['type p = int:int\n<1:2>', '(type p (: int int)) (<> (tuple 1 2))'],
    ['type t = A | (int:(real | -1)):"x"', "(type t (| 'A (: (: int (| real '-1)) '\"x\"))) -"],
    ['<1> test "n" { <1> outcomes <2> | <3> }', '(test (<> 1) (<> 2) (<> 3)) (<> 1)'],
    ['test "n" { <1> then <2> outcomes <2> } <1>', '(test (then (<> 1) (<> 2)) (<> 2)) (<> 1)'],
    ['<1> let x = 2', '(let x 2) (<> 1)'],
    [
      '<type, test, pure, effect, from, outcomes, as>',
      '(<> type test pure effect from outcomes as)',
    ],
  ];
  it.each(cases)('%s', (text, expected) => {
    const { program, diagnostics } = parse({ name: 'test', text });
    expect(diagnostics).toEqual([]);
    expect(shapeOfProgram(program)).toBe(expected);
  });

  it('gives a let the lines of documentation before it', () => {
    const text = '/// not this\n\n// but\n/// Adds.\n///  Twice.\nlet a = 1 in <a>';
    const [first] = parse({ name: 'test', text }).program.declarations;
    expect(first?.kind === 'let' && first.doc).toBe('Adds.\n Twice.');
  });
});

describe('fragments, as typed at a prompt', () => {
  const cases: readonly (readonly [text: string, shape: string])[] = [
    ['', '-'],
    ['1, 2, A:3', '(<> 1 2 (tuple A 3))'],
    ['let x = 1', '(let x 1) -'],
    ['let x = 1 in x, 2', '(let x 1) (<> x 2)'],
    ['replace x by y', '(<> (replace take[x] give[y]))'],
    ['add = replace x by y', '(<> (add=replace take[x] give[y]))'],
    ['1..3, COIN^2', '(<> (.. 1 3) (^ COIN 2))'],
    ['<1, 2>', '(<> (<> 1 2))'],
    ['import "./x.hocl" 1', '(import rules ./x.hocl) (<> 1)'],
  ];
  it.each(cases)('%s', (text, expected) => {
    const { program, diagnostics } = parse({ name: '<repl>', text }, { fragment: true });
    expect(diagnostics).toEqual([]);
    expect(shapeOfProgram(program)).toBe(expected);
  });
});

describe('spans', () => {
  const cases: readonly (readonly [text: string, part: string])[] = [
    ['<1, A:2 + x, 3>', 'A:2 + x'],
    ['<1, -  7>', '-  7'],
    ['<1, f(x)[0].name>', 'f(x)[0].name'],
    ['<1, (a + b).0>', '(a + b).0'],
    ['<1, n = replace x by y>', 'n = replace x by y'],
  ];
  it.each(cases)('%s', (text, part) => {
    const { body } = parse({ name: 'test', text }).program;
    const element = body?.kind === 'solution' ? body.elements[1] : undefined;
    const span = element?.kind === 'molecule' ? element.value.span : undefined;
    expect(text.slice(span?.start, span?.end)).toBe(part);
  });
});
