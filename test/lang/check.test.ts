import { describe, expect, it } from 'vitest';
import { check } from '../../src/lang/check/check.ts';
import { isFrame, mentionedRules, presentRules, type Rule } from '../../src/lang/index.ts';
import { unitOf } from './unit-of.ts';

function codesOf(text: string): readonly string[] {
  const { unit, problems } = unitOf({ name: 'test.hocl', text });
  expect(problems).toEqual([]);
  return check(unit).map(({ code }) => code);
}

function ruleOf(text: string): Rule {
  const { unit } = unitOf({ name: 'test.hocl', text: `let r = ${text} in` });
  const [declaration] = unit.main.declarations;
  if (declaration?.kind !== 'let' || declaration.value.kind !== 'rule') throw new Error(text);
  return declaration.value;
}

describe('frames', () => {
  it.each([
    ['replace A:<x, ?w> by A:<w>, x', true],
    ['replace <1, ?w> by <2, w>', true],
    ['replace A, ?w by B, w', true],
    ['replace A, ?w by let y = 1 in B:y, w', true],
    ['replace <<1, ?w>> by A:<<w>>', true],
    ['replace A:<1, ?w> by B:<C:2, w> if count(w) > 1', true],
    ['replace <1, ?w> by <w, replace <2, ?w> by w>', true],
    // Given back at another level, copied, dropped, counted or handed on, it is a value.
    ['replace <1, ?w> by w', false],
    ['replace <1, ?w> by <<w>>', false],
    ['replace <1, ?w> by <w>, <w>', false],
    ['replace <1, ?w> by <w^1>', false],
    ['replace <1, ?w> by <w>^2', false],
    ['replace <1, ?w> by nothing', false],
    ['replace <1, ?w> by <w>, count(w)', false],
    ['replace <1, ?w> by <w>, [w]', false],
    ['replace <1, ?w> by [<w>]', false],
    ['replace <1, ?w> by if count(w) > 1 then <w> else nothing', false],
    ['replace <1, ?w> by replace A by <w>', false],
    ['replace <1, ?w> by <w> then <2>', false],
    ['replace <1, ?w> by let s = <w> in s', false],
    ['replace <1, ?w> by let w = 1 in <w>', false],
    ['replace <1, ?w> by <w>, none 1 in w', false],
    ['with <1, ?w> replace 2 by <w>', false],
    ['replace A, ?w by <w>', false],
    ['replace A, ?w by w, w', false],
  ])('%s', (text, expected) => {
    expect(isFrame(ruleOf(text), 'w')).toBe(expected);
  });

  it('are asked for by name', () => {
    const rule = ruleOf('replace A:<?v>, B:<?w> by A:<v>, w');
    expect(['v', 'w', 'x'].map((name) => isFrame(rule, name))).toEqual([true, false, false]);
  });
});

describe('mentions', () => {
  const rules =
    'let a = replace-one A by B in let b = replace-one B by C in let c = replace-one C by D in ';
  it.each([
    ['nothing', `${rules}<A>`, []],
    ['a solution', `${rules}<A, <a>>`, ['a']],
    ['a product', `${rules}let d = replace-one D by a in <A>`, ['a']],
    ['a pattern', `${rules}let d = replace-one a = r by r in <A>`, ['a']],
    ['another let', `${rules}let s = <b, c> in <A, s>`, ['b', 'c']],
    ['a list', `${rules}<[a], {rule: b}, X:c>`, ['a', 'b', 'c']],
    ['its own body', 'let a = replace-one A by a in <A>', []],
    ['a pattern of its own', 'let a = replace-one a = r by r in <A>', []],
    ['a test', `${rules}test "t" { <a> outcomes <> } <A>`, []],
    ['a variable of that name', `${rules}let d = replace-one a by a in <A>`, []],
    ['a local let of that name', `${rules}let d = replace-one D by let a = 1 in a in <A>`, []],
    ['a function of that name', 'let count = replace-one <?w> by count(w) in <<A>>', []],
    ['a rest of that name', `${rules}let d = replace-one <?a> by a in <A>`, []],
    ['a guard', `${rules}let d = replace-one r::rule by D if r == a in <A>`, ['a']],
    ['a question', `${rules}let d = replace-one <?w> by D if none a = r in w in <A>`, ['a']],
  ])('in %s', (_, text, expected) => {
    const { unit } = unitOf({ name: 'test.hocl', text });
    expect([...mentionedRules(unit)].sort()).toEqual(expected);
  });

  it('may come from a session', () => {
    const { unit } = unitOf({ name: 'test.hocl', text: `${rules}<A>` });
    const typed = unitOf({ name: '<repl>', text: '<a, c>' }).unit.main.body;
    if (typed === null) throw new Error('no body');
    expect([...mentionedRules(unit, [typed])].sort()).toEqual(['a', 'c']);
    expect(presentRules(unit, [typed]).map(({ name }) => name)).toEqual(['b']);
  });

  it('decide which rules are present, imported ones never', () => {
    const text = 'import "./lib/rules.hocl"\nlet mine = replace-one A by B in <A>';
    const { unit } = unitOf({ name: 'test.hocl', text }, 'test/errors');
    expect(presentRules(unit).map(({ name }) => name)).toEqual(['mine']);
  });

  it('count a rule under a let as a rule', () => {
    const text = 'let add = let n = 2 in replace-one x::int by x + n in <1>';
    const { unit } = unitOf({ name: 'test.hocl', text });
    expect(presentRules(unit).map(({ name }) => name)).toEqual(['add']);
    expect(codesOf(text)).toEqual([]);
  });
});

