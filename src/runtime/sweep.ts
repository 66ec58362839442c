// Turns of keys instead of molecules, where a rule refines (refine.ts) and many molecules came in together: all of them become
// visible, and are due. At the turn of a key all that meet in it are joined, as far as one of the two is due; what is
// refined stays in its place and is due again. It is over when nothing is due. The general way is here; compile/sweep-code.ts
// has a faster one for ints, which makes the same choices. Before it in the walk: refine.ts, scheduler.ts.
import type { Rng } from '../base/index.ts';
import {
  beginSweep,
  endSweep,
  enqueue,
  enterInPlace,
  FIRST,
  renewBound,
  roomFor,
  SECOND,
  type Sweep,
} from './due.ts';
import { firstOf, type KeyIndex, keyOf, pairKey } from './key-index.ts';
import type { Occurrence } from './live.ts';
import { createEnv } from './match-naive.ts';
import { EvaluationError, type Molecule } from './molecule.ts';
import { same } from './order.ts';
import type { Refinement } from './refine.ts';
import type { Env, LookUp, Plan, PlanStep, RuleMolecule } from './rule.ts';
import {
  enterRow,
  fieldOf,
  findStore,
  moleculeAt,
  occurrenceAt,
  type Store,
  type StoreClass,
  VISIBLE,
} from './store.ts';
import { indexOn } from './takers.ts';
import type { Reactor, Verdict } from './turn.ts';

/** So many are tried before the turn is over: between two keys, and between two molecules of one. */
const ENOUGH = 2 ** 17;
export const MOST_TRIED = 2 ** 20;

/** Joins all that meet in a key; false when it was cut short. */
export type Join = (sweeper: Sweeper, store: Store, sweep: Sweep, key: Molecule) => boolean;

/** The same as code, and how a row of the class becomes visible. */
export interface SweepCode {
  readonly join: Join;
  readonly enter: (store: Store, row: number) => void;
}

/** What was done since whoever drives asked for something (compile/worker.ts). */
interface Work {
  fired: number;
  reactions: number;
  tried: number;
}

const GENERAL: SweepCode = {
  join: (sweeper, store, _, key) => sweeper.joinPlainly(store, key),
  enter: enterRow,
};

export class Sweeper {
  readonly #rng: Rng;
  readonly #reactor: Reactor;
  /** How many reactions may still be made in this turn, and how many were made by generated code. */
  budget = 0;
  made = 0;
  tried = 0;
  found = false;
  /** The row of what was refined last, the general way. */
  refined = -1;

  constructor(rng: Rng, reactor: Reactor) {
    this.#rng = rng;
    this.#reactor = reactor;
  }

