// Calls of functions: arguments are counted and their kinds checked here, so that no function needs to.
// Pure functions are called at once; effects are answered by whoever drives the engine (calls.ts).
import { assert } from '../../base/index.ts';
import type { Call, Expr, KindSet, Signature, Span } from '../../lang/index.ts';
import { aKind } from '../arithmetic.ts';
import { holdsPending, Suspended } from '../calls.ts';
import { isRule, kindOf, list, type Molecule } from '../molecule.ts';
import { sorted } from '../order.ts';
import type { Env, Evaluate, PermitCode, Rest } from '../rule.ts';
import type { LoadContext } from './context.ts';
import { at, compileRest, failAt } from './evaluation.ts';
import type { Scope } from './scope.ts';

export function compileCall(expr: Call, scope: Scope, context: LoadContext): Evaluate {
  const code = context.functions.get(fullName(expr));
  assert(code !== undefined, 'a function that check let pass is known', expr.name);
  // An effect is asked for by the name that it has everywhere, whatever a program calls its module.
  const { name } = code.signature;
  const pure = checkedCall(expr, context);
  const args = expr.args.map((arg) => compileArgument(arg, scope, context));
  return (env, calls) => {
    const values = args.map((arg) => arg(env, calls));
    if (calls !== null && calls.unanswered > 0 && values.some(holdsPending)) {
      if (pure === null) return calls.call(name, values);
      throw new Suspended();
    }
    if (pure !== null) return pure(values);
    checkArguments(code.signature, values, expr.span);
    assert(calls !== null, 'an effect stands in a product only', name);
    return calls.call(name, values);
  };
}

/** A call that gives a permit: its arguments are pure, and checked as those of any call. */
export function compilePermit(expr: Call, scope: Scope, context: LoadContext): PermitCode {
  const code = context.functions.get(fullName(expr));
  assert(code?.signature.permit === true, 'a permit that check let pass is one', expr.name);
  const args = expr.args.map((arg) => compileArgument(arg, scope, context));
  const { name } = code.signature;
  return (env) => {
    const values = args.map((arg) => arg(env, null));
    checkArguments(code.signature, values, expr.span);
    return { name, args: values };
  };
}

/** A pure function under the checks of its arguments, as a call of it fails; null for an effect. */
export function checkedCall(
  expr: Call,
  context: LoadContext,
): ((values: readonly Molecule[]) => Molecule) | null {
  const code = context.functions.get(fullName(expr));
  if (code === undefined || code.apply === null) return null;
  const { signature, apply } = code;
  return (values) => {
    checkArguments(signature, values, expr.span);
    return at(expr.span, () => apply(values));
  };
}

function fullName({ module, name }: Call): string {
  return module === null ? name : `${module}.${name}`;
}

/** A rest variable is passed as the list of its data, in canonical order; rules stay out. */
function compileArgument(arg: Expr, scope: Scope, context: LoadContext): Evaluate {
  const rest = arg.kind === 'name' ? compileRest(arg.name, scope) : null;
  if (rest === null) return context.compileExpr(arg, scope);
  return (env: Env) => list(sorted(dataOf(rest(env))));
}

export function dataOf(rest: Rest): readonly Molecule[] {
  return rest.items.some(isRule) ? rest.items.filter((item) => !isRule(item)) : rest.items;
}

function checkArguments(signature: Signature, values: readonly Molecule[], span: Span): void {
  const { parameters, optional, variadic, name } = signature;
  const least = parameters.length - optional;
  if (values.length < least || (!variadic && values.length > parameters.length)) {
    failAt(span, `${name} takes ${parameters.length} arguments, not ${values.length}`);
  }
  for (let i = 0; i < values.length; i++) {
    const parameter = parameters[Math.min(i, parameters.length - 1)];
    if (parameter === undefined) continue;
    const value = values[i] as Molecule;
    if (!accepts(parameter.kinds, value)) {
      failAt(
        span,
        `${name} takes ${kindList(parameter.kinds)} as ${parameter.name}, not ${aKind(value)}`,
      );
    }
  }
}

function accepts(kinds: KindSet, value: Molecule): boolean {
  return kinds === 'any' || kinds.includes(kindOf(value));
}

function kindList(kinds: KindSet): string {
  if (kinds === 'any') return 'anything';
  if (kinds.length === 1) return `${/^[aeiou]/.test(kinds[0] as string) ? 'an' : 'a'} ${kinds[0]}`;
  return `${kinds.slice(0, -1).join(', ')} or ${kinds[kinds.length - 1]}`;
}
