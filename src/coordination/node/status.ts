// How a scheme stands, as the node sees it that is asked: what was defined, what its own wishes have come to, and what clients of
// other nodes hold. It asks nobody, so it costs nothing; what else there is at other nodes, only those know.
import { type Ctx, fail, ok, type Result } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import { type Known, noSuch } from './aim.ts';
import { type SchemeName, usualBalance } from './definition.ts';
import type { Asked } from './messages.ts';
import { keyOf, type NodeState, type Out, refuse, tell } from './node-state.ts';
import type { Wish } from './wish.ts';

export interface TokensStatus {
  /** Uses a second, of all together. */
  readonly rate: number;
  readonly scheme: 'booked' | 'walking';
  /** How many wait for their turn. */
  readonly waiting: number;
}

/** By the name of the group; each is named. */
export interface GroupsStatus {
  readonly inside: Readonly<Record<string, number>>;
  readonly waiting: Readonly<Record<string, number>>;
}

export interface PoolStatus {
  readonly capacity: number;
  readonly taken: number;
  /** How many wait for some of it, or for other pools together with it. */
  readonly waiting: number;
}

export interface BalanceLoads {
  /** What each worker has to do, in costs of its tasks; null if it has not said anything yet. */
  readonly loads: Readonly<Record<string, number | null>>;
  /** How many wait for a turn. */
  readonly waiting: number;
}

/** What is told of each scheme. */
export interface Statuses {
  readonly tokens: TokensStatus;
  readonly groups: GroupsStatus;
  readonly pools: PoolStatus;
  readonly balance: BalanceLoads;
}

export type Status = Statuses[SchemeName];

/** A question of the owner. Between two generations nobody knows how things stand: then it waits for the next one. */
export function askStatus(
  state: NodeState,
  request: RequestId,
  asked: Asked,
  ctx: Ctx,
  out: Out,
): void {
  if (!state.isRunning) {
    state.asked.set(request, asked);
    return;
  }
  const status = statusOf(state, asked, wishesKnown(state), loadsKnown(state, ctx));
  if (status.ok) tell({ type: 'status', request, status: status.value }, out);
  else refuse(request, status.error, out);
}

/** A generation has begun. */
export function answerAsked(state: NodeState, ctx: Ctx, out: Out): void {
  const all = [...state.asked];
  state.asked.clear();
  for (const [request, asked] of all) askStatus(state, request, asked, ctx, out);
}

/** All wishes that somebody knows of, by what came of them. */
export interface Wishes {
  readonly held: readonly Wish[];
  readonly waiting: readonly Wish[];
}

/** How a scheme stands, or that there is no such one. */
export function statusOf(
  known: Known,
  { scheme, name }: Asked,
  { held, waiting }: Wishes,
  loads: ReadonlyMap<string, number>,
): Result<Status, string> {
  const usual = scheme === 'balance' ? usualBalance(known.nodes) : undefined;
  const definition = known.definitions.get(keyOf(scheme, name)) ?? usual;
  switch (definition?.scheme) {
    case undefined:
      return fail(noSuch(scheme, name));
    case 'tokens': {
      const { rate, walking } = definition;
      const isWaiting = (wish: Wish): boolean => wish.scheme === 'tokens' && wish.name === name;
      return ok({
        ...{ rate, scheme: walking === undefined ? 'booked' : 'walking' },
        waiting: waiting.filter(isWaiting).length,
      });
    }
    case 'groups': {
      const count = (wishes: readonly Wish[], group: string): number =>
        wishes.filter((one) => one.scheme === 'groups' && one.name === name && one.group === group)
          .length;
      const counts = (wishes: readonly Wish[]): Readonly<Record<string, number>> =>
        Object.fromEntries(definition.members.map((group) => [group, count(wishes, group)]));
      return ok({ inside: counts(held), waiting: counts(waiting) });
    }
    case 'pools': {
      const amount = (wish: Wish): number =>
        wish.scheme === 'pools' ? (new Map(Object.entries(wish.needs)).get(name) ?? 0) : 0;
      return ok({
        capacity: definition.capacity,
        taken: held.reduce((sum, wish) => sum + amount(wish), 0),
        waiting: waiting.filter((wish) => amount(wish) > 0).length,
      });
    }
    case 'balance': {
      const { workers } = definition;
      return ok({
        loads: Object.fromEntries(workers.map((worker) => [worker, loads.get(worker) ?? null])),
        waiting: waiting.filter((wish) => wish.scheme === 'balance').length,
      });
    }
  }
}

function wishesKnown({ wishes, notes }: NodeState): Wishes {
  const own = [...wishes.values()];
  const granted = own.filter(({ grant }) => grant !== null);
  return {
    held: [...granted, ...notes.values()].map(({ wish }) => wish),
    waiting: own.filter(({ grant }) => grant === null).map(({ wish }) => wish),
  };
}

/** What workers have to do: those that are hosted here, and what they have heard of others. */
function loadsKnown({ instances, nodes }: NodeState, { now }: Ctx): ReadonlyMap<string, number> {
  const balance = instances.get('balance');
  // Until a task is there, the nodes are the workers, and have nothing to do.
  if (balance === undefined) return new Map(nodes.map((node) => [node, 0]));
  const last = new Map<string, { readonly cost: number; readonly count: number }>();
  for (const member of balance.members.values()) {
    for (const { worker, cost, count } of balance.kit.loads(member, now)) {
      if (count >= (last.get(worker)?.count ?? 0)) last.set(worker, { cost, count });
    }
  }
  return new Map([...last].map(([worker, { cost }]) => [worker, cost]));
}
