// `none p in w` and `all x in w: condition`: questions about an inert solution that a pattern opened, where
// absence is a fact that stays.
import { assert } from '../../base/index.ts';
import type { Expr, Pattern } from '../../lang/index.ts';
import { refuseBranching } from '../calls.ts';
import { matchBody } from '../match-naive.ts';
import type { Check, Evaluate, PatternCode } from '../rule.ts';
import { dataOf } from './call.ts';
import type { LoadContext } from './context.ts';
import { asBool, compileRest } from './evaluation.ts';
import { BoundPlaces, compilePattern, type PatternSetting } from './pattern.ts';
import type { Scope } from './scope.ts';
import { numberSolutions, variablesOf } from './variables.ts';

export function compileAll(
  expr: Extract<Expr, { kind: 'all' }>,
  scope: Scope,
  context: LoadContext,
): Evaluate {
  const rest = compileRest(expr.rest, scope);
  assert(rest !== null, 'all asks about a rest variable', expr.rest);
  return scope.within(expr.variable, (place) => {
    const condition = context.compileExpr(expr.condition, scope);
    return (env, calls) => {
      refuseBranching(calls);
      return dataOf(rest(env)).every((item) => {
        env[place] = item;
        return asBool(condition(env, calls), expr.condition.span);
      });
    };
  });
}

export function compileNone(
  expr: Extract<Expr, { kind: 'none' }>,
  scope: Scope,
  context: LoadContext,
): Evaluate {
  const rest = compileRest(expr.rest, scope);
  assert(rest !== null, 'none asks about a rest variable', expr.rest);
  // Variables that the match has bound are tests here; the others are new, and only for this question.
  // The rule's own name is not a variable of the match: place 0 is no binding that a pattern tests.
  const fresh = variablesOf([expr.pattern]).filter(
    (name) => (scope.resolve(name)?.place ?? 0) === 0,
  );
  return withNames(fresh, scope, () => {
    const { pattern, checks } = compileQuestion(expr.pattern, fresh, scope, context);
    const askRules = pattern.kind === 'rule';
    return (env, calls) => {
      refuseBranching(calls);
      const items = askRules ? rest(env).items : dataOf(rest(env));
      for (const item of items) {
        for (const _ of matchBody(pattern, item, env, [])) {
          if (checks.every((check) => check(env))) return false;
        }
      }
      return true;
    };
  });
}

function compileQuestion(
  pattern: Pattern,
  fresh: readonly string[],
  scope: Scope,
  context: LoadContext,
): { pattern: PatternCode; checks: readonly Check[] } {
  const setting: PatternSetting = {
    scope,
    context,
    opened: numberSolutions([pattern], () => false),
    hidden: new Map(),
    bound: new BoundPlaces(fresh.map((name) => scope.resolve(name)?.place ?? -1)),
    later: [],
  };
  const code = compilePattern(pattern, setting);
  return { pattern: code, checks: setting.later.map((one) => one.check) };
}

function withNames<T>(names: readonly string[], scope: Scope, body: () => T): T {
  const [first, ...others] = names;
  if (first === undefined) return body();
  return scope.within(first, () => withNames(others, scope, body));
}
