// How the search of a rule goes, read from its plans: for each slot that a molecule may begin in, how the other
// slots are filled, what is tested when, and what that costs. Why a search is dear is explain-hints.ts.
import { assert } from '../base/index.ts';
import type { Kind, Pattern } from '../lang/index.ts';
import {
  expressionsIn,
  exprText,
  patternText,
  sharedNames,
  slotsOf,
  valueText,
} from './explain-syntax.ts';
import { WHOLE } from './key-index.ts';
import { conjunctsOf } from './load/load-rule.ts';
import { variablesOf } from './load/variables.ts';
import type { Check, PatternCode, Plan, PlanStep, RuleTemplate, Shape } from './rule.ts';

/**
 * What a molecule's turn may have to look at before it is known that nothing reacts: itself alone, what shares
 * its key, what lies within its bounds, each other molecule of a class, each two of them ...
 */
export type CostClass =
  | 'at once'
  | 'one pass'
  | 'per key'
  | 'per range'
  | 'all pairs'
  | 'all triples'
  | `all groups of ${number}`;

export interface ExplainedPlan {
  /** The slot whose molecule has its turn. */
  readonly first: number;
  /** Parts of the condition that need no molecule: tested before the search begins. */
  readonly before: readonly string[];
  readonly steps: readonly ExplainedStep[];
  readonly cost: CostClass;
}

export interface ExplainedStep {
  readonly slot: number;
  /**
   * `first`: the molecule whose turn it is. `look-up`: found by an index. `any`: the first of its class, since nothing
   * is tested any more. `range`: found by an ordered index, where few lie within the bounds. `scan`: each of its class is
   * tried, or each that has the constants in `keys`.
   */
  readonly how: 'first' | 'look-up' | 'any' | 'range' | 'scan';
  readonly keys: readonly Key[];
  /** What is tested once this slot is filled: parts of the condition, and patterns that had to be put off. */
  readonly tests: readonly string[];
}

/** A field whose value is known by then. */
export interface Key {
  /** The position in the tuple; null where the molecule itself is known. */
  readonly field: number | null;
  readonly value: string;
}

export function explainPlans(template: RuleTemplate): ExplainedPlan[] {
  const either = reactsEitherWay(template);
  return template.plans.map((plan, first) => {
    const hows = howsOf(template, plan);
    const steps = plan.steps.map((step, i) => ({
      slot: step.slot,
      how: hows[i] as ExplainedStep['how'],
      keys: keysOf(template, step),
      tests: testsOf(template, plan.checks[i + 1] ?? []),
    }));
    const before = testsOf(template, plan.checks[0] ?? []);
    return { first, before, steps, cost: either ? 'one pass' : costOf(hows) };
  });
}

/** The dearest of the plans. */
export function worstCost(plans: readonly ExplainedPlan[]): CostClass {
  const ranks = plans.map(({ cost }) => rankOf(cost));
  return plans[ranks.indexOf(Math.max(...ranks))]?.cost ?? 'at once';
}

export function costOfScans(scans: number): CostClass {
  if (scans <= 1) return 'all pairs';
  return scans === 2 ? 'all triples' : `all groups of ${scans + 1}`;
}

/**
 * Whether any two molecules react, the one way round or the other: `x >= y` of two ints or two strings. Then no two of
 * them ever wait side by side.
 */
export function reactsEitherWay({ syntax, plans }: RuleTemplate): boolean {
  const { guard } = syntax;
  const slots = slotsOf(syntax);
  if (guard?.kind !== 'binary' || !['<=', '>='].includes(guard.operator)) return false;
  const names = slots.map((slot) => (slot.kind === 'variable' ? slot.name : null));
  const sides = [guard.left, guard.right].map((side) => (side.kind === 'name' ? side.name : null));
  if (slots.length !== 2 || names.includes(null) || names[0] === names[1]) return false;
  const kinds = plans.map((plan) => plan.steps[0]?.wants.kind);
  if (kinds[0] !== kinds[1] || (kinds[0] !== 'int' && kinds[0] !== 'string')) return false;
  return sides[0] !== sides[1] && sides.every((side) => names.includes(side));
}

/** The variables that the patterns themselves bind, not those of a rule around. */
export function ownVariables({ syntax, captures }: RuleTemplate): ReadonlySet<string> {
  const captured = new Set(captures.map(({ name }) => name));
  return new Set(variablesOf(slotsOf(syntax)).filter((name) => !captured.has(name)));
}

/** A class of molecules as a pattern: `COUNT:_:_`, `int`. */
export function classText({ kind, arity, head }: Shape): string {
  if (kind === null || kind === 'anything') return 'any data';
  if (kind !== 'tuple' || arity === null) return kind;
  const items = new Array<string>(arity).fill('_');
  if (head !== null) items[0] = head;
  return items.join(':');
}

