// Laws of the engine, over generated programs. The naive matcher and the explorer on top of it are the oracle.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, explore, type Program, Solution, show } from '../../src/index.ts';
import {
  allMatches,
  type Event,
  eachLive,
  isChange,
  type Live,
  repeatEvent,
} from '../../src/runtime/index.ts';
import { program } from './programs.ts';

const RUNS = Number(process.env['RUNS'] ?? 150);

async function check(law: (compiled: Program, seed: number) => Promise<void>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(program, fc.nat(), async (text, seed) => {
      await law(await compile(text), seed);
    }),
    { numRuns: RUNS },
  );
}

describe('the engine', () => {
  it('ends in an outcome that exploring finds', async () => {
    await check(async (compiled, seed) => {
      const all = await explore(compiled, { maxStates: 2000 });
      if (!all.complete) return;
      const outcomes = all.outcomes.map((one) => show(one.solution, { rules: true }));
      for (let i = 0; i < 5; i++) {
        const solution = new Solution(compiled, { seed: seed + i });
        const { status } = await solution.run({ maxReactions: 500 });
        expect(['inert', 'faulted']).toContain(status);
        expect(outcomes).toContain(show(solution.value, { rules: true }));
      }
    });
  });

  it('makes the same run from the same seed, event by event', async () => {
    await check(async (compiled, seed) => {
      expect(await trace(compiled, seed)).toEqual(await trace(compiled, seed));
    });
  });

  it('repeats a recorded run to the same result', async () => {
    await check(async (compiled, seed) => {
      const events = await trace(compiled, seed);
      const again = new Solution(compiled, { seed: seed + 1 });
      again.begin();
      for (const event of events.slice(1).filter(isChange)) {
        expect(repeatEvent(again.engine, event)).toEqual({ ok: true, value: null });
      }
      const once = new Solution(compiled, { seed });
      await once.run();
      expect(show(again.value, { rules: true })).toBe(show(once.value, { rules: true }));
    });
  });

  it('has a next reaction exactly where the naive matcher has a match', async () => {
    await check(async (compiled, seed) => {
      const solution = new Solution(compiled, { seed });
      solution.begin();
      do {
        const has = solution.engine.hasMatch();
        expect(has).toBe(hasNaiveMatch(solution.engine.soup.root));
      } while (solution.step() && solution.reactions < 40);
    });
  });
});

async function trace(compiled: Program, seed: number): Promise<Event[]> {
  const events: Event[] = [];
  const solution = new Solution(compiled, { seed });
  solution.observe((event) => events.push(event));
  await solution.run();
  return events;
}

function hasNaiveMatch(root: Live): boolean {
  return livesIn(root).some((live) =>
    [...live.rules.values()].some((rule) => allMatches(rule).next().done !== true),
  );
}

function livesIn(live: Live): Live[] {
  const lives = [live];
  for (const occurrence of live.content.values()) {
    eachLive(occurrence.body, (inner) => lives.push(...livesIn(inner)));
  }
  return lives;
}
