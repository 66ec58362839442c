// A rule of the syntax tree as a template: places for its names, a plan of search for each slot to begin
// with, its guard cut into checks, its products.
import { assert } from '../../base/index.ts';
import { type Expr, isFrame, type Pattern, type Rule } from '../../lang/index.ts';
import { openPattern } from '../open-match.ts';
import {
  type Check,
  closeRule,
  type Env,
  type EnvValue,
  type Evaluate,
  type Plan,
  type PlanStep,
  type RuleMolecule,
  type RuleTemplate,
} from '../rule.ts';
import { shapeOf } from '../shape.ts';
import { simpleMatch } from '../simple-match.ts';
import type { LoadContext } from './context.ts';
import { asBool } from './evaluation.ts';
import { lookUpsOf } from './look-ups.ts';
import {
  BoundPlaces,
  type Conjunct,
  compilePattern,
  type PatternSetting,
  safely,
} from './pattern.ts';
import { compilePermits } from './permits.ts';
import { compileProducts } from './products.ts';
import { rangeOf } from './ranges.ts';
import { Scope } from './scope.ts';
import { numberSolutions, restsOf, variablesOf } from './variables.ts';

/** A rule that stands in an expression: a closure over the names of the rule that produces it. */
export function compileRuleLiteral(rule: Rule, outer: Scope, context: LoadContext): Evaluate {
  const template = compileRule(rule, outer, context);
  if (template.captures.length === 0) {
    const closed = closeRule(template, []);
    return () => closed;
  }
  return (env) =>
    closeRule(
      template,
      template.captures.map((capture) => settled(env[capture.from])),
    );
}

/** A rule that a let of the program binds: it closes over nothing. */
export function loadRule(rule: Rule, context: LoadContext): RuleMolecule {
  const template = compileRule(rule, new Scope(null, ''), context);
  assert(template.captures.length === 0, 'a rule of the program captures nothing', rule.name);
  return closeRule(template, []);
}

function compileRule(rule: Rule, outer: Scope, context: LoadContext): RuleTemplate {
  const scope = new Scope(outer, rule.name ?? '');
  if (rule.name !== null) scope.declareSelf(rule.name);
  const patterns = [...rule.catalysts, ...rule.reactants];
  for (const name of variablesOf(patterns)) {
    if (!scope.inherits(name)) scope.declare(name);
  }
  for (const name of restsOf(patterns)) scope.declare(name, true);
  if (rule.rest !== null) scope.declare(rule.rest.name, true);
  const opened = numberSolutions(patterns, (rest) => isFrame(rule, rest));
  const hidden = new Map<Pattern, number>();
  const plan = (order: readonly number[]) =>
    compilePlan(rule, order, patterns, { scope, context, opened, hidden });
  const written = plan([...patterns.keys()]);
  const plans = patterns.map((_, first) => plan(orderFrom(first, patterns)));
  const arrival = plan(orderFrom(mostKnown(written), patterns));
  const products = compileProducts(rule, opened, scope, context);
  const template: RuleTemplate = {
    syntax: rule,
    name: rule.name,
    oneShot: rule.form === 'replace-one' || rule.form === 'inject',
    remembers: rule.form === 'whenever',
    slotCount: patterns.length,
    catalystCount: rule.catalysts.length,
    written,
    plans,
    arrival,
    places: scope.places,
    captures: scope.captures,
    variables: placesOf(rule, patterns, scope),
    products,
    permits: compilePermits(rule, scope, context),
    kept: patterns.map((_, slot) =>
      products.some((one) => one.kind === 'plain' && one.keeps === slot),
    ),
    context,
  };
  context.onRule(template);
  return template;
}

/** The slot of which most is known before anything is matched: what the rule has captured, and constants. */
function mostKnown(written: Plan): number {
  let best = 0;
  for (const { slot, lookUps } of written.steps) {
    const { lookUps: most } = written.steps[best] as PlanStep;
    if (lookUps.length > most.length) best = slot;
  }
  return best;
}

/**
 * After the first slot, always one that shares a variable with those before it, since an index can find
 * what shares a value; among those, and where there is none, as written.
 */
