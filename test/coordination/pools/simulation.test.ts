// Properties of pools under delays, crashes, new lives and nodes that stand still: no resource has two users, everybody has all or
// nothing, fences grow, everybody who lives is served, and a failure reaches nobody who shares nothing with it.
// SEEDS=1000 runs as many worlds of each kind; the suite runs a few.
import { describe, expect, it } from 'vitest';
import { createRng, nodeId, type Rng } from '../../../src/base/index.ts';
import type { Needs, PoolsConfig } from '../../../src/coordination/pools/index.ts';
import { PoolsSimulation, poolsOf, repairedPools, type TaskNode } from '../../../src/lab/index.ts';
import { minutes, replayOf, seedsOr } from '../seeds.ts';

const seeds = seedsOr(8);

const replay = (seed: number): string => replayOf('pools/simulation.test.ts', seed);

function drawNeeds(rng: Rng, config: PoolsConfig, amounts: boolean): Needs {
  const names = [...config.pools.keys()];
  const chosen = names.filter(() => rng.below(2) === 0);
  const pools = chosen.length > 0 ? chosen : [names[rng.below(names.length)] ?? 'p0'];
  return Object.fromEntries(
    pools.map((name) => {
      const { capacity } = config.pools.get(name) ?? { capacity: 1 };
      return [name, amounts ? 1 + rng.below(capacity) : 1];
    }),
  );
}

interface Setup {
  readonly config: PoolsConfig;
  readonly tasks: readonly TaskNode[];
}

/** Three to eight task nodes, two to four pools of one to three resources. */
function setupOf(seed: number, leaseMs: number, entries: number): Setup {
  const rng = createRng(seed).split('setup');
  const capacities = Array.from({ length: 2 + rng.below(3) }, () => 1 + rng.below(3));
  // Above, near and below a round trip.
  const blockedMs = [300, 60, 10][seed % 3] ?? 300;
  const config = poolsOf(capacities, { blockedMs, leaseMs });
  const scale = [5, 50, 200][rng.below(3)] ?? 5;
  const tasks = Array.from({ length: 3 + rng.below(6) }, (_, i) => {
    const own = rng.split(`needs ${i}`);
    const needs = Array.from({ length: entries + 1 }, () => drawNeeds(own, config, seed % 2 === 0));
    return {
      entries,
      needs: (made: number) => needs[made % needs.length] ?? {},
      moment: (chance: Rng) => 1 + chance.below(scale),
    };
  });
  return { config, tasks };
}

const latency = (seed: number) => ({ minMs: 1, maxMs: 1 + (seed % 40) });

describe('pools', () => {
  it(
    'serve everybody, whatever the delays',
    () => {
      for (const seed of seeds) {
        const { config, tasks } = setupOf(seed, 0, 3);
        const simulation = new PoolsSimulation(repairedPools, seed, config, tasks, latency(seed));
        simulation.world.run({ untilMs: 600_000, until: () => simulation.isDone() });
        expect(simulation.watch.faults, replay(seed)).toEqual([]);
        expect(simulation.watch.unserved(), replay(seed)).toEqual([]);
        expect(simulation.watch.entries, replay(seed)).toBe(3 * tasks.length);
      }
    },
    60 * minutes,
  );

  it(
    'get back what the crashed had, and serve those who come again',
    () => {
      for (const seed of seeds) {
        const { config, tasks } = setupOf(seed, 400, 3);
        const simulation = new PoolsSimulation(repairedPools, seed, config, tasks, latency(seed));
        const { world } = simulation;
        for (let i = 0; i < 4; i++) {
          const victim = nodeId(`t${world.rng.below(tasks.length)}`);
          const at = world.rng.below(1000);
          const comesAgain = world.rng.below(3) > 0;
          if (world.rng.below(4) === 0) {
            world.after(at, () => simulation.stall(victim, 100 + world.rng.below(900)));
          } else {
            world.after(at, () => simulation.crash(victim));
            if (comesAgain)
              world.after(at + world.rng.below(900), () => simulation.restart(victim));
          }
        }
        world.run({ untilMs: 2500 });
        world.run({ untilMs: 600_000, until: () => simulation.isDone() });
        expect(simulation.watch.faults, replay(seed)).toEqual([]);
        expect(simulation.watch.unserved(), replay(seed)).toEqual([]);
        expect(simulation.isDone(), replay(seed)).toBe(true);
      }
    },
    60 * minutes,
  );

  it(
    'do not let a failure reach those who share nothing with the failed',
    () => {
      let crashed = 0;
      for (const seed of seeds) {
        // No leases: what the dead task has never comes back.
        const { config, tasks } = setupOf(seed, 0, 1);
        const simulation = new PoolsSimulation(repairedPools, seed, config, tasks, latency(seed));
        const { world } = simulation;
        const victim = world.rng.below(tasks.length);
        let diesInTheMiddle = false;
        world.after(20 + world.rng.below(200), () => {
          diesInTheMiddle = !simulation.isServed(nodeId(`t${victim}`));
          simulation.crash(nodeId(`t${victim}`));
        });
        world.run({ untilMs: 60_000 });
        if (!diesInTheMiddle) continue;
        crashed++;
        const pools = Object.keys(tasks[victim]?.needs(1) ?? {});
        const far = tasks.filter(
          (task) => !Object.keys(task.needs(1)).some((pool) => pools.includes(pool)),
        );
        for (const task of far) {
          expect(simulation.isServed(nodeId(`t${tasks.indexOf(task)}`)), replay(seed)).toBe(true);
        }
        expect(simulation.watch.faults, replay(seed)).toEqual([]);
      }
      expect(crashed).toBeGreaterThan(0);
    },
    60 * minutes,
  );
});