describe('nothing is said of', () => {
  it.each([
    'let count = replace s::string by len(s) if len(s) >= 2 in <"a">',
    'let max = replace x, y by x if x >= y in <1, 2>',
    'let pick = replace <x, ?w> by x in <<1>>',
    'let same = replace x, x by x in <1, 1>',
    'let link = replace A:x, B:(x + 1) by x in <A:1, B:2>',
    'let keep = replace-one x::int by x if x > limit in let limit = 3 in <1, limit>',
    'let eq = let n = 3 in replace-one (n) by FOUND in <3>',
    'let wide = replace-one x::number by x * 1.5 in <1>',
    'let part = replace-one x by x.0, x.name, x[0] in <1:2>',
    'let named = replace-one a = r by r, r in let a = replace-one A by B in <A, a>',
    'let mk = replace-one x by replace-one x, y::int by y in <1, 1, 2>',
    'let mk = replace-one <?w> by replace-one <?w, 1> by w, w in <<1>, <2>>',
    'let all_of = replace-one <?w> by YES if all x in w: x > 0 in <<1>>',
    'let none_of = replace-one x::int:<?w> by YES if none x:_ in w in <1:<2:3>>',
    'let list = replace-one <?w> by [w, 1], len(w) in <<1>>',
    'let go = replace-one A by if 1 < 2 then (1, 2) else nothing in <A>',
    'let go = replace-one A by [if 1 < 2 then (1, 2) else nothing] in <A>',
    'let _spare = 1 in <2>',
    'let later = replace-one FAULT:r:m:s by CAUGHT:r:m:s in let bad = replace-one x::int by 1 / x in <0>',
    'type point = (int:int) | NOWHERE let go = replace-one p::point by p in <1:2>',
    'let open = replace-one <A:x, ?w> by <w>, x in <<A:1, 2>>',
    '<1, again = replace-one x::int by x + 1, again>',
    'let stop = replace tick = t by nothing in let tick = replace x::int by x + 1 in <1, tick>',
    'let tick = replace T:n::int by T:(n + 1) in let stop = replace T:n::int by n if n > 5 in <T:1>',
    'let rec grow = replace-one N:n::int by N:(n - 1), grow if n > 0 in <N:3>',
    'let swap = replace A:x, A:x by B:x in <A:1, A:1>',
    '<<A>, replace-one <x> by x> then <replace-one A by B>',
    'let eat = replace x::int, y::int by x + y in <>',
    'let eq = replace-one x::int, y::real by x == y in <1, 1.0>',
  ])('%s', (text) => {
    expect(codesOf(text)).toEqual([]);
  });
});

describe('something is said of', () => {
  it.each([
    ['let s = <late> in let late = let n = 1 in replace-one x by n:x in <s>', ['HOCL101']],
    ['let r = replace x by x:<x> in <1>', ['HOCL173']],
    ['let r = replace x by <x> in <1>', ['HOCL173']],
    ['let r = replace x::int, y::int by x + y, y in <1, 2>', ['HOCL173']],
    ['let r = replace x::int, y::int by x + y, x, y in <1, 2>', ['HOCL172']],
    ['let r = replace COIN by COIN^2 in <COIN>', ['HOCL172']],
    ['let r = replace A:x, B:x by A:x, B:x in <A:1, B:1>', ['HOCL173']],
    ['let r = replace A:<1, ?w>, x by x, w in <A:<1>, 2>', []],
    ['let r = with A replace x::int by x + 1 in <A, 1>', []],
    ['let r = replace x::int by if x > 1 then x else nothing in <1>', []],
    ['let r = replace x::int by "a" in let s = replace t::string by len(t) in <1>', ['HOCL110']],
    ['let r = replace-one x::int by none 1 in y in <1>', ['HOCL110', 'HOCL101']],
    ['let r = replace-one x::int by f(x, g(x)) in <1>', ['HOCL102', 'HOCL102']],
    ['let r = replace-one A:x::bool by x + 1 in <A:true>', ['HOCL122']],
    ['let n = 1 + "a" in let m = n + 1 in <m>', ['HOCL122']],
    ['let r = replace-one x:y by (x:y).2 in <1:2>', ['HOCL126']],
    ['let r = replace-one x::rule by x + 1 in <r>', ['HOCL122']],
    ['let r = replace-one B by nothing in <A, X:<B>>', []],
    ['let r = replace-one B by nothing in <A, [<B>], X:[B]>', []],
    ['let r = replace-one B:x by nothing in <A:1, B>', ['HOCL170', 'HOCL110']],
    ['let r = replace-one <B, ?w> by w in <A, <C>>', ['HOCL170']],
    ['let r = replace-one x::int by x in <1.0>', ['HOCL170']],
    ['let open = replace A:x by x in let r = replace-one B by C in <A:B>', []],
  ])('%s', (text, expected) => {
    expect(codesOf(text)).toEqual(expected);
  });
});
