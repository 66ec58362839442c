// Whose turn it is. What arrives is fresh. When its turn comes, a fresh molecule becomes visible and is tried in
// every slot of every rule, together with what is visible already; when nothing comes of it, it rests. So each
// combination is met once: when the last of its members has its turn. When a rule arrives, all that could fill
// one of its slots is fresh again. A solution in which nothing is fresh, and nothing active inside, is at rest.
// Before it in the walk: search.ts; after it: react.ts.
import type { Rng } from '../base/index.ts';
import { FreshSet } from './fresh-set.ts';
import { type Bucket, eachLive, type Live, type Occurrence, ruleOf, type Taker } from './live.ts';
import type { Match } from './match-naive.ts';
import type { PlanStep, RuleMolecule, RuleTemplate } from './rule.ts';
import { findAlone, findWith, letGo, type Patience, SearchPause } from './search.ts';
import { bucketFits } from './shape.ts';
import type { Soup, SoupListener } from './soup.ts';
import { enterBucket, leaveBucket } from './visible.ts';

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

/** In small solutions, one turn in so many only makes a molecule visible, and its turn comes again. */
const SHY = 8;
const SMALL = 64;

/** Molecules that are tried before whoever drives may have a say, between turns and inside of one. */
const PATIENCE = 2 ** 20;
const TURN_PATIENCE = 2 ** 22;

export class Scheduler implements SoupListener {
  readonly #rng: Rng;
  readonly #now: (() => number) | null;
  readonly #onRest: (live: Live, poured: boolean) => void;
  readonly #fresh: FreshSet;
  /** By id, from the first time that somebody asks for one by its id. */
  #occurrences: Map<number, Occurrence> | null = null;
  readonly #stirred = new Set<Live>();
  readonly #statistics = new Map<RuleTemplate, RuleStatistics>();
  #soup: Soup | null = null;
  readonly #patience: Patience = { left: 0 };
  #turnPatience = TURN_PATIENCE;
  /** Whether `next` gives up for a while when it has tried much; then it gives null and `isPaused` is set. */
  pauses = false;
  isPaused = false;

  constructor(rng: Rng, onRest: (live: Live, poured: boolean) => void, now: (() => number) | null) {
    this.#rng = rng;
    this.#now = now;
    this.#onRest = onRest;
    this.#fresh = new FreshSet(rng);
  }

  begin(soup: Soup): void {
    this.#soup = soup;
  }

  get statistics(): readonly RuleStatistics[] {
    return [...this.#statistics.values()];
  }

  occurrence(id: number): Occurrence | null {
    this.#occurrences ??= this.#soup === null ? new Map() : everyOccurrence(this.#soup.root);
    return this.#occurrences.get(id) ?? null;
  }

  /** The next match to carry out, or null when there is none or, if it pauses, none yet. */
  next(): Match | null {
    this.isPaused = false;
    if (!this.pauses) {
      this.#patience.left = Number.POSITIVE_INFINITY;
      return this.#search();
    }
    this.#patience.left = this.#turnPatience + PATIENCE;
    try {
      return this.#search();
    } catch (error) {
      if (!(error instanceof SearchPause)) throw error;
      letGo(error.home);
      // The turn stays undone, and may take twice as long the next time: some time it will be done.
      this.#turnPatience *= 2;
      this.isPaused = true;
      return null;
    }
  }

  #search(): Match | null {
    for (;;) {
      this.#settleQuiet();
      const active = this.#fresh.draw();
      if (active === null) return null;
      if (this.#fresh.size <= SMALL && this.#rng.below(SHY) === 0) {
        // Or a rule that takes one molecule alone would always be ahead of one that takes two.
        enterBucket(active);
        continue;
      }
      const match = this.#turn(active);
      if (match !== null) return match;
      if (this.#patience.left < this.#turnPatience) {
        this.isPaused = true;
        return null;
      }
    }
  }

