// What the hub of paper 2 sees, and what is made of it: usage by windows of 30 s, lateness by managers, the
// fullest windows. The watch of the scheme judges every use.
import type { Millis } from '../base/index.ts';
import { createWatch, type Use, type Watch } from '../coordination/index.ts';
import { deviation, mean, quantile } from './statistics.ts';

export interface FleetFigures {
  readonly usagePercent: number;
  /** Of the usage in windows of 30 s. */
  readonly usageSdPercent: number;
  /** The mean of the managers' mean latenesses. */
  readonly latenessS: number;
  /** Of the managers' mean latenesses. */
  readonly sdOverMean: number;
  readonly p99S: number;
  readonly worstS: number;
  readonly messagesPerS: number;
  /** The most uses in any second, and in any period of a token. */
  readonly mostInSecond: number;
  readonly mostInPeriod: number;
  /** The latter over the number of tokens, which is what it may be at most. */
  readonly periodOverTokens: number;
  /** How much time the figures are of. */
  readonly measuredS: number;
  /** Tokens that were used in the last two periods or so; the others are lost, or walk in vain. */
  readonly inUse: number;
  /** The mean lateness of each manager that has sent. */
  readonly latenesses: readonly number[];
  readonly complaints: readonly string[];
}

interface Setup {
  readonly periodMs: Millis;
  readonly ratePerSecond: number;
}

/** Usage is told in windows of this length. */
export const windowS = 30;
const windowMs = 1000 * windowS;

export class Meter {
  readonly #setup: Setup;
  readonly #watch: Watch;
  readonly #complaints: string[] = [];
  readonly #waits = new Map<string, number[]>();
  readonly #lastUses = new Map<number, Millis>();
  readonly #windows: number[] = [];
  readonly #second: Fullest;
  readonly #period: Fullest;
  #sends = 0;
  #fromMs: Millis = Number.POSITIVE_INFINITY;

  constructor(setup: Setup) {
    this.#setup = setup;
    this.#watch = createWatch({ periodMs: setup.periodMs, shares: [] });
    this.#second = new Fullest(1000);
    this.#period = new Fullest(setup.periodMs);
  }

  /** From then on uses are measured; before, they are only watched. */
  begin(fromMs: Millis): void {
    this.#fromMs = fromMs;
  }

  see(manager: string, use: Use): void {
    const complaint = this.#watch(use);
    if (complaint !== undefined) this.#complaints.push(complaint);
    this.#lastUses.set(use.token, use.atMs);
    if (use.atMs < this.#fromMs) return;
    this.#sends++;
    const window = Math.floor((use.atMs - this.#fromMs) / windowMs);
    this.#windows[window] = (this.#windows[window] ?? 0) + 1;
    this.#second.add(use.atMs);
    this.#period.add(use.atMs);
    const waits = this.#waits.get(manager);
    if (waits) waits.push(use.atMs - use.wishMs);
    else this.#waits.set(manager, [use.atMs - use.wishMs]);
  }

  figures(endMs: Millis, messages: number): FleetFigures {
    const { ratePerSecond, periodMs } = this.#setup;
    const fromMs = this.#fromMs;
    const measuredS = (endMs - fromMs) / 1000;
    const whole = Math.floor((endMs - fromMs) / windowMs);
    const most = (ratePerSecond * windowMs) / 1000;
    const usages = Array.from({ length: whole }, (_, i) => (100 * (this.#windows[i] ?? 0)) / most);
    const latenesses = [...this.#waits.values()].map((waits) => mean(waits) / 1000);
    const waits = [...this.#waits.values()].flat();
    const lately = [...this.#lastUses.values()].filter((atMs) => atMs > endMs - 2.5 * periodMs);
    return {
      usagePercent: (100 * this.#sends) / (measuredS * ratePerSecond),
      usageSdPercent: deviation(usages),
      latenessS: mean(latenesses),
      sdOverMean: deviation(latenesses) / mean(latenesses),
      p99S: quantile(waits, 0.99) / 1000,
      worstS: waits.reduce((worst, wait) => Math.max(worst, wait), 0) / 1000,
      messagesPerS: messages / measuredS,
      mostInSecond: this.#second.most,
      mostInPeriod: this.#period.most,
      periodOverTokens: (1000 * this.#period.most) / (periodMs * ratePerSecond),
      ...{ measuredS, inUse: lately.length, latenesses, complaints: this.#complaints },
    };
  }
}

/** The most moments in any half-open window of a length. */
class Fullest {
  most = 0;
  readonly #lengthMs: Millis;
  #recent: Millis[] = [];
  #first = 0;

  constructor(lengthMs: Millis) {
    this.#lengthMs = lengthMs;
  }

  /** In the order of time. */
  add(atMs: Millis): void {
    this.#recent.push(atMs);
    // A moment computed in two ways may differ by a rounding.
    while ((this.#recent[this.#first] as Millis) <= atMs - this.#lengthMs + 1e-6) this.#first++;
    this.most = Math.max(this.most, this.#recent.length - this.#first);
    if (this.#first < 10_000) return;
    this.#recent = this.#recent.slice(this.#first);
    this.#first = 0;
  }
}
