// Situated tasks (section 3 of the paper): what a task costs depends on who does it, since data that lie elsewhere have
// to be fetched. Costs are in units of work; how many of them a member does in a second, it finds out by itself (balance.ts).
import type { NodeId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';

export interface Task {
  /** Unique among the tasks of all members. */
  readonly request: RequestId;
  /** The work it is if all of its data are at hand. */
  readonly cost: number;
  /** Where its data lie, and how much; nowhere in particular if nothing is said. */
  readonly where: readonly { readonly node: NodeId; readonly amount: number }[];
}

/** A task as one member sees it. */
export interface Item {
  readonly task: Task;
  /** What it costs each member, in the order of the members. */
  readonly costs: readonly number[];
  /** What it costs here. */
  readonly cost: number;
  /** Which part of the data is here: o_i. */
  readonly ownership: number;
  readonly packet: Packet;
}

/** Nobody has more of the data than this member; some have; it has none. */
export type Packet = 'local' | 'semi-local' | 'distant';

/** How a member sees a task; `remoteFactor` is how much dearer work on distant data is. */
export function itemOf(
  task: Task,
  members: readonly NodeId[],
  self: number,
  remoteFactor: number,
): Item {
  const amounts = members.map((node) => amountAt(task, node));
  const total = task.where.reduce((sum, { amount }) => sum + amount, 0);
  const costs = amounts.map((amount) => costOf(task.cost, amount, total, remoteFactor));
  const amount = amounts[self] ?? 0;
  const most = task.where.reduce((max, place) => Math.max(max, place.amount), 0);
  return {
    ...{ task, costs, cost: costs[self] ?? task.cost },
    ownership: total === 0 ? 0 : amount / total,
    packet: amount === 0 ? 'distant' : amount === most ? 'local' : 'semi-local',
  };
}

function amountAt({ where }: Task, node: NodeId): number {
  for (const place of where) if (place.node === node) return place.amount;
  return 0;
}

function costOf(cost: number, amount: number, total: number, remoteFactor: number): number {
  if (total === 0) return cost;
  return (cost * (amount + remoteFactor * (total - amount))) / total;
}

/** What is wrong with a task that a user offers, as a sentence. */
export function wrongTask({ cost, where }: Task): string | undefined {
  if (!Number.isFinite(cost) || cost <= 0) return `a task needs a cost above 0, not ${cost}`;
  const bad = where.find(({ amount }) => !Number.isFinite(amount) || amount < 0);
  if (bad) return `"${bad.node}" cannot hold ${bad.amount} of the data`;
  const nodes = new Set(where.map(({ node }) => node));
  return nodes.size < where.length ? 'a node is listed twice in where the data lie' : undefined;
}
