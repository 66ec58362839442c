// Experiment `groups`, paper 3 (group mutual exclusion for stream processing pipelines), figures 3 to 10. What is told of it is in
// groups-tables.ts and groups-pictures.ts; one run of one algorithm in groups-run.ts.
import { coordinator, groups as forks, ra1, ra2, twoFgme } from '../coordination/index.ts';
import type { Experiment, Progress, Row, Values } from './experiment.ts';
import { groupsPictures } from './groups-pictures.ts';
import { type GroupsFigures, type GroupsSetup, runGroups, usualGroups } from './groups-run.ts';
import { groupsTables } from './groups-tables.ts';
import { numberIn, numbersIn } from './settings.ts';

interface Algorithm {
  readonly name: string;
  run(setup: GroupsSetup): GroupsFigures;
}

/** Those of the paper, as printed or reconstructed, then ours. */
export const algorithms: readonly Algorithm[] = [
  { name: '2-FGME', run: (setup) => runGroups(twoFgme, setup) },
  { name: 'RA2', run: (setup) => runGroups(ra2, setup) },
  { name: 'RA1', run: (setup) => runGroups(ra1, setup) },
  { name: 'forks', run: (setup) => runGroups(forks, setup) },
  { name: 'coordinator', run: (setup) => runGroups(coordinator, setup) },
];

const paper = { source: 'paper' } as const;
const assumed = { source: 'assumed' } as const;

export const groupsExperiment: Experiment = {
  name: 'groups',
  title: 'group mutual exclusion: concurrency, messages, waiting',
  paper: 'paper 3, figures 3 to 10',
  claim:
    '2-FGME lets whole groups in together, as RA2 does and RA1 does not, with 28 to 40 % fewer messages than RA2 and about 13 ms of waiting.',
  seen: '2-FGME as printed has these figures only while it survives (it hangs as soon as requests cross, and in rarer orders lets both groups in); forks keep the concurrency with a third fewer messages still and never break, and a coordinator for each group needs a sixth of the messages at the price of two hops.',
  parameters: [
    {
      name: 'nodes',
      value: 12,
      unit: 'nodes',
      meaning: 'members of both groups together',
      ...paper,
      least: 2,
      most: 60,
    },
    {
      name: 'entries',
      value: [2, 10, 18, 26, 34, 42, 50],
      unit: '',
      meaning: 'entries of each node, figure 6',
      ...paper,
      least: 1,
    },
    {
      name: 'sizes',
      value: [6, 8, 10, 12, 14, 16, 18, 20, 22, 24],
      unit: 'nodes',
      meaning: 'sizes in figure 7',
      ...paper,
      least: 2,
      most: 60,
    },
    {
      name: 'sizeEntries',
      value: 10,
      unit: '',
      meaning: 'entries of each node, figure 7',
      ...paper,
      least: 1,
    },
    {
      name: 'insideMs',
      value: [1000, 2000, 5000],
      unit: 'ms',
      meaning: 'inCS in figures 8 to 10, of which the first is that of 6 and 7',
      ...paper,
      least: 1,
    },
    {
      name: 'thinkMs',
      value: [0, 500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000],
      unit: 'ms',
      meaning: 'P in figures 8 to 10',
      ...assumed,
    },
    {
      name: 'latencyEntries',
      value: 25,
      unit: '',
      meaning: 'entries of each node, figures 8 to 10 and where think times are drawn',
      ...paper,
      least: 6,
    },
    {
      name: 'leftOut',
      value: 5,
      unit: '',
      meaning: 'first entries of each that are not measured there',
      ...paper,
    },
    {
      name: 'concurrencyMs',
      value: 300,
      unit: 'ms',
      meaning: 'inCS and P in figures 3 to 5',
      ...paper,
      least: 1,
    },
    {
      name: 'repeats',
      value: 3,
      unit: '',
      meaning: 'experiments whose mean a point is',
      ...paper,
      least: 1,
    },
    {
      name: 'delayMinMs',
      value: 4.5,
      unit: 'ms',
      meaning: 'shortest time of a message',
      ...assumed,
      whole: false,
    },
    {
      name: 'delayMaxMs',
      value: 8.5,
      unit: 'ms',
      meaning: 'longest time of a message',
      ...assumed,
      whole: false,
    },
    {
      name: 'firstWithinMs',
      value: 300,
      unit: 'ms',
      meaning: 'the first requests come within this time',
      ...assumed,
    },
    {
      name: 'thinkingRuns',
      value: 10,
      unit: '',
      meaning: 'runs with think times by chance',
      ...assumed,
      least: 1,
    },
    {
      name: 'trials',
      value: 40,
      unit: '',
      meaning: 'runs that show how often 2-FGME hangs or breaks',
      ...assumed,
      least: 1,
    },
  ],
  conflict,
  run,
  tables: groupsTables,
  pictures: groupsPictures,
};

