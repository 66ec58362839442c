// The pictures of experiments 1 to 4 of paper 1: reactions left, modes, messages, growth.
import type { Row, Values } from './experiment.ts';
import type { Panel, Picture, Series } from './picture.ts';
import { numberIn } from './settings.ts';
import { pointsOf, rowsWith } from './statistics.ts';

export function capturePictures(rows: readonly Row[], values: Values): readonly Picture[] {
  return [time(rows, values), modes(rows), messages(rows), growth(rows)];
}

const step = { title: 'step', unit: '' };

/** Figure 3: what is left after each step. */
function time(rows: readonly Row[], values: Values): Picture {
  const optimum = numberIn(values, 'molecules') / numberIn(values, 'nodes');
  const most = numberIn(values, 'molecules') / 2;
  const line = (protocol: string, of: Series['of']): Series => ({
    ...{ name: protocol, mark: 'line', of },
    points: pointsOf(leftAt(rows, protocol), 'step', 'left').map(({ x, y }) => ({ x, y })),
  });
  const bound: Series = {
    ...{ name: 'optimum', mark: 'line', of: 'bound' },
    points: [
      { x: 0, y: most },
      ...Array.from({ length: Math.ceil(optimum) - 1 }, (_, at) => ({
        x: at + 1,
        y: most * (1 - (at + 1) / optimum),
      })),
    ],
  };
  const panel: Panel = {
    ...{ title: '', x: { ...step, from: 0, to: 300 } },
    y: { title: 'reactions left', unit: '', scale: 'log', from: 1 },
    series: [
      line('optimistic', 'measured'),
      line('pessimistic', 'measured'),
      line('adaptive', 'measured'),
      line('dormant', 'measured'),
      line('ours', 'ours'),
      bound,
    ],
  };
  return {
    ...{ name: 'capture-time', title: 'Reactions left, by step' },
    ...{ subtitle: `${subject(values)}; figure 3 of the paper`, panels: [panel] },
  };
}

/** A logarithm has no room for none. */
function leftAt(rows: readonly Row[], protocol: string): readonly Row[] {
  const part = protocol === 'ours' ? 'oursSeries' : 'series';
  const found = rowsWith(rows, { part, protocol });
  return found.filter((row) => (row['left'] as number) > 0 && (row['step'] as number) <= 300);
}

/** Figure 5: how many nodes are in which mode. */
function modes(rows: readonly Row[]): Picture {
  const panel = (protocol: string, title: string): Panel => {
    const found = rowsWith(rows, { part: 'series', protocol });
    const series = ['optimists', 'pessimists', 'dormant'].map(
      (mode): Series => ({
        ...{ name: mode, mark: 'line', of: 'measured' },
        points: pointsOf(found, 'step', mode).map(({ x, y }) => ({ x, y })),
      }),
    );
    return { title, x: step, y: { title: 'nodes', unit: '' }, series };
  };
  return {
    ...{ name: 'capture-modes', title: 'How nodes ask: the switch, and sleep' },
    subtitle: 'the printed protocol; figure 5 of the paper',
    panels: [panel('adaptive', 'without dormant nodes'), panel('dormant', 'with dormant nodes')],
  };
}

/** Figures 7 to 10. */
function messages(rows: readonly Row[]): Picture {
  const panels = ['optimistic', 'pessimistic', 'adaptive', 'dormant'].map((protocol): Panel => {
    const found = rowsWith(rows, { part: 'cycles', protocol });
    const series = ['useful', 'useless'].map(
      (kind): Series => ({
        ...{ name: `${kind} messages`, mark: 'line', of: 'measured' },
        points: pointsOf(found, 'cycle', kind),
      }),
    );
    const x = { title: 'cycle of 12 steps', unit: '', from: 0, to: 25 };
    return { title: protocol, x, y: { title: 'messages', unit: '', from: 0, to: 10_000 }, series };
  });
  return {
    ...{
      name: 'capture-messages',
      title: 'Messages that led to a reaction, and those that did not',
    },
    ...{ subtitle: 'the printed protocol; figures 7 to 10 of the paper', panels },
  };
}

/** Figure 11, and what happens when molecules grow with nodes. */
function growth(rows: readonly Row[]): Picture {
  const partOf = (part: string, protocol: string): readonly Row[] =>
    rowsWith(rows, { part: part === 'size' && protocol === 'ours' ? 'oursSize' : part, protocol });
  const series = (part: string, y: string, protocols: readonly string[]): readonly Series[] =>
    protocols.map((protocol) => ({
      ...{ name: protocol, mark: 'line', of: protocol === 'ours' ? 'ours' : 'measured' },
      points: pointsOf(partOf(part, protocol), 'nodes', y),
    }));
  const nodes = { title: 'nodes', unit: '', scale: 'log' } as const;
  const panels: readonly Panel[] = [
    {
      ...{ title: 'the same molecules for more nodes', x: nodes },
      y: { title: 'messages in all', unit: '', scale: 'log' },
      series: series('size', 'messages', ['adaptive', 'dormant', 'ours']),
    },
    {
      ...{ title: 'as many molecules for each node', x: nodes },
      y: { title: 'steps', unit: '', from: 0 },
      series: series('growth', 'steps', ['dormant', 'ours']),
    },
  ];
  return {
    ...{ name: 'capture-growth', title: 'More nodes' },
    ...{ subtitle: 'figure 11 of the paper, and load that grows with the nodes', panels },
  };
}

function subject(values: Values): string {
  return `${numberIn(values, 'nodes')} nodes, ${numberIn(values, 'molecules')} molecules, r = 2`;
}
