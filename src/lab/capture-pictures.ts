// The pictures of experiments 1 to 4 of paper 1: reactions left, modes, messages, growth.
import { meanOfEnded, runsOf, stepsInWords } from './capture-cells.ts';
import { isPaperSetting, publishedCycles, publishedEnds } from './capture-paper.ts';
import type { Row, Values } from './experiment.ts';
import type { Panel, Picture, Point, Series } from './picture.ts';
import { numberIn } from './settings.ts';
import { distinct, pointsOf, rowsWith, whole } from './statistics.ts';

export function capturePictures(rows: readonly Row[], values: Values): readonly Picture[] {
  return [time(rows, values), modes(rows, values), messages(rows, values), growth(rows, values)];
}

const step = { title: 'step', unit: '' };

/** Figure 3: what is left after each step. */
function time(rows: readonly Row[], values: Values): Picture {
  const optimum = numberIn(values, 'molecules') / numberIn(values, 'nodes');
  const most = numberIn(values, 'molecules') / 2;
  const line = (name: string, protocol: string, of: Series['of']): Series => {
    const later = protocol === 'ours' ? numberIn(values, 'homeSteps') : 0;
    return { name, mark: 'line', of, points: leftAt(rows, protocol, later) };
  };
  const bound: Series = {
    ...{ name: 'optimum', mark: 'line', of: 'bound' },
    points: Array.from({ length: Math.ceil(optimum) + 1 }, (_, at) => ({
      x: at,
      y: Math.max(1, most * (1 - at / optimum)),
    })),
  };
  const isPaper = isPaperSetting(values);
  const forms = isPaper ? (['pessimistic', 'adaptive'] as const) : [];
  const published = forms.map(
    (family): Series => ({
      ...{ name: `${family}, as published`, family, mark: 'points', of: 'paper' },
      points: [{ x: publishedEnds[family] * optimum, y: 1 }],
    }),
  );
  const panel: Panel = {
    // The frame of figure 3; other settings have other ends.
    ...{ title: '', x: { ...step, from: 0, ...(isPaper && { to: 300 }) } },
    y: {
      ...{ title: 'reactions left; at 1, the last', unit: '', scale: 'log', from: 1 },
      ...(isPaper && { to: 10_000 }),
    },
    series: [
      line('optimistic', 'optimistic', 'measured'),
      line('pessimistic', 'pessimistic', 'measured'),
      line('adaptive', 'adaptive', 'measured'),
      line('adaptive, dormant nodes', 'dormant', 'measured'),
      line('ours', 'ours', 'ours'),
      ...[bound, ...published],
    ],
  };
  return {
    ...{ name: 'capture-time' },
    title: timeTitle(rows, optimum),
    subtitle: `${subject(values)}, ${meanOf(rows)}; figure 3 of the paper`,
    ...{ panels: [panel], width: 600 },
  };
}

/** How late ours is (the optimum is of nodes that fetch what they consume), and how much longer the printed protocol takes: at least so many halves. */
function timeTitle(rows: readonly Row[], optimum: number): string {
  const ours = meanOfEnded(runsOf(rows, 'ours'), 'steps');
  const printed = meanOfEnded(runsOf(rows, 'adaptive'), 'steps');
  if (Number.isNaN(ours)) {
    return Number.isNaN(printed)
      ? 'Neither ours nor the printed protocol has ended'
      : 'Ours has not ended; the printed protocol has';
  }
  const late = Math.round(ours - optimum);
  const apart = stepsInWords(Math.abs(late));
  const own = `Ours ends ${late === 0 ? 'at' : `${apart} ${late > 0 ? 'after' : 'before'}`} the optimum`;
  if (Number.isNaN(printed)) return `${own}; the printed protocol has not ended`;
  const times = Math.floor((2 * printed) / ours) / 2;
  const long = times === 2 ? 'twice as long' : times > 1 ? `${times} times as long` : 'as long';
  return `${own}; the printed protocol takes ${long}`;
}

/**
 * The mean of all runs, of which those that are over have none left; down to one, since a logarithm has no room for none. Ours
 * counts molecules when they begin to react, and so shows them `later`; the printed protocol when they have reacted.
 */
function leftAt(rows: readonly Row[], protocol: string, later: number): readonly Point[] {
  const part = protocol === 'ours' ? 'oursSeries' : 'series';
  const points = summed(rowsWith(rows, { part, protocol }), 'step', 'left', runsIn(rows));
  const last = points.findIndex(({ y }) => y < 1);
  const kept = last < 0 ? points : points.slice(0, last + 1);
  return kept.map(({ x, y }) => ({ x: Number(x) + later, y: Math.max(1, y) }));
}

/** The mean over all runs at each `x`, where runs that are over count as nought. */
function summed(rows: readonly Row[], x: string, y: string, runs: number): readonly Point[] {
  const sums = new Map<number, number>();
  for (const row of rows) {
    const at = row[x] as number;
    sums.set(at, (sums.get(at) ?? 0) + (row[y] as number));
  }
  return [...sums].sort(([a], [b]) => a - b).map(([at, sum]) => ({ x: at, y: sum / runs }));
}

function runsIn(rows: readonly Row[]): number {
  return Math.max(1, distinct(rows, 'run').length);
}

function meanOf(rows: readonly Row[]): string {
  const runs = runsIn(rows);
  return runs === 1 ? 'one run' : `mean of ${runs} runs`;
}

