// The search for one match, in an order that chance decides, among what is visible (visible.ts). It is complete:
// null means that there is none. The oracle for it is match-naive.ts.
// Before it in the walk: match-naive.ts; after it: scheduler.ts, then react.ts.
import type { Rng } from '../base/index.ts';
import { lookUp } from './field-index.ts';
import type { Bucket, Live, Occurrence } from './live.ts';
import {
  type Choice,
  createEnv,
  EVERYTHING,
  type Match,
  matchBody,
  type Opened,
  remembers,
} from './match-naive.ts';
import type { Env, PatternCode, Plan, PlanStep, RuleMolecule } from './rule.ts';
import { bucketFits } from './shape.ts';

/** How much a search looked at, for `--stats`. */
export interface SearchCost {
  tried: number;
}

/** How many more molecules may be tried; beyond that a search gives up by throwing a SearchPause. */
export interface Patience {
  left: number;
}

/** A search was given up; `letGo` undoes what it left behind, and it may be made again with more patience. */
export class SearchPause extends Error {
  override readonly name = 'SearchPause';
  readonly home: Live;

  constructor(home: Live) {
    super('a search was given up');
    this.home = home;
  }
}

/** A match of the rule with `active` in this slot and visible occurrences in the others. */
export function findWith(
  rule: Occurrence,
  molecule: RuleMolecule,
  slot: number,
  active: Occurrence,
  rng: Rng,
  cost: SearchCost,
  patience: Patience,
): Match | null {
  return search(rule, molecule, molecule.template.plans[slot] as Plan, active, rng, cost, patience);
}

/** The match of a rule that has no slots, if its guard holds. */
export function findAlone(
  rule: Occurrence,
  molecule: RuleMolecule,
  rng: Rng,
  cost: SearchCost,
  patience: Patience,
): Match | null {
  return search(rule, molecule, molecule.template.written, null, rng, cost, patience);
}

/** Nothing in a solution is held any more by a search that was given up. */
export function letGo(home: Live): void {
  for (const occurrence of home.content.values()) occurrence.held = false;
}

interface Search {
  readonly rule: Occurrence;
  readonly plan: Plan;
  readonly rng: Rng;
  readonly cost: SearchCost;
  readonly patience: Patience;
  readonly env: Env;
  readonly slots: Occurrence[];
  readonly opened: Opened[];
}

function search(
  rule: Occurrence,
  molecule: RuleMolecule,
  plan: Plan,
  active: Occurrence | null,
  rng: Rng,
  cost: SearchCost,
  patience: Patience,
): Match | null {
  const state: Search = {
    rule,
    plan,
    rng,
    cost,
    patience,
    env: createEnv(molecule),
    slots: new Array<Occurrence>(molecule.template.slotCount),
    opened: [],
  };
  rule.held = true;
  const found =
    active === null ? fill(state, 0) : checksHold(state, 0) && tryCandidate(state, 0, active);
  rule.held = false;
  if (!found) return null;
  return { rule, env: state.env, slots: state.slots, opened: state.opened };
}

function checksHold(state: Search, index: number): boolean {
  for (const check of state.plan.checks[index] ?? []) if (!check(state.env)) return false;
  return true;
}

/** Fills the steps of the plan from `index` on. */
function fill(state: Search, index: number): boolean {
  if (!checksHold(state, index)) return false;
  const step = state.plan.steps[index];
  if (step === undefined) return !remembers(state.rule, state.slots, state.opened);
  const buckets = bucketsFor(state.rule, step);
  const start = buckets.length > 1 ? state.rng.below(buckets.length) : 0;
  for (let b = 0; b < buckets.length; b++) {
    const bucket = buckets[(start + b) % buckets.length] as Bucket;
    const items = step.lookUps.length === 0 ? bucket.items : fewest(bucket, step, state.env);
    const offset = items.length > 1 ? state.rng.below(items.length) : 0;
    for (let i = 0; i < items.length; i++) {
      const at = offset + i;
      const candidate = items[at < items.length ? at : at - items.length] as Occurrence;
      if (!candidate.held && tryCandidate(state, index, candidate)) return true;
    }
  }
  return false;
}

/** The shortest of the lists that the indexes give for what is known of the molecule. */
function fewest(bucket: Bucket, step: PlanStep, env: Env): readonly Occurrence[] {
  let best: readonly Occurrence[] = bucket.items;
  for (const { field, value } of step.lookUps) {
    const wanted = value(env);
    if (wanted === null) return [];
    const found = lookUp(bucket, field, wanted);
    if (found.length < best.length) best = found;
    if (best.length === 0) return best;
  }
  return best;
}

function bucketsFor(rule: Occurrence, step: PlanStep): Bucket[] {
  const buckets: Bucket[] = [];
  for (const bucket of rule.home.buckets.values()) {
    if (bucket.items.length > 0 && bucketFits(bucket, step.wants)) buckets.push(bucket);
  }
  return buckets;
}

function tryCandidate(state: Search, index: number, candidate: Occurrence): boolean {
  const { slot, simple, pattern } = state.plan.steps[index] as PlanStep;
  state.cost.tried++;
  if (--state.patience.left < 0) throw new SearchPause(state.rule.home);
  state.slots[slot] = candidate;
  candidate.held = true;
  const found =
    simple === null
      ? openCandidate(state, index, pattern, candidate)
      : simple(candidate.body, state.env) && fill(state, index + 1);
  candidate.held = false;
  return found;
}

/** A pattern that opens a solution may match in several ways; there, too, chance says where to begin. */
function openCandidate(
  state: Search,
  index: number,
  pattern: PatternCode,
  candidate: Occurrence,
): boolean {
  const choice: Choice = {
    among: EVERYTHING.among,
    of: (candidates) => rotate(candidates, state.rng),
  };
  for (const _ of matchBody(pattern, candidate.body, state.env, state.opened, choice)) {
    if (fill(state, index + 1)) return true;
  }
  return false;
}

function rotate<T>(items: readonly T[], rng: Rng): readonly T[] {
  if (items.length < 2) return items;
  const start = rng.below(items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
