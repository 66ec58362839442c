// Which rule to try next. Rules that may have a match are awake; one that was searched in vain sleeps until
// something arrives in its solution. A solution whose rules all sleep, with nothing active inside, settles.
import type { Rng } from '../base/index.ts';
import { type Live, type Occurrence, ruleOf } from './live.ts';
import type { Match } from './match-naive.ts';
import type { RuleTemplate } from './rule.ts';
import { findMatch } from './search.ts';
import { bucketFits } from './shape.ts';
import type { Soup, SoupListener } from './soup.ts';

/** What a rule has done and cost, over all of its occurrences. */
export interface RuleStatistics {
  readonly name: string;
  fired: number;
  /** Searches for a match. */
  searched: number;
  /** Molecules that were tried in a slot. */
  tried: number;
  /** Time spent on searching and reacting; 0 when no clock was given. */
  ms: number;
}

interface RuleState {
  readonly occurrence: Occurrence;
  readonly template: RuleTemplate;
  readonly statistics: RuleStatistics;
  /** Combinations of molecules that arrived no later than this are known not to match. */
  since: number;
  /** Its place among the awake, or -1 while it sleeps. */
  position: number;
  /** When it last began to wait: woken, or tried. */
  waitingSince: number;
}

/** Every so many turns, the rule that has waited longest is tried. */
const FAIR_TURN = 8;

export class Scheduler implements SoupListener {
  readonly #rng: Rng;
  readonly #now: (() => number) | null;
  readonly #onRest: (live: Live, poured: boolean) => void;
  readonly #states = new Map<number, RuleState>();
  readonly #awake: RuleState[] = [];
  /** The awake in the order in which they began to wait; entries that are out of date are passed over. */
  #waiting: { readonly state: RuleState; readonly since: number }[] = [];
  #waitingHead = 0;
  readonly #occurrences = new Map<number, Occurrence>();
  readonly #stirred = new Set<Live>();
  readonly #statistics = new Map<RuleTemplate, RuleStatistics>();
  /** How many rules of a solution are awake. */
  readonly #awakeIn = new Map<Live, number>();
  #soup: Soup | null = null;
  #turn = 0;
  /** Counts waits, so that no two of them have the same beginning. */
  #clock = 0;

  constructor(rng: Rng, onRest: (live: Live, poured: boolean) => void, now: (() => number) | null) {
    this.#rng = rng;
    this.#now = now;
    this.#onRest = onRest;
  }

  begin(soup: Soup): void {
    this.#soup = soup;
  }

