// Messages and round trips of a task, alone and beside others that stay at the same pools. Assumed by us: a delay of 5 ms each way.
import { nodeId } from '../../../src/base/index.ts';
import { PoolsSimulation } from './guarded-world.ts';
import { configOf } from './worlds.ts';

export interface Cost {
  readonly messages: number;
  readonly roundTrips: number;
}

/** One task that needs one of each of `pools` pools, beside `others` who have what they need and stay. */
export function costOf(pools: number, others: number): Cost {
  const config = configOf(Array<number>(pools).fill(others + 1), { leaseMs: 0, blockedMs: 60_000 });
  const needs = Object.fromEntries([...config.pools.keys()].map((name) => [name, 1]));
  const staying = Array.from({ length: others }, () => ({
    ...{ entries: 1, needs: () => needs },
    moment: () => 0,
    stay: () => 1_000_000,
  }));
  const last = { entries: 1, needs: () => needs, moment: () => 5000 };
  const simulation = new PoolsSimulation(1, config, [...staying, last], { minMs: 5, maxMs: 5 });
  const { world } = simulation;
  const self = nodeId(`t${others}`);
  let before = 0;
  let askedAt = 0;
  let enteredAt = 0;
  world.watch(({ at, node, event }) => {
    if (node !== self) return;
    if (event.type === 'enter') {
      before = simulation.messages;
      askedAt = at;
    }
    if (event.type === 'entered') enteredAt = at;
  });
  world.run({ untilMs: 20_000 });
  return { messages: simulation.messages - before, roundTrips: (enteredAt - askedAt) / 10 };
}
