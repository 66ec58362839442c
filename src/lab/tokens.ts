// Experiment `tokens`, paper 2 (tokens that coordinate decisions): the 60 runs of its section IV, figure 5, then what it leaves open: the
// delay of a hop, crashes; and bookings, which are what we ship, beside the walking tokens.
import type { BookOptions } from '../coordination/index.ts';
import type { Experiment, Progress, Row, Values } from './experiment.ts';
import { numberIn, numbersIn } from './settings.ts';
import { crashTokens, keepersIn, tokensConflict, tokensIn } from './tokens-conflict.ts';
import { type Fleet, managersNamed, type Regime, runBook, runWalk } from './tokens-fleet.ts';
import { isWellKept } from './tokens-latenesses.ts';
import type { FleetFigures } from './tokens-meter.ts';
import { tokensPictures } from './tokens-pictures.ts';
import { tokensTables } from './tokens-tables.ts';

const paper = { source: 'paper' } as const;
const assumed = { source: 'assumed' } as const;

export const tokensExperiment: Experiment = {
  name: 'tokens',
  title: 'a capped rate shared by 10,000: walking tokens and bookings',
  paper: 'paper 2, section IV, figure 5',
  claim:
    'Tokens on random walks keep 10,000 managers within a capacity of 50 a second and use 95 to 99.5 % of it, fairly, without a central place.',
  seen: 'They do, within each period of a token, though single seconds see twice the rate, some managers wait 12 to 15 times the mean, and tokens that nobody wants walk in vain; bookings at a few keepers keep every second, serve in order, and need a tenth to a hundredth of the messages when there is capacity to spare.',
  parameters: [
    {
      name: 'share',
      value: 0.1,
      unit: '',
      meaning:
        'part of the fleet that is simulated, with as much of its rate and tokens; the paper has 1',
      ...assumed,
      least: 0.01,
      most: 1,
      whole: false,
    },
    {
      name: 'managers',
      value: 10_000,
      unit: '',
      meaning: 'autonomic managers',
      ...paper,
      least: 1000,
      most: 1_000_000,
    },
    { name: 'rate', value: 50, unit: '1/s', meaning: 'capacity of the hub', ...paper, least: 1 },
    {
      name: 'tokens',
      value: [400, 800, 1200, 1600],
      unit: '',
      meaning: 'tokens, k',
      ...paper,
      least: 100,
    },
    {
      name: 'ratios',
      value: [0.75, 1, 1.125, 1.25, 1.5],
      unit: '',
      meaning: 'how long a token may be kept, τ, over its period p',
      ...paper,
      least: 0.1,
      most: 10,
      whole: false,
    },
    {
      name: 'hours',
      value: 1.5,
      unit: 'h',
      meaning: 'how long a run lasts',
      ...paper,
      least: 0.05,
      most: 24,
      whole: false,
    },
    {
      name: 'warmUpS',
      value: 600,
      unit: 's',
      meaning: 'the beginning of a run, which is not measured',
      ...assumed,
    },
    {
      name: 'messagesMax',
      value: 1_400_000,
      unit: '',
      meaning: 'a run is cut after so many messages of the whole fleet',
      ...assumed,
      least: 10_000,
    },
    {
      name: 'fairShare',
      value: 0.1,
      unit: '',
      meaning:
        'part of the fleet that runs uncut where whole runs are cut: fairness takes many sends of each manager',
      ...assumed,
      least: 0.01,
      most: 1,
      whole: false,
    },
    {
      name: 'evenS',
      value: 1100,
      unit: 's',
      meaning: 'but even runs by hop are measured for so long: their queue swings slowly',
      ...assumed,
    },
    {
      name: 'underS',
      value: 250,
      unit: 's',
      meaning:
        'and underloaded runs where hops are not varied for so long: their wishes come and go slowly',
      ...assumed,
    },
    {
      name: 'hopMs',
      value: 50,
      unit: 'ms',
      meaning: 'time of a message, give or take half',
      ...assumed,
      least: 1,
    },
    {
      name: 'hopsMs',
      value: [10, 20, 50, 100, 200],
      unit: 'ms',
      meaning: 'the same where it is varied',
      ...assumed,
      least: 1,
    },
    {
      name: 'useLagMs',
      value: 140,
      unit: 'ms',
      meaning: 'mean time from a planned to an actual sending, walking tokens',
      ...assumed,
    },
    {
      name: 'keepers',
      value: [10, 25],
      unit: '',
      meaning: 'keepers of bookings in the whole fleet',
      ...assumed,
      least: 1,
    },
    {
      name: 'lifeH',
      value: 10,
      unit: 'h',
      meaning: 'mean life of a manager where they crash; it is then down for a minute',
      ...assumed,
      least: 0.1,
      whole: false,
    },
    {
      name: 'leasesS',
      value: [160, 80, 64],
      unit: 's',
      meaning: 'leases of walking tokens there',
      ...assumed,
      least: 64,
    },
  ],
  gallery: { set: { share: 1 } },
  conflict: tokensConflict,
  run,
  tables: tokensTables,
  pictures: tokensPictures,
};

