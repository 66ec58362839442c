// Messages and round trips of a task of paper 5, alone and beside others that stay at the same pools. Assumed by us: a delay
// of 5 ms each way.
import { nodeId } from '../base/index.ts';
import { PoolsSimulation, type PoolsSubject, poolsOf } from './pools-world.ts';

export interface Cost {
  /** From the wish to the end, of all nodes. */
  readonly messages: number;
  /** From the wish to the entry; NaN if it never enters. */
  readonly roundTrips: number;
}

/** One task that needs one of each of `pools` pools, beside `others` who have what they need and stay. */
export function costOf<S, M>(subject: PoolsSubject<S, M>, pools: number, others: number): Cost {
  const config = poolsOf(Array<number>(pools).fill(others + 1), { leaseMs: 0, blockedMs: 60_000 });
  const needs = Object.fromEntries([...config.pools.keys()].map((name) => [name, 1]));
  const staying = Array.from({ length: others }, (_, i) => ({
    ...{ entries: 1, needs: () => needs },
    // One after the other, so that they are all in before the last one comes.
    moment: () => i * 200,
    stay: () => 1_000_000,
  }));
  const startMs = others * 200 + 5000;
  const last = { entries: 1, needs: () => needs, moment: () => startMs, stay: () => 100 };
  const tasks = [...staying, last];
  const simulation = new PoolsSimulation(subject, 1, config, tasks, { minMs: 5, maxMs: 5 });
  const { world } = simulation;
  const self = nodeId(`t${others}`);
  let before = 0;
  let askedAt = 0;
  let enteredAt = Number.NaN;
  world.watch(({ at, node, event }) => {
    if (node !== self) return;
    if (event.type === 'enter') {
      before = simulation.messages;
      askedAt = at;
    }
    if (event.type === 'entered') enteredAt = at;
  });
  world.run({ untilMs: startMs + 15_000 });
  return { messages: simulation.messages - before, roundTrips: (enteredAt - askedAt) / 10 };
}
