// What paper 1 says of programs with several rules, beside what was seen, and the pictures of it.
import { spread } from './capture-tables.ts';
import type { Comparison, Row, Table, Values } from './experiment.ts';
import type { Panel, Picture, Series } from './picture.ts';
import { column, distinct, mean, pointsOf, rowsWith } from './statistics.ts';

const titles: Readonly<Record<string, string>> = {
  independent: 'independent rules',
  dependent: 'dependent rules',
  circular: 'circular, one type at first',
  circularEqual: 'circular, all types at first',
  workflow: 'workflow',
};

const figures: Readonly<Record<string, string>> = {
  ...{ independent: 'figure 15', dependent: 'figure 16', circular: 'figure 17' },
  ...{ circularEqual: 'figure 18', workflow: 'figure 19' },
};

export function captureRulesTables(rows: readonly Row[], _values: Values): readonly Table[] {
  const programs = distinct<string>(rowsWith(rows, { part: 'ours' }), 'program');
  return [
    { title: 'Time and messages', lines: programs.flatMap((program) => costs(rows, program)) },
    { title: 'Who works on which rule (experiments 5 to 8)', lines: whereabouts(rows) },
  ];
}

function costs(rows: readonly Row[], program: string): readonly Comparison[] {
  const of = (protocol: string): readonly Row[] =>
    rowsWith(rows, { part: protocol === 'ours' ? 'ours' : 'run', program, protocol });
  const steps = (protocol: string): string => spread(column(of(protocol), 'steps'));
  const each = (protocol: string): string => {
    const found = of(protocol);
    return (mean(column(found, 'messages')) / mean(column(found, 'reactions'))).toFixed(2);
  };
  const least = Math.round(mean(column(of('ours'), 'least')));
  const [where, title] = [figures[program] ?? '', titles[program] ?? program];
  const common = { where, paper: '' };
  return [
    {
      ...{ ...common, what: `${title} (at least ${least})`, unit: 'steps' },
      ...{ measured: steps('changing'), ours: steps('ours') },
    },
    {
      ...{ ...common, what: `${title}, rules kept as drawn`, unit: 'steps' },
      ...{ measured: steps('keeping'), ours: '' },
    },
    {
      ...{ ...common, what: `${title}, for each reaction`, unit: 'messages' },
      ...{ measured: each('changing'), ours: each('ours') },
    },
  ];
}

/** Nodes on each rule at moments that the paper speaks of. */
function whereabouts(rows: readonly Row[]): readonly Comparison[] {
  const at = (program: string, step: number, rules: number): string => {
    const found = rowsWith(rows, { part: 'series', program, step });
    if (found.length === 0) return 'over before';
    const on = Array.from({ length: rules }, (_, i) => Math.round(mean(column(found, `on${i}`))));
    return on.join(' / ');
  };
  const line = (
    program: string,
    step: number,
    rules: number,
    paper: string,
    note = '',
  ): Comparison => ({
    ...{ where: figures[program] ?? '', what: `${titles[program]}, on each rule at step ${step}` },
    ...{ unit: 'nodes', paper, measured: at(program, step, rules), ours: 'no active rules' },
    ...(note && { note }),
  });
  return [
    line('independent', 50, 3, 'equal'),
    line('dependent', 25, 3, 'all but keepers on R0'),
    line('dependent', 175, 3, 'most on R1, some on R2'),
    line('circular', 25, 3, 'all on R0'),
    line(
      ...(['circular', 175, 3, 'R1, then R2'] as const),
      'The paper sees few molecules about step 200; one turn of all 15000 alone takes 180 steps at best, and leaves 7500.',
    ),
    line('circularEqual', 50, 3, 'equal'),
    line('workflow', 175, 4, 'about 100 on R1 and R2 each, 50 on R3'),
  ];
}

export function captureRulesPictures(rows: readonly Row[], _values: Values): readonly Picture[] {
  return distinct<string>(rowsWith(rows, { part: 'ours' }), 'program').map((program) =>
    courseOf(rows, program),
  );
}

/** Figures 15 to 19: nodes on each rule, modes, molecules; and molecules in ours. */
function courseOf(rows: readonly Row[], program: string): Picture {
  const found = rowsWith(rows, { part: 'series', program });
  const ours = rowsWith(rows, { part: 'oursSeries', program });
  const x = { title: 'step', unit: '' };
  const lines = (
    of: readonly Row[],
    columns: readonly string[],
    names: readonly string[],
  ): Series[] =>
    columns.map((key, i) => ({
      ...{ name: names[i] ?? key, mark: 'line', of: of === ours ? 'ours' : 'measured' },
      points: pointsOf(of, 'step', key).map((point) => ({ x: point.x, y: point.y })),
    }));
  const some = (of: readonly Row[], name: string): readonly string[] =>
    [0, 1, 2, 3, 4]
      .map((i) => `${name}${i}`)
      .filter((key) => of.some((row) => typeof row[key] === 'number' && row[key] > 0));
  const rules = some(found, 'on');
  const types = some(found, 'type');
  const numbered = (keys: readonly string[], letter: string): readonly string[] =>
    keys.map((key) => letter + key.slice(-1));
  const count = { title: 'nodes', unit: '' };
  const molecules = { title: 'molecules', unit: '', from: 0 };
  const panels: readonly Panel[] = [
    { title: 'on each rule', x, y: count, series: lines(found, rules, numbered(rules, 'R')) },
    {
      ...{ title: 'in each mode', x, y: count },
      series: lines(found, ['optimists', 'pessimists', 'dormant'], []),
    },
    { title: 'molecules', x, y: molecules, series: lines(found, types, numbered(types, 'T')) },
    { title: 'molecules, ours', x, y: molecules, series: lines(ours, types, numbered(types, 'T')) },
  ];
  return {
    ...{
      name: `capture-${program}`,
      title: `The course of a program: ${titles[program] ?? program}`,
    },
    ...{ subtitle: `${figures[program] ?? ''} of the paper, and ours`, panels },
  };
}