  /** Brings a solution to rest as a recorded run did; false when something in it can still react. */
  rest(live: Live): boolean {
    this.#patience.left = Number.POSITIVE_INFINITY;
    for (const occurrence of [...live.content.values()]) {
      if (this.#fresh.has(occurrence) && this.#turn(occurrence) !== null) return false;
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
    this.#occurrences?.set(occurrence.id, occurrence);
    const rule = ruleOf(occurrence);
    if (rule !== null) this.#statisticsOf(rule.template);
  }

  arrived(occurrence: Occurrence): void {
    this.#stirred.add(occurrence.home);
    const rule = ruleOf(occurrence);
    if (rule !== null) {
      forgetTakers(occurrence.home);
      enterBucket(occurrence);
      this.#refresh(occurrence, rule);
      this.#fresh.add(occurrence);
    } else if (occurrence.home.rules.size === 0) {
      enterBucket(occurrence);
    } else {
      this.#fresh.add(occurrence);
    }
  }

  removed(occurrence: Occurrence): void {
    this.#occurrences?.delete(occurrence.id);
    this.#fresh.delete(occurrence);
    this.#stirred.add(occurrence.home);
    if (ruleOf(occurrence) !== null) forgetTakers(occurrence.home);
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

  /** Gives an occurrence its turn. It stays fresh as long as something comes of it. */
  #turn(active: Occurrence): Match | null {
    enterBucket(active);
    const rule = ruleOf(active);
    const match = (rule === null ? null : this.#asRule(active, rule)) ?? this.#asReactant(active);
    if (match === null) {
      this.#fresh.delete(active);
      this.#stirred.add(active.home);
    }
    return match;
  }

  /** All that a new rule could take has its turn again, as if it had come after the rule. */
  #refresh(occurrence: Occurrence, rule: RuleMolecule): void {
    for (const bucket of occurrence.home.buckets.values()) {
      if (!rule.template.written.steps.some((step) => bucketFits(bucket, step.wants))) continue;
      for (const one of [...bucket.items]) {
        if (one === occurrence) continue;
        if (ruleOf(one) === null) leaveBucket(one);
        this.#fresh.add(one);
      }
    }
  }

  /** A rule without slots reacts by itself. */
  #asRule(active: Occurrence, rule: RuleMolecule): Match | null {
    if (rule.template.slotCount > 0) return null;
    return this.#timed(rule.template, (cost) =>
      findAlone(active, rule, this.#rng, cost, this.#patience),
    );
  }

  /** Tries every slot of every visible rule, beginning with one that chance draws. */
  #asReactant(active: Occurrence): Match | null {
    const takers = this.#takersOf(active);
    const start = takers.length > 1 ? this.#rng.below(takers.length) : 0;
    for (let i = 0; i < takers.length; i++) {
      const { rule, molecule, slot } = takers[(start + i) % takers.length] as Taker;
      if (rule === active) continue;
      const match = this.#timed(molecule.template, (cost) =>
        findWith(rule, molecule, slot, active, this.#rng, cost, this.#patience),
      );
      if (match !== null) return match;
    }
    return null;
  }

  #takersOf(active: Occurrence): readonly Taker[] {
    const bucket = active.bucket as Bucket;
    bucket.takers ??= findTakers(bucket, active.home);
    return bucket.takers;
  }

  #timed(template: RuleTemplate, find: (cost: RuleStatistics) => Match | null): Match | null {
    const statistics = this.#statisticsOf(template);
    statistics.searched++;
    const started = this.#now?.() ?? 0;
    const match = find(statistics);
    statistics.ms += (this.#now?.() ?? 0) - started;
    return match;
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
    return live.fresh === 0;
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

function findTakers(bucket: Bucket, home: Live): Taker[] {
  const takers: Taker[] = [];
  for (const rule of home.rules.values()) {
    const molecule = ruleOf(rule) as RuleMolecule;
    for (const plan of molecule.template.plans) {
      const first = plan.steps[0] as PlanStep | undefined;
      if (first === undefined || !bucketFits(bucket, first.wants)) continue;
      takers.push({ rule, molecule, slot: first.slot });
    }
  }
  return takers;
}

/** The rules of a solution have changed: who takes what must be found again. */
function forgetTakers(home: Live): void {
  for (const bucket of home.buckets.values()) bucket.takers = null;
}

function everyOccurrence(
  live: Live,
  found = new Map<number, Occurrence>(),
): Map<number, Occurrence> {
  for (const occurrence of live.content.values()) {
    found.set(occurrence.id, occurrence);
    eachLive(occurrence.body, (inner) => everyOccurrence(inner, found));
  }
  return found;
}
