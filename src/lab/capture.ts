// Experiment `capture`, paper 1 (adaptive atomic capture of multiple molecules), experiments 1 to 4: one rule that consumes two
// molecules. The printed protocol is in capture-printed.ts, ours in capture-spread.ts; what is told of them in capture-tables.ts
// and capture-pictures.ts. Programs of several rules are in capture-rules.ts.
import { createRng } from '../base/index.ts';
import { type PolicyOptions, usualPolicy, usualSpread } from '../dht/index.ts';
import { oneStep } from './capture-cells.ts';
import { captureConflict, cycleSteps, fetchSteps, paperSetting } from './capture-paper.ts';
import { capturePictures } from './capture-pictures.ts';
import { type PrintedOptions, type PrintedResult, PrintedRun } from './capture-printed.ts';
import { labPrograms } from './capture-programs.ts';
import { type ShippedResult, ShippedRun } from './capture-shipped.ts';
import { SpreadRun, type SpreadRunOptions, type Steals } from './capture-spread.ts';
import { captureTables } from './capture-tables.ts';
import type { Experiment, Parameter, Progress, Row, Values } from './experiment.ts';
import { numberIn, numbersIn } from './settings.ts';

/** The forms of the printed protocol, by the names they have in rows. */
export const printedForms = {
  optimistic: { mode: 'optimistic' },
  pessimistic: { mode: 'pessimistic' },
  adaptive: { mode: 'adaptive' },
  dormant: { mode: 'adaptive', sleeps: true },
  'favouring optimists': { mode: 'adaptive', sleeps: true, favoursOptimists: true },
  'one order for all': { mode: 'optimistic', order: 'same' },
} as const satisfies Readonly<Record<string, Form>>;

interface Form {
  readonly mode: 'optimistic' | 'pessimistic' | 'adaptive';
  readonly sleeps?: boolean;
  readonly favoursOptimists?: boolean;
  readonly order?: PrintedOptions['order'];
}

const paper = { source: 'paper' } as const;
const assumed = { source: 'assumed' } as const;

/** What both experiments with the capture have in common; `own` and `others` are the sizes of the lists. */
export function captureParameters(
  own: number,
  others: number,
  weight: number,
): readonly Parameter[] {
  const given = paperSetting;
  const nodes = {
    name: 'nodes',
    value: given.nodes,
    unit: 'nodes',
    meaning: 'nodes',
    ...paper,
    least: 2,
  };
  return [
    nodes,
    {
      ...{
        name: 'molecules',
        value: given.molecules,
        unit: 'molecules',
        meaning: 'in the solution at first',
      },
      ...{ ...paper, least: 2 },
    },
    {
      ...{ name: 'threshold', value: given.threshold, unit: '' },
      ...{ meaning: 's: optimistic while sigma^r >= s', ...paper, most: 1, whole: false },
    },
    {
      ...{
        name: 'aborts',
        value: given.aborts,
        unit: '',
        meaning: 'a: aborts in a row before sleep',
      },
      ...{ ...paper, least: 1 },
    },
    {
      ...{ name: 'sleep', value: given.sleep, unit: 'steps' },
      ...{ meaning: 'delta: length of sleep', ...paper },
    },
    {
      ...{ name: 'sleepSpread', value: given.sleepSpread, unit: 'steps' },
      ...{ meaning: 'how far it varies', ...paper },
    },
    {
      ...{ name: 'ownSize', value: own, unit: '', meaning: 'own attempts that a rate is made of' },
      ...{ ...assumed, least: 1 },
    },
    {
      ...{ name: 'othersSize', value: others, unit: '', meaning: 'rates of others remembered' },
      ...{ ...assumed, least: 1 },
    },
    {
      ...{ name: 'ownWeight', value: weight, unit: '', meaning: 'weight of the own rate in sigma' },
      ...{ ...assumed, most: 1, whole: false },
    },
    {
      ...{ name: 'homeSteps', value: fetchSteps, unit: 'steps' },
      ...{ meaning: 'ours: a reaction at home takes so long', ...assumed, least: 1 },
    },
    {
      ...{ name: 'maxSteps', value: 2000, unit: 'steps', meaning: 'a run is given up after these' },
      ...{ ...assumed, least: 1 },
    },
  ];
}

