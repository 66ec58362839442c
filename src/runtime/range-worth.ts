// When an ordered index is worth keeping. A rule whose condition compares may find a partner at once, in any order: then a
// list is better. Or it may hardly ever find one: then each molecule that comes to rest has been held against all others
// in vain. So what was searched in vain is added up, and when it comes to many times what making an index costs, some
// molecules are looked at: where few would lie within the bounds of another one, it is made. Only molecules that come
// to rest are counted, and they do so in every run of a seed alike, watched or not, with code or without, in one go or in
// slices.
import { rangeIn, rangeOn } from './layout.ts';
import { createEnv } from './match-naive.ts';
import { EvaluationError } from './molecule.ts';
import { clearRange, enterRange, isWithin, type RangeIndex } from './range-index.ts';
import type { Env, Plan, PlanStep, RangeLookUp, RuleMolecule } from './rule.ts';
import { fieldOf, findStore, moleculeAt, type Store, type StoreClass } from './store.ts';
import { classFits } from './store-class.ts';
import { visibleRows } from './visible-rows.ts';

/** What was searched without an ordered index, and the index that there could be. */
export interface Payment {
  /** Where those lie that search. */
  readonly from: Store;
  readonly store: Store;
  readonly index: RangeIndex;
  readonly uses: readonly RangeUse[];
}

/** A plan that searches within bounds, and the class of its rules. */
export interface RangeUse {
  readonly plan: Plan;
  readonly rules: StoreClass;
}

/** So many searches in vain through all that is there may make an index worth it; fewer molecules than that count as so many. */
const SEARCHES = 32;
const FEW = 64;
/** Where it was not, so many times as much has to be searched before that is looked at again. */
const LATER = 4;
/** Fewer than one in so many must lie within the bounds: to go along an index takes longer than along a list. */
const NARROW = 8;
const SAMPLE = 16;

/** A molecule has come to rest: it was held against all that is in these lists, or within its bounds. */
export function payFor(payments: readonly Payment[]): void {
  for (let i = 0; i < payments.length; i++) {
    const payment = payments[i] as Payment;
    const { store, index } = payment;
    const length = Math.max(store.scan?.length ?? 0, FEW);
    index.charge += index.on ? 1 : length;
    if (index.charge < (index.on ? length : index.patience * SEARCHES * length)) continue;
    index.charge = 0;
    const isWorth = isNarrow(payment);
    if (isWorth && !index.on) keepRange(store, index);
    else if (!isWorth && index.on) dropRange(store, index);
    else if (!isWorth) index.patience *= LATER;
  }
}

/** A rule that finds many molecules there holds each of them against all others: that may be worth an index at once. */
export function orderFor(plan: Plan, rules: Store): void {
  const { stores } = rules.home;
  for (const step of plan.steps.slice(1)) {
    for (const store of stores) {
      const range = classFits(store.of, step.wants) ? rangeIn(step, store.of) : null;
      const index = range === null ? null : rangeOn(store, range.field);
      if (index === null || index.on || (store.scan?.length ?? 0) < FEW) continue;
      const from = stores.find((one) => classFits(one.of, (plan.steps[0] as PlanStep).wants));
      const uses = [{ plan, rules: rules.of }];
      if (from !== undefined && isNarrow({ from, store, index, uses })) keepRange(store, index);
    }
  }
}

function keepRange(store: Store, index: RangeIndex): void {
  index.on = true;
  index.charge = 0;
  store.ranged = true;
  for (const row of visibleRows(store)) enterRange(index, fieldOf(store, index.field, row), row);
}

function dropRange(store: Store, index: RangeIndex): void {
  clearRange(index);
  index.patience *= LATER;
  store.ranged = store.ranges.some(({ on }) => on);
}

/** Whether few of those that are there lie within the bounds of others. Bounds that take more than one to know may do. */
function isNarrow({ from, store, index, uses }: Payment): boolean {
  const searching = sampleOf(visibleRows(from));
  const keys = sampleOf(store.scan ?? []).map((row) => fieldOf(store, index.field, row));
  let within = 0;
  let tested = 0;
  for (const { plan, rules } of uses) {
    const ruleStore = findStore(store.home, rules);
    const rule = ruleStore?.held[ruleStore.scan?.[0] ?? -1];
    const [first, second] = plan.steps as [PlanStep, PlanStep];
    if (plan.steps.length !== 2 || rule === undefined || second.range === null) continue;
    for (const row of searching) {
      const env = createEnv(rule.body as RuleMolecule);
      if (from.of.bodies || first.simple?.(moleculeAt(from, row), env) !== true) continue;
      tested += keys.length;
      const bounds = boundsOf(second.range, env);
      within +=
        bounds === null ? keys.length : keys.filter((key) => isWithin(key, ...bounds)).length;
    }
  }
  return NARROW * within < tested || tested === 0;
}

/** The values of bounds; null where one cannot be evaluated. */
function boundsOf({ lower, upper }: RangeLookUp, env: Env) {
  try {
    const from = lower?.value(env, null) ?? null;
    const to = upper?.value(env, null) ?? null;
    return [from, lower, to, upper] as const;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return null;
  }
}

function sampleOf(rows: readonly number[]): readonly number[] {
  if (rows.length <= SAMPLE) return rows;
  const part = rows.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, i) => rows[Math.floor(i * part)] as number);
}