  get statistics(): readonly RuleStatistics[] {
    return [...this.#statistics.values()];
  }

  occurrence(id: number): Occurrence | null {
    return this.#occurrences.get(id) ?? null;
  }

  /** The next match to carry out, or null when no rule has one. */
  next(): Match | null {
    for (;;) {
      this.#settleQuiet();
      const state = this.#choose();
      if (state === null) return null;
      const match = this.#search(state);
      if (match !== null) return match;
    }
  }

  /** Brings a solution to rest as a recorded run did; false when a rule in it still has a match. */
  rest(live: Live): boolean {
    for (const rule of live.rules.values()) {
      const state = this.#states.get(rule.id);
      if (state !== undefined && state.position >= 0 && this.#search(state) !== null) return false;
    }
    if (!this.#isQuiet(live)) return false;
    this.#stirred.delete(live);
    this.#soup?.settle(live);
    return true;
  }

  reacted(rule: Occurrence, ms: number): void {
    const template = ruleOf(rule)?.template;
    if (template === undefined) return;
    const statistics = this.#statisticsOf(template);
    statistics.fired++;
    statistics.ms += ms;
  }

  added(occurrence: Occurrence): void {
    this.#occurrences.set(occurrence.id, occurrence);
    const rule = ruleOf(occurrence);
    if (rule === null) return;
    const state: RuleState = {
      occurrence,
      template: rule.template,
      statistics: this.#statisticsOf(rule.template),
      since: 0,
      position: -1,
      waitingSince: 0,
    };
    this.#states.set(occurrence.id, state);
    this.#wake(state);
  }

  arrived(occurrence: Occurrence): void {
    const { home, bucket } = occurrence;
    for (const rule of home.rules.values()) {
      const state = this.#states.get(rule.id);
      if (state === undefined || state.position >= 0 || rule === occurrence) continue;
      const wanted = state.template.plans[0]?.steps.some(
        (step) => bucket !== null && bucketFits(bucket, step.wants),
      );
      if (wanted === true) this.#wake(state);
    }
    this.#stirred.add(home);
  }

  removed(occurrence: Occurrence): void {
    this.#occurrences.delete(occurrence.id);
    this.#stirred.add(occurrence.home);
    const state = this.#states.get(occurrence.id);
    if (state === undefined) return;
    this.#sleep(state);
    this.#states.delete(occurrence.id);
  }

  stirred(live: Live): void {
    this.#stirred.add(live);
  }

  poured(live: Live): void {
    this.#onRest(live, true);
  }

  settled(live: Live): void {
    this.#onRest(live, false);
  }

  #choose(): RuleState | null {
    const awake = this.#awake;
    if (awake.length === 0) return null;
    this.#turn++;
    if (this.#turn % FAIR_TURN !== 0) return awake[this.#rng.below(awake.length)] as RuleState;
    return this.#longestWaiting();
  }

  #longestWaiting(): RuleState | null {
    for (;;) {
      const entry = this.#waiting[this.#waitingHead++];
      if (entry === undefined) return this.#awake[0] ?? null;
      const { state, since } = entry;
      if (state.position >= 0 && state.waitingSince === since) return state;
    }
  }

  #beginWaiting(state: RuleState): void {
    state.waitingSince = this.#clock++;
    this.#waiting.push({ state, since: state.waitingSince });
    if (this.#waitingHead > 1024 && this.#waitingHead * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#waitingHead);
      this.#waitingHead = 0;
    }
  }

  #search(state: RuleState): Match | null {
    const { occurrence, statistics } = state;
    const { home } = occurrence;
    statistics.searched++;
    const started = this.#now?.() ?? 0;
    const match = findMatch(occurrence, state.since, this.#rng, statistics);
    statistics.ms += (this.#now?.() ?? 0) - started;
    if (match === null) {
      state.since = home.clock;
      this.#sleep(state);
    } else {
      this.#beginWaiting(state);
    }
    return match;
  }

  #wake(state: RuleState): void {
    if (state.position >= 0) return;
    state.position = this.#awake.length;
    this.#awake.push(state);
    this.#beginWaiting(state);
    const { home } = state.occurrence;
    this.#awakeIn.set(home, (this.#awakeIn.get(home) ?? 0) + 1);
  }

  #sleep(state: RuleState): void {
    if (state.position < 0) return;
    const last = this.#awake.pop() as RuleState;
    if (last !== state) {
      this.#awake[state.position] = last;
      last.position = state.position;
    }
    state.position = -1;
    const { home } = state.occurrence;
    const left = (this.#awakeIn.get(home) ?? 1) - 1;
    if (left === 0) this.#awakeIn.delete(home);
    else this.#awakeIn.set(home, left);
    this.#stirred.add(home);
  }

  /** Settles what has come to rest; that may show something to the solution around, and so on outwards. */
  #settleQuiet(): void {
    for (const live of this.#stirred) {
      this.#stirred.delete(live);
      if (this.#isQuiet(live)) this.#soup?.settle(live);
    }
  }

  #isQuiet(live: Live): boolean {
    if (live.inert || live.unsettled > 0 || live.awaited > 0) return false;
    if (live.owner === null && live !== this.#soup?.root) return false;
    return !this.#awakeIn.has(live);
  }

  #statisticsOf(template: RuleTemplate): RuleStatistics {
    let statistics = this.#statistics.get(template);
    if (statistics === undefined) {
      statistics = { name: template.name ?? '(a rule)', fired: 0, searched: 0, tried: 0, ms: 0 };
      this.#statistics.set(template, statistics);
    }
    return statistics;
  }
}