export const captureExperiment: Experiment = {
  name: 'capture',
  title: 'atomic capture with one rule: time, modes, messages, growth',
  paper: 'paper 1, experiments 1 to 4, figures 3 to 11',
  claim:
    'Changing between an optimistic and a pessimistic way to ask takes 42 % fewer steps than pessimism alone, 30 % fewer messages, and messages grow linearly with the nodes.',
  seen: 'The claims hold for the protocol once its pseudo-code is repaired (as printed it consumes molecules twice and can stop for ever); with one owner for each molecule, reactions at the owner and work that moves, the same work takes less than half of the steps and a sixtieth of the messages.',
  parameters: [
    ...captureParameters(usualPolicy.ownSize, usualPolicy.othersSize, 0.33),
    {
      ...{
        name: 'thresholds',
        value: [0.1, 0.3, 0.5, 0.7, 0.9],
        unit: '',
        meaning: 's in figure 4',
      },
      ...{ ...paper, most: 1, whole: false },
    },
    {
      ...{
        name: 'sizes',
        value: [50, 250, 1000, 2500],
        unit: 'nodes',
        meaning: 'in figures 6 and 11',
      },
      ...{ ...paper, least: 2 },
    },
    {
      ...{ name: 'growth', value: [250, 1000, 4000, 10_000], unit: 'nodes' },
      ...{ meaning: 'sizes at 60 molecules a node', ...assumed, least: 2 },
    },
    {
      ...{ name: 'growthPrinted', value: 1000, unit: 'nodes' },
      ...{ meaning: 'the printed protocol grows up to here', ...assumed },
    },
    {
      ...{ name: 'repeats', value: 1, unit: '', meaning: 'of experiments 1 and 2 in each run' },
      ...{ ...assumed, least: 1 },
    },
  ],
  gallery: {
    // What is small 20 times, since one run differs from the next; of many nodes, where they hardly do, two will do.
    runs: 2,
    set: { sizes: [50, 250, 1000, 2500, 5000, 10_000], growthPrinted: 4000, repeats: 10 },
  },
  conflict: captureConflict,
  run,
  tables: captureTables,
  pictures: capturePictures,
};

export function printedOptions(values: Values, form: Form): PrintedOptions {
  const number = (name: string): number => numberIn(values, name);
  const dormant = {
    aborts: number('aborts'),
    steps: number('sleep'),
    spread: number('sleepSpread'),
  };
  return {
    ...{ program: labPrograms.single, nodes: number('nodes'), molecules: number('molecules') },
    policy: {
      ...{ mode: form.mode, threshold: number('threshold'), ownSize: number('ownSize') },
      ...{ othersSize: number('othersSize'), ownWeight: number('ownWeight') },
    },
    dormant: form.sleeps ? dormant : undefined,
    ...{ changesRules: true, favoursOptimists: form.favoursOptimists ?? false },
    ...{ order: form.order ?? 'random', maxSteps: number('maxSteps') },
  };
}

export function spreadOptions(values: Values): SpreadRunOptions {
  const number = (name: string): number => numberIn(values, name);
  return {
    ...{ program: labPrograms.single, nodes: number('nodes'), molecules: number('molecules') },
    ...{ homeSteps: number('homeSteps'), discovery: 'free', maxSteps: number('maxSteps') },
  };
}

/** Ours, by the names in rows: with as many steps for a reaction at home as are set, and with one, since no message travels for it. */
export function withHomeSteps(
  options: SpreadRunOptions,
): Readonly<Record<string, SpreadRunOptions>> {
  return {
    ours: options,
    ...(options.homeSteps > 1 && { [oneStep]: { ...options, homeSteps: 1 } }),
  };
}

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const rows: Row[] = [];
  const parts = [forms, ours, thresholds, sizes, growth];
  for (const [i, part] of parts.entries()) {
    progress(i, parts.length, part.name);
    rows.push(...part(values, seed));
  }
  return rows;
}

/** Experiments 1, 3 and 4 (figures 3, 5 and 7 to 10): each form of the printed protocol. Of repeats only the totals are told. */
function forms(values: Values, seed: number): readonly Row[] {
  return Object.entries(printedForms).flatMap(([protocol, form]) => {
    const options = printedOptions(values, form);
    // Optimists alone never end: what can be seen can be seen in some hundred steps.
    const maxSteps =
      form.mode === 'optimistic' ? Math.min(shownSteps, options.maxSteps) : options.maxSteps;
    return repeatSeeds(values, seed).flatMap((one, at) => {
      const result = new PrintedRun({ ...options, maxSteps }, one).run();
      const row = { part: 'run', protocol, repeat: at + 1, ...totals(result) };
      const told = { ...row, ...switchOf(result, options.nodes) };
      return at === 0 ? [told, ...steps(protocol, result), ...cycles(protocol, result)] : [told];
    });
  });
}

/** The seed of the run, and as many more as it is to be repeated. */
function repeatSeeds(values: Values, seed: number): readonly number[] {
  const rng = createRng(seed).split('repeats');
  return Array.from({ length: numberIn(values, 'repeats') }, (_, at) =>
    at === 0 ? seed : rng.below(0x1_0000_0000),
  );
}

/** Ours, on the same program: work that moves, and our capture when all has to be captured. */
function ours(values: Values, seed: number): readonly Row[] {
  const options = spreadOptions(values);
  const forms = {
    ...withHomeSteps(options),
    'ours, no index': { ...options, discovery: 'none' },
  } as const;
  const moved = Object.entries(forms).flatMap(([protocol, one]) => {
    const result = new SpreadRun(one, seed).run();
    const left = (counts: readonly number[]): number => Math.floor((counts[0] ?? 0) / 2);
    return [
      ownRow(protocol, result),
      ...result.series.map((step, at) => ({
        ...{ part: 'oursSeries', protocol, step: at, left: left(step.molecules) },
      })),
    ];
  });
  const { nodes, molecules, maxSteps } = options;
  const captured = (['adaptive', 'pessimistic'] as const).map((mode) => {
    const policy: PolicyOptions = { ...usualPolicy, mode };
    const result = new ShippedRun({ nodes, molecules, policy, maxSteps }, seed).run();
    return ownRow(mode === 'adaptive' ? 'our capture' : 'our capture, pessimists', result);
  });
  return [...moved, ...captured];
}

