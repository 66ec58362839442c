// How the mean latenesses of managers lie apart, in figure 5 and section V of paper 2: cells and notes of tokens-tables.ts.
import type { Comparison, Row, Values } from './experiment.ts';
import { numberIn } from './settings.ts';
import { column, rowsWith, whole } from './statistics.ts';

/** Where the paper has its best figures: 800 to 1600 tokens, each kept for its period or longer, from 16 to 48 s. */
export function isWellKept(one: {
  readonly tokens: number;
  readonly ratio: number;
  readonly keepS: number;
}): boolean {
  const { tokens, ratio, keepS } = one;
  return tokens >= 800 && tokens <= 1600 && ratio >= 1 && keepS >= 16 && keepS <= 48;
}

/** How often each manager has sent, in the mean. */
export function sends(found: readonly Row[], values: Values): string {
  if (found.length === 0) return 'few';
  const rate = numberIn(values, 'rate') / numberIn(values, 'managers');
  const each = found.map(
    (row) => rate * (row['measuredS'] as number) * ((row['usagePercent'] as number) / 100),
  );
  return range(each, 0);
}

/** Even: of runs that were not cut, so that managers have sent about as often as overloaded. */
export function fairness(
  rows: readonly Row[],
  values: Values,
): Pick<Comparison, 'measured' | 'note'> {
  const found = rowsWith(rows, { part: 'fair', regime: 'even' });
  if (found.length === 0) return { measured: 'not run' };
  const share = Math.min(numberIn(values, 'share'), numberIn(values, 'fairShare'));
  return {
    measured: range(column(found, 'sdOverMean'), 2),
    note: `Of ${whole(share * numberIn(values, 'managers'))} managers (fairShare) to the end of their runs, with ${sends(found, values)} sends of each: the even runs of the other rows are cut by their messages (messagesMax), and managers that have sent a few times lie apart by chance.`,
  };
}

/** From the first step of 10 s in which a manager lies to the last. */
export function spreadOf(rows: readonly Row[], isWanted: (ratio: number) => boolean): string {
  const found = rowsWith(rows, { part: 'distribution' }).filter((row) =>
    isWanted(row['ratio'] as number),
  );
  const starts = column(found, 'fromS');
  if (starts.length === 0) return 'not run';
  return `${whole(Math.min(...starts))} to ${whole(Math.max(...starts) + 10)}`;
}

/** Of which runs the managers are with τ below p. */
export function shortTold(values: Values): string {
  const share = Math.min(numberIn(values, 'share'), numberIn(values, 'fairShare'));
  return `Of ${whole(share * numberIn(values, 'managers'))} managers (fairShare), to the end of the run: with τ below p tokens walk so much that a run of the whole fleet is cut after a send or two of each manager, whose latenesses then range from 0 to far beyond the figure.`;
}

export function tallest(rows: readonly Row[]): string {
  const found = rowsWith(rows, { part: 'distribution', ratio: 1 });
  return found.length === 0 ? 'not run' : whole(Math.max(...column(found, 'managers')));
}

/** By keeping times: the end of the step in which the last hundredth of 10,000 managers begins. */
export function tails(rows: readonly Row[]): string {
  return [0.75, 1, 1.5]
    .map((ratio) => {
      const found = rowsWith(rows, { part: 'distribution', ratio, run: 1 });
      let left = 100;
      for (const row of found.toReversed()) {
        left -= row['managers'] as number;
        if (left <= 0) return whole((row['fromS'] as number) + 10);
      }
      return 'not run';
    })
    .join(', ');
}

export function range(all: readonly number[], digits: number): string {
  // Where nobody has sent there is no lateness, for example.
  const values = all.filter((value) => Number.isFinite(value));
  if (values.length === 0) return '-';
  const [low, high] = [Math.min(...values).toFixed(digits), Math.max(...values).toFixed(digits)];
  const shown = (text: string): string => (digits === 0 ? whole(Number(text)) : text);
  return low === high ? shown(low) : `${shown(low)} to ${shown(high)}`;
}
