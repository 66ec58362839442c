// Experiment `pools`, paper 5 (failure-resistant resource management): what a task costs in messages and round trips, whether it is
// served at all, and how far a failure reaches; as printed, repaired, and with the repair that keeps failures local.
import type { Experiment, Progress, Row, Values } from './experiment.ts';
import { costOf } from './pools-cost.ts';
import { poolsPictures } from './pools-pictures.ts';
import { poolsTables } from './pools-tables.ts';
import { type CrashTrial, runCrashTrial, runTrial, type Trial } from './pools-trials.ts';
import { type PoolsSubject, printedPools, repairedPools, stubbornPools } from './pools-world.ts';
import { numberIn, numbersIn } from './settings.ts';

const assumed = { source: 'assumed' } as const;

export const poolsExperiment: Experiment = {
  name: 'pools',
  title: 'all the resources of a task at once: messages, waiting, failures',
  paper: 'paper 5, sections 1 and 4',
  claim:
    'A task without conflicts needs messages and time of the order of its resources, nobody starves, and a failure is felt only by tasks that share resources with the failed one.',
  seen: 'As printed most runs never end; with its errata settled a task alone takes 12 messages a pool and a constant 5 round trips, but a failure still reaches tasks that share nothing with the dead, until blocked tasks stand back from time to time.',
  parameters: [
    {
      name: 'pools',
      value: [1, 2, 3, 4, 5, 6],
      unit: 'pools',
      meaning: 'resources that a task needs, ϱ',
      ...assumed,
      least: 1,
      most: 20,
    },
    {
      name: 'others',
      value: [0, 1, 2, 4, 8, 16],
      unit: 'tasks',
      meaning: 'others at the same two pools, who have what they need',
      ...assumed,
      most: 64,
    },
    {
      name: 'trials',
      value: 300,
      unit: '',
      meaning: 'random runs of each form',
      ...assumed,
      least: 1,
    },
    {
      name: 'crashTrials',
      value: 1000,
      unit: '',
      meaning: 'random runs in which one task dies',
      ...assumed,
      least: 1,
    },
    {
      name: 'blockedMs',
      value: 100,
      unit: 'ms',
      meaning: 'Γ, after which a blocked task moves ahead',
      ...assumed,
      least: 1,
    },
    {
      name: 'lastsMs',
      value: 60_000,
      unit: 'ms',
      meaning: 'who is not served by then, never is',
      ...assumed,
      least: 1000,
    },
  ],
  run,
  tables: poolsTables,
  pictures: poolsPictures,
};

interface Form {
  readonly name: string;
  cost(pools: number, others: number): ReturnType<typeof costOf>;
  trial(seed: number, blockedMs: number, lastsMs: number): Trial;
  crash(seed: number, blockedMs: number, lastsMs: number): CrashTrial;
}

function formOf<S, M>(name: string, subject: PoolsSubject<S, M>): Form {
  return {
    name,
    cost: (pools, others) => costOf(subject, pools, others),
    trial: (seed, blockedMs, lastsMs) => runTrial(subject, seed, blockedMs, lastsMs),
    crash: (seed, blockedMs, lastsMs) => runCrashTrial(subject, seed, blockedMs, lastsMs),
  };
}

const printed = formOf('printed', printedPools);
const stubborn = formOf('errata settled', stubbornPools);
const ours = formOf('ours', repairedPools);

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const blockedMs = numberIn(values, 'blockedMs');
  const lastsMs = numberIn(values, 'lastsMs');
  const trials = numberIn(values, 'trials');
  const crashTrials = numberIn(values, 'crashTrials');
  const total = 3 * trials + 2 * crashTrials;
  let done = 0;
  const rows: Row[] = [];
  for (const form of [printed, ours]) {
    for (const pools of numbersIn(values, 'pools')) {
      rows.push({ part: 'alone', form: form.name, pools, ...costRow(form.cost(pools, 0)) });
    }
    for (const others of numbersIn(values, 'others')) {
      rows.push({ part: 'beside', form: form.name, others, ...costRow(form.cost(2, others)) });
    }
  }
  for (const form of [printed, stubborn, ours]) {
    const found = Array.from({ length: trials }, (_, i) => {
      progress(done++, total, `runs, ${form.name}`);
      return form.trial(seed + i, blockedMs, lastsMs);
    });
    rows.push(trialsRow(form.name, found));
  }
  for (const form of [stubborn, ours]) {
    const found = Array.from({ length: crashTrials }, (_, i) => {
      progress(done++, total, `crashes, ${form.name}`);
      return form.crash(seed + i, blockedMs, lastsMs);
    });
    rows.push(...crashRows(form.name, found));
  }
  return rows;
}

/** A task that never enters has no round trips to tell. */
function costRow({ messages, roundTrips }: ReturnType<typeof costOf>): {
  messages: number;
  roundTrips: number | string;
} {
  return { messages, roundTrips: Number.isFinite(roundTrips) ? roundTrips : 'never' };
}

function trialsRow(form: string, trials: readonly Trial[]): Row {
  const sum = (of: (trial: Trial) => number): number =>
    trials.reduce((total, one) => total + of(one), 0);
  return {
    ...{ part: 'runs', form, trials: trials.length },
    hung: trials.filter(({ tasks, served }) => served < tasks).length,
    partly: trials.filter(({ partly }) => partly > 0).length,
    servedPercent: (100 * sum(({ served }) => served)) / sum(({ tasks }) => tasks),
    messagesPerTask: sum(({ messages }) => messages) / sum(({ tasks }) => tasks),
    waitMs:
      sum(({ waitMs, served }) => waitMs * served) /
      Math.max(
        1,
        sum(({ served }) => served),
      ),
  };
}

/** Only of runs in which the dead had something left to do. */
function crashRows(form: string, trials: readonly CrashTrial[]): readonly Row[] {
  const counted = trials.filter(({ diedInTheMiddle }) => diedInTheMiddle);
  return [1, 2, 3].map((distance) => {
    const places = counted.map(
      ({ byDistance }) => byDistance[distance - 1] ?? { tasks: 0, unserved: 0 },
    );
    return {
      ...{ part: 'crashes', form, distance, trials: counted.length },
      disturbed: places.filter(({ unserved }) => unserved > 0).length,
      tasks: places.reduce((sum, place) => sum + place.tasks, 0),
      unserved: places.reduce((sum, place) => sum + place.unserved, 0),
    };
  });
}
