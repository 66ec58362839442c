// A node that is cut off from a keeper for longer than its lease: it stops before the keeper gives away what it has, and comes
// again when the cut is mended. Nobody stands still here, so the checker makes no allowances.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { PoolsSimulation, poolsOf, repairedPools } from '../../../src/lab/index.ts';

const cutAt = 500;

function run(seed: number, cutMs: number): PoolsSimulation {
  const config = poolsOf([1], { leaseMs: 400, renewMs: 100, blockedMs: 100 });
  const longWork = { entries: 2, needs: () => ({ p0: 1 }), moment: () => 0, stay: () => 1500 };
  const waiting = { ...longWork, moment: () => 200, stay: () => 50 };
  const simulation = new PoolsSimulation(repairedPools, seed, config, [longWork, waiting], {
    minMs: 1,
    maxMs: 20,
  });
  const { world } = simulation;
  const [task, keeper] = [nodeId('t0'), nodeId('p0')];
  world.after(cutAt, () => {
    world.network.cut(task, keeper);
    world.network.cut(keeper, task);
  });
  world.after(cutAt + cutMs, () => world.network.mendAll());
  world.run({ untilMs: 60_000, until: () => simulation.isDone() });
  return simulation;
}

describe('a node that is cut off', () => {
  for (const cutMs of [900, 5000]) {
    it(`for ${cutMs} ms stops first, and is served later`, () => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const simulation = run(seed, cutMs);
        expect(simulation.watch.faults).toEqual([]);
        const told = simulation.world.events.map(({ node, event }) => `${node} ${event.type}`);
        expect(told.indexOf('t0 lost')).toBeGreaterThan(0);
        expect(told.indexOf('t0 lost')).toBeLessThan(told.indexOf('t1 entered'));
        expect(simulation.watch.unserved()).toEqual([]);
        expect(simulation.isDone()).toBe(true);
      }
    });
  }
});
