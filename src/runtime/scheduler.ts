// Whose turn it is. What arrives is pending. When its turn comes, a molecule is tried in every slot of every visible
// rule, together with what is visible already; when nothing comes of it, it becomes visible itself and rests. A rule
// has its turn, too: with all that is visible. So each combination is met once, when the last of its members has
// its turn, and a solution in which nothing is pending, and nothing active inside, is at rest.
// Before it in the walk: search.ts; after it: react.ts.
import { assert, type Rng } from '../base/index.ts';
import { type Batch, createBatch, pickTurns } from './batch.ts';
import { BusyLives, SMALL, StirredLives } from './busy.ts';
import type { RuleCache } from './compile/compiled.ts';
import type { CompiledTurns } from './compile/turn-code.ts';
import { Worker } from './compile/worker.ts';
import { endSweep, isSwept } from './due.ts';
import type { Live } from './live.ts';
import { giveStores } from './loose.ts';
import type { Match } from './match-naive.ts';
import { type MeltingReactor, melt } from './melt.ts';
import { PassOn } from './pass-on.ts';
import { payFor } from './range-worth.ts';
import type { RuleTemplate } from './rule.ts';
import { Search } from './search.ts';
import { Shyness } from './shyness.ts';
import type { Soup } from './soup.ts';
import type { SoupListener } from './soup-listener.ts';
import { type RuleStatistics, Statistics, shareTime, workOf } from './statistics.ts';
import { type BoundTurns, enterRow, PENDING, type Store } from './store.ts';
import { Sweeper } from './sweep.ts';
import { isUntidy, tidy } from './tidy.ts';
import { type Patience, SearchPause, type Verdict } from './turn.ts';
import { takeAny, takeNext, waitAgain } from './waiting.ts';

/** So many turns of a small solution follow each other, before whoever drives is asked. */
const SMALL_TURNS = 64;
/** How many reactions one molecule may make in a turn of a batch. */
const TURN_REACTIONS = 1024;

/** Molecules that are tried before whoever drives may have a say, between turns and inside of one. */
const PATIENCE = 2 ** 20;
const TURN_PATIENCE = 2 ** 22;

export class Scheduler implements SoupListener {
  readonly #rng: Rng;
  readonly #now: (() => number) | null;
  readonly #onRest: (live: Live, poured: boolean) => void;
  readonly #cache: RuleCache;
  readonly #search: Search;
  readonly #passOn: PassOn;
  readonly #sweeper: Sweeper;
  /** The solutions in which something is pending. */
  readonly #busy = new BusyLives();
  readonly #stirred = new StirredLives();
  readonly #statistics = new Statistics();
  readonly #shyness: Shyness;
  #soup: Soup | null = null;
  #worker: Worker | null = null;
  #batch: Batch | null = null;
  /** A look has found a match, and nothing was taken out since. */
  #foundBefore = false;
  readonly #patience: Patience = { left: 0 };
  #turnPatience = TURN_PATIENCE;
  /** Whether rules may be compiled to code of their own. */
  readonly #compiles: boolean;
  readonly #react: (match: Match) => void;
  readonly #reactor: MeltingReactor;
  readonly #costOf = (template: RuleTemplate) => this.#statistics.of(template);
  readonly #costsOf = (compiled: CompiledTurns) => this.#statistics.costsOf(compiled);
  /** Whether searches and reactions are timed one by one. */
  #isTimed = true;
  /** Whether `run` gives up for a while when it has tried much; then `isPaused` is set. */
  pauses = false;
  isPaused = false;

