// What paper 1 says in experiments 1 to 4, beside what was seen: how long it takes. The switch is in capture-switch-table.ts,
// messages and growth in capture-message-tables.ts.
import {
  ended,
  haveEnded,
  meanOfEnded,
  oneStep,
  percent,
  runsOf,
  spread,
} from './capture-cells.ts';
import { growthLines, messageLines } from './capture-message-tables.ts';
import { isPaperSetting, publishedEnds } from './capture-paper.ts';
import { switchLines } from './capture-switch-table.ts';
import type { Comparison, Row, Table, Values } from './experiment.ts';
import { numberIn } from './settings.ts';
import { column, distinct, rowsWith } from './statistics.ts';

export function captureTables(rows: readonly Row[], values: Values): readonly Table[] {
  return [
    { title: 'Time (experiments 1 and 2)', lines: timeLines(rows, values) },
    { title: 'The switch (experiment 3)', lines: switchLines(rows, values) },
    { title: 'Messages (experiment 4)', lines: messageLines(rows, values) },
    { title: 'Growth', lines: growthLines(rows, values) },
  ];
}

function timeLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const optimum = numberIn(values, 'molecules') / numberIn(values, 'nodes');
  const of = (protocol: string): readonly Row[] => runsOf(rows, protocol);
  const steps = (protocol: string): number => meanOfEnded(of(protocol), 'steps');
  const shown = (protocol: string): string => spread(column(of(protocol), 'steps'));
  const isPaper = isPaperSetting(values);
  const said = <T>(what: T): T | '' => (isPaper ? what : '');
  const about = (form: keyof typeof publishedEnds): string =>
    said(`about ${Math.round(optimum * publishedEnds[form])}`);
  const optimists = of('optimistic');
  const over = optimists.filter((row) => row['steps'] !== -1).length;
  const ours = shown('ours');
  const above = (protocol: string): string =>
    ended(steps(protocol) / optimum - 1, (share) => `${share < 0 ? '' : '+'}${percent(share)}`);
  const faster = (than: string, protocol: string): string =>
    ended(1 - steps(protocol) / steps(than), percent);
  const line = (
    where: string,
    what: string,
    paper: number | string,
    seen: string,
    by = ours,
    note = '',
  ) => ({
    where,
    what,
    unit: 'steps',
    paper,
    measured: seen,
    ours: by,
    ...(note && { note }),
  });
  return [
    line(
      'figure 3',
      'theoretic optimum, 2m/(nr)',
      said(optimum),
      `${Number(optimum.toPrecision(4))}`,
      '',
      'For a node that fetches one combination at a time.',
    ),
    {
      ...line(
        'figure 3',
        'optimists alone reach inertia',
        'mostly never',
        `${over} of ${optimists.length} runs`,
        '',
      ),
      unit: 'runs',
    },
    line(
      ...(['figure 3', 'pessimists alone', about('pessimistic')] as const),
      ...([shown('pessimistic'), ours, said(reckoned)] as const),
    ),
    line(
      ...(['figure 3', 'adaptive', about('adaptive')] as const),
      ...([shown('adaptive'), ours, said(reckoned)] as const),
    ),
    line('figure 3', 'adaptive, with dormant nodes', 'similar', shown('dormant')),
    {
      ...line(
        'experiment 1',
        'adaptive, fewer steps than pessimists',
        said('42 %'),
        faster('pessimistic', 'adaptive'),
        faster('pessimistic', 'ours'),
      ),
      unit: '',
    },
    {
      ...line(
        'experiment 1',
        'adaptive, above the optimum',
        said('+166 %'),
        above('adaptive'),
        above('ours'),
        said(
          'The sizes of the success lists, which are not printed, move this from +122 % to +193 %.',
        ),
      ),
      unit: '',
    },
    line(
      'experiment 3',
      'optimists favoured instead of pessimists',
      'no difference',
      shown('favouring optimists'),
    ),
    line('', 'ours, where nobody tells who owns what', '', '', shown('ours, no index')),
    ...oneStepLines(rows, optimum),
    line('', 'our capture, with everything captured', '', '', shown('our capture'), alone),
    line('', 'the same, pessimists alone', '', '', shown('our capture, pessimists')),
    line(
      '',
      'optimists alone, all holders serving in one order',
      '',
      shown('one order for all'),
      '',
      haveEnded(of('one order for all'))
        ? 'With one order they do end: what needs pessimism is that holders disagree, not that molecules are scarce.'
        : '',
    ),
    ...thresholdLines(rows, isPaper),
  ];
}

function oneStepLines(rows: readonly Row[], optimum: number): readonly Comparison[] {
  const found = runsOf(rows, oneStep);
  if (found.length === 0) return [];
  const isBelow = meanOfEnded(found, 'steps') < optimum;
  const note =
    'How long a reaction at home takes its node; in other lines it takes homeSteps. The optimum is of nodes that fetch what they consume; most combinations lie at home, and no message travels for them (decision 73).';
  return [
    {
      ...{ where: '', what: 'ours, one step at home', unit: 'steps', paper: '' },
      ...{ measured: '', ours: spread(column(found, 'steps')), ...(isBelow && { note }) },
    },
  ];
}

const reckoned = 'Reckoned from the 166 % and the 42 % below; the paper prints no number of steps.';
const alone =
  'What flasks do only where combinations have to be found: reactions at home come first.';

const publishedOrder: Readonly<Record<string, string>> = {
  ...{ '0.1': 'between', '0.3': 'between', '0.5': 'between', '0.7': 'best', '0.9': 'last' },
};

function thresholdLines(rows: readonly Row[], isPaper: boolean): readonly Comparison[] {
  const all = distinct<number>(rowsWith(rows, { part: 'threshold' }), 'threshold');
  const runs = (threshold: number): readonly Row[] =>
    rowsWith(rows, { part: 'threshold', threshold });
  const means = all.map((threshold) => meanOfEnded(runs(threshold), 'steps'));
  const gain: Comparison = {
    ...{ where: 'experiment 2', what: 'the best s, fewer steps than the worst', unit: '' },
    paper: isPaper ? 'up to 20 %' : '',
    measured: ended(1 - Math.min(...means) / Math.max(...means), percent),
    ours: 'no threshold',
  };
  const lines = all.map((threshold): Comparison => {
    const note =
      'Only some sizes of the success lists give this order; 0.5 and 0.7 are level here.';
    return {
      ...{ where: 'figure 4', what: `adaptive, s = ${threshold}`, unit: 'steps' },
      paper: isPaper ? (publishedOrder[threshold] ?? '') : '',
      measured: spread(column(runs(threshold), 'steps')),
      ...{ ours: 'no threshold', ...(isPaper && threshold === 0.7 && { note }) },
    };
  });
  return [...lines, gain];
}