export const regimes: readonly Regime[] = ['over', 'even', 'under'];

/** Figure 5 is of so many, overloaded. */
const drawnTokens = 800;

interface Job {
  readonly part: string;
  /** Jobs that are run in the same way have the same: they are run once. */
  readonly same?: string;
  /** Of the fleet; as it is set, if nothing is said. */
  readonly share?: number;
  readonly keys: Readonly<Record<string, number | string>>;
  figures(): FleetFigures;
}

function run(values: Values, seed: number, progress: Progress): readonly Row[] {
  const share = numberIn(values, 'share');
  const jobs = [
    ...coreJobs(values, seed),
    ...fairJobs(values, seed),
    ...hopJobs(values, seed),
    ...crashJobs(values, seed),
    ...bookJobs(values, seed),
  ];
  const known = new Map<string, FleetFigures>();
  const figuresOf = ({ same, figures }: Job): FleetFigures => {
    const found = (same === undefined ? undefined : known.get(same)) ?? figures();
    if (same !== undefined) known.set(same, found);
    return found;
  };
  return jobs.flatMap((job, i) => {
    const { part, keys } = job;
    progress(i, jobs.length, `${part}, ${Object.values(keys).join(' ')}`);
    const { latenesses, complaints, ...figures } = figuresOf(job);
    const row = {
      ...{ part, ...keys, ...figures, complaints: complaints.length },
      // As the whole fleet would have it.
      messagesPerS: figures.messagesPerS / (job.share ?? share),
      secondOverRate: figures.mostInSecond / ((job.share ?? share) * numberIn(values, 'rate')),
    };
    const isOver = keys['tokens'] === drawnTokens && keys['regime'] === 'over';
    const isDrawn = isOver && part === (Number(keys['ratio']) < 1 ? 'fair' : 'core');
    return isDrawn ? [row, ...distribution(latenesses, keys)] : [row];
  });
}

