// What paper 1 says of messages (experiment 4) and of what grows with the nodes, beside what was seen.
import {
  ended,
  haveEnded,
  meanOfEnded,
  notEnded,
  percent,
  perReaction,
  runsOf,
  spread,
} from './capture-cells.ts';
import { cycleSteps, fetchSteps, isPaperSetting, publishedCycles } from './capture-paper.ts';
import type { Comparison, Row, Values } from './experiment.ts';
import { numberIn } from './settings.ts';
import { column, distinct, rowsWith, whole } from './statistics.ts';

export function messageLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const messages = (protocol: string): number => meanOfEnded(runsOf(rows, protocol), 'messages');
  const each = (protocol: string): string => perReaction(runsOf(rows, protocol));
  const fewer = (protocol: string): string =>
    ended(1 - messages(protocol) / messages('pessimistic'), percent);
  const peak = (protocol: string): number | string => {
    if (wasCut(rows, protocol)) return notEnded;
    const cycles = rowsWith(rows, { part: 'cycles', protocol });
    // Of fewer steps there is no cycle.
    const isWhole = rowsWith(rows, { part: 'series', protocol, step: cycleSteps - 1 }).length > 0;
    if (!isWhole) return `fewer than ${cycleSteps} steps`;
    return Math.max(...cycles.map((row) => (row['useful'] as number) + (row['useless'] as number)));
  };
  const said = <T>(what: T): T | '' => (isPaperSetting(values) ? what : '');
  const ours = each('ours');
  return [
    {
      where: 'figure 7',
      what: 'optimists, in 12 steps',
      unit: 'messages',
      paper: said(publishedCycles['optimistic']?.y ?? ''),
      measured: peak('optimistic'),
      ours: '',
    },
    {
      where: 'figure 8',
      what: 'pessimists, most in 12 steps',
      unit: 'messages',
      paper: said(publishedCycles['pessimistic']?.y ?? ''),
      measured: peak('pessimistic'),
      ours: '',
    },
    ...(['optimistic', 'pessimistic', 'adaptive', 'dormant'] as const).map((protocol, i) => ({
      ...{ where: `figure ${7 + i}`, unit: '' },
      what: `${formNames[protocol]}, led to a reaction in the first and last 4 cycles`,
      ...{ paper: usefulSaid[protocol], ours: '', measured: usefulShare(rows, protocol) },
    })),
    {
      where: 'experiment 4',
      what: 'adaptive, fewer than pessimists',
      unit: '',
      paper: said('30 %'),
      measured: fewer('adaptive'),
      ours: fewer('ours'),
    },
    {
      where: 'figure 10',
      what: 'the same with dormant nodes',
      unit: '',
      paper: 'fewer still',
      measured: fewer('dormant'),
      ours: fewer('ours'),
    },
    {
      where: '',
      what: 'for each reaction, pessimistic',
      unit: 'messages',
      paper: '',
      measured: each('pessimistic'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, adaptive',
      unit: 'messages',
      paper: '',
      measured: each('adaptive'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, with dormant nodes',
      unit: 'messages',
      paper: '',
      measured: each('dormant'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, ours without an index',
      unit: 'messages',
      paper: '',
      measured: '',
      ours: each('ours, no index'),
    },
    {
      ...{ where: '', what: 'for each reaction, our capture alone', unit: 'messages', paper: '' },
      ...{ measured: '', ours: each('our capture') },
    },
  ];
}

const formNames = {
  ...{ optimistic: 'optimists', pessimistic: 'pessimists' },
  ...{ adaptive: 'adaptive', dormant: 'with dormant nodes' },
} as const;

const usefulSaid = {
  ...{ optimistic: 'most at first, then hardly any', pessimistic: 'falls slowly' },
  ...{ adaptive: 'most, then few', dormant: 'most, then few' },
} as const;

/** Optimists alone are never expected to end. */
function wasCut(rows: readonly Row[], protocol: string): boolean {
  return protocol !== 'optimistic' && !haveEnded(runsOf(rows, protocol));
}

/** Of the messages of the first cycles, and of the last. */
function usefulShare(rows: readonly Row[], protocol: string): string {
  if (wasCut(rows, protocol)) return notEnded;
  const found = rowsWith(rows, { part: 'cycles', protocol });
  const share = (cut: (run: readonly Row[]) => readonly Row[]): string => {
    const some = distinct<number>(found, 'run').flatMap((run) => cut(rowsWith(found, { run })));
    const sum = (kind: string): number => column(some, kind).reduce((all, one) => all + one, 0);
    return percent(sum('useful') / Math.max(1, sum('useful') + sum('useless')));
  };
  return `${share((run) => run.slice(0, 4))}, ${share((run) => run.slice(-4))}`;
}

const thrift =
  'We let a node steal while it still has one combination to do, and once before it has earned it, so that one of 250 nodes that owns everything is relieved in 88 steps instead of 96. Thrifty nodes do neither: where molecules are spread evenly, as here, they take as many steps, give or take three.';

export function growthLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  // The note names steps.
  const isUsual = numberIn(values, 'homeSteps') === fetchSteps;
  const fixed = distinct<number>(rowsWith(rows, { part: 'size' }), 'nodes').map((nodes) => {
    const total = (protocol: string): string => {
      const part = protocol.startsWith('ours') ? 'oursSize' : 'size';
      return ended(meanOfEnded(rowsWith(rows, { part, protocol, nodes }), 'messages'), whole);
    };
    return {
      ...{
        where: 'figure 11',
        what: `${whole(numberIn(values, 'molecules'))} molecules, ${whole(nodes)} nodes`,
      },
      ...{ unit: 'messages', paper: 'linear; gentler with dormant nodes' },
      measured: `${total('adaptive')}, with dormant nodes ${total('dormant')}`,
      ours: `${total('ours')}, thrifty ${total('ours, thrifty')}`,
      ...(isUsual && haveEnded(rowsWith(rows, { part: 'oursSize', nodes })) && { note: thrift }),
    };
  });
  const perNode = Math.round(numberIn(values, 'molecules') / numberIn(values, 'nodes'));
  const grown = distinct<number>(rowsWith(rows, { part: 'growth' }), 'nodes').map((nodes) => {
    const cell = (protocol: string): string => {
      const found = rowsWith(rows, { part: 'growth', protocol, nodes });
      if (found.length === 0) return 'not run';
      const steps = spread(column(found, 'steps'));
      return haveEnded(found) ? `${steps}, ${perReaction(found)}` : steps;
    };
    return {
      ...{ where: '', what: `${perNode} molecules a node, ${whole(nodes)} nodes`, paper: '' },
      ...{ unit: 'steps, messages a reaction', measured: cell('dormant'), ours: cell('ours') },
    };
  });
  return [...fixed, ...grown];
}
