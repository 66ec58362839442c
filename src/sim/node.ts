// One node of a simulated world: a machine with its state, its timers, its disk and its clock. It does
// nothing by itself; world.ts drives it.
import type { Ctx, Machine, Millis, NodeId, Rng, TimerId } from '../base/index.ts';
import { SimDisk } from './disk.ts';

export interface SimNode<M, C, E> {
  readonly id: NodeId;
  readonly machine: Machine<unknown, M, C, E>;
  readonly disk: SimDisk;
  readonly rng: Rng;
  /** How often it has been started. */
  life: number;
  up: boolean;
  /** Undefined while it is down. */
  state: unknown;
  /** Timer to the number under which it was set last. */
  timers: Map<TimerId, number>;
  /** How many writes of this life are durable. */
  writesSettled: number;
  stalledUntil: Millis;
  clockAheadMs: Millis;
}

/** A machine whose kind of state is its own affair, so that machines of many kinds live in one world. */
export function withAnyState<S, M, C, E>(machine: Machine<S, M, C, E>): Machine<unknown, M, C, E> {
  // A driver gives a machine no state but those that it had from this machine.
  return machine as Machine<unknown, M, C, E>;
}

export function newNode<S, M, C, E>(
  id: NodeId,
  machine: Machine<S, M, C, E>,
  rng: Rng,
): SimNode<M, C, E> {
  return {
    id,
    machine: withAnyState(machine),
    disk: new SimDisk(),
    rng,
    life: 0,
    up: false,
    state: undefined,
    timers: new Map(),
    writesSettled: 0,
    stalledUntil: 0,
    clockAheadMs: 0,
  };
}

export function contextOf<M, C, E>(node: SimNode<M, C, E>, now: Millis): Ctx {
  return { self: node.id, now: now + node.clockAheadMs, rng: node.rng };
}
