// Leases, from the side of a node that has tasks: while it has any at the pools of a keeper, it says so from time to time. Its
// lease is counted from the moment at which it said so, the keeper's from when it heard of it, so that the
// node always stops first. Only timers count, no clock is read. The keeper's side is in node.ts.
import { type NodeId, type TimerId, timerId } from '../../base/index.ts';
import { send } from '../effects.ts';
import type { Effects, PoolsState } from './node.ts';

export interface Lease {
  readonly keeper: NodeId;
  active: boolean;
  /** Beats are numbered; the last one that was sent, and the last that the keeper has heard. */
  sent: number;
  heard: number;
}

/** The first form to a keeper begins a lease. */
export function holdLease(state: PoolsState, keeper: NodeId, effects: Effects): void {
  if (keeper === state.self || state.config.leaseMs === 0) return;
  const lease = leaseAt(state, keeper);
  if (lease.active) return;
  lease.active = true;
  lease.sent++;
  // Should this form never be heard, nothing is had either.
  lease.heard = lease.sent;
  setTimers(state, lease, effects);
}

/** After a saved state was brought back no timer is set, and no task has anything: all leases are over. */
export function endLeases(state: PoolsState): void {
  for (const lease of state.leases) lease.active = false;
}

export function beatIsDue(state: PoolsState, keeper: NodeId, effects: Effects): void {
  const lease = leaseAt(state, keeper);
  if (!lease.active) return;
  if (!state.tasks.some(({ views }) => views.some((view) => view.keeper === keeper))) {
    end(lease, effects);
    return;
  }
  lease.sent++;
  effects.push(send(keeper, { type: 'alive', beat: lease.sent }));
  setTimers(state, lease, effects);
}

export function beatWasHeard(
  state: PoolsState,
  keeper: NodeId,
  beat: number,
  effects: Effects,
): void {
  const lease = leaseAt(state, keeper);
  if (!lease.active || beat <= lease.heard || beat > lease.sent) return;
  for (let old = lease.heard; old < beat; old++) {
    effects.push({ type: 'cancel-timer', timer: leaseTimer(keeper, old) });
  }
  lease.heard = beat;
}

/** Whose lease has ended with this timer, if one has. */
export function leaseOfTimer(
  state: PoolsState,
  timer: string,
  effects: Effects,
): NodeId | undefined {
  const lease = state.leases.find(
    ({ active, keeper, heard }) => active && leaseTimer(keeper, heard) === timer,
  );
  if (lease !== undefined) end(lease, effects);
  return lease?.keeper;
}

function end(lease: Lease, effects: Effects): void {
  for (let beat = lease.heard; beat <= lease.sent; beat++) {
    effects.push({ type: 'cancel-timer', timer: leaseTimer(lease.keeper, beat) });
  }
  lease.active = false;
}

function setTimers({ config }: PoolsState, lease: Lease, effects: Effects): void {
  const { keeper, sent } = lease;
  const beat = timerId(`beat ${keeper}`);
  effects.push({ type: 'set-timer', timer: leaseTimer(keeper, sent), afterMs: config.leaseMs });
  effects.push({ type: 'set-timer', timer: beat, afterMs: config.renewMs });
}

function leaseTimer(keeper: NodeId, beat: number): TimerId {
  return timerId(`lease ${keeper} ${beat}`);
}

function leaseAt(state: PoolsState, keeper: NodeId): Lease {
  const known = state.leases.find((lease) => lease.keeper === keeper);
  if (known !== undefined) return known;
  const made = { keeper, active: false, sent: 0, heard: 0 };
  state.leases.push(made);
  return made;
}
