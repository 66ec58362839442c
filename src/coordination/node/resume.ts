// How the members of a new generation come to know of what is held: each scheme in its own way, at whoever holds and at whoever
// keeps. All nodes are given the same holdings, so that both sides agree.
import type { NodeId } from '../../base/index.ts';
import type { balance } from '../balance/index.ts';
import type { MemberState } from '../groups/index.ts';
import type { PoolsState } from '../pools/index.ts';
import type { RequestId } from '../scheme.ts';
import type { LedgerState } from '../tokens/index.ts';
import type { Holding } from './messages.ts';
import { groupMember } from './places.ts';

export interface Resuming {
  readonly generation: number;
  /** The scheme, as nodes know it: its kind and its name. */
  readonly scheme: string;
  nameOf(owner: NodeId, request: RequestId): RequestId;
}

/** Fences of what nobody is known to hold: beyond all that were ever given out. */
const fencesInGeneration = 1_000_000;

/** A use is a moment, so nobody holds any; but what was used just before must not be used again so soon. */
export function resumeTokens({ ledger }: LedgerState, resuming: Resuming): void {
  if (ledger === null || resuming.generation === 0) return;
  for (const entry of ledger.entries) entry.freeMs += ledger.periodMs;
}

/** Whoever is inside has all of his forks. */
export function resumeGroups(
  state: MemberState,
  member: NodeId,
  held: readonly Holding[],
  { scheme, nameOf }: Resuming,
): void {
  const inside = new Map<NodeId, RequestId[]>();
  for (const { owner, request, wish } of held) {
    if (wish.scheme !== 'groups' || `groups ${wish.name}` !== scheme) continue;
    const at = groupMember(owner, wish.group);
    inside.set(at, [...(inside.get(at) ?? []), nameOf(owner, request)]);
  }
  const own = inside.get(member);
  if (own !== undefined) {
    state.forks.phase = 'inside';
    state.holders = own;
  }
  for (const edge of state.forks.edges) {
    if (own !== undefined) edge.fork = true;
    else if (inside.has(edge.peer)) edge.fork = false;
  }
}

/** A holder is a task that has what it wanted; a keeper knows it as the user of the units. */
export function resumePools(
  state: PoolsState,
  member: NodeId,
  held: readonly Holding[],
  { generation, nameOf }: Resuming,
): void {
  for (const { units } of state.pools) {
    for (const unit of units) unit.fence = generation * fencesInGeneration;
  }
  for (const [i, { owner, request, wish, grant }] of held.entries()) {
    if (wish.scheme !== 'pools' || grant.scheme !== 'pools') continue;
    const task = `${owner}.${generation}.held${i}`;
    for (const { pool: name, unit, fence } of grant.units) {
      const pool = state.pools.find((one) => one.name === name);
      if (pool === undefined) continue;
      pool.units[unit] = { user: task, fence };
      if (!pool.registered.some((one) => one.task === task)) {
        pool.registered.push({ task, node: owner, life: generation });
      }
    }
    if (owner !== member) continue;
    state.tasks.push({
      ...{ id: task, request: nameOf(owner, request), status: 'accessing', ticket: 0 },
      ...{ requested: false, patienceMs: state.config.blockedMs, blocking: undefined },
      views: Object.entries(wish.needs)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([pool, amount]) => ({
          ...{ pool, keeper: keeperOf(state, pool), amount, awaiting: 0, predecessors: [] },
          ...{ ahead: [], free: 0, mine: 'booked' as const },
          units: grant.units.filter((unit) => unit.pool === pool),
        })),
    });
  }
}

function keeperOf({ config, self }: PoolsState, pool: string): NodeId {
  return config.pools.get(pool)?.keeper ?? self;
}

/** A worker that has a task goes on with it. */
export function resumeBalance(
  state: ReturnType<typeof balance.create>,
  member: NodeId,
  held: readonly Holding[],
  { nameOf }: Resuming,
  now: number,
): void {
  for (const { owner, request, wish, grant } of held) {
    if (wish.scheme !== 'balance' || grant.scheme !== 'balance' || grant.worker !== member)
      continue;
    const task = { request: nameOf(owner, request), cost: wish.cost, where: [] };
    const costs = state.config.members.map(() => wish.cost);
    const item = { task, costs, cost: wish.cost, ownership: 0, packet: 'distant' as const };
    state.running = { item, sinceMs: now };
  }
}
