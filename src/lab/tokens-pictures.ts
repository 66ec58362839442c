// The pictures of tokens: usage and lateness of the 60 runs, figure 5, hops, crashes, bookings.
import type { Row, Values } from './experiment.ts';
import type { Panel, Picture, Series } from './picture.ts';
import { numberIn, numbersIn } from './settings.ts';
import { column, distinct, mean, pointsOf, rowsWith, whole } from './statistics.ts';
import { crashTokens } from './tokens-conflict.ts';

const names = { over: 'overloaded', even: 'even', under: 'underloaded' } as const;
type Regime = keyof typeof names;
const regimes: readonly Regime[] = ['over', 'even', 'under'];

export function tokensPictures(rows: readonly Row[], values: Values): readonly Picture[] {
  const fleet = fleetText(values);
  return [
    usage(rows, fleet),
    lateness(rows, fleet),
    distribution(rows),
    hops(rows, values),
    crashes(rows, values),
    fairness(rows, fleet),
  ];
}

/** The part of the fleet that was simulated. */
function fleetText(values: Values): string {
  const share = numberIn(values, 'share');
  const of = (name: string): string => whole(share * numberIn(values, name));
  return `${of('managers')} managers, ${of('rate')} sends a second`;
}

function byRatio(rows: readonly Row[], regime: Regime, name: string): readonly Series[] {
  const found = rowsWith(rows, { part: 'core', regime });
  return distinct<number>(found, 'tokens').map((tokens) => ({
    ...{ name: `${tokens} tokens`, of: 'measured', mark: 'line' },
    points: pointsOf(rowsWith(found, { tokens }), 'ratio', name),
  }));
}

/** Bookings keep no token for any time: a level line. */
function booked(rows: readonly Row[], regime: Regime, name: string): readonly Series[] {
  const found = rowsWith(rows, { part: 'book', regime });
  if (found.length === 0) return [];
  const y = mean(column(found, name));
  const ends = [0.75, 1.5].map((x) => ({ x, y }));
  return [{ name: 'bookings (ours)', of: 'ours', mark: 'line', points: ends }];
}

const ratioAxis = {
  title: 'keeping time τ over period p',
  unit: '',
  ticks: [0.75, 1, 1.125, 1.25, 1.5],
};

function usage(rows: readonly Row[], fleet: string): Picture {
  const runs = rowsWith(rows, { part: 'core', run: 1 }).length;
  const panels = regimes.map((regime): Panel => {
    const isTwoThirds = regime === 'under';
    const published: Series = {
      ...{ name: 'as published', of: 'paper', mark: 'points' },
      points: [{ x: 1, y: isTwoThirds ? 66.6 : 99.56 }],
    };
    return {
      title: names[regime],
      x: ratioAxis,
      y: {
        title: 'usage of the capacity',
        unit: '%',
        from: isTwoThirds ? 60 : 80,
        to: isTwoThirds ? 70 : 100,
      },
      series: [
        ...byRatio(rows, regime, 'usagePercent'),
        ...booked(rows, regime, 'usagePercent'),
        ...(regime === 'even' ? [] : [published]),
      ],
    };
  });
  return {
    ...{
      name: 'tokens-usage',
      title: 'Walking tokens use the capacity well when kept for about their period',
    },
    ...{
      subtitle: `${fleet}; the ${runs} runs of section IV of the paper`,
      panels,
      columns: 3,
      width: 250,
    },
  };
}

function lateness(rows: readonly Row[], fleet: string): Picture {
  const panels = regimes.map(
    (regime): Panel => ({
      title: names[regime],
      x: ratioAxis,
      y: { title: 'mean lateness', unit: 's', from: 0 },
      series: [...byRatio(rows, regime, 'latenessS'), ...booked(rows, regime, 'latenessS')],
    }),
  );
  return {
    ...{
      name: 'tokens-lateness',
      title: 'Tokens kept for longer than their period make sends late, bookings do not',
    },
    ...{
      subtitle: `${fleet}; overloaded, about 100 s cannot be avoided`,
      panels,
      columns: 3,
      width: 250,
    },
  };
}

function distribution(rows: readonly Row[]): Picture {
  const all = rowsWith(rows, { part: 'distribution', run: 1 });
  const keepTimes = distinct<number>(all, 'keepS').toSorted((a, b) => a - b);
  return {
    ...{
      name: 'tokens-distribution',
      title: 'Mean lateness of the managers, by how long tokens are kept (τ)',
    },
    subtitle:
      '800 tokens, overloaded, all managers (τ below p: of fewer); figure 5 of the paper, whose axis goes from 40 to 450 s',
    panels: [
      {
        title: '',
        x: { title: 'mean lateness of a manager', unit: 's', from: 0 },
        y: { title: 'managers, of 10,000, in steps of 10 s', unit: '', from: 0 },
        series: keepTimes.map((keepS) => ({
          ...{ name: `τ = ${keepS} s`, of: 'measured', mark: 'line' },
          points: rowsWith(all, { keepS }).map((row) => ({
            x: (row['fromS'] as number) + 5,
            y: row['managers'] as number,
          })),
        })),
      },
    ],
  };
}

