// Properties of forks under delays, crashes, new lives and members that stand still: nobody conflicting is inside together,
// fences grow, everybody who lives is served. SEEDS=1000 runs as many worlds; the suite runs a few.
import { describe, expect, it } from 'vitest';
import type { Rng } from '../../../src/base/index.ts';
import type { Groups } from '../../../src/coordination/groups/index.ts';
import type { Work } from '../../../src/coordination/workload.ts';
import { groupsOf, type Shape } from '../../../src/lab/index.ts';
import { minutes, replayOf, seedsOr } from '../seeds.ts';
import { GuardedWorld } from './authority.ts';

const seeds = seedsOr(12);

interface Layout {
  readonly sizes: readonly number[];
  readonly shape: Shape;
}

const layouts: readonly Layout[] = [
  { sizes: [2, 2], shape: 'path' },
  { sizes: [4, 4], shape: 'path' },
  { sizes: [2, 2, 2], shape: 'all' },
  { sizes: [1, 2, 1, 2], shape: 'path' },
  { sizes: [2, 2, 2, 2, 2], shape: 'path' },
  { sizes: [1, 1, 1, 1], shape: 'all' },
];

const upTo = (most: number) => (rng: Rng) => rng.below(most + 1);

function workOf(seed: number): Work {
  const scale = [3, 20, 100][seed % 3] ?? 3;
  const moment = upTo(scale);
  return { entries: 6, firstMs: moment, thinkMs: moment, insideMs: moment };
}

function layoutOf(seed: number): Layout {
  return layouts[seed % layouts.length] ?? { sizes: [2, 2], shape: 'path' };
}

function check(seed: number, groups: Groups, disturb: (guarded: GuardedWorld) => void): void {
  const guarded = new GuardedWorld(seed, groups, workOf(seed), {
    minMs: 1,
    maxMs: 1 + (seed % 40),
  });
  disturb(guarded);
  guarded.run(2600, 60_000);
  const replay = replayOf('groups/simulation.test.ts', seed);
  expect(guarded.watch.faults, replay).toEqual([]);
  expect(guarded.watch.unserved(), replay).toEqual([]);
  expect(guarded.watch.entries, replay).toBeGreaterThan(groups.seats.length);
}

describe('forks', () => {
  it(
    'serves everybody, whatever the delays',
    () => {
      for (const seed of seeds) {
        const { sizes, shape } = layoutOf(seed);
        check(seed, groupsOf(sizes, shape), () => undefined);
      }
    },
    60 * minutes,
  );

  it(
    'gets back what the crashed held, and serves those who come again',
    () => {
      for (const seed of seeds) {
        const { sizes, shape } = layoutOf(seed);
        const groups = { ...groupsOf(sizes, shape), needsLease: true };
        check(seed, groups, (guarded) => {
          for (let i = 0; i < 8; i++) {
            const { rng } = guarded.world;
            const victim = groups.seats[rng.below(groups.seats.length)]?.node;
            if (victim === undefined) continue;
            const at = rng.below(1500);
            if (rng.below(3) === 0) {
              guarded.world.after(at, () => guarded.stall(victim, 50 + rng.below(900)));
            } else {
              guarded.world.after(at, () => guarded.crash(victim));
              const comesAgain = rng.below(4) > 0;
              if (comesAgain)
                guarded.world.after(at + 300 + rng.below(600), () => guarded.restart(victim));
            }
          }
        });
      }
    },
    60 * minutes,
  );
});
