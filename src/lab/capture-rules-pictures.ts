// The pictures of paper 1's programs of several rules, figures 15 to 19: who works on which rule, in which mode, and what is left.
import {
  ended,
  haveEnded,
  meanOfEnded,
  notEnded,
  oneStep,
  runsOf,
  stepsInWords,
} from './capture-cells.ts';
import { modeSeries } from './capture-pictures.ts';
import { type LabProgram, type LabProgramName, labPrograms } from './capture-programs.ts';
import { figures, titles } from './capture-rules-tables.ts';
import type { Row, Values } from './experiment.ts';
import type { Panel, Picture, Series } from './picture.ts';
import { numberIn } from './settings.ts';
import { distinct, pointsOf, rowsWith } from './statistics.ts';

/** Of the workflow one reading is drawn; the other looks alike. */
export function captureRulesPictures(rows: readonly Row[], values: Values): readonly Picture[] {
  return distinct<LabProgramName>(rowsWith(rows, { part: 'ours' }), 'program')
    .filter((program) => program !== 'workflowPairs')
    .map((program) => courseOf(rows, program, values));
}

/** The course of one run, under the steps of all. A rule has the colour of the first type that it consumes. */
function courseOf(all: readonly Row[], program: LabProgramName, values: Values): Picture {
  const rows = rowsWith(all, { run: 1 });
  const runs = distinct(all, 'run').length;
  const found = rowsWith(rows, { part: 'series', program });
  const ours = rowsWith(rows, { part: 'oursSeries', program, protocol: 'ours' });
  const x = { title: 'step', unit: '', from: 0, to: Math.max(found.length, ours.length) };
  const count = { title: 'nodes', unit: '', from: 0 };
  const molecules = { title: 'molecules', unit: '', scale: 'log', from: 1, to: 100_000 } as const;
  const haveAllEnded = haveEnded(rowsWith(rows, { program }));
  const panels: readonly Panel[] = [
    { title: 'nodes on each rule, printed', x, y: count, series: lines(found, 'on', 'R') },
    { title: 'nodes in each mode, printed', x, y: count, series: modesOf(found) },
    { title: 'molecules, printed', x, y: molecules, series: lines(found, 'type', 'T') },
    {
      title: haveAllEnded ? oursTitle(found, ours) : 'molecules, ours',
      x,
      y: molecules,
      series: lines(ours, 'type', 'T'),
    },
  ];
  const title = titles[program] ?? program;
  const atHome = `${stepsInWords(numberIn(values, 'homeSteps'))} at home`;
  const steps = (protocol: string, unit = ''): string => {
    const found = runsOf(rowsWith(all, { program }), protocol);
    if (found.length === 0) return '';
    return ended(meanOfEnded(found, 'steps'), (mean) => `${Math.round(mean)}${unit}`);
  };
  const quick = steps(oneStep);
  const isToldQuick = quick !== '' && quick !== notEnded;
  const besides = isToldQuick ? `; ${quick} with one step at home` : '';
  return {
    name: `capture-${program}`,
    title: `${title.charAt(0).toUpperCase()}${title.slice(1)}: printed ${steps('changing', ' steps')}, ours ${steps('ours')}${besides}`,
    subtitle: `${rulesText(labPrograms[program])}; ${runs === 1 ? 'one run' : `curves of one run, steps in the mean of ${runs}`}, ours with ${atHome}; ${figures[program] ?? ''} of the paper`,
    // A row for the rules, one for the modes, then the types.
    ...{ panels, legendColumns: Math.max(3, labPrograms[program].rules.length) },
  };
}

/** Types that are used up in the step that makes them are never seen lying about. */
function oursTitle(printed: readonly Row[], ours: readonly Row[]): string {
  const seen = lines(ours, 'type', 'T').map(({ name }) => name);
  const unseen = lines(printed, 'type', 'T').filter(({ name }) => !seen.includes(name));
  if (unseen.length === 0) return 'molecules, ours';
  return `molecules, ours (${unseen.map(({ name }) => name).join(' and ')} react at once)`;
}

/** A logarithm has no room for none. */
function lines(rows: readonly Row[], column: string, letter: string): readonly Series[] {
  const used = [0, 1, 2, 3, 4].filter((i) => rows.some((row) => isSome(row[`${column}${i}`])));
  return used.map((i) => ({
    ...{ name: `${letter}${i}`, family: `number ${i}`, colour: i, mark: 'line', of: 'measured' },
    points: pointsOf(rows, 'step', `${column}${i}`).filter(({ y }) => letter === 'R' || y >= 1),
  }));
}

function isSome(value: number | string | undefined): boolean {
  return typeof value === 'number' && value > 0;
}

function modesOf(rows: readonly Row[]): readonly Series[] {
  return (['optimists', 'pessimists', 'dormant'] as const).map((mode) => modeSeries(mode, rows));
}

/** `R0: 2 T0 → T1 + T2`, and so on. */
function rulesText({ rules }: LabProgram): string {
  const side = (types: readonly number[]): string => {
    const kinds = [...new Set(types)].map((type) => {
      const times = types.filter((other) => other === type).length;
      return `${times === 1 ? '' : `${times} `}T${type}`;
    });
    return kinds.length === 0 ? 'nothing' : kinds.join(' + ');
  };
  return rules
    .map(({ inputs, outputs }, i) => `R${i}: ${side(inputs)} → ${side(outputs)}`)
    .join(', ');
}
