// One member of balance: its tasks, its beliefs about the others, its deals under way; and how loads are reckoned. What it
// does with them is in search.ts (what to offer), auction.ts, bidder.ts and swap*.ts.
import { assert, type Ctx, type Millis, type NodeId } from '../../base/index.ts';
import { type Effects, send, setTimer, tell } from '../effects.ts';
import type { RequestId } from '../scheme.ts';
import { add, type Bundle, createBundle, remove } from './bundle.ts';
import { type BalanceConfig, swapPause } from './config.ts';
import type { BalanceEvent, BalanceMessage, Load, Stated } from './messages.ts';
import { type Item, itemOf, type Task } from './task.ts';

export type Deal =
  | {
      readonly kind: 'auction';
      readonly number: number;
      readonly items: readonly Item[];
      /** Who was asked and has not answered. */
      readonly silent: Set<NodeId>;
      readonly bids: Map<NodeId, { readonly takes: ReadonlySet<RequestId>; readonly busy: Load }>;
      /** What each winner gets and has not answered for; null while bids come in. */
      awards: Map<NodeId, { readonly items: readonly Item[]; readonly without: Load }> | null;
    }
  | {
      readonly kind: 'swap';
      readonly number: number;
      readonly peer: NodeId;
      /** What is offered; once accepted, what is given. */
      items: readonly Item[];
      /** What was accepted; null while the peer thinks. */
      accepted: {
        readonly get: readonly Task[];
        /** What we get costs here. */
        readonly cost: number;
        readonly before: Load;
        readonly after: Load;
      } | null;
    };

/** A bid of ours that may be taken up. */
interface Reservation {
  readonly deal: number;
  readonly cost: number;
  readonly untilMs: Millis;
}

/** An exchange to which we said yes. */
interface Promised extends Reservation {
  readonly take: readonly Item[];
  readonly give: readonly Item[];
}

export interface Agent {
  readonly config: BalanceConfig;
  readonly self: number;
  readonly bundle: Bundle;
  /** In a deal: nobody runs or offers them, and they count as ours. */
  readonly locked: Map<RequestId, Item>;
  running: { readonly item: Item; readonly sinceMs: Millis } | null;
  /** Cost a second, once something was done. */
  speed: number | null;
  /** What each member last said; null for nothing, or nothing that is to be trusted. */
  readonly beliefs: (Stated | null)[];
  /** The last statement of each that was heard. */
  readonly heard: number[];
  deal: Deal | null;
  deals: number;
  readonly reservations: Map<NodeId, Reservation>;
  readonly promises: Map<NodeId, Promised>;
  /** The last deal of each initiator that was answered for good. */
  readonly answered: Map<NodeId, { readonly deal: number; readonly isDone: boolean }>;
  /** Whether a search is planned, and when the next bid or promise expires. */
  isSearching: boolean;
  expiryMs: Millis;
  /** How often a load was stated. */
  statements: number;
  /** Whether somebody was told another load than all were told last. */
  hasStrayed: boolean;
  toldCost: number;
  toldMs: Millis;
  nextPeer: number;
  swapAtMs: Millis;
  swapPauseMs: Millis;
}

export type Out = Effects<BalanceMessage, BalanceEvent>;

export const timers = { search: 'search', deal: 'deal', expiry: 'expiry' } as const;

export function createAgent(config: BalanceConfig, self: NodeId): Agent {
  const index = config.members.indexOf(self);
  assert(index >= 0, 'not a member', self);
  return {
    ...{ config, self: index, bundle: createBundle(config.strategy, config.members.length) },
    ...{ locked: new Map(), running: null, speed: null, beliefs: config.members.map(() => null) },
    heard: config.members.map(() => 0),
    ...{ deal: null, deals: 0, reservations: new Map(), promises: new Map() },
    ...{ answered: new Map(), isSearching: false, expiryMs: Number.POSITIVE_INFINITY },
    ...{ statements: 0, hasStrayed: false, toldCost: 0, toldMs: 0, nextPeer: 0 },
    ...{ swapAtMs: 0, swapPauseMs: swapPause.firstMs },
  };
}

/** All that is ours to do: waiting, in a deal, the rest of what runs, what an exchange will bring. */
export function ownCost(agent: Agent, now: Millis): number {
  const { bundle, locked, running, deal } = agent;
  let cost = bundle.cost;
  for (const item of locked.values()) cost += item.cost;
  if (running) {
    const done = ((now - running.sinceMs) / 1000) * (agent.speed ?? 0);
    cost += Math.max(0, running.item.cost - done);
  }
  if (deal?.kind === 'swap' && deal.accepted) cost += deal.accepted.cost;
  return cost;
}

