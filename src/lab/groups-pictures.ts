// The pictures of groups: who is inside over time, messages, waiting.
import type { Row, Values } from './experiment.ts';
import type { Panel, Picture, Series } from './picture.ts';
import { numberIn, numbersIn } from './settings.ts';
import { column, distinct, mean, pointsOf, rowsWith } from './statistics.ts';

export function groupsPictures(rows: readonly Row[], values: Values): readonly Picture[] {
  const told = toldOf(values);
  return [attendance(rows, told), traffic(rows, told), latency(rows, told), trouble(rows, told)];
}

interface Told {
  readonly nodes: number;
  readonly entries: number;
  readonly insideS: number;
  readonly values: Values;
}

function toldOf(values: Values): Told {
  return {
    nodes: numberIn(values, 'nodes'),
    entries: numberIn(values, 'sizeEntries'),
    insideS: (numbersIn(values, 'insideMs')[0] ?? 1000) / 1000,
    values,
  };
}

const measured: readonly { readonly name: string; readonly of: Series['of'] }[] = [
  { name: '2-FGME', of: 'measured' },
  { name: 'RA2', of: 'measured' },
  { name: 'RA1', of: 'measured' },
  { name: 'forks', of: 'ours' },
  { name: 'coordinator', of: 'ours' },
];

/** Rows of runs that were not cut short by a hang. */
function whole(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => row['entriesMade'] === row['due']);
}

/** Figure 5 is another run: how many, not when. */
const threeAndFour: Series = {
  ...{ name: 'most inside, as published', of: 'paper', mark: 'points' },
  points: [
    { x: 3.8, y: 3 },
    { x: 3.8, y: -4 },
  ],
};

function attendance(rows: readonly Row[], { nodes, values }: Told): Picture {
  const panels = ['2-FGME', 'RA2', 'RA1', 'forks'].map((algorithm): Panel => {
    const found = rowsWith(rows, { part: 'attendance', algorithm, run: 1 });
    const series = (name: string, key: string, sign: number): Series => ({
      ...{ name, mark: 'steps', of: 'measured' },
      points: found
        .filter((row) => (row['atMs'] as number) <= 4000)
        .map((row) => ({ x: (row['atMs'] as number) / 1000, y: sign * (row[key] as number) })),
    });
    return {
      title: titleOf(algorithm),
      x: { title: 'time', unit: 's', from: 0, to: 4 },
      y: {
        title: 'nodes: group 1 up, group 2 down',
        unit: '',
        from: -nodes / 2 - 1,
        to: nodes / 2 + 1,
      },
      series: [
        ...(algorithm === 'RA1' && nodes === 12 ? [threeAndFour] : []),
        series('group 1 wants in or is in', 'wantingA', 1),
        series('group 1 inside', 'insideA', 1),
        series('group 2 wants in or is in', 'wantingB', -1),
        series('group 2 inside', 'insideB', -1),
      ],
    };
  });
  return {
    ...{ name: 'groups-concurrency', title: 'Who is inside: whole groups, or a few at a time' },
    subtitle: `${nodes} nodes, inCS = P = ${numberIn(values, 'concurrencyMs')} ms; figures 3 to 5 of the paper, and forks`,
    panels,
  };
}

/** By algorithm: where, how many. */
type Published = Readonly<Record<string, readonly (readonly [x: number, messages: number])[]>>;

const published: Readonly<Record<'entries' | 'nodes', Published>> = {
  entries: {
    '2-FGME': [
      [18, 3748],
      [50, 10_327],
    ],
    RA2: [
      [18, 5176],
      [50, 15_843],
    ],
  },
  nodes: {
    '2-FGME': [
      [12, 2065],
      [24, 8071],
    ],
    RA2: [
      [12, 3445],
      [24, 13_395],
    ],
    RA1: [[12, 2640]],
  },
};

function traffic(rows: readonly Row[], { nodes, entries, insideS }: Told): Picture {
  const isPublished = { entries: nodes === 12, nodes: entries === 10 };
  const panel = (part: 'entries' | 'nodes', title: string, axis: string): Panel => ({
    title,
    x: { title: axis, unit: '', from: 0 },
    y: { title: 'messages', unit: '', from: 0 },
    series: [
      ...measured.map(
        ({ name, of }): Series => ({
          ...{ name, of, mark: 'line' },
          points: pointsOf(whole(rowsWith(rows, { part, algorithm: name })), part, 'messages'),
        }),
      ),
      ...Object.entries(isPublished[part] ? published[part] : {}).map(
        ([name, points]): Series => ({
          ...{ name: `${name}, as published`, family: name, of: 'paper', mark: 'points' },
          points: points.map(([x, y]) => ({ x, y })),
        }),
      ),
    ],
  });
  return {
    ...{
      name: 'groups-messages',
      title: 'Forks need a third fewer messages than 2-FGME; a coordinator a sixth of them',
    },
    subtitle: `P = inCS = ${insideS} s; figures 6 and 7 of the paper. Bars: least and most of the repeats.`,
    panels: [
      panel('entries', `${nodes} nodes`, 'entries of each node'),
      panel('nodes', `${entries} entries of each node`, 'nodes'),
    ],
  };
}

