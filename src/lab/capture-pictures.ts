// The pictures of experiments 1 to 4 of paper 1: reactions left, modes, messages, growth.
import { reactionSteps } from './capture-spread.ts';
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
  const line = (name: string, protocol: string, of: Series['of']): Series => ({
    ...{ name, mark: 'line', of, points: leftAt(rows, protocol) },
  });
  const bound: Series = {
    ...{ name: 'optimum', mark: 'line', of: 'bound' },
    points: Array.from({ length: Math.ceil(optimum) + 1 }, (_, at) => ({
      x: at,
      y: Math.max(1, most * (1 - at / optimum)),
    })),
  };
  const published = (['pessimistic', 'adaptive'] as const).map(
    (family): Series => ({
      ...{ name: `${family}, as published`, family, mark: 'points', of: 'paper' },
      points: [{ x: publishedEnds[family] * optimum, y: 1 }],
    }),
  );
  const panel: Panel = {
    ...{ title: '', x: { ...step, from: 0, to: 300 } },
    y: { title: 'reactions left; at 1, the last', unit: '', scale: 'log', from: 1, to: 10_000 },
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
    title: 'Ours ends two steps after the optimum; the printed protocol takes twice as long',
    subtitle: `${subject(values)}, ${meanOf(rows)}; figure 3 of the paper`,
    ...{ panels: [panel], width: 600 },
  };
}

/** When runs end in the paper, over the optimum: 166 % more, and 42 % less than pessimists alone. */
export const publishedEnds = { adaptive: 2.66, pessimistic: 2.66 / (1 - 0.42) } as const;

/** The mean of all runs, of which those that are over have none left; down to one, since a logarithm has no room for none. */
function leftAt(rows: readonly Row[], protocol: string): readonly Point[] {
  const part = protocol === 'ours' ? 'oursSeries' : 'series';
  const points = summed(rowsWith(rows, { part, protocol }), 'step', 'left', runsIn(rows));
  const last = points.findIndex(({ y }) => y < 1);
  const kept = last < 0 ? points : points.slice(0, last + 1);
  // Ours counts molecules when they begin to react, and a reaction takes two steps; the printed protocol when they have reacted.
  const later = protocol === 'ours' ? reactionSteps : 0;
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

/** Figure 5: how many nodes are in which mode. */
function modes(rows: readonly Row[], values: Values): Picture {
  const panel = (protocol: string, title: string, names: readonly string[]): Panel => {
    const found = rowsWith(rows, { part: 'series', protocol, run: 1 });
    const series = names.map(
      (mode): Series => ({
        ...{ name: mode, mark: 'line', of: 'measured' },
        points: pointsOf(found, 'step', mode).map(({ x, y }) => ({ x, y })),
      }),
    );
    return { title, x: { ...step, from: 0 }, y: { title: 'nodes', unit: '', from: 0 }, series };
  };
  const asking = ['optimists', 'pessimists'];
  return {
    ...{ name: 'capture-modes', title: 'All nodes change to pessimism within a dozen steps' },
    subtitle: `the printed protocol, ${subject(values)}, one run; figure 5 of the paper`,
    panels: [
      panel('adaptive', 'without dormant nodes', asking),
      panel('dormant', 'with dormant nodes', [...asking, 'dormant']),
    ],
  };
}

const formTitles: Readonly<Record<string, string>> = {
  ...{ optimistic: 'optimistic alone (never ends)', pessimistic: 'pessimistic alone' },
  ...{ adaptive: 'adaptive', dormant: 'adaptive, with dormant nodes' },
};

/** Of all messages in a cycle: what figure 7 shows throughout, and the peak of figure 8. */
const publishedCycles: Readonly<Record<string, Point>> = {
  ...{ optimistic: { x: 12, y: 9000 }, pessimistic: { x: 20, y: 8000 } },
};

/** Figures 7 to 10. */
function messages(rows: readonly Row[], values: Values): Picture {
  const panels = Object.entries(formTitles).map(([protocol, title]): Panel => {
    const found = rowsWith(rows, { part: 'cycles', protocol });
    const series = ['useful', 'useless'].map(
      (kind): Series => ({
        ...{ name: kind === 'useful' ? 'led to a reaction' : 'in vain', mark: 'line' },
        ...{ of: 'measured', points: summed(found, 'cycle', kind, runsIn(rows)) },
      }),
    );
    const published = publishedCycles[protocol];
    const x = { title: 'cycle of 12 steps', unit: '', from: 0, to: 24 };
    const y = { title: 'messages in a cycle', unit: '', from: 0, to: 10_000 };
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
    ...{ name: 'capture-messages', title: 'Towards the end nearly all messages are in vain' },
    subtitle: `the printed protocol, ${subject(values)}, ${meanOf(rows)}; figures 7 to 10 of the paper`,
    panels,
  };
}

/** Figure 11, and what happens when molecules grow with nodes. */
function growth(rows: readonly Row[], values: Values): Picture {
  const partOf = (part: string, protocol: string): readonly Row[] =>
    rowsWith(rows, { part: part === 'size' && protocol === 'ours' ? 'oursSize' : part, protocol });
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
      title: 'With more nodes, ours sends a thirtieth or less, and takes as long as with few',
    },
    subtitle: `${meanOf(rows)}, bars: least and most; figure 11 of the paper, and load that grows with the nodes`,
    panels,
  };
}

function subject(values: Values): string {
  return `${numberIn(values, 'nodes')} nodes, ${whole(numberIn(values, 'molecules'))} molecules, r = 2`;
}
