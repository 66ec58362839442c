// The turn of one molecule, or of one rule: it is tried in every slot it fits, together with what is visible in the
// stores. Each match is carried out as it is found, and the search goes on behind it while the molecule is still
// there. It is complete: when it comes back with nothing, there is nothing. The oracle for it is match-naive.ts;
// where a rule can be compiled further, compile/ makes a turn that does the same, and faster.
// Before it in the walk: match-naive.ts; after it: scheduler.ts, then react.ts.
import type { Rng } from '../base/index.ts';
import { firstOf, type IndexKey, type KeyIndex, keyOf, pairKey, textKey } from './key-index.ts';
import { knownFields, type Taker } from './layout.ts';
import type { Body, Occurrence } from './live.ts';
import { createEnv, type Opened, remembers } from './match-naive.ts';
import type { Molecule } from './molecule.ts';
import { matchThen, type Opening, type OpenPattern } from './open-match.ts';
import { nextInRange } from './range-index.ts';
import { isKept, type Span, spanOf } from './range-search.ts';
import { orderFor } from './range-worth.ts';
import type { Env, LookUp, Plan, PlanStep, RuleMolecule, RuleTemplate } from './rule.ts';
import { findStore, moleculeAt, occurrenceAt, type Store, VISIBLE } from './store.ts';
import { indexOn, instancesFor, storesFor, twinOf } from './takers.ts';
import { type Patience, type Reactor, type SearchCost, SearchPause, type Verdict } from './turn.ts';
import { visibleRows } from './visible-rows.ts';

const CONTINUE = -1;
const STOP = -2;

export class Search {
  readonly #rng: Rng;
  readonly #reactor: Reactor;
  readonly #patience: Patience;
  /** Whether chance says where to begin. */
  #byChance = false;
  /** How many reactions may still be made. */
  #budget = 0;
  #verdict: Verdict = 'rests';
  #cost: SearchCost = { searched: 0, tried: 0, ms: 0 };
  #rule: Occurrence | null = null;
  #plan: Plan | null = null;
  #env: Env = [];
  /** What fills each step of the plan so far. */
  readonly #stores: Store[] = [];
  readonly #rows: number[] = [];
  #opened: Opened[] = [];
  /** What patterns that open solutions are told, and who goes on behind each step: they need not be made anew. */
  readonly #opening: Opening = { env: [], opened: [], rng: null, more: CONTINUE };
  readonly #thens: (() => number)[] = [];
  /** The step of the plan that is the molecule whose turn it is; -1 when it is the rule's turn. */
  #activeStep = -1;

  constructor(rng: Rng, reactor: Reactor, patience: Patience) {
    this.#rng = rng;
    this.#reactor = reactor;
    this.#patience = patience;
  }

  /** Gives a molecule its turn as what may fill a slot, from the taker `start` on, with so many reactions at most. */
  turn(store: Store, row: number, start: number, byChance: boolean, budget: number): Verdict {
    this.#byChance = byChance;
    this.#budget = budget;
    this.#verdict = 'rests';
    const { takers } = store;
    for (let i = 0; i < takers.length; i++) {
      const at = (start + i) % takers.length;
      const taker = takers[at] as Taker;
      const twin = byChance || store.of.bodies ? null : twinOf(takers, at);
      // The two go together where the first of them has its place.
      if (twin !== null && (at + takers.length - start) % takers.length > twin.place(start))
        continue;
      const cost = this.#begin(taker.template);
      const stop =
        twin === null
          ? this.#asReactant(taker, store, row)
          : this.#asTwins([taker, twin.taker], store, row);
      cost.ms += this.#reactor.now();
      if (stop) break;
    }
    return this.#verdict;
  }

  /** The part of a turn that is one slot of one rule, or two that go together. */
  turnWith(
    takers: readonly Taker[],
    store: Store,
    row: number,
    byChance: boolean,
    budget: number,
  ): Verdict {
    this.#byChance = byChance;
    this.#budget = budget;
    this.#verdict = 'rests';
    const [taker] = takers as [Taker];
    const cost = this.#begin(taker.template);
    if (takers.length > 1) this.#asTwins(takers, store, row);
    else this.#asReactant(taker, store, row);
    cost.ms += this.#reactor.now();
    return this.#verdict;
  }

