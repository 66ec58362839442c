// Expressions as functions of an environment. A name is looked up once, here, and never while running.
// Lists of molecules are elements.ts, calls are call.ts, rules are load-rule.ts.
import { assert, unreachable } from '../../base/index.ts';
import type { BinaryOperator, Expr, Span } from '../../lang/index.ts';
import * as arithmetic from '../arithmetic.ts';
import { refuseBranching } from '../calls.ts';
import {
  list,
  type Molecule,
  record,
  type SolutionMolecule,
  solution,
  tuple,
} from '../molecule.ts';
import { looseEqual } from '../order.ts';
import type { Evaluate } from '../rule.ts';
import { showShort } from '../show.ts';
import { compileCall } from './call.ts';
import type { LoadContext } from './context.ts';
import { compileElements } from './elements.ts';
import { asBool, at, failAt } from './evaluation.ts';
import { literalValue } from './literal.ts';
import { compileRuleLiteral } from './load-rule.ts';
import { compileAll, compileNone } from './quantifier.ts';
import type { Scope } from './scope.ts';

export function compileExpr(expr: Expr, scope: Scope, context: LoadContext): Evaluate {
  const compile = (inner: Expr): Evaluate => compileExpr(inner, scope, context);
  switch (expr.kind) {
    case 'int':
    case 'real':
    case 'bool':
    case 'string':
    case 'symbol': {
      const value = literalValue(expr);
      return () => value;
    }
    case 'name':
      return compileName(expr.name, scope, context);
    case 'tuple': {
      const items = expr.items.map(compile);
      return (env, calls) => tuple(items.map((item) => item(env, calls)));
    }
    case 'list': {
      const put = compileElements(expr.items.map(asElement), scope, context);
      return (env, calls) => {
        const out: Molecule[] = [];
        put(env, calls, out);
        return list(out);
      };
    }
    case 'record': {
      const fields = expr.fields.map((field) => [field.key, compile(field.value)] as const);
      return (env, calls) =>
        record(fields.map(([key, value]) => [key, value(env, calls)] as const));
    }
    case 'solution': {
      const put = compileElements(expr.elements, scope, context);
      return (env, calls) => {
        const out: Molecule[] = [];
        put(env, calls, out);
        return solution(out);
      };
    }
    case 'rule':
      return compileRuleLiteral(expr, scope, context);
    case 'call':
      return compileCall(expr, scope, context);
    case 'binary':
      return compileBinary(
        expr.operator,
        compile(expr.left),
        compile(expr.right),
        expr.span,
        expr.left.span,
        expr.right.span,
      );
    case 'unary': {
      const operand = compile(expr.operand);
      if (expr.operator === '!') {
        return (env, calls) => !asBool(operand(env, calls), expr.operand.span);
      }
      return (env, calls) => at(expr.span, () => arithmetic.negate(operand(env, calls)));
    }
    case 'project': {
      const target = compile(expr.target);
      return (env, calls) => projectItem(target(env, calls), expr.index, expr.span);
    }
    case 'field': {
      const target = compile(expr.target);
      return (env, calls) => readField(target(env, calls), expr.name, expr.span);
    }
    case 'index': {
      const target = compile(expr.target);
      const index = compile(expr.index);
      return (env, calls) => readIndex(target(env, calls), index(env, calls), expr.span);
    }
    case 'let-in': {
      const value = context.compileLet(expr, scope);
      return scope.within(expr.name, (place) => {
        const body = compile(expr.body);
        return (env, calls) => {
          env[place] = value(env, calls);
          return body(env, calls);
        };
      });
    }
    case 'if':
      return compileIf(expr, scope, context);
    case 'none':
      return compileNone(expr, scope, context);
    case 'all':
      return compileAll(expr, scope, context);
    case 'then': {
      const first = compile(expr.first);
      const second = compile(expr.second);
      return (env, calls) =>
        follow(
          asSolution(first(env, calls), expr.first.span),
          asSolution(second(env, calls), expr.second.span),
        );
    }
    default:
      return unreachable(expr);
  }
}

function compileName(name: string, scope: Scope, context: LoadContext): Evaluate {
  const binding = scope.resolve(name);
  if (binding !== null) {
    const { place } = binding;
    assert(!binding.rest, 'a rest variable stands only where many molecules may', name);
    return (env) => env[place] as Molecule;
  }
  if (context.ruleNames.has(name)) return () => context.rules.get(name) as Molecule;
  const known = context.values.get(name);
  if (known !== undefined) return () => known;
  return () => {
    // A let may be used by a rule that stands before it: by the time the rule reacts, it has its value.
    const value = context.values.get(name);
    assert(value !== undefined, 'a name that check let pass is bound', name);
    return value;
  };
}

