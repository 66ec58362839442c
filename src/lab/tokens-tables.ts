// What paper 2 says of its 60 runs, beside what was seen, walking and with bookings.
import type { Comparison, Row, Table, Values } from './experiment.ts';
import { numberIn, numbersIn } from './settings.ts';
import { column, mean, rowsWith, whole } from './statistics.ts';
import { crashTokens } from './tokens-conflict.ts';
import {
  fairness,
  range,
  sends,
  shortTold,
  spreadOf,
  tails,
  tallest,
} from './tokens-latenesses.ts';
import { windowS } from './tokens-meter.ts';

export function tokensTables(rows: readonly Row[], values: Values): readonly Table[] {
  const most = Math.max(...numbersIn(values, 'tokens'));
  const runs = 3 * numbersIn(values, 'tokens').length * numbersIn(values, 'ratios').length;
  return [
    { title: `The ${runs} runs (section IV)`, lines: coreLines(rows, values) },
    {
      title: `Messages by the delay of a hop, ${most} tokens, τ = p`,
      lines: hopLines(rows, values),
    },
    {
      title: `Managers crash: mean life ${numberIn(values, 'lifeH')} h, down for a minute; overloaded`,
      lines: crashLines(rows, values),
    },
    { title: 'Walking tokens beside bookings', lines: bookLines(rows) },
  ];
}

/** The keeping time in the units of the paper, and its regimes. */
interface Wanted {
  readonly regime: string;
  readonly tokens?: readonly number[];
  readonly ratio?: (ratio: number) => boolean;
  readonly keepS?: (keepS: number) => boolean;
}

function core(rows: readonly Row[], wanted: Wanted): readonly Row[] {
  return rowsWith(rows, { part: 'core', regime: wanted.regime }).filter((row) => {
    const { tokens = [], ratio = () => true, keepS = () => true } = wanted;
    const isToken = tokens.length === 0 || tokens.includes(row['tokens'] as number);
    return isToken && ratio(row['ratio'] as number) && keepS(row['keepS'] as number);
  });
}

function booked(rows: readonly Row[], regime: string, name: string, digits: number): string {
  const found = rowsWith(rows, { part: 'book', regime });
  return found.length === 0 ? '' : range(column(found, name), digits);
}

function coreLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const of = (wanted: Wanted, name: string, digits: number): string => {
    const found = core(rows, wanted);
    if (found.length === 0) return 'not run';
    // What varies from window to window is not known of fewer than two.
    const isTold = (row: Row): boolean =>
      name !== 'usageSdPercent' || (row['measuredS'] as number) >= 2 * windowS;
    const told = found.filter(isTold);
    return told.length === 0 ? 'too short' : range(column(told, name), digits);
  };
  const one = { regime: 'over', tokens: [1600], ratio: (ratio: number) => ratio === 1 };
  const good = {
    regime: 'over',
    tokens: [800, 1200, 1600],
    ratio: (r: number) => r >= 1,
    keepS: (s: number) => s >= 16 && s <= 48,
  };
  const atP = (ratio: number) => ratio === 1;
  return [
    {
      ...{
        where: 'section IV.B',
        what: 'usage, 1600 tokens, τ = 32 s, overloaded',
        unit: '%',
        paper: 99.56,
      },
      ...{ measured: of(one, 'usagePercent', 2), ours: booked(rows, 'over', 'usagePercent', 2) },
      note: `The lag of ${numberIn(values, 'useLagMs')} ms between plan and sending costs lag/p; without it usage is 100 %.`,
    },
    {
      where: 'section IV.B',
      what: 'usage, 800 to 1600 tokens, τ from 16 to 48 s, overloaded',
      unit: '%',
      paper: '95 to 99.5',
      measured: of(good, 'usagePercent', 1),
      ours: booked(rows, 'over', 'usagePercent', 1),
    },
    {
      ...{
        where: 'section IV.B',
        what: 'usage falls when τ is above 1.25 p: 1, 1.25, 1.5 p (1600 tokens)',
        unit: '%',
        paper: 'slightly',
      },
      measured: [1, 1.25, 1.5]
        .map((at) => of({ ...one, ratio: (r) => r === at }, 'usagePercent', 1))
        .join(', '),
      ours: '',
      note: 'A token is kept by a manager whose wish lies after the moment at which the token is free, and idles until then.',
    },
    {
      ...{ where: 'section IV.B', what: 'usage, overloaded, τ = 0.75 p, by the number of tokens' },
      ...{ unit: '%', paper: 'too few or too many do not help', ours: '' },
      measured: smallest(rows),
    },
    {
      ...{
        where: 'section V',
        what: 'sd of usage in windows of 30 s, overloaded, τ at least 1.25 p; at p',
        unit: '%',
        paper: 'below 1',
      },
      measured: `${of({ ...good, ratio: (r) => r >= 1.25 }, 'usageSdPercent', 1)}; ${of({ ...good, ratio: atP }, 'usageSdPercent', 1)}`,
      ours: booked(rows, 'over', 'usageSdPercent', 1),
      note: 'Only partly reproduced: at τ = p tokens keep their phases, and the bunches of the beginning beat against the windows.',
    },
    {
      ...{
        where: 'section V',
        what: 'sd over mean of the mean latenesses, overloaded',
        unit: '',
        paper: 'below 0.25',
      },
      ...{ measured: of(good, 'sdOverMean', 2), ours: booked(rows, 'over', 'sdOverMean', 3) },
      note: `At the edge. It is the noise of about ${sends(core(rows, good), values)} sends a manager, served in random order; four times the time nearly halves it.`,
    },
    {
      where: 'section V',
      what: 'worst wait over the mean lateness, overloaded',
      unit: '',
      paper: '',
      measured: worst(rows, core(rows, good)),
      ours: worst(rows, rowsWith(rows, { part: 'book', regime: 'over' })),
    },
    {
      ...{
        where: 'figure 5',
        what: 'mean latenesses of managers, 800 tokens, τ from p on',
        unit: 's',
      },
      ...{ paper: '40 to 450', measured: spreadOf(rows, (ratio) => ratio >= 1) },
      ours: booked(rows, 'over', 'latenessS', 1),
    },
    {
      ...{ where: 'figure 5', what: 'the same, τ = 12 s (0.75 p)', unit: 's', paper: '40 to 450' },
      ...{ measured: spreadOf(rows, (ratio) => ratio === 0.75), ours: '' },
      note: shortTold(values),
    },
    {
      ...{ where: 'figure 5', what: 'most managers within 10 s of lateness, τ = p', unit: '' },
      ...{ paper: 'axis up to 2,000', measured: tallest(rows), ours: '' },
      note: 'How wide the steps of figure 5 are is not said.',
    },
    {
      ...{ where: 'figure 5', what: 'a hundredth of the managers is later than, τ = 12, 16, 24 s' },
      ...{ unit: 's', paper: 'longer tails up to 16', measured: tails(rows), ours: '' },
      note: 'Not so here: the tails are about as long for all τ, and where runs are cut they grow for want of sends.',
    },
    {
      ...{ where: 'section V', what: 'usage, overloaded, the best τ for each number of tokens' },
      ...{ unit: '%', paper: '98 to 99', measured: bestUsages(rows), ours: '' },
    },
    {
      ...{ where: 'section IV.B', what: 'sd of usage in windows of 30 s, even, τ at least 1.25 p' },
      ...{
        unit: '%',
        paper: 'larger than overloaded',
        ours: booked(rows, 'even', 'usageSdPercent', 1),
      },
      measured: of({ ...good, regime: 'even', ratio: (r) => r >= 1.25 }, 'usageSdPercent', 1),
    },
    {
      ...{ where: 'section IV.B', what: 'sd over mean of the mean latenesses, even', unit: '' },
      ...{ paper: 'larger than overloaded', ours: booked(rows, 'even', 'sdOverMean', 2) },
      ...fairness(rows, values),
    },
    {
      where: 'section IV.B',
      what: 'usage, even, τ = p; 1.5 p',
      unit: '%',
      paper: 'lower',
      measured: `${of({ regime: 'even', tokens: [800, 1200, 1600], ratio: atP }, 'usagePercent', 1)}; ${of({ regime: 'even', tokens: [800, 1200, 1600], ratio: (r) => r === 1.5 }, 'usagePercent', 1)}`,
      ours: booked(rows, 'even', 'usagePercent', 1),
    },
    {
      where: 'section IV.B',
      what: 'positions a second, underloaded, τ up to 1.5 p',
      unit: `% of ${numberIn(values, 'rate')}`,
      paper: 'near 66.6',
      measured: of({ regime: 'under', ratio: (r) => r >= 1 }, 'usagePercent', 1),
      ours: booked(rows, 'under', 'usagePercent', 1),
      note: `Where tokens walk in vain a run is cut by its messages (messagesMax): these are of ${of({ regime: 'under', ratio: (r) => r >= 1 }, 'measuredS', 0)} s, in which 33.3 sends a second are known to 1 or 2 %.`,
    },
    {
      where: 'section IV.B',
      what: 'mean lateness, underloaded',
      unit: 's',
      paper: 'near 0',
      measured: of({ regime: 'under', ratio: (r) => r >= 1 }, 'latenessS', 1),
      ours: booked(rows, 'under', 'latenessS', 2),
    },
    {
      ...{
        where: 'section I',
        what: 'sends in the fullest second, over the rate; in the fullest period, over k',
        unit: '',
        paper: 'never exceeds',
      },
      measured: `${of({ regime: 'over' }, 'secondOverRate', 2)}; ${of({ regime: 'over' }, 'periodOverTokens', 2)}`,
      ours: `${booked(rows, 'over', 'secondOverRate', 2)}; ${booked(rows, 'over', 'periodOverTokens', 2)}`,
      note: 'Too strong: true of every window of one period, false of shorter ones. With as many tokens as sends a second, or fewer, it is true of every second.',
    },
  ];
}

