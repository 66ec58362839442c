// Weak fairness: a rule that stays able to fire does fire, however many molecules there are and whatever else goes on.
import { describe, expect, it } from 'vitest';
import { compile, Solution } from '../../src/index.ts';

const rows: readonly [why: string, program: string, rule: string][] = [
  [
    'a molecule that came in with one that never ends',
    `let tick = replace N:n by N:n + 1 if n >= 0 in
     let stop = replace N:n by DONE if n < 0 in <N:0, N:-5, 1..100>`,
    'stop',
  ],
  [
    'the same among tuples of one class',
    `let tick = replace N:n by N:n + 1 if n >= 0 in
     let stop = replace N:n by DONE if n < 0 in <N:0, N:-5, N:-6, N:-7, A:1^100>`,
    'stop',
  ],
  [
    'data beside rules that come again and again',
    `let again = replace-one T by T, again in
     let other = replace A:x by B in <T, again, other, A:1, Z:0^100>`,
    'other',
  ],
  [
    'the same in a small solution',
    'let again = replace-one T by T, again in let other = replace A:x by B in <T, again, other, A:1>',
    'other',
  ],
  [
    'an old product under new ones',
    `let grow = replace G:n by G:n + 1, H:n in
     let eat = replace H:n by nothing in <G:0, 1..100>`,
    'eat',
  ],
];

describe('in the end there fires', () => {
  it.each(rows)('%s', async (_why, text, rule) => {
    const program = await compile(text);
    for (const codegen of [true, false]) {
      for (let seed = 1; seed <= 4; seed++) {
        const solution = new Solution(program, { seed, codegen });
        const { statistics } = await solution.run({ maxReactions: 60_000 });
        const fired = statistics.find(({ name }) => name === rule)?.fired ?? 0;
        expect(fired, `seed ${seed}, codegen ${codegen}`).toBeGreaterThan(0);
      }
    }
  });
});