/** How many of 10,000 managers have a mean lateness from `fromS` on, by steps of 10 s. */
function distribution(latenesses: readonly number[], keys: Job['keys']): readonly Row[] {
  const counts = new Map<number, number>();
  for (const lateness of latenesses) {
    const fromS = 10 * Math.floor(lateness / 10);
    counts.set(fromS, (counts.get(fromS) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([fromS, count]) => ({
      ...{ part: 'distribution', ratio: keys['ratio'] ?? 1, keepS: keys['keepS'] ?? 0, fromS },
      managers: (10_000 * count) / latenesses.length,
    }));
}

function fleetOf(values: Values, seed: number, regime: Regime): Fleet {
  const share = numberIn(values, 'share');
  return {
    ...{ seed, regime, managers: Math.round(share * numberIn(values, 'managers')) },
    ...{ ratePerSecond: share * numberIn(values, 'rate'), shortestMs: 1000 },
    ...{
      warmUpMs: 1000 * numberIn(values, 'warmUpS'),
      lastsMs: 3_600_000 * numberIn(values, 'hours'),
    },
    ...{ hopMs: numberIn(values, 'hopMs'), useLagMs: numberIn(values, 'useLagMs') },
    messagesMax: share * numberIn(values, 'messagesMax'),
  };
}

/** Without leases and acknowledgements, as the paper has it. */
function walkIn(
  fleet: Fleet,
  values: Values,
  tokens: number,
  ratio: number,
  leaseMs = 0,
): FleetFigures {
  const count = tokensIn(values, tokens);
  const keepMs = (ratio * 1000 * count) / fleet.ratePerSecond;
  const keepers = managersNamed(count);
  const { ratePerSecond } = fleet;
  return runWalk(fleet, { ratePerSecond, keepers, keepMs, leaseMs, acknowledge: false });
}

function bookIn(
  fleet: Fleet,
  values: Values,
  keepers: number,
  more: Partial<BookOptions> = {},
): FleetFigures {
  const count = keepersIn(values, keepers);
  const { ratePerSecond } = fleet;
  // Slots are granted for a moment, so that there is no lag between plan and use.
  const options = { ratePerSecond, keepers: managersNamed(count), ...more };
  return runBook({ ...fleet, useLagMs: 0, messagesMax: Number.POSITIVE_INFINITY }, options);
}

function sameWalk(regime: Regime, hopMs: number, tokens: number, ratio: number): string {
  return `walk ${regime} ${hopMs} ${tokens} ${ratio}`;
}

function sameBook(regime: Regime, hopMs: number, keepers: number): string {
  return `book ${regime} ${hopMs} ${keepers}`;
}

function coreJobs(values: Values, seed: number): readonly Job[] {
  return numbersIn(values, 'tokens').flatMap((tokens) =>
    numbersIn(values, 'ratios').flatMap((ratio) =>
      regimes.map((regime) => {
        const keepS = (ratio * tokens) / numberIn(values, 'rate');
        const keys = { tokens, ratio, keepS, regime };
        const measuredMsMin = regime === 'under' ? 1000 * numberIn(values, 'underS') : 0;
        const fleet = { ...fleetOf(values, seed, regime), measuredMsMin };
        return {
          ...{
            part: 'core',
            keys,
            same: sameWalk(regime, numberIn(values, 'hopMs'), tokens, ratio),
          },
          figures: () => walkIn(fleet, values, tokens, ratio),
        };
      }),
    ),
  );
}

/**
 * Runs of a smaller fleet to their very end, for the mean latenesses of managers. Whole, where tokens walk much, they are cut
 * after a few sends of each manager, and then lie apart by chance: the even ones, and in figure 5 those with τ below p.
 */
function fairJobs(values: Values, seed: number): readonly Job[] {
  const share = Math.min(numberIn(values, 'share'), numberIn(values, 'fairShare'));
  const smaller: Values = { ...values, share };
  const jobOf = (regime: Regime, tokens: number, ratio: number): Job => {
    const fleet = { ...fleetOf(smaller, seed, regime), messagesMax: Number.POSITIVE_INFINITY };
    const keepS = (ratio * tokens) / numberIn(values, 'rate');
    return {
      ...{ part: 'fair', share, keys: { tokens, ratio, keepS, regime } },
      figures: () => walkIn(fleet, smaller, tokens, ratio),
    };
  };
  const ratios = numbersIn(values, 'ratios');
  const even = numbersIn(values, 'tokens').flatMap((tokens) =>
    ratios
      .filter((ratio) => {
        const keepS = (ratio * tokens) / numberIn(values, 'rate');
        return isWellKept({ tokens, ratio, keepS });
      })
      .map((ratio) => jobOf('even', tokens, ratio)),
  );
  const isDrawn = numbersIn(values, 'tokens').includes(drawnTokens);
  const short = isDrawn ? ratios.filter((ratio) => ratio < 1) : [];
  return [...even, ...short.map((ratio) => jobOf('over', drawnTokens, ratio))];
}

function hopJobs(values: Values, seed: number): readonly Job[] {
  const tokens = Math.max(...numbersIn(values, 'tokens'));
  return numbersIn(values, 'hopsMs').flatMap((hopMs) =>
    regimes.flatMap((regime) => {
      const measuredMsMin = regime === 'even' ? 1000 * numberIn(values, 'evenS') : 0;
      const fleet = { ...fleetOf(values, seed, regime), hopMs, measuredMsMin };
      const keys = { regime, hopMs };
      const keepers = numbersIn(values, 'keepers')[0] ?? 10;
      return [
        {
          part: 'hops',
          keys: { form: 'walk', ...keys, tokens },
          // The even ones are measured for longer than those of the core.
          ...(regime !== 'even' && { same: sameWalk(regime, hopMs, tokens, 1) }),
          figures: () => walkIn(fleet, values, tokens, 1),
        },
        ...(regime === 'under'
          ? [
              {
                part: 'hops',
                keys: { form: 'book', ...keys, tokens: keepers },
                same: sameBook(regime, hopMs, keepers),
                figures: () => bookIn(fleet, values, keepers),
              },
            ]
          : []),
      ];
    }),
  );
}

function crashJobs(values: Values, seed: number): readonly Job[] {
  const crashes = { everyMs: 3_600_000 * numberIn(values, 'lifeH'), downMs: 60_000 };
  // Without the lag between plan and sending, which costs usage of its own: what is missing is what crashes cost.
  const fleet = { ...fleetOf(values, seed, 'over'), hopMs: 100, useLagMs: 0, crashes };
  const keepers = numbersIn(values, 'keepers').at(-1) ?? 25;
  const walked = [0, ...numbersIn(values, 'leasesS')].map((leaseS) => ({
    ...{ part: 'crashes', keys: { form: 'walk', leaseS, tokens: crashTokens } },
    figures: () => walkIn(fleet, values, crashTokens, 1, 1000 * leaseS),
  }));
  const booked = {
    ...{ part: 'crashes', keys: { form: 'book', leaseS: 240, tokens: keepers } },
    figures: () => bookIn(fleet, values, keepers, { leaseMs: 240_000 }),
  };
  return [...walked, booked];
}

function bookJobs(values: Values, seed: number): readonly Job[] {
  return numbersIn(values, 'keepers').flatMap((tokens) =>
    regimes.map((regime) => ({
      ...{ part: 'book', keys: { tokens, regime } },
      same: sameBook(regime, numberIn(values, 'hopMs'), tokens),
      figures: () => bookIn(fleetOf(values, seed, regime), values, tokens),
    })),
  );
}