  /** A turn, with so many reactions at most. */
  turn(store: Store, budget: number, code: SweepCode | null, work: Work): Verdict {
    const { join, enter } = code ?? GENERAL;
    const { template, rules } = (store.refinement as Refinement).taker;
    const cost = this.#reactor.costOf(template);
    this.budget = budget;
    this.made = 0;
    this.tried = 0;
    this.found = false;
    cost.searched++;
    cost.ms -= this.#reactor.now();
    const sweep = store.sweep ?? beginSweep(store, enter, this.#rng);
    if (findStore(store.home, rules)?.scan?.length === 0) endSweep(store);
    else if (this.#goOn(store, sweep, join)) endSweep(store);
    if (this.made > 0) store.home.bold = false;
    work.fired += this.made;
    work.reactions += this.made;
    work.tried += this.tried;
    cost.fired += this.made;
    cost.tried += this.tried;
    cost.ms += this.#reactor.now();
    return this.found ? 'found' : 'rests';
  }

  /** True when nothing is due any more. */
  #goOn(store: Store, sweep: Sweep, join: Join): boolean {
    const { left, right } = store.refinement as Refinement;
    const joins = (key: Molecule) => join(this, store, sweep, key) && this.tried < ENOUGH;
    const { again } = sweep;
    sweep.again = null;
    if (again !== null && !joins(again)) return false;
    for (; sweep.head < sweep.queue.length; sweep.head++) {
      for (const side of [FIRST, SECOND]) {
        const row = sweep.queue[sweep.head] as number;
        if (store.state[row] !== VISIBLE || ((sweep.due[row] as number) & side) === 0) continue;
        if (!joins(fieldOf(store, side === FIRST ? left : right, row))) return false;
      }
      const row = sweep.queue[sweep.head] as number;
      sweep.place[row] = -1;
      // By what it was joined with it was refined itself.
      if (store.state[row] === VISIBLE && sweep.due[row] !== 0) enqueue(sweep, row);
    }
    return true;
  }

  /** The join of a key, the general way: each that is first, with the due ones among the second, or with all. */
  joinPlainly(store: Store, key: Molecule): boolean {
    const { left, right } = store.refinement as Refinement;
    const { due } = store.sweep as Sweep;
    const isDue = (row: number) => ((due[row] as number) & SECOND) !== 0;
    const rows = rowsOf(indexOn(store, [{ field: right }]) as KeyIndex, key);
    const seconds = [...rows.filter(isDue), ...rows.filter((row) => !isDue(row))];
    const dueCount = rows.filter(isDue).length;
    for (const row of rows) due[row] = (due[row] as number) & FIRST;
    const index = indexOn(store, [{ field: left }]) as KeyIndex;
    return this.joinFrom(store, key, seconds, dueCount, firstOf(index, keyOf(key)));
  }

  /** The same from one of the first on, given the second ones: those that are due, so many, then the others. */
  joinFrom(
    store: Store,
    key: Molecule,
    seconds: number[],
    dueCount: number,
    from: number,
  ): boolean {
    const { left, taker } = store.refinement as Refinement;
    const sweep = store.sweep as Sweep;
    const index = indexOn(store, [{ field: left }]) as KeyIndex;
    const rule = this.ruleOf(store, taker.rules);
    const join = new PlainJoin(store, rule);
    for (let first = from; first >= 0; first = index.next[first] as number) {
      const count = (sweep.due[first] as number) & FIRST ? seconds.length : dueCount;
      sweep.due[first] = (sweep.due[first] as number) & SECOND;
      this.tried += count;
      if (count > 0 && join.begins(first)) {
        for (let i = 0; i < count; i++) {
          if (!this.#joinTwo(join, first, seconds, i)) return this.delay(store, key, first);
        }
      }
      if (this.tried > MOST_TRIED) return this.delay(store, key, index.next[first] as number);
    }
    return true;
  }

  /** False when the turn is over. */
  #joinTwo(join: PlainJoin, first: number, seconds: number[], i: number): boolean {
    const second = seconds[i] as number;
    if (first === second || !join.fits(1, second)) return true;
    const { store, rule, env, index } = join;
    for (let third = join.third(); third >= 0; third = index.next[third] as number) {
      if (third === first || third === second || !join.fits(2, third)) continue;
      if (!this.react(store, rule, env, [first, second, third], seconds)) return false;
    }
    return true;
  }

  /** One is refined; false when the turn is over. Where it has another row now, that stands in its place in `seconds`. */
  react(
    store: Store,
    rule: Occurrence,
    env: Env,
    rows: readonly [number, number, number],
    seconds: number[] | Int32Array,
  ): boolean {
    if (this.budget === 0) {
      this.found = true;
      return false;
    }
    const before = store.pending;
    const slots = rows.map((row) => occurrenceAt(store, row));
    this.#reactor.react({ rule, env: [...env], slots, opened: [] });
    this.budget--;
    // Where a product failed there is none.
    if (store.pending === before) return false;
    const [, , old] = rows;
    const made = store.stack.pop() as number;
    this.refined = made;
    enterInPlace(store, made, old);
    const sweep = roomFor(store);
    renewBound(store, sweep, made);
    const place = sweep.place[old] as number;
    if (place < 0) enqueue(sweep, made);
    else {
      sweep.queue[place] = made;
      sweep.place[made] = place;
      sweep.place[old] = -1;
    }
    sweep.due[old] = 0;
    sweep.due[made] = FIRST | SECOND;
    const at = seconds.indexOf(old);
    if (at >= 0) seconds[at] = made;
    return this.budget > 0;
  }

  /** One is refined by generated code, where it lies: 0 when it must not be, 1 when that was the last one, else 2. */
  refine(store: Store, sweep: Sweep, key: Molecule, first: number, third: number): number {
    if (this.budget === 0) {
      this.found = true;
      this.delay(store, key, first);
      return 0;
    }
    this.made++;
    if ((sweep.place[third] as number) < 0) enqueue(sweep, third);
    sweep.due[third] = FIRST | SECOND;
    if (--this.budget > 0) return 2;
    this.delay(store, key, first);
    return 1;
  }

  /** From one of the first on the join of a key has to be made again; it is false. */
  delay(store: Store, key: Molecule, from: number): boolean {
    const sweep = store.sweep as Sweep;
    const { left } = store.refinement as Refinement;
    const { next } = indexOn(store, [{ field: left }]) as KeyIndex;
    for (let row = from; row >= 0; row = next[row] as number) {
      sweep.due[row] = (sweep.due[row] as number) | FIRST;
      if ((sweep.place[row] as number) < 0) enqueue(sweep, row);
    }
    sweep.again = key;
    return false;
  }

  /** The rule that refines what is in a store: all of its template are the same. */
  ruleOf(store: Store, of: StoreClass): Occurrence {
    const rules = findStore(store.home, of) as Store;
    return rules.held[rules.scan?.[0] as number] as Occurrence;
  }

  env(rule: Occurrence): Env {
    return createEnv(rule.body as RuleMolecule);
  }

  readonly same = same;
  readonly failed = reportFailure;
}

/** The plan of a rule that refines, step by step. */
class PlainJoin {
  readonly store: Store;
  readonly rule: Occurrence;
  readonly env: Env;
  /** The index in which the third is found. */
  readonly index: KeyIndex;
  readonly #plan: Plan;
  readonly #known: readonly LookUp[];

