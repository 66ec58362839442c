// Experiment `capture-rules`, paper 1, experiments 5 to 8: programs of several rules, where each node of the printed protocol has
// one active rule and changes it (section 3.5). What is told of it is in capture-rules-tables.ts.
import {
  captureParameters,
  printedForms,
  printedOptions,
  spreadOptions,
  totals,
  withHomeSteps,
} from './capture.ts';
import { captureConflict } from './capture-paper.ts';
import { PrintedRun } from './capture-printed.ts';
import { type LabProgramName, labPrograms, leastSteps } from './capture-programs.ts';
import { captureRulesPictures } from './capture-rules-pictures.ts';
import { captureRulesTables } from './capture-rules-tables.ts';
import { SpreadRun } from './capture-spread.ts';
import type { Experiment, Progress, Row, Values } from './experiment.ts';
import { numbersIn } from './settings.ts';

/** The programs in the order of the experiments. */
export const multiRulePrograms = [
  ...(['independent', 'dependent', 'circular', 'circularEqual'] as const),
  ...(['workflow', 'workflowPairs'] as const),
] satisfies readonly LabProgramName[];

export const captureRulesExperiment: Experiment = {
  name: 'capture-rules',
  title: 'atomic capture with several rules: who works on which, and how long',
  paper: 'paper 1, experiments 5 to 8, figures 15 to 19',
  claim:
    'Nodes that change their active rule follow the flow of the molecules from rule to rule, with nobody telling them.',
  seen: 'They do follow it, but hardly gain by it: nodes that keep the rule drawn at the start take about as long. Without active rules at all, with reactions wherever a combination lies, the same programs take about a quarter of the steps or fewer, and a thirtieth of the messages or fewer. Where a reaction at home takes the two steps that the paper needs to fetch its molecules they take less than half of the steps, except for the workflow, of which that is impossible: there ours takes hardly more than the least.',
  parameters: [
    // Neither the lists nor the weight of one rule: docs/adr/0072-several-rules-settled.md.
    ...captureParameters(20, 50, 0.5),
    {
      ...{ name: 'weights', value: [0.25, 0.33, 0.5, 0.75, 1], unit: '' },
      ...{ meaning: 'ownWeight, where the circular program shows what it decides' },
      ...{ source: 'assumed', most: 1, whole: false },
    },
  ],
  gallery: { runs: 5 },
  conflict: captureConflict,
  run,
  tables: captureRulesTables,
  pictures: captureRulesPictures,
};

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const parts = multiRulePrograms.length + 1;
  const rows = multiRulePrograms.flatMap((program, i) => {
    progress(i, parts, program);
    return [...printed(program, values, seed), ...ours(program, values, seed)];
  });
  progress(parts - 1, parts, 'weights');
  return [...rows, ...weights(values, seed)];
}

/** The paper names no weight of the own rate in sigma, and the circular program hangs on it most. */
function weights(values: Values, seed: number): readonly Row[] {
  const options = printedOptions(values, printedForms.dormant);
  return numbersIn(values, 'weights').map((weight) => {
    const policy = { ...options.policy, ownWeight: weight };
    const circular = { ...options, program: labPrograms.circular, policy };
    return { part: 'weight', weight, ...totals(new PrintedRun(circular, seed).run()) };
  });
}

function printed(program: LabProgramName, values: Values, seed: number): readonly Row[] {
  const options = {
    ...printedOptions(values, printedForms.dormant),
    program: labPrograms[program],
  };
  const [changing, keeping] = [true, false].map((changesRules) =>
    new PrintedRun({ ...options, changesRules }, seed).run(),
  );
  if (changing === undefined || keeping === undefined) return [];
  return [
    { part: 'run', program, protocol: 'changing', ...totals(changing) },
    { part: 'run', program, protocol: 'keeping', ...totals(keeping) },
    ...changing.series.map(({ nodesOn, molecules, optimists, pessimists, dormant }, step) => ({
      ...{ part: 'series', program, step, optimists, pessimists, dormant },
      ...numbered('on', nodesOn, 4),
      ...numbered('type', molecules, 5),
    })),
  ];
}

function ours(program: LabProgramName, values: Values, seed: number): readonly Row[] {
  const forms = withHomeSteps({ ...spreadOptions(values), program: labPrograms[program] });
  return Object.entries(forms).flatMap(([protocol, options]) => {
    const { steps = -1, reactions, messages, series } = new SpreadRun(options, seed).run();
    const least = leastSteps(reactions, options.nodes, options.homeSteps);
    return [
      { part: 'ours', program, protocol, steps, reactions, messages, least },
      ...series.map((one, step) => ({
        ...{ part: 'oursSeries', program, protocol, step, ...numbered('type', one.molecules, 5) },
      })),
    ];
  });
}

/** Columns `on0`, `on1`, ...: rows of one part have the same ones, whatever the program. */
function numbered(name: string, values: readonly number[], most: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: most }, (_, i) => [`${name}${i}`, values[i] ?? 0]),
  );
}