/** What the paper says of all P from inCS on: 13 ms. */
const thirteen: Series = {
  ...{ name: 'from P = inCS on, as published', of: 'paper', mark: 'points' },
  points: [{ x: 7, y: 0.013 }],
};

/** Axes from nought, on which a linear fall is a straight line. All but RA1, which waits far longer, have the same. */
function latency(rows: readonly Row[], { nodes, values }: Told): Picture {
  const all = rowsWith(rows, { part: 'latency' });
  const made = numberIn(values, 'latencyEntries');
  const seen = whole(all.filter((row) => row['algorithm'] !== 'RA1'));
  const highest = Math.ceil(Math.max(1, ...column(seen, 'latencyMs')) / 1000);
  const panels = ['2-FGME', 'RA2', 'forks', 'RA1'].map((algorithm): Panel => {
    const found = whole(rowsWith(all, { algorithm }));
    const isHigh = algorithm === 'RA1';
    const title =
      algorithm === '2-FGME' ? '2-FGME as printed (hangs at P = 0)' : titleOf(algorithm);
    return {
      title: isHigh ? `${title}: another axis` : title,
      x: { title: 'P, time between requests', unit: 's', from: 0 },
      y: { title: 'wait for entry', unit: 's', from: 0, ...(!isHigh && { to: highest }) },
      series: [
        ...distinct<number>(all, 'insideMs').map((insideMs) => {
          const here = rowsWith(found, { insideMs });
          const points = distinct<number>(here, 'thinkMs').map((thinkMs) => ({
            x: thinkMs / 1000,
            y: mean(column(rowsWith(here, { thinkMs }), 'latencyMs')) / 1000,
          }));
          return {
            name: `inCS = ${insideMs / 1000} s`,
            of: 'measured',
            mark: 'line',
            points,
          } as const;
        }),
        ...(algorithm === '2-FGME' || algorithm === 'RA2' ? [thirteen] : []),
      ],
    };
  });
  return {
    ...{
      name: 'groups-latency',
      title: 'The wait falls as inCS - P down to a round trip; with RA1 it lasts seconds more',
    },
    ...{
      subtitle: `${nodes} nodes, ${made} entries each, the last ${made - numberIn(values, 'leftOut')} measured; figures 8 to 10 of the paper, and forks`,
      panels,
    },
  };
}

function trouble(rows: readonly Row[], { nodes, insideS }: Told): Picture {
  const all = rowsWith(rows, { part: 'trouble' });
  const bars = (algorithm: string, of: Series['of'], name: string): Series => ({
    ...{ name, of, mark: 'bars' },
    points: distinct<string>(all, 'case').map((one) => {
      const found = rowsWith(all, { algorithm, case: one });
      const share = mean(found.map((row) => (row['hung'] as number) / (row['trials'] as number)));
      return { x: shortOf(one), y: 100 * share };
    }),
  });
  return {
    ...{
      name: 'groups-hangs',
      title: '2-FGME as printed hangs where requests cross; forks never do',
    },
    subtitle: `${nodes} nodes, 10 entries each, P = inCS = ${insideS} s; share of runs in which somebody waits for ever`,
    panels: [
      {
        title: '',
        x: {
          title: 'how close together the first requests come, or how long nodes think (P)',
          unit: '',
        },
        y: { title: 'runs that hang', unit: '%', from: 0, to: 100 },
        series: [bars('2-FGME', 'measured', '2-FGME as printed'), bars('forks', 'ours', 'forks')],
      },
    ],
    width: 640,
  };
}

function titleOf(algorithm: string): string {
  if (algorithm === 'forks') return 'forks (ours)';
  return algorithm === '2-FGME' ? '2-FGME as printed' : algorithm;
}

function shortOf(name: string): string {
  return name
    .replace('first requests ', '')
    .replace('no time between requests', 'P = 0')
    .replace('think times by chance', 'random P');
}