function orderFrom(first: number, patterns: readonly Pattern[]): number[] {
  if (patterns.length === 0) return [];
  const order = [first];
  const known = new Set(variablesOf([patterns[first] as Pattern]));
  const left = new Set(patterns.keys());
  left.delete(first);
  while (left.size > 0) {
    const slots = [...left];
    const sharing = slots.find((slot) =>
      variablesOf([patterns[slot] as Pattern]).some((name) => known.has(name)),
    );
    const next = sharing ?? (slots[0] as number);
    for (const name of variablesOf([patterns[next] as Pattern])) known.add(name);
    order.push(next);
    left.delete(next);
  }
  return order;
}

function compilePlan(
  rule: Rule,
  order: readonly number[],
  patterns: readonly Pattern[],
  setting: Pick<PatternSetting, 'scope' | 'context' | 'opened' | 'hidden'>,
): Plan {
  const { scope, context } = setting;
  const bound = new BoundPlaces(ownPlaces(patterns, scope));
  const later: Conjunct[] = [];
  const conjuncts = compileGuard(rule, scope, context);
  const steps: PlanStep[] = [];
  const checks: Check[][] = [takeReady(later, conjuncts, bound)];
  for (const slot of order) {
    const before = bound.copy();
    const pattern = compilePattern(patterns[slot] as Pattern, { ...setting, bound, later });
    const ready = takeReady(later, conjuncts, bound);
    const simple = simpleMatch(pattern);
    steps.push({
      slot,
      pattern,
      simple,
      opens: simple === null ? openPattern(pattern) : null,
      wants: shapeOf(pattern),
      lookUps: lookUpsOf(pattern, before),
      range: rangeOf(pattern, before, ready, scope, context),
    });
    checks.push(ready);
  }
  assert(later.length === 0 && conjuncts.length === 0, 'every check finds its place');
  return { steps, checks };
}

/** Where the code of the rule finds its variables. */
function placesOf(rule: Rule, patterns: readonly Pattern[], scope: Scope): Map<string, number> {
  const places = new Map<string, number>();
  const add = (name: string) => {
    const binding = scope.resolve(name);
    places.set(name, binding === null || binding.rest ? -1 : binding.place);
  };
  for (const { name } of scope.captures) add(name);
  for (const name of variablesOf(patterns)) add(name);
  for (const name of restsOf(patterns)) add(name);
  if (rule.rest !== null) add(rule.rest.name);
  return places;
}

/** The places that the patterns must fill; all others are there before a search begins. */
function ownPlaces(patterns: readonly Pattern[], scope: Scope): Set<number> {
  const variables = variablesOf(patterns).filter((name) => !scope.inherits(name));
  return new Set(
    [...variables, ...restsOf(patterns)].map((name) => scope.resolve(name)?.place ?? -1),
  );
}

/** Takes out what can be tested now. Conjuncts go in the order as written: each one may protect the next. */
function takeReady(later: Conjunct[], conjuncts: Conjunct[], bound: BoundPlaces): Check[] {
  const ready: Check[] = [];
  for (const one of later.splice(0)) {
    if (bound.hasAll(one.needs)) ready.push(one.check);
    else later.push(one);
  }
  while (conjuncts[0] !== undefined && bound.hasAll(conjuncts[0].needs)) {
    ready.push((conjuncts.shift() as Conjunct).check);
  }
  return ready;
}

function compileGuard(rule: Rule, scope: Scope, context: LoadContext): Conjunct[] {
  if (rule.guard === null) return [];
  return conjunctsOf(rule.guard).map((part) => {
    const { value, places } = scope.watch(() => context.compileExpr(part, scope));
    const check = (env: Env): boolean => asBool(value(env, null), part.span);
    return { check: safely(check, part.span, context, part), needs: places };
  });
}

/** The parts of a condition, cut at its `&&`. */
export function conjunctsOf(guard: Expr): Expr[] {
  if (guard.kind !== 'binary' || guard.operator !== '&&') return [guard];
  return [...conjunctsOf(guard.left), ...conjunctsOf(guard.right)];
}

/** What a closure keeps must not change under it: a rest is read now. */
function settled(value: EnvValue | undefined): EnvValue {
  assert(value !== undefined, 'what a rule closes over is bound');
  if (typeof value === 'object' && value.kind === 'rest') {
    return { kind: 'rest', items: value.items };
  }
  return value;
}
