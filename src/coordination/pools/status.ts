// What a node can tell of its tasks and pools, for people and for whoever drives it. It changes nothing.
import type { RequestId } from '../scheme.ts';
import type { PoolsState } from './node.ts';
import { freeOf } from './pool.ts';
import type { Task } from './task.ts';

export interface PoolsStatus {
  readonly tasks: readonly {
    readonly request: RequestId;
    readonly status: Task['status'];
    /** How many stand ahead of it, by pool. */
    readonly ahead: Readonly<Record<string, number>>;
  }[];
  /** The pools that are kept here. */
  readonly pools: readonly {
    readonly pool: string;
    readonly capacity: number;
    readonly free: number;
    readonly queued: number;
    readonly registered: number;
  }[];
}

export function statusOf(state: PoolsState): PoolsStatus {
  return {
    tasks: state.tasks.map(({ request, status, views }) => ({
      request,
      status,
      ahead: Object.fromEntries(views.map(({ pool, ahead }) => [pool, ahead.length])),
    })),
    pools: state.pools.map((pool) => ({
      pool: pool.name,
      capacity: pool.units.length,
      free: freeOf(pool),
      queued: pool.queue.length,
      registered: pool.registered.length,
    })),
  };
}
