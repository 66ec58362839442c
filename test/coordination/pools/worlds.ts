// Tiny worlds of pools for the explorations: one node for each pool, one for each task.
import { nodeId, type Step } from '../../../src/base/index.ts';
import {
  createPoolsNode,
  type Needs,
  type PoolsCommand,
  type PoolsConfig,
  type PoolsEvent,
  type PoolsMessage,
  type PoolsState,
  type PrintedMessage,
  type PrintedState,
  poolsAsPrinted,
  pools as scheme,
} from '../../../src/coordination/pools/index.ts';
import {
  thinkTimer,
  type Work,
  type WorkState,
  workload,
  workState,
} from '../../../src/coordination/workload.ts';
import { type EnterPools, poolsOf } from '../../../src/lab/index.ts';
import type { Interleavings } from '../interleavings.ts';

type Told = PoolsEvent | EnterPools;
export type PoolsWorld = Interleavings<WorkState<PoolsState>, PoolsMessage, PoolsCommand, Told>;

/** No leases, and no times that grow: the states that can be reached are finitely many. */
export function tinyConfig(capacities: readonly number[]): PoolsConfig {
  return poolsOf(capacities, { leaseMs: 0, blockedMs: 1, patienceMaxMs: 1 });
}

/** Tasks t0, t1 ..., each of which needs its line and is served once. */
export function poolsWorld(config: PoolsConfig, needs: readonly Needs[]): PoolsWorld {
  const keepers = [...new Set([...config.pools.values()].map(({ keeper }) => keeper))];
  const tasks = needs.map((_, i) => nodeId(`t${i}`));
  const stepOf = (i: number): Step<WorkState<PoolsState>, PoolsMessage, PoolsCommand, Told> => {
    const work: Work<EnterPools> = {
      ...{ entries: 1, firstMs: () => 0, thinkMs: () => 0, insideMs: () => 0 },
      enter: (request) => ({ type: 'enter', request, needs: needs[i] ?? {} }),
    };
    return workload(work, scheme.step);
  };
  const isTask = (i: number): boolean => i >= keepers.length;
  return {
    players: [...keepers, ...tasks].map((id, i) => ({
      id,
      step: stepOf(i - keepers.length),
      start: workState(createPoolsNode(config, id), isTask(i) ? 1 : 0),
      timers: isTask(i) ? [thinkTimer] : [],
    })),
    invariant: (states) => doubleUse(states),
    isGoal: (states) => states.every((state) => state === undefined || isAtRest(state)),
  };
}

/** The same tasks with the protocol as printed. All is well once all are served and no pool is booked any more. */
export function printedWorld(
  config: PoolsConfig,
  needs: readonly Needs[],
): Interleavings<WorkState<PrintedState>, PrintedMessage, PoolsCommand, Told> {
  const keepers = [...config.pools.values()].map(({ keeper }) => keeper);
  const ids = [...keepers, ...needs.map((_, i) => nodeId(`t${i}`))];
  return {
    players: ids.map((id, i) => {
      const own = needs[i - keepers.length];
      const work: Work<EnterPools> = {
        ...{ entries: 1, firstMs: () => 0, thinkMs: () => 0, insideMs: () => 0 },
        enter: (request) => ({ type: 'enter', request, needs: own ?? {} }),
      };
      return {
        id,
        step: workload(work, poolsAsPrinted.step),
        start: workState(poolsAsPrinted.create(config, id), own === undefined ? 0 : 1),
        timers: own === undefined ? [] : [thinkTimer],
      };
    }),
    invariant: () => undefined,
    isGoal: (states) =>
      states.every(
        (state) =>
          state === undefined ||
          (state.left === 0 && state.inner.pools.every(({ users }) => users.length === 0)),
      ),
  };
}

/** Served, gone from all pools, and no pool knows anybody of those who live. */
function isAtRest({ left, inner }: WorkState<PoolsState>): boolean {
  return (
    left === 0 && inner.tasks.length === 0 && inner.pools.every(({ queue }) => queue.length === 0)
  );
}

/** Two tasks that both believe to have the same resource, or one that has less than it needs. */
function doubleUse(states: readonly (WorkState<PoolsState> | undefined)[]): string | undefined {
  const users = new Map<string, string>();
  for (const task of states.flatMap((state) => state?.inner.tasks ?? [])) {
    if (task.status !== 'accessing') continue;
    for (const { pool, amount, units } of task.views) {
      if (units.length !== amount) return `${task.id} has not all of ${pool}`;
      for (const { unit } of units) {
        const other = users.get(`${pool}#${unit}`);
        if (other !== undefined) return `${other} and ${task.id} have ${pool}#${unit}`;
        users.set(`${pool}#${unit}`, task.id);
      }
    }
  }
  return undefined;
}