function worst(rows: readonly Row[], found: readonly Row[]): string {
  if (rows.length === 0 || found.length === 0) return 'not run';
  return range(
    found.map((row) => (row['worstS'] as number) / (row['latenessS'] as number)),
    1,
  );
}

/** The shortest keeping time, where the number of tokens matters most. */
function smallest(rows: readonly Row[]): string {
  const found = rowsWith(rows, { part: 'core', regime: 'over', ratio: 0.75 });
  const usage = (tokens: number): string =>
    mean(column(rowsWith(found, { tokens }), 'usagePercent')).toFixed(1);
  const all = [...new Set(column(found, 'tokens'))];
  return all.length === 0 ? 'not run' : all.map((k) => `${k}: ${usage(k)}`).join(', ');
}

function bestUsages(rows: readonly Row[]): string {
  const all = rowsWith(rows, { part: 'core', regime: 'over' });
  const best = [...new Set(column(all, 'tokens'))].map((tokens) =>
    Math.max(...column(rowsWith(all, { tokens }), 'usagePercent')),
  );
  return best.length === 0 ? 'not run' : range(best, 1);
}

function hopLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const all = rowsWith(rows, { part: 'hops' });
  const delays = [...new Set(column(all, 'hopMs'))];
  const lasted = (regime: string): string =>
    range(column(rowsWith(all, { form: 'walk', regime }), 'measuredS'), 0);
  const swings = queueSwings(rows, values);
  const cell = (form: string, regime: string, hopMs: number): string => {
    const found = rowsWith(all, { form, regime, hopMs });
    return found.length === 0 ? '' : `${whole(mean(column(found, 'messagesPerS')))} /s`;
  };
  return delays.map((hopMs) => ({
    ...{
      where: 'not given',
      what: `hop of ${hopMs} ms: overloaded, even, underloaded`,
      unit: '',
      paper: '',
    },
    measured: ['over', 'even', 'under'].map((regime) => cell('walk', regime, hopMs)).join(', '),
    ours: `underloaded ${cell('book', 'under', hopMs)}`,
    note: `A run is cut by its messages (messagesMax, evenS): the even ones are of ${lasted('even')} s, the underloaded ones of ${lasted('under')} s.${swings}`,
  }));
}

