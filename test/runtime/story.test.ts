// Stories in short: a molecule and, in parentheses, what it was made of. `~` marks what was only read, `!` a rule
// that a reaction made, `^` what a spilled molecule was before, `=` what is told elsewhere, `...` what is cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Story, show, storyOf, storyOfRule, type Telling } from '../../src/runtime/index.ts';
import { begin, runToRest } from './run-text.ts';

const MARKS = { subject: '', reactant: '', catalyst: '~', rule: '!', before: '^' } as const;

function short({ molecule, role, parts, cut }: Story): string {
  const inner = parts.length === 0 ? '' : `(${parts.map(short).join(', ')})`;
  const end = cut === 'told' ? '=' : cut === 'long' ? '...' : '';
  return `${MARKS[role]}${show(molecule)}${end}${inner}`;
}

function shortTelling(telling: Telling | null): string {
  if (telling === null) return 'never';
  const { story, end, copies } = telling;
  const how =
    end === null ? '' : end.type === 'reaction' ? ` gone by ${end.step.n}` : ` ${end.type}`;
  return `${short(story)}${copies > 1 ? ` x${copies}` : ''}${how}`;
}

const limits = { depth: 50, size: 500 };

const stories: readonly [program: string, molecule: string, story: string][] = [
  ['<A, B>', 'A', 'A'],
  ['<A, B>', 'C', 'never'],
  ['<A^3>', 'A', 'A x3'],
  ['<A, replace A by B>', 'B', 'B(A)'],
  ['<A, replace A by B>', 'A', 'A gone by 1'],
  ['<A:1, B:2, replace A:x, B:y by C:x + y>', 'C:3', 'C:3(A:1, B:2)'],
  ['<N:2, replace N:x by N:x - 1 if x > 0>', 'N:0', 'N:0(N:1(N:2))'],
  ['<A, C, with C replace A by B>', 'B', 'B(~C, A)'],
  ['<A, with A inject B>', 'B', 'B(~A)'],
  ['<A, replace A by B, B>', 'B', 'B(A) x2'],
  ['<A, (replace A by B:1, B:2), (replace B:1, B:2 by C)>', 'C', 'C(B:1(A), B:2(A))'],
  // Shared parts are told once.
  [
    '<A, (replace A by M), (with M inject X), (with M inject Y), (replace X, Y by Z)>',
    'Z',
    'Z(X(~M(A)), Y(~M=))',
  ],
  // A rule that a reaction made has a story, too.
  ['<A, B, replace-one A by (replace B by C)>', 'C', 'C(B, !replace B by C(A))'],
  // Inside solutions.
  ['<S:<A, replace A by B>>', 'B', 'B(A)'],
  ['<S:<A, replace A by B>>', 'S:<B>', 'S:<B>'],
  ['<S:<A, replace A by B>, replace S:<B, ?w> by C>', 'C', 'C(S:<B>, B(A))'],
  ['<S:<A, replace A by B>, replace S:<?w> by w>', 'B', 'B(S:<B>, ^B(A))'],
  // A frame keeps what it does not take.
  ['<S:<A, B>, replace S:<A, ?w> by T:<C, w>>', 'B', 'B'],
  ['<S:<A, B>, replace S:<A, ?w> by T:<C, w>>', 'C', 'C(S:<A, B>, A)'],
  // Stages.
  ['<A, replace A by B> then <C, replace B, C by D>', 'D', 'D(B(A), C, !replace B, C by D)'],
  ['let r = replace A by B in <A, r> then <C>', 'B', 'B(A)'],
];

const rules: readonly [program: string, rule: string, story: string][] = [
  ['<A, r = replace A by B>', 'r', 'r'],
  ['<A, r = replace-one A by B>', 'r', 'r gone by 1'],
  ['<A, r = replace A by B> then <C>', 'r', 'r stage'],
  ['<A, replace-one A by (r = replace B by C)>', 'r', 'r(A)'],
  ['<r = replace A by B>', 's', 'never'],
];

describe('the story', () => {
  it.each(stories)('%s: %s', (program, molecule, expected) => {
    const { engine, chronicle, evaluate } = begin(program);
    runToRest(engine);
    expect(shortTelling(storyOf(chronicle, evaluate(molecule), limits))).toBe(expected);
  });

  it.each(rules)('%s: the rule %s', (program, rule, expected) => {
    const { engine, chronicle } = begin(program);
    runToRest(engine);
    expect(shortTelling(storyOfRule(chronicle, rule, limits))).toBe(expected);
  });

  it('is cut at a depth and at a size', () => {
    const { engine, chronicle } = begin('<N:9, replace N:x by N:x - 1 if x > 0>');
    runToRest(engine);
    const [last] = engine.value.items.filter((item) => show(item).startsWith('N'));
    if (last === undefined) throw new Error('N:0 is there');
    const cut = 'N:0(N:1(N:2...))';
    expect(shortTelling(storyOf(chronicle, last, { depth: 2, size: 100 }))).toBe(cut);
    expect(shortTelling(storyOf(chronicle, last, { depth: 100, size: 2 }))).toBe(cut);
  });

  it('of a sum ends in all that was put in, each once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2 }),
        fc.nat(),
        (of, seed) => {
          const text = `<${of.join(', ')}, replace x::int, y::int by x + y>`;
          const { engine, chronicle } = begin(text, seed);
          runToRest(engine);
          const sum = of.reduce((a, b) => a + b, 0);
          const telling = storyOf(chronicle, sum, limits);
          const leaves = (story: Story): unknown[] =>
            story.parts.length === 0 ? [story.molecule] : story.parts.flatMap(leaves);
          expect(telling === null ? [] : leaves(telling.story).sort()).toEqual([...of].sort());
        },
      ),
    );
  });
});