function compileIf(
  expr: Extract<Expr, { kind: 'if' }>,
  scope: Scope,
  context: LoadContext,
): Evaluate {
  const put = compileElements(
    [{ kind: 'molecule', span: expr.span, value: expr, multiplicity: null }],
    scope,
    context,
  );
  return (env, calls) => {
    const out: Molecule[] = [];
    put(env, calls, out);
    const [only] = out;
    if (out.length !== 1 || only === undefined) {
      return failAt(expr.span, `this branch gives ${out.length} molecules where one must stand`);
    }
    return only;
  };
}

function compileBinary(
  operator: BinaryOperator,
  left: Evaluate,
  right: Evaluate,
  span: Span,
  leftSpan: Span,
  rightSpan: Span,
): Evaluate {
  switch (operator) {
    case '&&':
      return (env, calls) => {
        const first = asBool(left(env, calls), leftSpan);
        refuseBranching(calls);
        return first && asBool(right(env, calls), rightSpan);
      };
    case '||':
      return (env, calls) => {
        const first = asBool(left(env, calls), leftSpan);
        refuseBranching(calls);
        return first || asBool(right(env, calls), rightSpan);
      };
    case '==':
      return (env, calls) => looseEqual(left(env, calls), right(env, calls));
    case '!=':
      return (env, calls) => !looseEqual(left(env, calls), right(env, calls));
    case '<':
      return compared(left, right, span, arithmetic.lessThan);
    case '<=':
      return compared(left, right, span, arithmetic.lessOrEqual);
    case '>':
      return compared(left, right, span, arithmetic.greaterThan);
    case '>=':
      return compared(left, right, span, arithmetic.greaterOrEqual);
    case '+':
      return (env, calls) => at(span, () => arithmetic.add(left(env, calls), right(env, calls)));
    case '-':
      return (env, calls) =>
        at(span, () => arithmetic.subtract(left(env, calls), right(env, calls)));
    case '*':
      return (env, calls) =>
        at(span, () => arithmetic.multiply(left(env, calls), right(env, calls)));
    case '/':
      return (env, calls) => at(span, () => arithmetic.divide(left(env, calls), right(env, calls)));
    case '%':
      return (env, calls) =>
        at(span, () => arithmetic.remainder(left(env, calls), right(env, calls)));
  }
}

function compared(
  left: Evaluate,
  right: Evaluate,
  span: Span,
  holds: (a: Molecule, b: Molecule) => boolean,
): Evaluate {
  return (env, calls) => {
    const a = left(env, calls);
    const b = right(env, calls);
    return at(span, () => holds(a, b));
  };
}

export function projectItem(target: Molecule, index: number, span: Span): Molecule {
  if (typeof target !== 'object' || target.kind !== 'tuple') {
    return failAt(span, `.${index} needs a tuple, not ${showShort(target, 40)}`);
  }
  const item = target.items[index];
  if (item === undefined) {
    return failAt(span, `.${index} is past the end of a tuple of ${target.items.length}`);
  }
  return item;
}

export function readField(target: Molecule, name: string, span: Span): Molecule {
  if (typeof target !== 'object' || target.kind !== 'record') {
    return failAt(span, `.${name} needs a record, not ${showShort(target, 40)}`);
  }
  const value = target.values[target.keys.indexOf(name)];
  if (value === undefined) {
    return failAt(
      span,
      `the record has no field ${name}: its fields are ${fieldNames(target.keys)}`,
    );
  }
  return value;
}

function fieldNames(keys: readonly string[]): string {
  return keys.length === 0 ? 'none' : keys.slice(0, 8).join(', ');
}

export function readIndex(target: Molecule, index: Molecule, span: Span): Molecule {
  if (typeof target === 'object' && target.kind === 'record' && typeof index === 'string') {
    return readField(target, index, span);
  }
  if (typeof target !== 'object' || target.kind !== 'list') {
    return failAt(span, `[...] needs a list or a record, not ${showShort(target, 40)}`);
  }
  const item = typeof index === 'number' ? target.items[index] : undefined;
  if (item === undefined) {
    const length = target.items.length;
    return failAt(span, `index ${showShort(index, 40)} is outside a list of ${length}`);
  }
  return item;
}

function asSolution(value: Molecule, span: Span): SolutionMolecule {
  if (typeof value === 'object' && value.kind === 'solution') return value;
  return failAt(span, `a stage of then must be a solution, not ${showShort(value, 40)}`);
}

/** The stages of `first`, then those of `second`. */
function follow(first: SolutionMolecule, second: SolutionMolecule): SolutionMolecule {
  const next = first.next === null ? second : follow(first.next, second);
  return solution(first.items, next);
}

function asElement(value: Expr) {
  return { kind: 'molecule', span: value.span, value, multiplicity: null } as const;
}
