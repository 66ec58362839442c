// What a user says of a rate, checked. Bookings need the rate alone; walking tokens have the parameters of the paper (p, τ, ε, δ),
// as times, and how long a token rests at a node. What is not said is left open here: it follows from the rate, which may change.
import { fail, ok, type Result } from '../../base/index.ts';
import { type Given, text } from './given.ts';

export interface TokensDefinition {
  readonly scheme: 'tokens';
  readonly name: string;
  /** Uses a second, of all together. */
  readonly rate: number;
  /** Set if tokens walk; else they are booked. */
  readonly walking?: Walking;
}

/** The parameters of walking tokens, as far as somebody has said them. */
export interface Walking {
  /** p: how long after a use a token may be used again. */
  readonly periodMs?: number;
  /** τ: how long a token may be kept before it is used. */
  readonly keepMs?: number;
  /** ε: the shortest time between a decision and the use. */
  readonly delayMs?: number;
  /** δ: the smallest change of a plan that is worth it. */
  readonly changeMs?: number;
  /** How long a token rests at a node before it goes on. */
  readonly hopMs?: number;
}

const KINDS = ['booked', 'walking'];

/** The least that each parameter may be, and whether it may be that. */
const TIMES: Readonly<Record<keyof Walking, 'above 0' | 'of at least 0' | 'of at least 1'>> = {
  periodMs: 'above 0',
  keepMs: 'above 0',
  delayMs: 'of at least 0',
  changeMs: 'of at least 0',
  hopMs: 'of at least 1',
};

export const tokensOptions = ['rate', 'scheme', ...Object.keys(TIMES)];

/** More tokens than this do not walk: each of them is a message every `hopMs`. */
const tokensMax = 10_000;
/** So many walk unless somebody says otherwise: a token on its way costs messages, also when nobody wants it. */
const tokensUsual = 20;
/** A token comes back after this long at least: real timers are not exact. */
const shortestPeriodS = 0.05;

/** Beyond this a use takes longer than it is apart from the next, and every slot would be missed. */
export const rateMax = 5000;

/** What is wrong with a rate, as a sentence, or undefined. */
export function wrongRateOf(name: string, rate: unknown): string | undefined {
  const isNumber = typeof rate === 'number' && Number.isFinite(rate) && rate > 0;
  if (!isNumber) {
    return `the rate of "${name}" must be a number above 0, in uses a second, not ${text(rate)}`;
  }
  if (rate <= rateMax) return undefined;
  return `the rate of "${name}" can be at most ${rateMax} uses a second, not ${rate}: more cannot be told apart`;
}

export function defineTokens(
  name: string,
  { rate, scheme = 'booked', ...times }: Given,
): Result<TokensDefinition, string> {
  const wrong = wrongRateOf(name, rate);
  if (wrong !== undefined) return fail(wrong);
  const definition = { scheme: 'tokens', name, rate: rate as number } as const;
  const [first] = Object.keys(times);
  if (scheme === 'walking') {
    const problem = wrongWalking(definition, times);
    return problem === undefined ? ok({ ...definition, walking: times }) : fail(problem);
  }
  if (scheme !== 'booked') {
    const kinds = KINDS.map(text).join(' or ');
    return fail(`the scheme of "${name}" must be ${kinds}, not ${text(scheme)}`);
  }
  return first === undefined
    ? ok(definition)
    : fail(`"${name}" is booked, and only walking tokens have ${first}: say scheme: "walking"`);
}

function wrongWalking({ name, rate }: TokensDefinition, times: Given): string | undefined {
  for (const [option, value] of Object.entries(times)) {
    const least = TIMES[option as keyof Walking];
    const isRight =
      typeof value === 'number' &&
      Number.isFinite(value) &&
      (least === 'above 0' ? value > 0 : value >= (least === 'of at least 0' ? 0 : 1));
    if (isRight) continue;
    return `the ${option} of "${name}" must be a number ${least}, in milliseconds, not ${text(value)}`;
  }
  const { periodMs } = times as Walking;
  if (periodMs === undefined) return undefined;
  const [uses, needed] = [countIn(rate, periodMs), Math.ceil(1000 / rate)];
  if (uses < 1) {
    return `the periodMs of "${name}" must be long enough for one use, at a rate of ${rate} at least ${needed}, not ${periodMs}`;
  }
  if (uses <= tokensMax) return undefined;
  return `the periodMs of "${name}" makes ${uses} tokens at a rate of ${rate}: at most ${tokensMax} can walk`;
}

/** How many tokens walk: as many as one period bears uses, so that no period holds more. */
export function walkingCount({ rate, walking }: TokensDefinition): number {
  const { periodMs } = walking ?? {};
  // A rate that was made another one since must have tokens, too.
  if (periodMs !== undefined) return Math.min(tokensMax, Math.max(1, countIn(rate, periodMs)));
  return Math.max(1, Math.min(Math.floor(rate), Math.max(tokensUsual, fewest(rate)), tokensMax));
}

/** How few tokens a rate needs at least for timers that are not exact. */
export function fewest(rate: number): number {
  return Math.ceil(rate * shortestPeriodS);
}

/** A period that was computed from a count holds that count, whatever rounding has made of it. */
function countIn(rate: number, periodMs: number): number {
  return Math.floor((rate * periodMs) / 1000 + 1e-9);
}
