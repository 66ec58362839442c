// The two examples of paper 4, with its table 1: seven tasks, two agents, a distant datum costs twice.
import { nodeId } from '../base/index.ts';
import {
  addItem,
  createBundle,
  type Item,
  itemOf,
  rationalDelegations,
  type Strategy,
  type Task,
} from '../coordination/index.ts';

export type Agent = 1 | 2;
/** The tasks of agent 1 and of agent 2, by number. */
export type Allocation = readonly [readonly number[], readonly number[]];

/** Table 1: the data of each task with agent 1 and agent 2. */
const data = [
  [1, 0],
  [0, 4],
  [3, 6],
  [6, 12],
  [1, 4],
  [6, 1],
  [0, 7],
] as const;

const members = ['1', '2'].map(nodeId);

const tasks: readonly Task[] = data.map(([one, two], index) => ({
  request: `t${index + 1}`,
  cost: one + two,
  where: [one, two].map((amount, member) => ({ node: members[member] ?? nodeId('?'), amount })),
}));

export const allTasks = tasks.map((_, index) => index + 1);

/** The allocations that example 1 goes through, and the best one. */
export const allocations = {
  Pmks: [
    [1, 3, 5, 6],
    [2, 4, 7],
  ],
  P: [
    [2, 4, 6],
    [1, 3, 5, 7],
  ],
  "P'": [
    [2, 4],
    [1, 3, 5, 6, 7],
  ],
  "P''": [
    [1, 2, 4],
    [3, 5, 6, 7],
  ],
} as const satisfies Record<string, Allocation>;

export function itemsOf(numbers: readonly number[], agent: Agent): readonly Item[] {
  return numbers.map((number) => itemOf(tasks[number - 1] as Task, members, agent - 1, 2));
}

export function loadsOf([one, two]: Allocation): [number, number] {
  const sum = (bundle: readonly Item[]) => bundle.reduce((total, { cost }) => total + cost, 0);
  return [sum(itemsOf(one, 1)), sum(itemsOf(two, 2))];
}

/** Γ: what an agent could rationally delegate. */
export function gammaOf(allocation: Allocation, agent: Agent): readonly string[] {
  const own = itemsOf(allocation[agent - 1] ?? [], agent);
  return rationalDelegations(own, loadsOf(allocation), agent - 1).map(({ task }) => task.request);
}

/** In which order an agent runs these tasks, and in which it offers them. */
export function ordersOf(
  numbers: readonly number[],
  agent: Agent,
  strategy: Strategy,
): { readonly runs: string; readonly offers: string } {
  const bundle = createBundle(strategy, 2);
  for (const item of itemsOf(numbers, agent)) addItem(bundle, item);
  const named = (list: readonly Item[]) => list.map(({ task }) => task.request).join(' ');
  return { runs: named(bundle.running), offers: named(bundle.offering) };
}

/** All allocations with the least makespan, by the tasks of agent 1. */
export function bestAllocations(): {
  readonly makespan: number;
  readonly ones: readonly (readonly number[])[];
} {
  const all = Array.from({ length: 1 << allTasks.length }, (_, bits) => {
    const one = allTasks.filter((number) => bits & (1 << (number - 1)));
    const two = allTasks.filter((number) => !one.includes(number));
    return { makespan: Math.max(...loadsOf([one, two])), one };
  });
  const makespan = Math.min(...all.map((each) => each.makespan));
  return { makespan, ones: all.filter((each) => each.makespan === makespan).map(({ one }) => one) };
}