function ownRow(protocol: string, { steps: took, ...counts }: ShippedResult): Row {
  const { reactions, messages, shipped } = counts;
  return { part: 'ours', protocol, steps: took ?? -1, reactions, messages, shipped };
}

/** Experiment 2 (figure 4). */
function thresholds(values: Values, seed: number): readonly Row[] {
  const options = printedOptions(values, printedForms.adaptive);
  return numbersIn(values, 'thresholds').flatMap((threshold) => {
    const policy = { ...options.policy, threshold };
    return repeatSeeds(values, seed).map((one, at) => {
      const result = new PrintedRun({ ...options, policy }, one).run();
      return { part: 'threshold', threshold, repeat: at + 1, ...totals(result) };
    });
  });
}

/** Experiments 3 and 4 (figures 6 and 11): the same molecules for more nodes. */
function sizes(values: Values, seed: number): readonly Row[] {
  return numbersIn(values, 'sizes').flatMap((nodes) => {
    const printed = (['adaptive', 'dormant'] as const).map((protocol) => {
      const options = { ...printedOptions(values, printedForms[protocol]), nodes };
      const result = new PrintedRun(options, seed).run();
      return { part: 'size', protocol, nodes, ...totals(result), ...switchOf(result, nodes) };
    });
    const mine = { ours: usualSpread, 'ours, thrifty': thrifty };
    return [
      ...printed,
      ...Object.entries(mine).map(([protocol, steals]) => {
        const result = new SpreadRun({ ...spreadOptions(values), nodes, steals }, seed).run();
        return { ...ownRow(protocol, result), part: 'oursSize', nodes };
      }),
    ];
  });
}

/** More nodes with more molecules: what a system that grows with its load sees. */
function growth(values: Values, seed: number): readonly Row[] {
  const perNode = Math.round(numberIn(values, 'molecules') / numberIn(values, 'nodes'));
  return numbersIn(values, 'growth').flatMap((nodes) => {
    const molecules = nodes * perNode;
    const row = (protocol: string, result: Took): Row => {
      const { steps: took = -1, reactions, messages } = result;
      return { part: 'growth', protocol, nodes, steps: took, reactions, messages };
    };
    const own = { ...spreadOptions(values), nodes, molecules };
    const mine = row('ours', new SpreadRun(own, seed).run());
    if (nodes > numberIn(values, 'growthPrinted')) return [mine];
    const options = { ...printedOptions(values, printedForms.dormant), nodes, molecules };
    const printed = new PrintedRun(options, seed).run();
    return [mine, { ...row('dormant', printed), ...switchOf(printed, nodes) }];
  });
}

type Took = Pick<ShippedResult, 'steps' | 'reactions' | 'messages'>;

/** Nobody steals before it has nothing left to do, nor before it has earned it. */
const thrifty: Steals = { ...usualSpread, prefetch: 1, startTokens: 0 };

/** Steps is -1 where reactions were left for ever. */
export function totals({ steps: took, reactions, messages, series }: PrintedResult) {
  const useful = series.reduce((sum, step) => sum + step.useful, 0);
  return { steps: took ?? -1, reactions, messages, useful };
}

/** From the step with fewer than 98 % optimists to that with fewer than 2 %; and the most that changed in two steps. */
function switchOf({ series }: PrintedResult, nodes: number) {
  const below = (share: number): number =>
    series.findIndex(({ optimists }) => optimists < share * nodes);
  const [switchFrom, switchTo] = [below(0.98), below(0.02)];
  const pairs = series.map((step, at) => step.switches + (series[at + 1]?.switches ?? 0));
  return { switchFrom, switchTo, switchPeak: Math.max(0, ...pairs) };
}

/** Figures end here at the latest. */
const shownSteps = 400;

function steps(protocol: string, { series }: PrintedResult): readonly Row[] {
  return series.slice(0, shownSteps).map((step, at) => {
    const { optimists, pessimists, dormant, switches } = step;
    const left = Math.floor((step.molecules[0] ?? 0) / 2);
    return {
      ...{ part: 'series', protocol, step: at, left },
      ...{ optimists, pessimists, dormant, switches },
    };
  });
}

/** Messages that led to a reaction, and the others. */
function cycles(protocol: string, { series }: PrintedResult): readonly Row[] {
  return Array.from(
    { length: Math.ceil(Math.min(shownSteps, series.length) / cycleSteps) },
    (_, cycle) => {
      const within = series.slice(cycle * cycleSteps, (cycle + 1) * cycleSteps);
      const useful = within.reduce((sum, step) => sum + step.useful, 0);
      const useless = within.reduce((sum, step) => sum + step.messages, 0) - useful;
      return { part: 'cycles', protocol, cycle: cycle + 1, useful, useless };
    },
  );
}
