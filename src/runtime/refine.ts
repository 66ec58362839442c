// Rules that refine: by two molecules of a class that meet in a field, a third one of the class, found by a field of either,
// gets another value, which must be nearer to one end (`with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n if m + n < k`).
// Two things follow. What is refined can stay where it is, as its keys are the same. And as one to be refined it needs no
// turn: whoever failed to refine it before fails all the more now. So of many that come in together all may become
// visible at once, and then it is the turn of one key after the other (sweep.ts). Here such rules are found.
// Before it in the walk: layout.ts.
import type { Expr } from '../lang/index.ts';
import type { ClassLayout, Taker } from './layout.ts';
import { symbol } from './molecule.ts';
import type { Check, PatternCode, Plan, PlanStep, ProductCode, RuleTemplate } from './rule.ts';
import type { StoreClass } from './store.ts';
import { classFits, tupleClassFor } from './store-class.ts';

/** Keys up to there, and values within, are joined by code of their own; where others wait, molecules have turns as elsewhere. */
export const KEYS = 1024;
export const VALUES = { low: -(2 ** 50), high: 2 ** 50 };

export interface Refinement {
  /** The taker of the first slot. Its plan goes on with the second slot, by one key, and the third, by two. */
  readonly taker: Taker;
  /** The fields in which the first and the second meet. */
  readonly left: number;
  readonly right: number;
  /** The two fields by which the third is found. */
  readonly keys: readonly number[];
  /** The field of it that gets another value. */
  readonly value: number;
  /** Whether that one is smaller than what was there; otherwise it is larger. */
  readonly falls: boolean;
  /** Which product is the third, refined. */
  readonly product: number;
}

/** How molecules of a class are refined, if one rule does that and no other one takes them. */
export function refinementOf(
  { of, takers, scan, ranges, indexes }: ClassLayout,
  classes: readonly StoreClass[],
): Refinement | null {
  const [taker] = takers;
  if (taker === undefined || takers.length !== 3 || of.bodies || of.head === null) return null;
  const { template } = taker;
  if (takers.some((one, slot) => one.template !== template || one.slot !== slot)) return null;
  if (!isPlain(template) || scan || ranges.length > 0) return null;
  const [plan, second] = template.plans as [Plan, Plan];
  const isOfClass = ({ wants }: PlanStep) =>
    classes.every((one) => classFits(one, wants) === (one === of));
  if (!plan.steps.every((step, i) => step.slot === i && isOfClass(step))) return null;
  const [, right, third] = plan.steps.map(knownIn);
  const left = knownIn(second.steps.find(({ slot }) => slot === 0) as PlanStep);
  if (right?.length !== 1 || left.length !== 1 || third?.length !== 2) return null;
  const fields = Array.from({ length: of.arity - 1 }, (_, i) => i + 1);
  const [value, ...others] = fields.filter((field) => !third.includes(field));
  if (value === undefined || others.length > 0) return null;
  if (indexes.some((one) => one.includes(value))) return null;
  if (!plan.steps.every(({ pattern }) => bindsAll(pattern, of))) return null;
  const product = productIn(template, of, value);
  if (product < 0) return null;
  return {
    ...{ taker, left: left[0] as number, right: right[0] as number },
    ...{ keys: third, value, product, falls: falls(template, value) },
  };
}

/** The fields that are known before a step, but for the head. */
function knownIn({ lookUps }: PlanStep): number[] {
  return lookUps.map(({ field }) => field).filter((field) => field !== 0);
}

function isPlain(template: RuleTemplate): boolean {
  const { catalystCount, slotCount, captures, permits, oneShot, remembers } = template;
  if (slotCount !== 3 || catalystCount !== 2 || oneShot || remembers) return false;
  return captures.length === 0 && permits.length === 0;
}

