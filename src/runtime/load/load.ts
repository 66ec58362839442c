// A checked program as molecules: its lets evaluated, its rules made, its outermost solution filled.
// Before it in the walk: lang/check; after it: match-naive.ts.
import {
  type Expr,
  isRuleLet,
  letsOf,
  presentRules,
  typesOf,
  type Unit,
} from '../../lang/index.ts';
import { EvaluationError, type Molecule, type SolutionMolecule, solution } from '../molecule.ts';
import type { Evaluate, RuleMolecule, RuleTemplate } from '../rule.ts';
import type { FunctionCode, GuardError, LetBinding, LoadContext } from './context.ts';
import { compileExpr } from './expression.ts';
import { compileRuleLiteral, loadRule } from './load-rule.ts';
import { Scope } from './scope.ts';

/** A program that is ready to react. */
export interface Loaded {
  readonly unit: Unit;
  /** The outermost solution at the beginning, its present rules included; null in a library. */
  readonly start: SolutionMolecule | null;
  /** Any expression that stands at the top of the program, such as the solutions of a test. */
  readonly evaluate: (expr: Expr) => Molecule;
  /** A solution expression as an outermost solution of its own: present rules that it does not mention are added. */
  readonly startOf: (expr: Expr) => SolutionMolecule;
}

export interface LoadOptions {
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly onGuardError: (error: GuardError) => void;
  /** Told of each rule of the program, those that other rules produce included. */
  readonly onRule?: (template: RuleTemplate) => void;
}

/**
 * Loads a program that check found no error in. Evaluating a let or the outermost solution may still
 * fail (a division by zero): then it throws an EvaluationError with its place.
 */
export function load(unit: Unit, options: LoadOptions): Loaded {
  const lets = letsOf(unit);
  const context: LoadContext = {
    rules: new Map(),
    ruleNames: new Set(lets.filter(isRuleLet).map((declaration) => declaration.name)),
    values: new Map(),
    types: new Map(typesOf(unit).map((declaration) => [declaration.name, declaration.type])),
    functions: options.functions,
    compileExpr: (expr, scope) => compileExpr(expr, scope, context),
    compileLet: (binding, scope) => compileLet(binding, scope, context),
    onGuardError: options.onGuardError,
    onRule: options.onRule ?? (() => {}),
  };
  for (const { name, value } of lets) {
    if (value.kind === 'rule') {
      context.rules.set(name, loadRule({ ...value, name: value.name ?? name }, context));
    }
  }
  for (const declaration of lets) {
    const { name, value } = declaration;
    if (value.kind === 'rule') continue;
    const result = run(context.compileLet(declaration, topScope()));
    if (context.ruleNames.has(name)) context.rules.set(name, result as RuleMolecule);
    else context.values.set(name, result);
  }
  const evaluate = (expr: Expr): Molecule => run(compileExpr(expr, topScope(), context));
  const startOf = (expr: Expr): SolutionMolecule => {
    const mentioned = expr === unit.main.body ? [] : [expr];
    const present = presentRules(unit, mentioned).map(
      ({ name }) => context.rules.get(name) as RuleMolecule,
    );
    const value = evaluate(expr);
    if (typeof value !== 'object' || value.kind !== 'solution') {
      throw notASolution(expr);
    }
    return solution([...value.items, ...present], value.next);
  };
  const { body } = unit.main;
  return { unit, start: body === null ? null : startOf(body), evaluate, startOf };
}

/** The value of a let. A rule that it binds takes its name, and may mention itself by it. */
function compileLet(binding: LetBinding, scope: Scope, context: LoadContext): Evaluate {
  const value = binding.value;
  if (value.kind === 'rule') {
    return compileRuleLiteral({ ...value, name: value.name ?? binding.name }, scope, context);
  }
  return compileExpr(value, scope, context);
}

function topScope(): Scope {
  return new Scope(null, '');
}

function run(evaluate: ReturnType<typeof compileExpr>): Molecule {
  return evaluate([], null);
}

function notASolution(expr: Expr): EvaluationError {
  const error = new EvaluationError('what runs must be a solution, in < and >');
  error.span = expr.span;
  return error;
}