function howsOf(template: RuleTemplate, plan: Plan): ExplainedStep['how'][] {
  const hows: ExplainedStep['how'][] = [];
  let certain = true;
  let later: string | null = null;
  for (const [i, step] of [...plan.steps.entries()].reverse()) {
    const isTested = (plan.checks[i + 1] ?? []).length > 0;
    const joined = joins(template, step);
    const wanted = wantedText(template, step);
    // Where something else has to be found after it and is missing, each one is tried in vain.
    certain &&= !isTested && !joined && fitsItsClass(step) && (later ?? wanted) === wanted;
    later = wanted;
    if (i === 0) hows.unshift('first');
    else if (certain) hows.unshift('any');
    else hows.unshift(joined ? 'look-up' : isRanged(template, step) ? 'range' : 'scan');
  }
  return hows;
}

/**
 * Whether an ordered index may find what lies within bounds. Two slots of one class are looked for together, so both must
 * have bounds; and where any two react, no index is ever made.
 */
export function isRanged(template: RuleTemplate, { range, lookUps }: PlanStep): boolean {
  if (range === null || lookUps.length > 0 || reactsEitherWay(template)) return false;
  const [first, second, ...others] = template.plans.map(({ steps }) => steps[1]);
  if (first === undefined || second === undefined || others.length > 0) return true;
  const isOneClass = JSON.stringify(first.wants) === JSON.stringify(second.wants);
  return !isOneClass || (first.range !== null && second.range !== null);
}

/** The class and the constants of a step: two steps of one text look for the same molecules. */
function wantedText(template: RuleTemplate, step: PlanStep): string {
  return JSON.stringify([step.wants, keysOf(template, step)]);
}

/** Whether an index finds what has a value in common with molecules that were found before. */
function joins(template: RuleTemplate, step: PlanStep): boolean {
  const own = ownVariables(template);
  return step.lookUps.some(({ field }) => {
    return sharedNames(fieldPattern(template, step.slot, field), own).length > 0;
  });
}

/** Whether each molecule of the class fits, given the known fields. */
export function fitsItsClass({ pattern, lookUps, wants }: PlanStep): boolean {
  if (pattern.kind !== 'tuple') {
    const isClass = 'only' in pattern && (pattern.test === null || isPlainKind(pattern.only));
    return isClass || lookUps.length > 0 || (pattern.kind === 'rule' && pattern.name === null);
  }
  const known = new Set(lookUps.map(({ field }) => field));
  return pattern.items.every(
    (item, i) => known.has(i) || (i === 0 && wants.head !== null) || takesAll(item),
  );
}

/** A type of one kind is a class; one of tuples says more than that. */
function isPlainKind(kind: Kind | null): boolean {
  return kind !== null && kind !== 'tuple';
}

function takesAll(pattern: PatternCode): boolean {
  return (pattern.kind === 'bind' || pattern.kind === 'wildcard') && pattern.test === null;
}

function keysOf(template: RuleTemplate, step: PlanStep): Key[] {
  return step.lookUps.map(({ field }) => ({
    field: field === WHOLE ? null : field,
    value: valueText(fieldPattern(template, step.slot, field)),
  }));
}

function fieldPattern({ syntax }: RuleTemplate, slot: number, field: number): Pattern {
  const pattern = slotsOf(syntax)[slot];
  const part =
    pattern?.kind === 'tuple-pattern' && field !== WHOLE ? pattern.items[field] : pattern;
  assert(part !== undefined, 'a look-up is about a field of its pattern');
  return part;
}

function testsOf({ syntax }: RuleTemplate, checks: readonly Check[]): string[] {
  const parts = syntax.guard === null ? [] : conjunctsOf(syntax.guard);
  const slots = slotsOf(syntax);
  return checks.map(({ span }) => {
    const isHere = (node: { readonly span: typeof span }) =>
      node.span.start === span.start && node.span.end === span.end;
    const part = parts.find(isHere);
    if (part !== undefined) return exprText(part);
    // An expression of a pattern, put off until its variables were known.
    const owner = slots.find((slot) => expressionsIn(slot).some(isHere));
    assert(owner !== undefined, 'what is tested is written somewhere in the rule');
    return patternText(owner);
  });
}

function costOf(hows: readonly ExplainedStep['how'][]): CostClass {
  const scans = hows.filter((how) => how === 'scan').length;
  if (scans > 0) return costOfScans(scans);
  if (hows.includes('range')) return 'per range';
  return hows.includes('look-up') ? 'per key' : 'one pass';
}

const COSTS = ['at once', 'one pass', 'per key', 'per range', 'all pairs', 'all triples'];

function rankOf(cost: CostClass): number {
  const rank = COSTS.indexOf(cost);
  return rank >= 0 ? rank : 3 + Number(/\d+/.exec(cost)?.[0]);
}