  /** Gives a rule its turn, with all that is visible already. */
  turnOfRule(store: Store, row: number, byChance: boolean, budget: number): Verdict {
    this.#byChance = byChance;
    this.#budget = budget;
    this.#verdict = 'rests';
    const rule = store.held[row] as Occurrence;
    const { template } = rule.body as RuleMolecule;
    const cost = this.#begin(template);
    this.#open(rule, template.arrival, -1);
    if (!byChance) orderFor(template.arrival, store);
    this.#fill(0);
    cost.ms += this.#reactor.now();
    return this.#verdict;
  }

  #begin(template: RuleTemplate): SearchCost {
    const cost = this.#reactor.costOf(template);
    this.#cost = cost;
    cost.searched++;
    cost.ms -= this.#reactor.now();
    return cost;
  }

  /** True when the turn is over. */
  #asReactant(taker: Taker, store: Store, row: number): boolean {
    const rules = findStore(store.home, taker.rules) as Store;
    if (taker.template.captures.length === 0 && !taker.template.remembers) {
      // Rules of one template that captured nothing are all the same, unless they remember.
      const first = rules.scan?.[0];
      return first !== undefined && this.#with(taker, rules, first, store, row);
    }
    for (const rule of this.#rulesFor(taker, rules, store, row)) {
      if (rules.state[rule] !== VISIBLE) continue;
      if (this.#with(taker, rules, rule, store, row)) return true;
    }
    return false;
  }

  /** Both slots of a rule at once: each that is visible is tried beside the molecule in one order, then in the other. */
  #asTwins(takers: readonly Taker[], store: Store, row: number): boolean {
    const [{ rules: where }] = takers as [Taker];
    const rules = findStore(store.home, where) as Store;
    const scan = store.scan as number[];
    const first = rules.scan?.[0];
    if (first === undefined || scan.length === 0) return false;
    this.#cost.searched++;
    const ready: { readonly plan: Plan; readonly env: Env }[] = [];
    for (const { template, slot } of takers) {
      const plan = template.plans[slot] as Plan;
      this.#open(rules.held[first] as Occurrence, plan, 0);
      if (this.#isBegun(plan, store, row)) ready.push({ plan, env: this.#env });
    }
    const spans = takers.every((one) => isKept(secondStep(one), store))
      ? ready.map(({ plan, env }) => spanOf(plan.steps[1] as PlanStep, store, env))
      : [null];
    if (!spans.includes(null)) {
      return ready.some(({ plan, env }, i) => {
        this.#plan = plan;
        this.#env = env;
        return this.#along(1, plan.steps[1] as PlanStep, store, spans[i] as Span) === STOP;
      });
    }
    for (let i = 0; i < scan.length; ) {
      const candidate = scan[i] as number;
      for (const { plan, env } of ready) {
        this.#plan = plan;
        this.#env = env;
        if (this.#try(1, plan.steps[1] as PlanStep, store, candidate) === STOP) return true;
        if (scan[i] !== candidate) break;
      }
      if (scan[i] === candidate) i++;
    }
    return false;
  }

  /** Whether the molecule whose turn it is can fill the first step of a plan, all by itself. */
  #isBegun(plan: Plan, store: Store, row: number): boolean {
    this.#cost.tried++;
    this.#stores[0] = store;
    this.#rows[0] = row;
    const { simple } = plan.steps[0] as PlanStep;
    const fits = () => simple?.(moleculeAt(store, row), this.#env) === true;
    return this.#checksHold(0) && fits() && this.#checksHold(1);
  }

  #rulesFor(taker: Taker, rules: Store, store: Store, row: number): readonly number[] {
    const { by } = taker;
    const column = by === null || store.of.head === null ? (by?.field ?? 0) : by.field - 1;
    const value = by === null ? null : (store.columns[column]?.[row] ?? null);
    return instancesFor(taker, rules, value, this.#byChance ? this.#rng : null);
  }

  #with(taker: Taker, rules: Store, rule: number, store: Store, row: number): boolean {
    const plan = taker.template.plans[taker.slot] as Plan;
    this.#open(rules.held[rule] as Occurrence, plan, 0);
    if (!this.#checksHold(0)) return false;
    return this.#try(0, plan.steps[0] as PlanStep, store, row) === STOP;
  }

  #open(rule: Occurrence, plan: Plan, activeStep: number): void {
    this.#rule = rule;
    this.#plan = plan;
    this.#env = createEnv(rule.body as RuleMolecule);
    this.#opened = [];
    this.#activeStep = activeStep;
  }

  #checksHold(index: number): boolean {
    for (const check of this.#plan?.checks[index] ?? []) if (!check(this.#env)) return false;
    return true;
  }

  /** Fills the steps of the plan from `index` on. Says at which step to go on, CONTINUE or STOP. */
  #fill(index: number): number {
    if (!this.#checksHold(index)) return CONTINUE;
    const step = this.#plan?.steps[index];
    if (step === undefined) return this.#matched();
    const stores = storesFor(step, (this.#rule as Occurrence).home);
    const start = this.#byChance && stores.length > 1 ? this.#rng.below(stores.length) : 0;
    for (let i = 0; i < stores.length; i++) {
      const store = stores[(start + i) % stores.length] as Store;
      const known = knownFields(step, store.of);
      const found = known.length === 0 ? undefined : indexOn(store, known);
      const next =
        found === undefined
          ? this.#goThrough(index, step, store)
          : this.#lookUp(index, step, store, known, found);
      if (next !== CONTINUE) return next;
    }
    return CONTINUE;
  }

  #goThrough(index: number, step: PlanStep, store: Store): number {
    // A rule that arrives may look where no turn ever has to: there is no list for that.
    const scan = store.scan ?? visibleRows(store);
    if (this.#byChance) {
      const count = scan.length;
      const offset = count > 1 ? this.#rng.below(count) : 0;
      for (let i = 0; i < count; i++) {
        const at = offset + i;
        const next = this.#try(index, step, store, scan[at < count ? at : at - count] as number);
        if (next !== CONTINUE) return next;
      }
      return CONTINUE;
    }
    const span = spanOf(step, store, this.#env);
    if (span !== null) return this.#along(index, step, store, span);
    const last = (this.#plan as Plan).steps.length - 1;
    return index === 1 && last === 1
      ? this.#upwards(index, step, store, scan)
      : this.#downwards(index, step, store, scan);
  }

  /** Upwards by value. What leaves meanwhile still knows what comes next. */
  #along(index: number, step: PlanStep, store: Store, span: Span): number {
    for (let row = span.first; row >= 0; row = nextInRange(span.index, row, span.to, span.upper)) {
      const next = this.#try(index, step, store, row);
      if (next !== CONTINUE && next !== index) return next;
    }
    return CONTINUE;
  }

  /** The one that leaves is the one we stand on; the last one takes its place and has its try there. */
  #upwards(index: number, step: PlanStep, store: Store, scan: number[]): number {
    for (let i = 0; i < scan.length; ) {
      const row = scan[i] as number;
      const next = this.#try(index, step, store, row);
      if (next !== CONTINUE && next !== index) return next;
      if (scan[i] === row) i++;
    }
    return CONTINUE;
  }

  /** Whatever leaves, its place is taken by one that has had its try, or it comes again. */
  #downwards(index: number, step: PlanStep, store: Store, scan: number[]): number {
    for (let i = scan.length - 1; i >= 0; i--) {
      if (i >= scan.length) continue;
      const next = this.#try(index, step, store, scan[i] as number);
      if (next !== CONTINUE && next !== index) return next;
    }
    return CONTINUE;
  }

  #lookUp(
    index: number,
    step: PlanStep,
    store: Store,
    known: readonly LookUp[],
    found: KeyIndex,
  ): number {
    const key = this.#keyFor(known);
    if (key === null) return CONTINUE;
    const first = firstOf(found, key);
    // With two or more, chance passes over some at first, so that any may be the one.
    if (this.#byChance && first >= 0 && (found.next[first] as number) >= 0) {
      for (let row = first; row >= 0; row = found.next[row] as number) {
        if (this.#rng.below(2) === 0) continue;
        const next = this.#try(index, step, store, row);
        if (next !== CONTINUE) return next;
      }
    }
    for (let row = first; row >= 0; row = found.next[row] as number) {
      const next = this.#try(index, step, store, row);
      if (next !== CONTINUE && next !== index) return next;
    }
    return CONTINUE;
  }

  /** The key that the fields must have, or null when nothing can have it. */
  #keyFor(known: readonly LookUp[]): IndexKey | null {
    const values: Molecule[] = [];
    for (const { value } of known) {
      const wanted = value(this.#env);
      if (wanted === null) return null;
      values.push(wanted);
    }
    if (values.length === 1) return keyOf(values[0] as Molecule);
    if (values.length === 2) return pairKey(values[0] as Molecule, values[1] as Molecule);
    return textKey(values);
  }

  #try(index: number, step: PlanStep, store: Store, row: number): number {
    if (index !== this.#activeStep) {
      if (store.state[row] !== VISIBLE || this.#isTaken(index, store, row)) return CONTINUE;
    }
    this.#cost.tried++;
    if (--this.#patience.left < 0) throw new SearchPause('a search was given up');
    this.#stores[index] = store;
    this.#rows[index] = row;
    const body = store.of.bodies ? (store.held[row] as Occurrence).body : moleculeAt(store, row);
    if (step.simple === null) return this.#openUp(index, step.opens as OpenPattern, body);
    return step.simple(body, this.#env) ? this.#fill(index + 1) : CONTINUE;
  }

  #isTaken(index: number, store: Store, row: number): boolean {
    if (store.held[row] !== undefined && store.held[row] === this.#rule) return true;
    for (let i = 0; i < index; i++) {
      if (this.#rows[i] === row && this.#stores[i] === store) return true;
    }
    return false;
  }

  /** A pattern that opens a solution may match in several ways; there, too, chance says where to begin. */
  #openUp(index: number, pattern: OpenPattern, body: Body): number {
    const opening = this.#opening;
    opening.env = this.#env;
    opening.opened = this.#opened;
    opening.rng = this.#byChance ? this.#rng : null;
    let then = this.#thens[index];
    if (then === undefined) {
      then = () => this.#fill(index + 1);
      this.#thens[index] = then;
    }
    return matchThen(pattern, body, opening, then);
  }

  #matched(): number {
    const rule = this.#rule as Occurrence;
    const { steps } = this.#plan as Plan;
    const { template } = rule.body as RuleMolecule;
    const slots = new Array<Occurrence>(template.slotCount);
    for (let i = 0; i < steps.length; i++) {
      const { slot } = steps[i] as PlanStep;
      slots[slot] = occurrenceAt(this.#stores[i] as Store, this.#rows[i] as number);
    }
    if (remembers(rule, slots, this.#opened)) return CONTINUE;
    if (this.#budget === 0) return this.#stop('found');
    // Where a solution was opened the turn is over after this; otherwise the search goes on with what is bound.
    const env = this.#opened.length > 0 ? this.#env : [...this.#env];
    this.#reactor.react({ rule, env, slots, opened: this.#opened });
    this.#budget--;
    return this.#afterwards(template);
  }

  /** Where the search goes on after a reaction: where the first of those that are gone was chosen. */
  #afterwards(template: RuleTemplate): number {
    if (this.#activeStep >= 0 && this.#isGone(this.#activeStep)) return this.#stop('spent');
    if (template.oneShot) return this.#stop(this.#activeStep >= 0 ? 'stays' : 'spent');
    if (this.#budget === 0 || this.#opened.length > 0) return this.#stop('stays');
    const { steps } = this.#plan as Plan;
    for (let i = this.#activeStep + 1; i < steps.length; i++) if (this.#isGone(i)) return i;
    // Nothing was used up: the same match is there again, unless the rule remembers that it was.
    return template.remembers ? CONTINUE : this.#stop('stays');
  }

  #isGone(i: number): boolean {
    const state = this.#stores[i]?.state[this.#rows[i] as number];
    return i === this.#activeStep ? state === 0 : state !== VISIBLE;
  }

  #stop(verdict: Verdict): number {
    this.#verdict = verdict;
    return STOP;
  }
}

function secondStep({ template, slot }: Taker): PlanStep {
  return template.plans[slot]?.steps[1] as PlanStep;
}
