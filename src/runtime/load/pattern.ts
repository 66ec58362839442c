// Patterns with their names resolved. Which mention of a variable binds it and which ones test it
// depends on the order in which a plan visits the patterns, so each plan compiles them anew.
import { assert } from '../../base/index.ts';
import type { Expr, Pattern, Span } from '../../lang/index.ts';
import { EvaluationError, type Molecule } from '../molecule.ts';
import { same } from '../order.ts';
import type { Check, Env, Evaluate, PatternCode } from '../rule.ts';
import type { LoadContext } from './context.ts';

import type { Scope } from './scope.ts';
import { onlyKind, typeTest } from './type-test.ts';

export interface PatternSetting {
  readonly scope: Scope;
  readonly context: LoadContext;
  /** The index of each solution pattern, and whether its rest is a frame. */
  readonly opened: ReadonlyMap<Pattern, { readonly index: number; readonly frame: boolean }>;
  /** A place for each expression pattern that is reached before its variables are. */
  readonly hidden: Map<Pattern, number>;
  readonly bound: BoundPlaces;
  /** Equalities that had to be put off. */
  readonly later: Conjunct[];
}

/** A test, and the places that must be filled before it can be made. */
export interface Conjunct {
  readonly check: Check;
  readonly needs: ReadonlySet<number>;
}

/** Which places are filled by now. Those that are not the patterns' own are from the beginning. */
export class BoundPlaces {
  readonly #open: Set<number>;

  constructor(own: Iterable<number>) {
    this.#open = new Set(own);
  }

  has(place: number): boolean {
    return !this.#open.has(place);
  }

  hasAll(places: ReadonlySet<number>): boolean {
    return [...places].every((place) => this.has(place));
  }

  add(place: number): void {
    this.#open.delete(place);
  }

  copy(): BoundPlaces {
    return new BoundPlaces(this.#open);
  }
}

/** A check that cannot throw: what fails to evaluate is reported, and counts as false. */
export function safely(
  check: (env: Env) => boolean,
  span: Span,
  context: LoadContext,
  tests: Expr,
  place = -1,
): Check {
  const safe = (env: Env): boolean => {
    try {
      return check(env);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      context.onGuardError({ span: error.span ?? span, message: error.message });
      return false;
    }
  };
  return Object.assign(safe, { span, tests, place });
}

export function compilePattern(pattern: Pattern, setting: PatternSetting): PatternCode {
  const { scope, context, bound } = setting;
  switch (pattern.kind) {
    case 'wildcard':
      if (isRuleType(pattern)) return { kind: 'rule', name: null, place: -1 };
      return {
        kind: 'wildcard',
        test: typeTest(pattern.type, context.types),
        only: onlyKind(pattern.type, context.types),
      };
    case 'variable': {
      const place = placeOf(pattern.name, scope);
      const test = typeTest(pattern.type, context.types);
      if (bound.has(place)) return { kind: 'equal', place, test };
      bound.add(place);
      if (isRuleType(pattern)) return { kind: 'rule', name: null, place };
      return { kind: 'bind', place, test, only: onlyKind(pattern.type, context.types) };
    }
    case 'rule-pattern': {
      if (pattern.variable === '_') return { kind: 'rule', name: pattern.ruleName, place: -1 };
      const place = placeOf(pattern.variable, scope);
      assert(!bound.has(place), 'a rule variable is bound once', pattern.variable);
      bound.add(place);
      return { kind: 'rule', name: pattern.ruleName, place };
    }
    case 'literal':
      return { kind: 'constant', value: constant(pattern.value, setting) };
    case 'tuple-pattern':
      return { kind: 'tuple', items: pattern.items.map((item) => compilePattern(item, setting)) };
    case 'solution-pattern': {
      const opened = setting.opened.get(pattern);
      assert(opened !== undefined, 'every solution pattern is numbered before it is compiled');
      const items = pattern.items.map((item) => compilePattern(item, setting));
      const rest = pattern.rest === null ? -1 : placeOf(pattern.rest.name, scope);
      if (rest >= 0) bound.add(rest);
      return { kind: 'solution', items, rest, index: opened.index, frame: opened.frame };
    }
    case 'expression':
      return compileExpressionPattern(pattern, setting);
  }
}

/** An equality: tested on the spot when its variables are bound by then, put off otherwise. */
function compileExpressionPattern(
  pattern: Extract<Pattern, { kind: 'expression' }>,
  setting: PatternSetting,
): PatternCode {
  const { scope, context, bound } = setting;
  const { value, places } = scope.watch(() => context.compileExpr(pattern.value, scope));
  const { span } = pattern;
  if (bound.hasAll(places)) {
    const computed = orNever(value, pattern.value, context);
    return { kind: 'computed', value: computed, expr: pattern.value, needs: places };
  }
  let place = setting.hidden.get(pattern);
  if (place === undefined) {
    place = scope.declare('').place;
    setting.hidden.set(pattern, place);
  }
  const own = place;
  const check = (env: Env): boolean => same(env[own] as Molecule, value(env, null));
  setting.later.push({
    check: safely(check, span, context, pattern.value, own),
    needs: places,
  });
  return { kind: 'bind', place: own, test: null, only: null };
}

/** The value of an expression, or null, which nothing is the same as, where it fails. */
function orNever(value: Evaluate, expr: Expr, context: LoadContext): (env: Env) => Molecule | null {
  return (env) => {
    try {
      return value(env, null);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      context.onGuardError({ span: error.span ?? expr.span, message: error.message });
      return null;
    }
  };
}

function placeOf(name: string, scope: Scope): number {
  const binding = scope.resolve(name);
  assert(binding !== null, 'a variable of a pattern has a place', name);
  return binding.place;
}

function constant(value: Expr, setting: PatternSetting): Molecule {
  return setting.context.compileExpr(value, setting.scope)([], null);
}

function isRuleType(pattern: Extract<Pattern, { kind: 'variable' | 'wildcard' }>): boolean {
  return pattern.type?.kind === 'type-name' && pattern.type.name === 'rule';
}
