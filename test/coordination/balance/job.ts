// Skewed jobs, run by the real machines on the tight loop: tasks of uneven size whose data lie here and there, handed out
// unevenly. The generator is ours; the paper gives sizes, the number of tasks and of agents, and the time
// without negotiation.
import { createRng, type Millis, nodeId, type Rng } from '../../../src/base/index.ts';
import { balance } from '../../../src/coordination/balance/balance.ts';
import type { BalanceOptions } from '../../../src/coordination/balance/config.ts';
import type {
  BalanceCommand,
  BalanceEvent,
  BalanceMessage,
} from '../../../src/coordination/balance/messages.ts';
import { itemOf, type Task } from '../../../src/coordination/balance/task.ts';
import { exponential, normal } from '../chance.ts';
import { TightLoop } from '../tight-loop.ts';

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

export function makeJob(seed: number, memberCount: number, taskCount: number): Job {
  const rng = createRng(seed);
  const members = Array.from({ length: memberCount }, (_, index) => `a${index}`);
  const weights = skewedWeights(memberCount, paperJob.excess);
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

export interface JobFigures {
  readonly tookS: number;
  /** Above the bound. */
  readonly abovePercent: number;
  readonly messages: number;
  readonly delegations: number;
  readonly swaps: number;
  /** How often each task was done; all should be 1. */
  readonly doneTwice: number;
  readonly undone: number;
  readonly reserved: number;
}

export interface JobRun {
  readonly seed: number;
  readonly options: Omit<BalanceOptions, 'members'>;
  /** The run without negotiation takes this long. */
  readonly withoutS: number;
  /** From then on a member works at a share of its speed. */
  readonly slow?: { readonly member: number; readonly fromMs: Millis; readonly share: number };
}

export function runJob(job: Job, bound: number, run: JobRun): JobFigures {
  const config = balance.configure({ ...run.options, members: job.members });
  if (!config.ok) throw new Error(config.error.why);
  const speed = firstMakespan(job) / run.withoutS;
  const delayMs = (rng: Rng): Millis => 2 + exponential(rng, 3);
  const loop = new TightLoop<
    ReturnType<typeof balance.create>,
    BalanceMessage,
    BalanceCommand,
    BalanceEvent
  >(run.seed, balance.step, delayMs);
  const done = new Map<string, number>();
  const total = job.given.reduce((sum, tasks) => sum + tasks.length, 0);
  let delegations = 0;
  let swaps = 0;
  let endMs = 0;
  loop.onEvent = (name, event) => {
    if (event.type === 'delegated') delegations += event.took.length;
    if (event.type === 'swapped') swaps += event.took.length + event.gave.length;
    if (event.type !== 'entered') return;
    const member = job.members.indexOf(name);
    const { cost } = itemOf(event.task, config.value.members, member, config.value.remoteFactor);
    const isSlow = run.slow?.member === member && loop.now >= run.slow.fromMs;
    loop.after((1000 * cost) / (speed * (isSlow ? (run.slow?.share ?? 1) : 1)), () => {
      done.set(event.request, (done.get(event.request) ?? 0) + 1);
      endMs = loop.now;
      loop.command(name, { type: 'leave', request: event.request });
    });
  };
  for (const name of job.members) loop.add(name, balance.create(config.value, nodeId(name)));
  for (const name of job.members) loop.command(name, { type: 'start' });
  for (const [index, name] of job.members.entries()) {
    for (const task of job.given[index] ?? []) loop.command(name, { type: 'enter', ...task });
  }
  loop.run(4000 * run.withoutS, () => done.size === total);
  const messages = loop.messages;
  // What is still on its way may bring nothing back to life.
  loop.run(loop.now + 10_000);
  return {
    tookS: endMs / 1000,
    abovePercent: (100 * (endMs / 1000) * speed) / bound - 100,
    ...{ messages, delegations, swaps },
    doneTwice: [...done.values()].filter((times) => times > 1).length,
    undone: total - done.size,
    reserved: job.members.reduce(
      (sum, name) => sum + balance.status(loop.stateOf(name)).reserved,
      0,
    ),
  };
}
