// What all of load knows of the program around an expression: its lets, its types, its functions.
import type { Expr, Signature, Span, TypeExpr } from '../../lang/index.ts';
import type { Molecule } from '../molecule.ts';
import type { Evaluate, RuleMolecule, RuleTemplate } from '../rule.ts';
import type { Scope } from './scope.ts';

export interface FunctionCode {
  readonly signature: Signature;
  /** null for an effect: whoever drives the engine runs it. */
  readonly apply: ((args: readonly Molecule[]) => Molecule) | null;
}

export interface LoadContext {
  /** Lets that bind rules. Each is filled in when its turn comes; all of them see each other. */
  readonly rules: Map<string, RuleMolecule>;
  /** Names of the lets that bind rules, known before any is filled in. */
  readonly ruleNames: ReadonlySet<string>;
  /** Lets that bind other values. */
  readonly values: Map<string, Molecule>;
  readonly types: ReadonlyMap<string, TypeExpr>;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  /** The compilers of expressions need one another; they meet here and not by importing each other. */
  readonly compileExpr: (expr: Expr, scope: Scope) => Evaluate;
  readonly compileLet: (binding: LetBinding, scope: Scope) => Evaluate;
  /** Told of a guard that failed to evaluate; the match counts as refused. */
  readonly onGuardError: (error: GuardError) => void;
  /** Told of each rule as it is compiled, those that other rules produce included. */
  readonly onRule: (template: RuleTemplate) => void;
}

/** A let, wherever it stands. */
export interface LetBinding {
  readonly name: string;
  readonly value: Expr;
}

/** An error in a guard, reported once for each place. */
export interface GuardError {
  readonly span: Span;
  readonly message: string;
}
