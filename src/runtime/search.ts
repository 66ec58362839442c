// The search for one match, in an order that chance decides. It is complete: null means that there is none.
// A rule that found nothing is only searched again among combinations with something new in them.
// The oracle for it is match-naive.ts. Before it in the walk: match-naive.ts; after it: react.ts.
import type { Rng } from '../base/index.ts';
import { type Body, freeze, type Live, type Occurrence, ruleOf } from './live.ts';
import { createEnv, type Match, matchBody, type Opened, remembers } from './match-naive.ts';
import type { Molecule } from './molecule.ts';
import { same } from './order.ts';
import type { Env, PatternCode, Plan, PlanStep } from './rule.ts';
import { bucketFits } from './shape.ts';

/** How much a search looked at, for `--stats`. */
export interface SearchCost {
  tried: number;
}

/**
 * A match of `rule` with at least one molecule that arrived after `since`, or null. Combinations of older
 * ones only are known not to match.
 */
export function findMatch(
  rule: Occurrence,
  since: number,
  rng: Rng,
  cost: SearchCost,
): Match | null {
  const molecule = ruleOf(rule);
  if (molecule === null) return null;
  const { plans, slotCount } = molecule.template;
  const search: Search = {
    rule,
    home: rule.home,
    since,
    rng,
    cost,
    env: createEnv(molecule),
    slots: new Array<Occurrence>(slotCount),
    opened: [],
  };
  rule.held = true;
  const first = rng.below(plans.length);
  let found = false;
  for (let i = 0; i < plans.length && !found; i++) {
    const index = (first + i) % plans.length;
    found = fill(search, plans[index] as Plan, index, 0);
  }
  rule.held = false;
  if (!found) return null;
  return { rule, env: search.env, slots: search.slots, opened: search.opened };
}

interface Search {
  readonly rule: Occurrence;
  readonly home: Live;
  readonly since: number;
  readonly rng: Rng;
  readonly cost: SearchCost;
  readonly env: Env;
  readonly slots: Occurrence[];
  readonly opened: Opened[];
}

/** Fills the steps of a plan from `index` on. `pivot` is the slot that must take something new. */
function fill(search: Search, plan: Plan, pivot: number, index: number): boolean {
  for (const check of plan.checks[index] ?? []) if (!check(search.env)) return false;
  const step = plan.steps[index];
  if (step === undefined) return !remembers(search.rule, search.slots);
  const { home, rng } = search;
  const buckets = [...home.buckets.values()].filter(
    (bucket) => bucket.items.length > 0 && bucketFits(bucket, step.wants),
  );
  const start = buckets.length > 1 ? rng.below(buckets.length) : 0;
  for (let b = 0; b < buckets.length; b++) {
    const { items } = buckets[(start + b) % buckets.length] as (typeof buckets)[number];
    const offset = items.length > 1 ? rng.below(items.length) : 0;
    for (let i = 0; i < items.length; i++) {
      const at = offset + i;
      const candidate = items[at < items.length ? at : at - items.length] as Occurrence;
      if (candidate.held || !isTurn(step, candidate, pivot, search.since)) continue;
      if (tryCandidate(search, plan, pivot, index, step, candidate)) return true;
    }
  }
  return false;
}

/** Each combination is met once: with the first of its slots that holds something new as the pivot. */
function isTurn(step: PlanStep, candidate: Occurrence, pivot: number, since: number): boolean {
  if (step.slot === pivot) return candidate.arrival > since;
  return step.slot > pivot || candidate.arrival <= since;
}

function tryCandidate(
  search: Search,
  plan: Plan,
  pivot: number,
  index: number,
  step: PlanStep,
  candidate: Occurrence,
): boolean {
  search.cost.tried++;
  search.slots[step.slot] = candidate;
  candidate.held = true;
  const found = enter(step.pattern, candidate.body, search, () =>
    fill(search, plan, pivot, index + 1),
  );
  candidate.held = false;
  return found;
}

/** Matches simple patterns on the spot; those that can match in several ways go through the oracle. */
function enter(pattern: PatternCode, body: Body, search: Search, proceed: () => boolean): boolean {
  const simple = matchSimple(pattern, body, search.env);
  if (simple !== null) return simple && proceed();
  for (const _ of matchBody(pattern, body, search.env, search.opened)) {
    if (proceed()) return true;
  }
  return false;
}

/** Whether a pattern matches, or null when it opens a solution and there may be several ways. */
function matchSimple(pattern: PatternCode, body: Body, env: Env): boolean | null {
  switch (pattern.kind) {
    case 'wildcard':
      return !isRuleBody(body) && (pattern.test === null || pattern.test(body));
    case 'bind':
      if (isRuleBody(body) || (pattern.test !== null && !pattern.test(body))) return false;
      env[pattern.place] = freeze(body);
      return true;
    case 'equal':
      if (pattern.test !== null && !pattern.test(body)) return false;
      return same(env[pattern.place] as Molecule, freeze(body));
    case 'constant':
      return same(pattern.value, freeze(body));
    case 'computed': {
      const value = pattern.value(env);
      return value !== null && same(value, freeze(body));
    }
    case 'rule':
      if (typeof body !== 'object' || body.kind !== 'rule') return false;
      if (pattern.name !== null && pattern.name !== body.name) return false;
      if (pattern.place >= 0) env[pattern.place] = body;
      return true;
    case 'tuple': {
      if (typeof body !== 'object') return false;
      if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return false;
      if (body.items.length !== pattern.items.length) return false;
      for (let i = 0; i < pattern.items.length; i++) {
        const inner = matchSimple(pattern.items[i] as PatternCode, body.items[i] as Body, env);
        if (inner !== true) return inner;
      }
      return true;
    }
    case 'solution':
      return null;
  }
}

function isRuleBody(body: Body): boolean {
  return typeof body === 'object' && body.kind === 'rule';
}
