// Skewed jobs for paper 4: tasks of uneven size whose data lie here and there, handed out unevenly; and a bound that no
// way of doing them can beat. The generator is ours; the paper gives the number of tasks and of agents, and
// the time without negotiation. They are run in balance-run.ts.
import { createRng, nodeId, type Rng } from '../base/index.ts';
import { itemOf, type Task } from '../coordination/index.ts';
import { exponential, normal } from '../sim/index.ts';
import type { Values } from './experiment.ts';

export interface Job {
  readonly members: readonly string[];
  /** Tasks by the member they are given to first. */
  readonly given: readonly (readonly Task[])[];
}

/** Given by the paper: 16 agents, 82,283 tasks, 853 s without negotiation; assumed: the rest. */
export const paperJob = {
  members: 16,
  tasks: 82_283,
  withoutS: 853,
  sizeSigma: 0.8,
  placesMax: 13,
  /** The most loaded member is given twice the mean. */
  excess: 2,
} as const;

/** Whether a job is spread as the paper's, whatever the number of its tasks: only then its numbers stand beside those of the paper. */
export function isPaperJob(values: Values): boolean {
  const { members, withoutS, excess } = paperJob;
  return Object.entries({ agents: members, withoutS, excess }).every(
    ([name, value]) => values[name] === value,
  );
}

export function makeJob(
  seed: number,
  memberCount: number,
  taskCount: number,
  excess: number = paperJob.excess,
): Job {
  const rng = createRng(seed);
  const members = Array.from({ length: memberCount }, (_, index) => `a${index}`);
  const weights = skewedWeights(memberCount, excess);
  const given = members.map((): Task[] => []);
  for (let count = 0; count < taskCount; count++) {
    const cost = Math.exp(normal(rng, 0, paperJob.sizeSigma));
    const task = { request: `t${count}`, cost, where: scatter(rng, members) };
    given[drawByWeight(rng, weights)]?.push(task);
  }
  return { members, given };
}

/** Weights i^-s that sum to 1, with s such that the first is so many times the mean. */
function skewedWeights(count: number, excess: number): readonly number[] {
  const weigh = (s: number): number[] => {
    const raw = Array.from({ length: count }, (_, index) => (index + 1) ** -s);
    const sum = raw.reduce((total, each) => total + each, 0);
    return raw.map((each) => each / sum);
  };
  let low = 0;
  let high = 5;
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if ((weigh(middle)[0] ?? 0) * count < excess) low = middle;
    else high = middle;
  }
  return weigh(low);
}

function drawByWeight(rng: Rng, weights: readonly number[]): number {
  let left = rng.below(1_000_000) / 1_000_000;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** Data on 1 to 13 members, shares by a Dirichlet law of parameter 2. */
function scatter(rng: Rng, members: readonly string[]): Task['where'] {
  const places = 1 + rng.below(Math.min(paperJob.placesMax, members.length));
  const left = [...members];
  return Array.from({ length: places }, () => {
    const [node] = left.splice(rng.below(left.length), 1);
    return { node: nodeId(node as string), amount: exponential(rng, 1) + exponential(rng, 1) };
  });
}

/** What each task costs each member. */
export function costsOf({ members, given }: Job): readonly (readonly number[])[] {
  const nodes = members.map(nodeId);
  return given.flat().map((task) => itemOf(task, nodes, 0, 2).costs);
}

/** The load of the most loaded member before anything is passed on. */
export function firstMakespan({ members, given }: Job): number {
  const nodes = members.map(nodeId);
  const loads = given.map((tasks, member) =>
    tasks.reduce((sum, task) => sum + itemOf(task, nodes, member, 2).cost, 0),
  );
  return Math.max(...loads);
}

/**
 * A bound that no allocation can beat, by linear programming duality: for any weights of the members that sum to 1, the sum
 * over tasks of the least weighted cost. The weights are found by a subgradient method.
 */
export function lowerBound(costs: readonly (readonly number[])[], rounds = 400): number {
  const members = costs[0]?.length ?? 1;
  let weights = Array.from({ length: members }, () => 1 / members);
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const loads = new Array<number>(members).fill(0);
    let bound = 0;
    for (const row of costs) {
      let least = Number.POSITIVE_INFINITY;
      let who = 0;
      for (let member = 0; member < members; member++) {
        const cost = (row[member] as number) * (weights[member] as number);
        if (cost < least) {
          least = cost;
          who = member;
        }
      }
      bound += least;
      loads[who] = (loads[who] as number) + (row[who] as number);
    }
    best = Math.max(best, bound);
    const mean = loads.reduce((sum, load) => sum + load, 0) / members;
    const pace = 0.5 / (1 + round / 4);
    const raised = weights.map((weight, member) => {
      const off = (loads[member] as number) / mean - 1;
      return weight * Math.exp(pace * Math.max(-1, Math.min(1, off)) * 0.2);
    });
    const sum = raised.reduce((total, each) => total + each, 0);
    weights = raised.map((weight) => weight / sum);
  }
  return best;
}
