// Long searches come back before they are over when whoever drives asks for it, and nothing is lost by that.
import { describe, expect, it } from 'vitest';
import { compile, Solution } from '../../src/index.ts';

/** When A has its turn after the numbers, it alone has millions of pairs to try. */
const PROGRAM = (sum: number) =>
  `let r = replace A, x::int, y::int by FOUND:x if x + y == ${sum} && x > y in <A, 1..2200>`;

const rows: readonly [seed: number, sum: number, found: boolean][] = [
  [1, 4399, true],
  [2, 4399, true],
  [3, 9999, false],
];

describe('a search that pauses', () => {
  it.each(rows)('with seed %i, sum %i', async (seed, sum, found) => {
    const { engine, begin } = solutionOf(await compile(PROGRAM(sum)), seed);
    begin();
    engine.pauses = true;
    let pauses = 0;
    for (;;) {
      if (engine.step()) continue;
      if (!engine.isPaused) break;
      pauses++;
      expect(engine.isInert).toBe(false);
    }
    expect(engine.isInert).toBe(true);
    expect(engine.reactions).toBe(found ? 1 : 0);
    if (!found) expect(pauses).toBeGreaterThan(0);
  });

  it('does not pause for who did not ask', async () => {
    const { engine, begin } = solutionOf(await compile(PROGRAM(9999)), 3);
    begin();
    expect(engine.step()).toBe(false);
    expect(engine).toMatchObject({ isPaused: false, isInert: true });
  });
});

function solutionOf(program: Awaited<ReturnType<typeof compile>>, seed: number) {
  const solution = new Solution(program, { seed });
  return { engine: solution.engine, begin: () => solution.begin() };
}
