// The laws of the engine (laws.ts) over generated programs (programs.ts). RUNS says how many; `npm run verify` runs
// many more, from where these end.
import { describe, expect, it } from 'vitest';
import type { Bound } from './bounds.ts';
import { runCases } from './cases.ts';

const RUNS = Number(process.env['RUNS'] ?? 2_000);
const PARTS = 4;

describe('the engine does what the naive matcher and exploring allow', () => {
  const each = Math.ceil(RUNS / PARTS);
  it.each(Array.from({ length: PARTS }, (_, i) => i * each))('from case %i on', async (from) => {
    const { failures, bounded, idle } = await runCases(from, each);
    expect(failures.join('\n\n')).toBe('');
    // Programs that cannot be explored, or in which nothing happens, would show nothing.
    expect(bounded.length).toBeLessThan(each / 4 + 5);
    expect(idle).toBeLessThan(each / 4 + 5);
  });
});

/** Cases that once took all memory, or more than a minute: what a check costs is counted, and has a bound. */
const BEYOND: readonly (readonly [number, Bound])[] = [
  // A `whenever` rule feeds itself, and another one tries all triples of what comes of it in vain.
  [32_629, 'work'],
  // A tuple comes to lie twice in the next one, which of many copies makes 2^46 atoms.
  [53_999, 'size'],
  // The same by `whenever`, once for each state.
  [59_158, 'work'],
  [66_189, 'work'],
];

describe('a case beyond the bounds is told as such', () => {
  it.each(BEYOND)('%i', async (number, bound) => {
    const { failures, bounded } = await runCases(number, 1);
    expect(failures).toEqual([]);
    expect(bounded).toEqual([[number, bound]]);
  });
});