  constructor(
    rng: Rng,
    react: (match: Match) => void,
    onRest: (live: Live, poured: boolean) => void,
    now: (() => number) | null,
    compiles: boolean,
    cache: RuleCache,
  ) {
    this.#cache = cache;
    this.#rng = rng;
    this.#now = now;
    this.#onRest = onRest;
    this.#compiles = compiles;
    this.#react = (match: Match) => {
      match.rule.home.bold = false;
      if (this.#worker !== null) {
        this.#worker.fired++;
        this.#worker.reactions++;
      }
      this.#passOn.react(match, this.#batch?.small === false ? this.#batch.store : null, react);
    };
    this.#reactor = {
      react: this.#react,
      costOf: this.#costOf,
      now: () => (this.#isTimed ? (this.#now?.() ?? 0) : 0),
    };
    this.#shyness = new Shyness(rng, (live) => this.arrived(live));
    this.#search = new Search(rng, this.#reactor, this.#patience);
    this.#sweeper = new Sweeper(rng, this.#reactor);
    this.#passOn = new PassOn(new Search(rng, this.#reactor, this.#patience));
  }

  begin(soup: Soup): void {
    this.#soup = soup;
    this.#worker = new Worker(this.#rng, soup, this.#search, this.#react, this.#spent);
  }

  get reactions(): number {
    return this.#work.reactions;
  }

  /** A reaction was made that nobody chose here: a recorded one. */
  countReaction(): void {
    this.#work.reactions++;
  }

  get #work(): Worker {
    assert(this.#worker !== null, 'a scheduler works for a soup');
    return this.#worker;
  }

  get statistics(): readonly RuleStatistics[] {
    return this.#statistics.all;
  }

  /**
   * Gives turns until so many reactions were made, or nothing is left to do, or, if it pauses, for a while. With 0 it
   * only looks whether there is one to make. True when it came as far as it should. It ends with a turn, and may
   * have made some more reactions by then, unless it is to make them `exactly`: then the turn goes on another time,
   * from its beginning.
   */
  run(reactions: number, exactly: boolean): boolean {
    this.isPaused = false;
    // Looking twice must not draw twice.
    if (reactions === 0 && this.#foundBefore) return true;
    this.#foundBefore = false;
    const work = this.#work;
    work.fired = 0;
    work.limit = reactions;
    work.exact = exactly;
    work.most = TURN_REACTIONS;
    work.found = false;
    work.tried = 0;
    for (;;) {
      this.#settleQuiet();
      const batch = this.#currentBatch();
      if (batch === null) return false;
      this.#patience.left = this.pauses ? this.#turnPatience : Number.POSITIVE_INFINITY;
      work.patience = this.#patience.left;
      const verdict =
        batch.loose === null
          ? this.#tryNext(batch, exactly ? reactions - work.fired : TURN_REACTIONS)
          : this.#melt(batch, batch.loose);
      if (verdict === 'found' || work.found) {
        this.#foundBefore = true;
        return true;
      }
      if (reactions > 0 && work.fired >= reactions) return true;
      if (!this.pauses) continue;
      work.tried += this.#turnPatience - this.#patience.left;
      if (verdict === null || work.tried > PATIENCE) {
        this.isPaused = true;
        return false;
      }
    }
  }

  /** One turn; null when it was given up. */
  #tryNext(batch: Batch, budget: number): Verdict | null {
    try {
      return this.#next(batch, budget);
    } catch (error) {
      const { row } = this.#work;
      if (row >= 0) waitAgain(batch.store, row);
      this.#work.row = -1;
      if (!(error instanceof SearchPause)) throw error;
      // The turn stays undone, and may take twice as long the next time: some time it will be done.
      this.#turnPatience *= 2;
      return null;
    }
  }

  /** One turn of a batch, or, where they are compiled, as many as are left. */
  #next(batch: Batch, budget: number): Verdict {
    const { store, small } = batch;
    if (!small && isSwept(store)) return this.#sweep(batch, Math.min(budget, TURN_REACTIONS));
    const { run, partners, costs } = this.#turnsOf(store, small);
    if (small && run !== null && this.#now === null) return this.#smallTurns(batch);
    let row = -1;
    if (small || run === null) {
      row = small ? takeAny(store, this.#rng) : takeNext(store);
      batch.left--;
      if (row < 0) return this.#done(batch, 'rests');
      if (small && this.#shyness.isShy(store)) {
        this.#shyness.show(store, row);
        return this.#done(batch, 'rests');
      }
    }
    let verdict: Verdict = 'rests';
    if (run === null) verdict = this.#turn(store, row, batch, small ? Math.min(1, budget) : budget);
    else if (this.#now === null) {
      batch.left = run(this.#work, store, partners, costs, row, batch.start, batch.left);
    } else {
      const [before, started] = [workOf(costs), this.#now()];
      this.#isTimed = false;
      batch.left = run(this.#work, store, partners, costs, row, batch.start, batch.left);
      this.#isTimed = true;
      shareTime(costs, before, this.#now() - started);
    }
    return batch.left <= 0 || store.pending === 0 ? this.#done(batch, verdict) : verdict;
  }

  /** Turns of a small solution, one after the other, while nothing but chance has a say in which is next. */
  #smallTurns(batch: Batch): Verdict {
    const work = this.#work;
    const { home } = batch.store;
    for (let left = SMALL_TURNS; ; left--) {
      const { store, start } = batch;
      const { run, partners, costs } = this.#turnsOf(store, true);
      // The general way goes on with what is in the batch.
      if (run === null) return 'rests';
      const row = takeAny(store, this.#rng);
      if (row >= 0 && this.#shyness.isShy(store)) this.#shyness.show(store, row);
      else if (row >= 0) run(work, store, partners, costs, row, start, 0);
      this.#done(batch, 'rests');
      if (left === 0 || !this.#goesOn(home, work)) return 'rests';
      pickTurns(batch, home, true, this.#rng);
    }
  }

  /** Whether the next turn is one of this small solution, and nobody is to be asked before. */
  #goesOn(live: Live, { found, limit, fired }: Worker): boolean {
    if (found || (limit > 0 && fired >= limit) || !this.#stirred.isEmpty) return false;
    if (this.pauses && this.#patience.left !== this.#turnPatience) return false;
    return live.layout !== null && this.#busy.keeps(live);
  }

  /** A turn of keys instead of a batch of molecules. */
  #sweep(batch: Batch, budget: number): Verdict {
    const inline = this.#soup?.isIdentified === false;
    const code = this.#compiles ? this.#cache.compiled.sweepOf(batch.store, inline) : null;
    return this.#done(batch, this.#sweeper.turn(batch.store, budget, code, this.#work));
  }

  #turnsOf(store: Store, small: boolean): BoundTurns {
    const inline = this.#soup?.isIdentified === false;
    const { turns } = store;
    if (turns !== null && turns.inline === inline && turns.small === small) return turns;
    if (this.#compiles) return this.#cache.compiled.bind(store, { inline, small }, this.#costsOf);
    store.turns = { inline, small, run: null, partners: [], costs: [] };
    return store.turns;
  }

  #turn(store: Store, row: number, { start, small }: Batch, budget: number): Verdict {
    const most = Math.min(budget, TURN_REACTIONS);
    let verdict: Verdict = 'rests';
    try {
      // A rule may react, or be taken: it must not be always the same that comes first.
      const rule = store.of.template !== null;
      const first = rule && (store.takers.length === 0 || this.#rng.below(2) === 0);
      if (first) verdict = this.#search.turnOfRule(store, row, small, most);
      if (verdict === 'rests') verdict = this.#search.turn(store, row, start, small, most);
      if (verdict === 'rests' && rule && !first) {
        verdict = this.#search.turnOfRule(store, row, small, most);
      }
    } finally {
      // Also when the search was given up.
      if (verdict !== 'rests' || this.#patience.left < 0) waitAgain(store, row);
    }
    if (verdict === 'rests' && store.state[row] === PENDING) {
      enterRow(store, row);
      if (!small) payFor(store.pays);
    }
    if (verdict === 'spent') this.#spent(store);
    if (store.home.pending === 0) this.#stirred.add(store.home);
    return verdict;
  }

  /** A molecule was used up in its turn: what came of it may react at once, if one more may. */
  readonly #spent = (store: Store): void => {
    const { exact, fired, limit } = this.#work;
    if (!exact || fired < limit) this.#passOn.finish(store);
  };

  #done(batch: Batch, verdict: Verdict): Verdict {
    batch.left = 0;
    const { store } = batch;
    if (isUntidy(store)) {
      tidy(store);
      // Rows have new numbers.
      this.#soup?.places.forget();
    }
    if (store.home.pending === 0) this.#stirred.add(store.home);
    return verdict;
  }

  #currentBatch(): Batch | null {
    const known = this.#batch;
    if (known !== null && known.left > 0) return known;
    const live = this.#busy.pick(this.#rng);
    if (live === null) return null;
    if (known !== null && live.loose !== null) {
      known.loose = live;
      return known;
    }
    giveStores(live);
    if (live.layout === null) this.#cache.layouts.of(live);
    this.#batch = known ?? createBatch(live);
    pickTurns(this.#batch, live, live.size <= SMALL, this.#rng);
    return this.#batch;
  }

  /** Turns in a solution without stores, as many as it may have now. */
  #melt(batch: Batch, live: Live): Verdict {
    batch.loose = null;
    this.#busy.stay = melt(live, this.#work, this.#busy.stay + 1, this.#reactor);
    if (live.pending === 0) this.#stirred.add(live);
    return this.#work.found ? 'found' : 'rests';
  }

  /** Brings a solution to rest as a recorded run did; false when something in it can still react. */
  rest(live: Live): boolean {
    this.#patience.left = Number.POSITIVE_INFINITY;
    if (this.#batch !== null) this.#batch.left = 0;
    this.#busy.stay = 0;
    live.bold = true;
    giveStores(live);
    this.#cache.layouts.of(live);
    if (live.shy) this.#shyness.retry(live);
    for (const store of live.stores) {
      endSweep(store);
      while (store.pending > 0) {
        const row = takeNext(store);
        if (row < 0) break;
        const batch = { store, loose: null, small: false, start: 0, left: 1 };
        if (this.#turn(store, row, batch, 0) !== 'rests') return false;
      }
    }
    if (!this.#isQuiet(live)) return false;
    this.#stirred.delete(live);
    this.#soup?.settle(live);
    return true;
  }

  reacted(template: RuleTemplate, ms: number): void {
    const statistics = this.#statistics.of(template);
    statistics.fired++;
    if (this.#isTimed) statistics.ms += ms;
  }

  ruled(template: RuleTemplate): void {
    this.#statistics.of(template);
  }

  arrived(live: Live): void {
    this.#stirred.add(live);
    this.#busy.add(live);
  }

  removed(live: Live): void {
    this.#foundBefore = false;
    this.#stirred.add(live);
  }

  stirred(live: Live): void {
    if (live.pending > 0) this.arrived(live);
    this.#stirred.add(live);
  }

  poured(live: Live): void {
    this.#onRest(live, true);
  }

  settled(live: Live): void {
    this.#onRest(live, false);
  }

  /** Settles what has come to rest; that may show something to the solution around, and so on outwards. */
  #settleQuiet(): void {
    for (let live = this.#stirred.take(); live !== null; live = this.#stirred.take()) {
      if (live.shy && live.pending === 0) this.#shyness.retry(live);
      else if (this.#isQuiet(live)) this.#soup?.settle(live);
    }
  }

  #isQuiet(live: Live): boolean {
    if (live.inert || live.unsettled > 0 || live.awaited > 0) return false;
    if (live.owner === null && live !== this.#soup?.root) return false;
    return live.pending === 0 && !live.shy;
  }
}
