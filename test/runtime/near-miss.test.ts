// Near misses in short: for each slot how many fit and how many pass, then how far the nearest combination got
// and what stopped it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../src/lang/index.ts';
import {
  allMatches,
  type Binding,
  type NearMiss,
  nearMiss,
  type Occurrence,
  type Refusal,
  ruleOf,
  showShort,
} from '../../src/runtime/index.ts';
import { begin, type Running, runToRest } from './run-text.ts';

function theRule({ engine }: Running): Occurrence {
  const rules = [...engine.soup.root.rules.values()];
  const found = rules.find((one) => ruleOf(one)?.name === 'r') ?? rules[0];
  if (found === undefined) throw new Error('there is a rule');
  return found;
}

function short(miss: NearMiss | null): string {
  if (miss === null) return 'not a rule';
  const slots = miss.slots.map((slot) => {
    const counts =
      slot.fitting === slot.passing ? `${slot.fitting}` : `${slot.passing}/${slot.fitting}`;
    const why = [
      slot.refused === null ? '' : `[${refusal(slot.refused)}]`,
      slot.waiting.length === 0
        ? ''
        : `[waits: ${slot.waiting.map((one) => showShort(one)).join(', ')}]`,
      slot.nearest === null
        ? ''
        : `[${showShort(slot.nearest.molecule)} ${slot.nearest.mismatch.reason}]`,
    ];
    return `${counts}${why.join('')}`;
  });
  const { closest } = miss;
  const parts = [
    slots.join(' '),
    closest === null ? '' : `${closest.filled}: ${cause(closest.cause, closest.bindings)}`,
    miss.remembered > 0 ? `fired on ${miss.remembered}` : '',
    miss.gaveUp ? 'gave up' : '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function cause(
  why: NonNullable<NearMiss['closest']>['cause'],
  bindings: readonly Binding[],
): string {
  switch (why.type) {
    case 'match':
      return `match ${values(bindings)}`.trim();
    case 'refused':
      return refusal(why);
    case 'slot':
      return `${values(bindings)}, no ${why.wanted}`;
    case 'taken':
      return `${values(bindings)}, slot ${why.slot} taken`;
  }
}

function refusal({ span, bindings, failure }: Refusal): string {
  return `${values(bindings)}: ${textOf(span)}${failure === null ? '' : ` (${failure})`}`;
}

function values(bindings: readonly Binding[]): string {
  return bindings
    .map(({ name, value }) =>
      typeof value === 'object' && value.kind === 'rest'
        ? `?${name}=${value.items.length}`
        : `${name}=${showShort(value)}`,
    )
    .join(' ');
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

const misses: readonly [program: string, expected: string][] = [
  ['<replace x by x>', '0'],
  ['<"a", replace x::int by x>', '0["a" is a string, not an int]'],
  ['<A:1, replace A:x:y by x>', '0[A:1 has 2 parts, not 3]'],
  ['<A:1, B:1:2, replace A:x:y by x>', '0[A:1 has 2 parts, not 3]'],
  ['<B:1, replace A:x by x>', '0[B:1 does not fit: its part B is not A]'],
  ['<A:"s", replace A:x::int by x>', '0[A:"s" does not fit: its part "s" is a string, not an int]'],
  ['<3, replace 4 by A>', '0[3 is not 4]'],
  ['<3, replace s = r by A>', '0[3 is an int, not a rule]'],
  ['<3, (s = replace A by B), r = replace t = q by A>', '0[s is not a rule named t]'],
  ['<3, replace x by x if x > 5>', '0/1[x=3: x > 5]'],
  ['<0, replace x by x if 1 / x > 5>', '0/1[x=0: 1 / x > 5 (division by zero)]'],
  ['<3, 9, replace x, y by x if x > 5 && y > 5>', '1/2 2; 2: y=3: y > 5'],
  ['<3, replace x, y by x>', '1 1; 1: x=3, slot 1 taken'],
  ['<4, 6, replace x, y by x if x % y == 0>', '2 2; 2: x=4 y=6: x % y == 0'],
  ['<4, 6, replace x, y by x if x % 2 == 1 && y < 0>', '0/2[x=4: x % 2 == 1] 2'],
  ['<1, 2, 3, replace x, x by x>', '3 3; 1: x=1, slot 1 taken'],
  ['<F:1, F:3, P:1, replace F:p, F:(p + 1) % 5, P:p by E>', '2 2 1; 1: p=1, no F:2'],
  ['<A, replace A, B by C>', '1 0[A is not B]'],
  ['<A, with B replace A by C>', '0[A is not B] 1'],
  ['<1, 2, whenever x::int inject S:x>', '2; fired on 2'],
  ['<1, 2, -1, whenever x::int inject S:x if x > 0>', '2/3; 1: x=-1: x > 0; fired on 2'],
  ['<<1>, replace <x, y> by x>', '0[<1> holds 1 molecule, rules included, and 2 are wanted]'],
  [
    '<<1, 2, 3>, replace <x, y> by x>',
    '0[<1, 2, 3> holds 3 molecules, rules included, and the pattern takes 2: ?w takes the rest]',
  ],
  ['<<1, A>, replace <x::string, ?w> by x>', '0[<1, A> does not hold what the pattern takes]'],
  ['<<1, 2>, replace <x, ?w> by x if count(w) > 3>', '0/1[?w=1: count(w) > 3]'],
];

describe('the nearest miss', () => {
  it.each(misses)('%s', (program, expected) => {
    const running = begin(program);
    runToRest(running.engine);
    expect(short(nearMiss(theRule(running), { takeFailure: running.takeFailure }))).toBe(expected);
  });

  it('tells what is not inert yet', () => {
    const running = begin('<B:<N:1, replace N:1 by N:2>, r = replace B:<N:n, ?w> by n>');
    expect(short(nearMiss(theRule(running)))).toBe('0[waits: B:<N:1>]');
  });

  it('tells of a match where there is one', () => {
    const running = begin('<A:1, B:2, replace A:x, B:y by x>');
    expect(short(nearMiss(theRule(running)))).toBe('1 1; 2: match x=1 y=2');
  });

  it('tells the values that a rule closed over', () => {
    const running = begin('<A:7, B:1, replace-one A:n by (r = replace B:x by C if x > n)>');
    runToRest(running.engine);
    expect(short(nearMiss(theRule(running)))).toBe('0/1[x=1 n=7: x > n]');
  });

  it('gives up after the effort that it is given', () => {
    const running = begin('<1..50, replace x, y, z by x if x + y + z < 0>');
    const miss = nearMiss(theRule(running), { effort: 500 });
    expect(miss?.gaveUp).toBe(true);
    expect(miss?.tried).toBe(650);
  });

  it('finds a match exactly when the naive matcher does', () => {
    const molecule = fc.constantFrom('1', '2', '3', 'A:1', 'A:2', 'B:1', '<1>', '<1, 2>', '"s"');
    const rule = fc.constantFrom(
      'replace x::int, y::int by x if x < y',
      'replace x, x by x',
      'replace A:x, x by x',
      'replace A:x, B:x by x',
      'with A:x replace x + 1 by x',
      'replace <x, ?w>, A:x by x',
      'replace <x, y> by x if x + y == 3',
    );
    fc.assert(
      fc.property(fc.array(molecule, { maxLength: 6 }), rule, (molecules, text) => {
        const running = begin(`<${[...molecules, text].join(', ')}>`);
        const found = theRule(running);
        const miss = nearMiss(found);
        const matches = allMatches(found).next().done !== true;
        expect(miss?.closest?.cause.type === 'match').toBe(matches);
      }),
    );
  });
});