/** What may still come in by bids and promises, except from one initiator. */
export function reservedCost(agent: Agent, except?: NodeId): number {
  let cost = 0;
  for (const [from, { cost: each }] of agent.reservations) if (from !== except) cost += each;
  for (const [from, { cost: each }] of agent.promises) if (from !== except) cost += each;
  return cost;
}

export function ownLoad(agent: Agent, now: Millis): Stated {
  const cost = ownCost(agent, now);
  if (cost !== agent.toldCost) agent.hasStrayed = true;
  return { cost, speed: agent.speed, count: ++agent.statements };
}

/** What a worker has to do; of two sayings the one with the larger count is the later one. */
export interface WorkerLoad {
  readonly worker: NodeId;
  readonly cost: number;
  readonly count: number;
}

/** Its own load as it is now, and what others have said of theirs. */
export function loadsOf(agent: Agent, now: Millis): readonly WorkerLoad[] {
  return agent.config.members.flatMap((worker, index): WorkerLoad[] => {
    if (index === agent.self) {
      return [{ worker, cost: ownCost(agent, now), count: Number.POSITIVE_INFINITY }];
    }
    const belief = agent.beliefs[index] ?? null;
    return belief === null ? [] : [{ worker, cost: belief.cost, count: belief.count }];
  });
}

/** Whoever has not measured a speed is taken to be as fast as the others; if nobody has, cost is time. */
export function usualSpeed({ speed, beliefs }: Agent): number {
  let sum = speed ?? 0;
  let count = speed === null ? 0 : 1;
  for (const belief of beliefs) {
    if (!belief?.speed) continue;
    sum += belief.speed;
    count++;
  }
  return count === 0 ? 1 : sum / count;
}

/** Seconds of work at the speed of whoever has it. */
export function seconds(cost: number, speed: number | null, usual: number): number {
  return cost / (speed ?? usual);
}

export function itemFor({ config, self }: Agent, task: Task): Item {
  return itemOf(task, config.members, self, config.remoteFactor);
}

export function indexOf({ config }: Agent, node: NodeId): number {
  return config.members.indexOf(node);
}

/**
 * While a load that this member has stated binds it, nobody else's deal may change that load: what looks like an improvement to
 * both sides of either deal could be none of both together.
 */
export function isBound({ deal }: Agent): boolean {
  return deal?.kind === 'swap' ? deal.accepted !== null : deal?.awards?.size !== undefined;
}

export function believe(agent: Agent, from: NodeId, load: Stated): void {
  const index = indexOf(agent, from);
  if (load.count < (agent.heard[index] ?? Number.POSITIVE_INFINITY)) return;
  agent.heard[index] = load.count;
  agent.beliefs[index] = load;
}

export function lock(agent: Agent, items: readonly Item[]): void {
  for (const item of items) {
    remove(agent.bundle, item);
    agent.locked.set(item.task.request, item);
  }
}

export function unlock(agent: Agent, items: readonly Item[]): void {
  for (const item of items) {
    if (agent.locked.delete(item.task.request)) add(agent.bundle, item);
  }
}

/** Tasks that are another's from now on. */
export function handOver(agent: Agent, items: readonly Item[]): void {
  for (const { task } of items) {
    assert(agent.locked.delete(task.request), 'a task is given away twice', task.request);
  }
}

export function takeIn(agent: Agent, tasks: readonly Task[]): void {
  for (const task of tasks) add(agent.bundle, itemFor(agent, task));
}

/** Runs the next task, if none runs. */
export function runNext(agent: Agent, ctx: Ctx, out: Out): void {
  const item = agent.bundle.running[0];
  if (agent.running || !item || agent.config.execution === 'off') return;
  remove(agent.bundle, item);
  agent.running = { item, sinceMs: ctx.now };
  const { task } = item;
  out.push(tell({ type: 'entered', request: task.request, task }));
}

/**
 * Tells all how much there is to do, if that has changed by much, or by anything after a while; that nothing is left is told
 * at once.
 */
export function informOthers(agent: Agent, ctx: Ctx, out: Out, isNews = false): void {
  const cost = ownCost(agent, ctx.now);
  if (cost === agent.toldCost && !agent.hasStrayed && !isNews) return;
  const changeS = Math.abs(cost - agent.toldCost) / (agent.speed ?? usualSpeed(agent));
  const isDue = Math.max(1000 * changeS, ctx.now - agent.toldMs) >= agent.config.informMs;
  if (!isNews && !isDue && cost > 0) return;
  agent.toldCost = cost;
  agent.toldMs = ctx.now;
  agent.hasStrayed = false;
  const load = ownLoad(agent, ctx.now);
  for (const member of agent.config.members) {
    if (member !== ctx.self) out.push(send(member, { type: 'inform', load }));
  }
}

export function searchAgain(agent: Agent, afterMs: Millis, ctx: Ctx, out: Out): void {
  agent.isSearching = true;
  out.push(setTimer(timers.search, ctx.now + afterMs, ctx.now));
}