function conflict(values: Values): string | undefined {
  for (const name of ['nodes', 'sizes']) {
    const given = name === 'nodes' ? [numberIn(values, name)] : numbersIn(values, name);
    const odd = given.find((one) => one % 2 !== 0);
    if (odd !== undefined)
      return `${name} takes even numbers, two groups of the same size, not ${odd}`;
  }
  const [least, most] = [numberIn(values, 'delayMinMs'), numberIn(values, 'delayMaxMs')];
  if (least > most) return `delayMinMs takes at most delayMaxMs, ${most}, not ${least}`;
  const [leftOut, entries] = [numberIn(values, 'leftOut'), numberIn(values, 'latencyEntries')];
  if (leftOut < entries) return undefined;
  return `leftOut takes fewer than latencyEntries, ${entries}, not ${leftOut}: nothing would be measured`;
}

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const delay = { minMs: numberIn(values, 'delayMinMs'), maxMs: numberIn(values, 'delayMaxMs') };
  const [insideMs = 1000] = numbersIn(values, 'insideMs');
  const base: GroupsSetup = {
    ...{ ...usualGroups, seed, delay, insideMs, thinkMs: insideMs },
    nodes: numberIn(values, 'nodes'),
    entries: numberIn(values, 'sizeEntries'),
    firstWithinMs: numberIn(values, 'firstWithinMs'),
  };
  const rows: Row[] = [];
  const parts = [concurrency, byEntries, byNodes, latency, trouble, thinking];
  for (const [i, part] of parts.entries()) {
    for (const [k, algorithm] of algorithms.entries()) {
      progress(
        i * algorithms.length + k,
        parts.length * algorithms.length,
        `${part.name}, ${algorithm.name}`,
      );
      rows.push(...part(algorithm, base, values));
    }
  }
  return rows;
}

type Part = (algorithm: Algorithm, base: GroupsSetup, values: Values) => readonly Row[];

/** Figures 3 to 5: everybody who wants in, and who is. */
const concurrency: Part = (algorithm, base, values) => {
  const ms = numberIn(values, 'concurrencyMs');
  const setup = { ...base, thinkMs: ms, insideMs: ms, entries: 8 };
  const { moments, together, mostInside } = algorithm.run(setup);
  const common = { algorithm: algorithm.name };
  return [
    { part: 'concurrency', ...common, together, mostInside, size: base.nodes / 2 },
    ...moments.map(({ atMs, wanting, inside }) => ({
      ...{ part: 'attendance', ...common, atMs, wantingA: wanting[0], insideA: inside[0] },
      ...{ wantingB: wanting[1], insideB: inside[1] },
    })),
  ];
};

/** Figure 6. */
const byEntries: Part = (algorithm, base, values) =>
  numbersIn(values, 'entries').flatMap((entries) =>
    repeated(algorithm, { ...base, entries }, values, 'entries', { entries }),
  );

/** Figure 7. */
const byNodes: Part = (algorithm, base, values) =>
  numbersIn(values, 'sizes').flatMap((nodes) =>
    repeated(algorithm, { ...base, nodes }, values, 'nodes', { nodes }),
  );

/** Figures 8 to 10. */
const latency: Part = (algorithm, base, values) => {
  const entries = numberIn(values, 'latencyEntries');
  const leftOut = numberIn(values, 'leftOut');
  return numbersIn(values, 'insideMs').flatMap((insideMs) =>
    numbersIn(values, 'thinkMs').flatMap((thinkMs) => {
      const setup = { ...base, entries, leftOut, insideMs, thinkMs };
      return repeated(algorithm, setup, values, 'latency', { insideMs, thinkMs });
    }),
  );
};

/** How many of so many runs end with everybody served and nobody where it must not be. */
const trouble: Part = (algorithm, base, values) => {
  if (algorithm.name !== '2-FGME' && algorithm.name !== 'forks') return [];
  const trials = numberIn(values, 'trials');
  const cases = [
    ...[10, 50, 100, 300].map((ms) => ({
      case: `first requests within ${ms} ms`,
      firstWithinMs: ms,
    })),
    { case: 'no time between requests', thinkMs: 0 },
    { case: 'think times by chance', thinks: 'exponential' as const },
  ];
  return cases.map(({ case: name, ...more }) => {
    let hung = 0;
    let broken = 0;
    let made = 0;
    for (let trial = 0; trial < trials; trial++) {
      const setup = { ...base, ...more, seed: base.seed + trial, entries: 10 };
      const figures = algorithm.run(setup);
      const due = setup.nodes * setup.entries;
      if (figures.entries < due) hung++;
      if (figures.faults > 0) broken++;
      made += Math.min(1, figures.entries / due);
    }
    const madePercent = (100 * made) / trials;
    return {
      part: 'trouble',
      algorithm: algorithm.name,
      case: name,
      trials,
      hung,
      broken,
      madePercent,
    };
  });
};

/** Think times by chance: how large groups come in, and how many a second. One run differs much from the next. */
const thinking: Part = (algorithm, base, values) => {
  const due = numberIn(values, 'latencyEntries');
  return Array.from({ length: numberIn(values, 'thinkingRuns') }, (_, repeat) => {
    const setup = { ...base, thinks: 'exponential', entries: due } as const;
    const figures = algorithm.run({ ...setup, seed: base.seed + repeat });
    const { session, entriesPerS, wholePerS, messages, entries, latencyMs } = figures;
    return {
      ...{ part: 'thinking', algorithm: algorithm.name, repeat: repeat + 1, session, entriesPerS },
      ...{ wholePerS, perEntry: messages / Math.max(1, entries), latencyMs },
      isWhole: entries >= base.nodes * due ? 'yes' : 'no',
    };
  });
};

function repeated(
  algorithm: Algorithm,
  setup: GroupsSetup,
  values: Values,
  part: string,
  keys: Readonly<Record<string, number>>,
): readonly Row[] {
  return Array.from({ length: numberIn(values, 'repeats') }, (_, repeat) => {
    const figures = algorithm.run({ ...setup, seed: setup.seed + repeat });
    const { messages, latencyMs, latencySdMs, mostInside, faults } = figures;
    const due = setup.nodes * setup.entries;
    return {
      ...{ part, algorithm: algorithm.name, ...keys, repeat: repeat + 1, messages, latencyMs },
      ...{ latencySdMs, mostInside, faults, entriesMade: figures.entries, due },
    };
  });
}
