// Experiment `balance`, paper 4 (situational load balancing): its two examples, its job on 16 agents, a node that becomes slow,
// and how far each way of doing the job is from a bound that none can beat.
import type { BalanceOptions } from '../coordination/index.ts';
import {
  allocations,
  allTasks,
  bestAllocations,
  gammaOf,
  itemsOf,
  loadsOf,
  ordersOf,
} from './balance-examples.ts';
import { costsOf, firstMakespan, type Job, lowerBound, makeJob, paperJob } from './balance-job.ts';
import { balancePictures } from './balance-pictures.ts';
import {
  type JobFigures,
  type JobRun,
  ownershipAtFirst,
  runJob,
  runStealing,
} from './balance-run.ts';
import { balanceTables } from './balance-tables.ts';
import type { Experiment, Progress, Row, Values } from './experiment.ts';
import { numberIn, numbersIn } from './settings.ts';

/** From the print to what is shipped; each line adds something to the one before, except for stealing. */
const ways: Readonly<Record<string, Omit<BalanceOptions, 'members'> | 'stealing'>> = {
  agnostic: { strategy: 'agnostic', winner: 'load', batch: 1, swap: 0 },
  situational: { winner: 'load', batch: 1, swap: 0 },
  stealing: 'stealing',
  'winner by cost': { batch: 1, swap: 0 },
  'batches and swaps': {},
  'few informs': { informMs: 5000 },
};

/** What is also run with a slow node and with a smaller excess. */
const someWays = ['agnostic', 'situational', 'stealing', 'batches and swaps'];

const strategies = ['agnostic', 'situational'];

const paper = { source: 'paper' } as const;
const assumed = { source: 'assumed' } as const;

export const balanceExperiment: Experiment = {
  name: 'balance',
  title: 'who does which task: negotiation beside the best possible',
  paper: 'paper 4, examples 1 and 2, section 6',
  claim:
    'Negotiation halves the run time of a skewed job, and the situational strategy, which offers distant tasks first, is 7.6 % faster than the agnostic one.',
  seen: 'It does halve it, and the situational strategy is ahead by 1 to 8 %, depending on whether it gets going; both end 10 to 20 % above the bound, where work stealing is too with a thousandth of the messages, and with exchanges of tasks the run comes within 1 % of what no allocation can beat.',
  parameters: [
    {
      name: 'agents',
      value: paperJob.members,
      unit: 'nodes',
      meaning: 'agents',
      ...paper,
      least: 2,
      most: 64,
    },
    {
      name: 'tasks',
      value: 20_571,
      unit: 'tasks',
      meaning: 'tasks of the job; the paper has 82,283, four times as many',
      ...assumed,
      least: 100,
      most: 1_000_000,
    },
    {
      name: 'smallTasks',
      value: 20_571,
      unit: 'tasks',
      meaning: 'tasks of the job with a slow node, and of the less skewed one',
      ...assumed,
      least: 100,
      most: 1_000_000,
    },
    {
      name: 'sizes',
      value: [5143, 10_285, 20_571],
      unit: 'tasks',
      meaning: 'the same job cut into fewer, larger tasks',
      ...assumed,
      least: 100,
      most: 1_000_000,
    },
    {
      name: 'sizeSeeds',
      value: 3,
      unit: '',
      meaning: 'runs of each of them, from seeds that follow each other',
      ...assumed,
      least: 1,
      most: 100,
    },
    {
      name: 'withoutS',
      value: paperJob.withoutS,
      unit: 's',
      meaning: 'run time without negotiation, which sets the speed of the nodes',
      ...paper,
      least: 1,
    },
    {
      name: 'excess',
      value: paperJob.excess,
      unit: '',
      meaning: 'load of the first node over the mean',
      ...assumed,
      least: 1.01,
      most: 10,
      whole: false,
    },
    {
      name: 'smallExcess',
      value: 1.32,
      unit: '',
      meaning: 'the same where makespans are compared: more cannot be meant by -24 %',
      ...assumed,
      least: 1.01,
      most: 10,
      whole: false,
    },
    {
      name: 'slowFromS',
      value: 150,
      unit: 's',
      meaning: 'from then on the first node works at half its speed',
      ...assumed,
    },
  ],
  gallery: { set: { tasks: paperJob.tasks } },
  conflict,
  run,
  tables: balanceTables,
  pictures: balancePictures,
};

interface Case {
  readonly part: string;
  readonly seed: number;
  /** Where there are several of a kind, which of them it is. */
  readonly repeat?: number;
  readonly job: Job;
  readonly bound: number;
  readonly ways: readonly string[];
  readonly slow?: NonNullable<JobRun['slow']>;
}

