// What is said of a run that was stopped, by its budget or because somebody asked: flasks that were at work had told nothing of it
// yet, so they are asked, and what they had sent each other is waited for.
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { spread } from './flasks.ts';

const TICK = 'let tick = replace N:n by N:n + 1 in <N:0, N:1.5>';
const ADD = 'let add = replace x::int, y::int by x + y in <>';
const ONES = JSON.stringify(Array.from({ length: 200 }, () => 1));

// With seed 2 a budget was called used up while a flask had some of it; with seed 44 a molecule was on its way when all was read.
const seeds = [1, 2, 3, 44];

describe.each([1, 2, 4, 16])('over %i flasks', (flasks) => {
  test.each(seeds)('a budget is used up, and all of it is told, seed %i', async (seed) => {
    const options = { flasks, seed, maxReactions: 100, snapshots: seed > 2 };
    const { status, figures } = await spread(await compile(TICK), options);
    expect({ status, reactions: figures.reactions }).toEqual({
      status: 'stopped',
      reactions: 100,
    });
  });

  test.each(seeds)('each reaction until the stop is told, seed %i', async (seed) => {
    const program = await compile(ADD);
    for (const stopAt of [5, 20, 50]) {
      const options = { flasks, seed, stopAt, slice: 2, input: ONES };
      const { status, figures, solution } = await spread(program, options);
      // Each reaction makes one molecule of two; the rule is one as well.
      const left = solution.items.length - 1;
      expect({ status, left }).toEqual({ status: 'stopped', left: 200 - figures.reactions });
    }
  });
});