  constructor(store: Store, rule: Occurrence) {
    const { keys } = store.refinement as Refinement;
    this.store = store;
    this.rule = rule;
    this.env = createEnv(rule.body as RuleMolecule);
    this.#plan = (rule.body as RuleMolecule).template.plans[0] as Plan;
    const { lookUps } = this.#plan.steps[2] as PlanStep;
    this.#known = lookUps.filter(({ field }) => keys.includes(field));
    this.index = indexOn(store, this.#known) as KeyIndex;
  }

  begins(first: number): boolean {
    return this.#holds(0) && this.fits(0, first);
  }

  fits(at: number, row: number): boolean {
    const { simple } = this.#plan.steps[at] as PlanStep;
    return simple?.(moleculeAt(this.store, row), this.env) === true && this.#holds(at + 1);
  }

  /** The first that may be refined, or -1. */
  third(): number {
    const [a, b] = this.#known as [LookUp, LookUp];
    return firstOf(
      this.index,
      pairKey(a.value(this.env) as Molecule, b.value(this.env) as Molecule),
    );
  }

  #holds(at: number): boolean {
    for (const check of this.#plan.checks[at] ?? []) if (!check(this.env)) return false;
    return true;
  }
}

/** A condition could not be evaluated; anything but that goes on to whoever can deal with it. */
function reportFailure(error: unknown, report: (error: EvaluationError) => void): void {
  if (!(error instanceof EvaluationError)) throw error;
  report(error);
}

function rowsOf(index: KeyIndex, key: Molecule): number[] {
  const rows: number[] = [];
  for (let row = firstOf(index, keyOf(key)); row >= 0; row = index.next[row] as number) {
    rows.push(row);
  }
  return rows;
}
