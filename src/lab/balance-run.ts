// A job of paper 4, done by the real machines on the tight loop: how long it takes, how far that is from the bound, what it
// costs in messages, and whether each task is done once.
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type Millis,
  nodeId,
  type Rng,
} from '../base/index.ts';
import {
  type BalanceCommand,
  type BalanceEvent,
  type BalanceOptions,
  balance,
  itemOf,
  stealing,
} from '../coordination/index.ts';
import { exponential, TightLoop } from '../sim/index.ts';
import { firstMakespan, type Job } from './balance-job.ts';

export interface JobFigures {
  readonly tookS: number;
  /** Above the bound. */
  readonly abovePercent: number;
  /** The most that one member had to do in the end, as cost, and the work of all. */
  readonly makespan: number;
  readonly work: number;
  readonly messages: number;
  readonly delegations: number;
  readonly swaps: number;
  /** Tasks done by a member that has none of their data. */
  readonly distant: number;
  /** Tasks done by a member that has half of their data or more. */
  readonly local: number;
  /** Tasks done by a member that has from 60 to 70 % of their data, which figure 5 singles out. */
  readonly sixty: number;
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
  assert(config.ok, 'wrong options', config);
  const reserved = (state: ReturnType<typeof balance.create>): number =>
    balance.status(state).reserved;
  const create = (name: string) => balance.create(config.value, nodeId(name));
  return runMachines(job, bound, run, create, balance.step, reserved);
}

/** The same job by work stealing. */
export function runStealing(job: Job, bound: number, run: Omit<JobRun, 'options'>): JobFigures {
  const config = stealing.configure({ members: job.members });
  assert(config.ok, 'wrong options', config);
  const create = (name: string) => stealing.create(config.value, nodeId(name));
  return runMachines(job, bound, run, create, stealing.step, () => 0);
}

type OwnershipCounts = { -readonly [K in 'distant' | 'local' | 'sixty']: JobFigures[K] };

function countOwnership(counts: OwnershipCounts, ownership: number): void {
  if (ownership === 0) counts.distant++;
  if (ownership >= 0.5) counts.local++;
  if (ownership >= 0.6 && ownership < 0.7) counts.sixty++;
}

/** Where the data of the tasks are when everybody does what it was given. */
export function ownershipAtFirst({ members, given }: Job): Readonly<OwnershipCounts> {
  const nodes = members.map(nodeId);
  const counts = { distant: 0, local: 0, sixty: 0 };
  for (const [member, tasks] of given.entries()) {
    for (const task of tasks) countOwnership(counts, itemOf(task, nodes, member, 2).ownership);
  }
  return counts;
}

function runMachines<S, M extends { readonly type: string }>(
  job: Job,
  bound: number,
  run: Omit<JobRun, 'options'>,
  create: (name: string) => S,
  step: (state: S, input: Input<M, BalanceCommand>, ctx: Ctx) => readonly Effect<M, BalanceEvent>[],
  reserved: (state: S) => number,
): JobFigures {
  const speed = firstMakespan(job) / run.withoutS;
  const nodes = job.members.map(nodeId);
  const delayMs = (rng: Rng): Millis => 2 + exponential(rng, 3);
  const loop = new TightLoop<S, M, BalanceCommand, BalanceEvent>(run.seed, step, delayMs);
  const done = new Map<string, number>();
  const loads = job.members.map(() => 0);
  const total = job.given.reduce((sum, tasks) => sum + tasks.length, 0);
  const counts = { delegations: 0, swaps: 0, distant: 0, local: 0, sixty: 0 };
  let endMs = 0;
  loop.onEvent = (name, event) => {
    if (event.type === 'delegated') counts.delegations += event.took.length;
    if (event.type === 'swapped') counts.swaps += event.took.length + event.gave.length;
    if (event.type !== 'entered') return;
    const member = job.members.indexOf(name);
    const { cost, ownership } = itemOf(event.task, nodes, member, 2);
    const isSlow = run.slow?.member === member && loop.now >= run.slow.fromMs;
    loop.after((1000 * cost) / (speed * (isSlow ? (run.slow?.share ?? 1) : 1)), () => {
      done.set(event.request, (done.get(event.request) ?? 0) + 1);
      loads[member] = (loads[member] ?? 0) + cost;
      countOwnership(counts, ownership);
      endMs = loop.now;
      loop.command(name, { type: 'leave', request: event.request });
    });
  };
  for (const name of job.members) loop.add(name, create(name));
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
    makespan: Math.max(...loads),
    work: loads.reduce((sum, load) => sum + load, 0),
    ...{ messages, ...counts },
    doneTwice: [...done.values()].filter((times) => times > 1).length,
    undone: total - done.size,
    reserved: job.members.reduce((sum, name) => sum + reserved(loop.stateOf(name)), 0),
  };
}