/** How much the even messages depend on how long they are counted: those of the core are cut first, those of `fair` not at all. */
function queueSwings(rows: readonly Row[], values: Values): string {
  const tokens = Math.max(...numbersIn(values, 'tokens'));
  const wanted = { regime: 'even', tokens, ratio: 1 };
  const [short, long] = ['core', 'fair'].map((part) => rowsWith(rows, { part, ...wanted }));
  if (!short?.length || !long?.length) return '';
  const told = (found: readonly Row[]): string =>
    `${whole(mean(column(found, 'messagesPerS')))} /s over ${whole(mean(column(found, 'measuredS')))} s`;
  return ` Where as much is wished as can be sent the queue swings slowly, so that it matters for how long: with ${numberIn(values, 'hopMs')} ms they are ${told(short)}, and reckoned from ${whole(100 * numberIn(values, 'fairShare'))} % of the fleet ${told(long)}.`;
}

function crashLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const all = rowsWith(rows, { part: 'crashes' });
  const text = (row: Row): string =>
    `${(row['usagePercent'] as number).toFixed(1)} %, ${whole(row['messagesPerS'] as number)} messages/s`;
  const ours = rowsWith(all, { form: 'book' }).map(text).join('; ');
  // Each token idles for the lag in each of its periods.
  const periodMs = (1000 * crashTokens) / numberIn(values, 'rate');
  const lagPercent = ((100 * numberIn(values, 'useLagMs')) / periodMs).toFixed(1);
  const leases = [...new Set(column(rowsWith(all, { form: 'walk' }), 'leaseS'))];
  return leases.map((leaseS) => ({
    ...{
      where: 'not treated',
      what:
        leaseS === 0
          ? `${crashTokens} walking tokens as printed: usage`
          : `with leases of ${leaseS} s`,
      unit: '',
      paper: '',
    },
    measured: rowsWith(all, { form: 'walk', leaseS }).map(text).join('; '),
    ours,
    note:
      leaseS === 0
        ? `A token is lost with its holder, and with a manager that it was on its way to. All without the lag between plan and sending, which would cost ${lagPercent} % more: what is missing is what crashes cost. How many are lost is much a matter of chance, unless there are leases.`
        : 'In each half of a lease two messages renew a token, and two more tell the ledger that its keeper could take one over.',
  }));
}

function bookLines(rows: readonly Row[]): readonly Comparison[] {
  const most = Math.max(0, ...column(rowsWith(rows, { part: 'core' }), 'tokens'));
  const names = { over: 'overloaded', even: 'even', under: 'underloaded' } as const;
  return (['over', 'even', 'under'] as const).flatMap((regime) => {
    const walked = rowsWith(rows, { part: 'core', regime, tokens: most, ratio: 1 });
    if (walked.length === 0) return [];
    const line = (what: string, unit: string, name: string, digits: number): Comparison => ({
      ...{ where: 'section IV', what: `${names[regime]}: ${what}`, unit, paper: '' },
      ...{
        measured: range(column(walked, name), digits),
        ours: booked(rows, regime, name, digits),
      },
    });
    return [
      line('mean lateness', 's', 'latenessS', 2),
      line('99 of 100 waits are shorter than', 's', 'p99S', 1),
      line('messages', '1/s', 'messagesPerS', 0),
    ];
  });
}