function hops(rows: readonly Row[], values: Values): Picture {
  const line = (form: string, regime: Regime, name: string, of: Series['of']): Series => ({
    ...{ name, of, mark: 'line' },
    points: pointsOf(rowsWith(rows, { part: 'hops', form, regime }), 'hopMs', 'messagesPerS'),
  });
  return {
    ...{
      name: 'tokens-hops',
      title: 'Tokens that nobody wants walk in vain, the faster the network the more',
    },
    subtitle: `${Math.max(...numbersIn(values, 'tokens'))} walking tokens, τ = p; the paper does not give the delay of a hop`,
    panels: [
      {
        title: '',
        x: { title: 'delay of a hop', unit: 'ms', scale: 'log', ticks: [10, 20, 50, 100, 200] },
        y: { title: 'messages', unit: '1/s', scale: 'log', from: 10, to: 100_000 },
        series: [
          ...regimes.map((regime) => line('walk', regime, `walking, ${names[regime]}`, 'measured')),
          line('book', 'under', 'bookings (ours), underloaded', 'ours'),
        ],
      },
    ],
    width: 620,
  };
}

function crashes(rows: readonly Row[], values: Values): Picture {
  const all = rowsWith(rows, { part: 'crashes' });
  const keepers = numbersIn(values, 'keepers').at(-1);
  const [life, hours] = [numberIn(values, 'lifeH'), numberIn(values, 'hours')];
  const bars = (form: string, name: string, of: Series['of']): Series => {
    const found = rowsWith(all, { form });
    return {
      ...{ name, of, mark: 'bars' },
      points: distinct<number>(found, 'leaseS').map((leaseS) => ({
        x: leaseS === 0 ? 'no lease' : form === 'book' ? 'bookings, 240 s' : `lease of ${leaseS} s`,
        y: mean(column(rowsWith(found, { leaseS }), 'usagePercent')),
      })),
    };
  };
  return {
    ...{
      name: 'tokens-crashes',
      title: 'Where managers crash, walking tokens are lost; leases bring them back',
    },
    subtitle: `${crashTokens} walking tokens or ${keepers} keepers, overloaded, mean life of a manager ${life} h, down for a minute, ${hours} h`,
    panels: [
      {
        title: '',
        x: { title: '', unit: '' },
        y: { title: 'usage of the capacity', unit: '%', from: 0, to: 100 },
        series: [
          bars('walk', 'walking tokens', 'measured'),
          bars('book', 'bookings (ours)', 'ours'),
        ],
      },
    ],
    width: 620,
  };
}

/** Latenesses of all and of the unlucky, walking and booked. */
function fairness(rows: readonly Row[], fleet: string): Picture {
  const most = Math.max(0, ...column(rowsWith(rows, { part: 'core' }), 'tokens'));
  const of = (form: 'walk' | 'book', regime: Regime, name: string): number => {
    const wanted =
      form === 'walk' ? { part: 'core', regime, tokens: most, ratio: 1 } : { part: 'book', regime };
    const found = rowsWith(rows, wanted);
    return found.length === 0 ? Number.NaN : mean(column(found, name));
  };
  const panels = regimes.map(
    (regime): Panel => ({
      title: names[regime],
      x: { title: '', unit: '' },
      y: { title: 'lateness', unit: 's', from: 0 },
      series: (['walk', 'book'] as const).map((form) => ({
        ...{
          name: form === 'walk' ? `${most} walking tokens, τ = p` : 'bookings (ours)',
          mark: 'bars',
        },
        of: form === 'walk' ? 'measured' : 'ours',
        points: [
          { x: 'mean', y: of(form, regime, 'latenessS') },
          { x: '99 of 100', y: of(form, regime, 'p99S') },
          { x: 'worst', y: of(form, regime, 'worstS') },
        ],
      })),
    }),
  );
  return {
    ...{
      name: 'tokens-fairness',
      title: 'Who waits how long: random walks leave some out, bookings serve in order',
    },
    ...{
      subtitle: `${fleet}; mean, what 99 of 100 stay below, worst; note the different axes`,
      panels,
      columns: 3,
      width: 240,
    },
  };
}
