// What paper 1 says of the switch from optimism to pessimism (experiment 3), beside what was seen.
import { ended, haveEnded, meanOfEnded, notEnded, percent, spread } from './capture-cells.ts';
import { isPaperSetting } from './capture-paper.ts';
import type { Comparison, Row, Values } from './experiment.ts';
import { column, distinct, mean, rowsWith, whole } from './statistics.ts';

export function switchLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const adaptive = rowsWith(rows, { part: 'run', protocol: 'adaptive' });
  const begin = spread(column(adaptive, 'switchFrom'), 'begin');
  const spans = spansOf(rows, 'adaptive');
  const steps = meanOfEnded(adaptive, 'steps');
  const share = spans.includes(-1) ? '-' : ended(mean(spans) / steps, percent);
  const said = (what: string): string => (isPaperSetting(values) ? what : '');
  const none = 'no modes';
  return [
    line(
      'figure 5',
      'the switch begins at',
      'half way',
      ended(steps, (all) => `${begin} of ${Math.round(all)}`),
      'steps',
    ),
    line('figure 5', 'and takes', said('at most 15'), spread(spans, 'switch'), 'steps'),
    line('figure 5', 'of the whole time', said('at most 10 %'), share, ''),
    line('figure 5', 'then all are pessimists for', said('15'), awake(rows), 'steps'),
    line('figure 5', 'asleep from the first on', 'more than ask', asleep(rows), 'nodes'),
    line(
      ...(['experiment 3', 'optimists favoured: the switch takes', 'no difference'] as const),
      ...([spread(spansOf(rows, 'favouring optimists'), 'switch'), 'steps'] as const),
    ),
    ...distinct<number>(rowsWith(rows, { part: 'size' }), 'nodes').map((nodes) => {
      const found = rowsWith(rows, { part: 'size', protocol: 'adaptive', nodes });
      const what = `most that change within two steps, of ${whole(nodes)}`;
      const peak = spread(column(found, 'switchPeak'));
      const told = line('figure 6', what, 'grows with nodes', peak, 'nodes');
      const note = peaksOfGrowth(rows);
      return note === '' ? told : { ...told, note };
    }),
  ];

  function line(where: string, what: string, paper: string, measured: string, unit: string) {
    return { where, what, unit, paper, measured, ours: none };
  }
}

/** Figure 6 is of as many molecules for all sizes; that of as many for each node is told beside it, since it grows otherwise. */
function peaksOfGrowth(rows: readonly Row[]): string {
  const grown = rowsWith(rows, { part: 'growth', protocol: 'dormant' });
  const peaks = distinct<number>(grown, 'nodes').map((nodes) => {
    const found = column(rowsWith(grown, { nodes }), 'switchPeak');
    return `${whole(mean(found))} of ${whole(nodes)}`;
  });
  if (peaks.length === 0) return '';
  return `With the same number of molecules for all sizes, as figure 6 says: the more nodes, the fewer for each, and the sooner all switch. With as many for each node at all sizes it is ${peaks.join(', ')}.`;
}

/** How long the switch takes in each run; -1 where it does not begin, or does not come to its end. */
function spansOf(rows: readonly Row[], protocol: string): readonly number[] {
  const found = rowsWith(rows, { part: 'run', protocol });
  const from = column(found, 'switchFrom');
  return column(found, 'switchTo').map((to, i) => (to < 0 ? -1 : to - (from[i] ?? 0)));
}

/** From the step with fewer than 2 % optimists to the first in which 2 % sleep, in each run; -1 where one is not seen. */
function awake(rows: readonly Row[]): string {
  const spans = rowsWith(rows, { part: 'run', protocol: 'dormant', repeat: 1 }).map((row) => {
    const found = rowsWith(rows, { part: 'series', protocol: 'dormant', run: row['run'] ?? 1 });
    const first = found.find(
      ({ dormant, pessimists, optimists }) =>
        (dormant as number) >=
        0.02 * ((dormant as number) + (pessimists as number) + (optimists as number)),
    );
    const [from, steps] = [row['switchTo'] as number, row['steps'] as number];
    if (from < 0) return -1;
    if (first !== undefined) return Math.max(0, (first['step'] as number) - from);
    // Nobody falls asleep up to the end, if that is seen.
    return steps >= 0 && steps <= found.length ? found.length - from : -1;
  });
  return spread(spans, 'are seen');
}

/** Who sleeps beside who asks, in the mean over the steps from the first in which somebody sleeps. */
function asleep(rows: readonly Row[]): string {
  const series = rowsWith(rows, { part: 'series', protocol: 'dormant' });
  const late = distinct<number>(series, 'run').flatMap((run) => {
    const found = rowsWith(series, { run });
    const from = found.findIndex(({ dormant }) => (dormant as number) > 0);
    return from < 0 ? [] : found.slice(from);
  });
  if (!haveEnded(rowsWith(rows, { part: 'run', protocol: 'dormant', repeat: 1 }))) return notEnded;
  const count = (mode: string): number => Math.round(mean(column(late, mode)));
  return late.length === 0 ? 'none' : `${count('dormant')}, beside ${count('pessimists')} who ask`;
}