function conflict(values: Values): string | undefined {
  const agents = numberIn(values, 'agents');
  for (const name of ['excess', 'smallExcess']) {
    const excess = numberIn(values, name);
    if (excess > agents)
      return `${name} takes at most the number of agents, ${agents}, not ${excess}`;
  }
  const [fromS, withoutS] = [numberIn(values, 'slowFromS'), numberIn(values, 'withoutS')];
  if (fromS < withoutS) return undefined;
  return `slowFromS takes less than withoutS, ${withoutS} s, not ${fromS}: the run would be over`;
}

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const agents = numberIn(values, 'agents');
  const withoutS = numberIn(values, 'withoutS');
  const caseOf = (
    part: string,
    tasks: number,
    excess: number,
    names: readonly string[],
    from: number = seed,
  ): Case => {
    const job = makeJob(from, agents, tasks, excess);
    return { part, seed: from, job, bound: lowerBound(costsOf(job), 100), ways: names };
  };
  // One run of the situational strategy differs much from the next, one with exchanges hardly.
  const sizesOf = (tasks: number): readonly Case[] =>
    Array.from({ length: numberIn(values, 'sizeSeeds') }, (_, repeat) => {
      const names = repeat === 0 ? [...strategies, 'batches and swaps'] : strategies;
      return { ...caseOf('sizes', tasks, excess, names, seed + repeat), repeat: repeat + 1 };
    });
  const small = numberIn(values, 'smallTasks');
  const slow = { member: 0, fromMs: 1000 * numberIn(values, 'slowFromS'), share: 0.5 };
  const excess = numberIn(values, 'excess');
  const cases: readonly Case[] = [
    caseOf('job', numberIn(values, 'tasks'), excess, Object.keys(ways)),
    caseOf('excess', small, numberIn(values, 'smallExcess'), someWays),
    { ...caseOf('slow', small, excess, someWays), slow },
    ...numbersIn(values, 'sizes').flatMap(sizesOf),
  ];
  const total = cases.reduce((sum, one) => sum + one.ways.length, 0);
  const rows: Row[] = [...exampleRows()];
  let done = 0;
  for (const { part, seed: from, repeat, job, bound, ways: names, slow: slowed } of cases) {
    const which = repeat === undefined ? {} : { repeat };
    const without = withoutRows(part, job, bound, withoutS, slowed);
    rows.push(...without.map((row) => ({ ...row, ...which })));
    for (const name of names) {
      progress(done++, total, `${part}, ${name}`);
      const common = { seed: from, withoutS, ...(slowed && { slow: slowed }) };
      rows.push({ ...rowOf(part, name, job, runWay(name, job, bound, common)), ...which });
    }
  }
  return rows;
}

function runWay(
  name: string,
  job: Job,
  bound: number,
  common: Omit<JobRun, 'options'>,
): JobFigures {
  const way = ways[name] ?? {};
  if (way === 'stealing') return runStealing(job, bound, common);
  return runJob(job, bound, { ...common, options: way });
}

function tasksOf({ given }: Job): number {
  return given.reduce((sum, tasks) => sum + tasks.length, 0);
}

function rowOf(part: string, way: string, job: Job, figures: JobFigures): Row {
  return { part, way, tasks: tasksOf(job), ...figures, firstMakespan: firstMakespan(job) };
}

/** Nothing to simulate: everybody does what it was given. And the bound, as a row of its own. */
function withoutRows(
  part: string,
  job: Job,
  bound: number,
  withoutS: number,
  slow: JobRun['slow'],
): readonly Row[] {
  const first = firstMakespan(job);
  const fromS = (slow?.fromMs ?? 0) / 1000;
  const tookS = slow ? fromS + (withoutS - fromS) / slow.share : withoutS;
  const nobody = {
    tasks: tasksOf(job),
    messages: 0,
    delegations: 0,
    swaps: 0,
    doneTwice: 0,
    undone: 0,
  };
  const boundS = (bound / first) * withoutS;
  return [
    {
      part,
      way: 'none',
      tookS,
      abovePercent: (100 * tookS) / boundS - 100,
      makespan: first,
      ...{ ...nobody, ...ownershipAtFirst(job) },
      firstMakespan: first,
    },
    {
      part,
      way: 'bound',
      tookS: boundS,
      abovePercent: 0,
      makespan: bound,
      ...nobody,
      firstMakespan: first,
    },
  ];
}

function exampleRows(): readonly Row[] {
  const best = bestAllocations();
  return [
    ...Object.entries(allocations).map(([name, allocation]) => ({
      ...{ part: 'example', what: name, loads: loadsOf(allocation).join(' / ') },
      gamma: ([1, 2] as const)
        .map((agent) => `{${gammaOf(allocation, agent).join(', ')}}`)
        .join(' '),
    })),
    {
      part: 'example',
      what: 'best',
      loads: String(best.makespan),
      gamma: `${best.ones.length} of 128`,
    },
    ...(['situational', 'agnostic'] as const).map((strategy) => {
      const { runs, offers } = ordersOf(allTasks, 1, strategy);
      return { part: 'example', what: strategy, loads: runs, gamma: offers };
    }),
    ...tableRows(),
  ];
}

/** Tables 1 and 2: what each task costs agents 1 and 2, and how much of its data each has. */
function tableRows(): readonly Row[] {
  const both = (text: (agent: 1 | 2) => string) => ({ loads: text(1), gamma: text(2) });
  return [
    {
      ...{ part: 'example', what: 'costs' },
      ...both((agent) =>
        itemsOf(allTasks, agent)
          .map(({ cost }) => cost)
          .join(' '),
      ),
    },
    {
      ...{ part: 'example', what: 'ownership' },
      ...both((agent) =>
        itemsOf(allTasks, agent)
          .map(({ ownership }) => Number(ownership.toFixed(2)))
          .join(' '),
      ),
    },
  ];
}