/** A mode has the same colour in all pictures, whatever is drawn beside it, and none that a rule or a type has. */
export function modeSeries(
  mode: 'optimists' | 'pessimists' | 'dormant',
  rows: readonly Row[],
): Series {
  const colour = { optimists: 5, pessimists: 6, dormant: 7 }[mode];
  const points = pointsOf(rows, 'step', mode).map(({ x, y }) => ({ x, y }));
  return { name: mode, mark: 'line', of: 'measured', colour, points };
}

/** Figure 5: how many nodes are in which mode. */
function modes(rows: readonly Row[], values: Values): Picture {
  const panel = (
    protocol: string,
    title: string,
    names: readonly ('optimists' | 'pessimists' | 'dormant')[],
  ): Panel => {
    const found = rowsWith(rows, { part: 'series', protocol, run: 1 });
    const series = names.map((mode) => modeSeries(mode, found));
    return { title, x: { ...step, from: 0 }, y: { title: 'nodes', unit: '', from: 0 }, series };
  };
  const asking = ['optimists', 'pessimists'] as const;
  return {
    name: 'capture-modes',
    title: isPaperSetting(values)
      ? 'All nodes change to pessimism within a dozen steps'
      : 'How many nodes ask in which mode',
    subtitle: `the printed protocol, ${subject(values)}, one run; figure 5 of the paper`,
    panels: [
      panel('adaptive', 'without dormant nodes', asking),
      panel('dormant', 'with dormant nodes', [...asking, 'dormant']),
    ],
  };
}

const formTitles: Readonly<Record<string, string>> = {
  ...{ optimistic: 'optimistic alone', pessimistic: 'pessimistic alone' },
  ...{ adaptive: 'adaptive', dormant: 'adaptive, with dormant nodes' },
};

/** Figures 7 to 10. */
function messages(rows: readonly Row[], values: Values): Picture {
  const isPaper = isPaperSetting(values);
  const panels = Object.entries(formTitles).map(([protocol, form]): Panel => {
    const isEndless = isPaper && protocol === 'optimistic';
    const title = isEndless ? `${form} (never ends)` : form;
    const found = rowsWith(rows, { part: 'cycles', protocol });
    const series = ['useful', 'useless'].map(
      (kind): Series => ({
        ...{ name: kind === 'useful' ? 'led to a reaction' : 'in vain', mark: 'line' },
        ...{ of: 'measured', points: summed(found, 'cycle', kind, runsIn(rows)) },
      }),
    );
    const published = isPaper ? publishedCycles[protocol] : undefined;
    const x = { title: 'cycle of 12 steps', unit: '', from: 0, to: 24 };
    const top = isPaper && { to: 10_000 };
    const y = { title: 'messages in a cycle', unit: '', from: 0, ...top };
    const shown = series.map((one) => ({
      ...one,
      points: one.points.filter((point) => Number(point.x) <= x.to),
    }));
    if (published === undefined) return { title, x, y, series: shown };
    const all: Series = {
      ...{ name: 'both together, as published', mark: 'points', of: 'paper' },
      points: [published],
    };
    return { title, x, y, series: [...shown, all] };
  });
  return {
    name: 'capture-messages',
    title: isPaper
      ? 'Towards the end nearly all messages are in vain'
      : 'Messages that led to a reaction, and those in vain',
    subtitle: `the printed protocol, ${subject(values)}, ${meanOf(rows)}; figures 7 to 10 of the paper`,
    panels,
  };
}

/** Figure 11, and what happens when molecules grow with nodes. */
function growth(rows: readonly Row[], values: Values): Picture {
  const partOf = (part: string, protocol: string): readonly Row[] =>
    rowsWith(rows, {
      part: part === 'size' && protocol === 'ours' ? 'oursSize' : part,
      protocol,
      // A run that was given up would have sent more and taken longer.
    }).filter((row) => row['steps'] !== -1);
  const series = (part: string, y: string, protocols: readonly string[]): readonly Series[] =>
    protocols.map((protocol) => ({
      ...{ name: formTitles[protocol] ?? protocol, mark: 'line' },
      ...{ of: protocol === 'ours' ? 'ours' : 'measured' },
      points: pointsOf(partOf(part, protocol), 'nodes', y),
    }));
  const nodes = { title: 'nodes', unit: '', scale: 'log' } as const;
  const molecules = numberIn(values, 'molecules');
  const perNode = Math.round(molecules / numberIn(values, 'nodes'));
  const panels: readonly Panel[] = [
    {
      ...{ title: `${whole(molecules)} molecules for more nodes`, x: nodes },
      y: { title: 'messages in all', unit: '', scale: 'log', from: 100, to: 10_000_000 },
      series: series('size', 'messages', ['adaptive', 'dormant', 'ours']),
    },
    {
      ...{ title: `${perNode} molecules for each node`, x: nodes },
      y: { title: 'steps to inertia', unit: '', from: 0 },
      series: series('growth', 'steps', ['dormant', 'ours']),
    },
  ];
  return {
    ...{
      name: 'capture-growth',
      title: isPaperSetting(values)
        ? 'With more nodes, ours sends a thirtieth or less, and takes as long as with few'
        : 'Messages and steps, by the number of nodes',
    },
    subtitle: `${meanOf(rows)}, bars: least and most; figure 11 of the paper, and load that grows with the nodes`,
    panels,
  };
}

function subject(values: Values): string {
  return `${numberIn(values, 'nodes')} nodes, ${whole(numberIn(values, 'molecules'))} molecules, r = 2`;
}