/** Whether a pattern takes every tuple of a class that has data, or ints, in it, and in its known places the right ones. */
function bindsAll(pattern: PatternCode, of: StoreClass): boolean {
  if (pattern.kind !== 'tuple' || pattern.items[0]?.kind !== 'constant') return false;
  return (
    pattern.items[0].value === of.head &&
    pattern.items.slice(1).every((item) => {
      if (item.kind === 'equal') return item.test === null;
      if (item.kind !== 'bind' && item.kind !== 'wildcard') return false;
      return item.test === null || item.only === 'int';
    })
  );
}

/** The product that is the third, refined; -1 where there is none, or another one may be of the class, too. */
function productIn(template: RuleTemplate, of: StoreClass, value: number): number {
  const found: number[] = [];
  for (const [i, code] of template.products.entries()) {
    const items = tupleItems(code);
    if (items === null) return -1;
    const [head] = items as [Extract<Expr, { kind: 'symbol' }>];
    if (tupleClassFor(items.length, symbol(head.name)) !== of) continue;
    if (!isRefined(template, items, value)) return -1;
    found.push(i);
  }
  return found.length === 1 ? (found[0] as number) : -1;
}

function tupleItems(code: ProductCode): readonly Expr[] | null {
  if (code.kind !== 'plain' || code.keeps >= 0) return null;
  const { element } = code;
  if (element.kind !== 'molecule' || element.multiplicity !== null) return null;
  const { value } = element;
  return value.kind === 'tuple' && value.items[0]?.kind === 'symbol' ? value.items : null;
}

/** Whether the condition asks for a smaller value: what was there stands on the greater side. */
function falls({ plans, variables }: RuleTemplate, value: number): boolean {
  const { steps, checks } = plans[0] as Plan;
  const pattern = (steps[2] as PlanStep).pattern as Extract<PatternCode, { kind: 'tuple' }>;
  const { place } = pattern.items[value] as Extract<PatternCode, { kind: 'bind' }>;
  const [check] = checks[3] as [Check];
  const { operator, right } = check.tests as Extract<Expr, { kind: 'binary' }>;
  return (operator === '<') === (right.kind === 'name' && variables.get(right.name) === place);
}

/** Whether a product is what the third slot takes, but for one field, and what is there now is beyond what was there. */
function isRefined(template: RuleTemplate, items: readonly Expr[], value: number): boolean {
  const { steps, checks } = template.plans[0] as Plan;
  const pattern = (steps[2] as PlanStep).pattern as Extract<PatternCode, { kind: 'tuple' }>;
  const placeOf = (expr: Expr | undefined) =>
    expr?.kind === 'name' ? (template.variables.get(expr.name) ?? -1) : -1;
  const isThere = (item: PatternCode, field: number) =>
    field === 0 || field === value || ('place' in item && item.place === placeOf(items[field]));
  if (!pattern.items.every(isThere)) return false;
  const before = pattern.items[value];
  const [check, ...others] = checks[3] ?? [];
  if (before?.kind !== 'bind' || check === undefined || others.length > 0) return false;
  const { tests } = check;
  if (check.place >= 0 || tests.kind !== 'binary' || !/^[<>]$/.test(tests.operator)) return false;
  const made = items[value] as Expr;
  const sides = [tests.left, tests.right] as const;
  return [sides, [sides[1], sides[0]] as const].some(
    ([bound, name]) => placeOf(name) === before.place && isSame(bound, made),
  );
}

/** Whether two expressions read the same; those that are not arithmetic are taken to differ. */
function isSame(a: Expr, b: Expr): boolean {
  if (a.kind === 'name') return b.kind === 'name' && a.name === b.name;
  if (a.kind === 'int') return b.kind === 'int' && a.value === b.value;
  if (a.kind === 'unary') {
    return b.kind === 'unary' && a.operator === b.operator && isSame(a.operand, b.operand);
  }
  if (a.kind !== 'binary' || b.kind !== 'binary' || a.operator !== b.operator) return false;
  return isSame(a.left, b.left) && isSame(a.right, b.right);
}
