// What all of load knows of the program around an expression: its lets, its types, its functions.
import type { Signature, Span, TypeExpr } from '../../lang/index.ts';
import type { Molecule } from '../molecule.ts';
import type { RuleMolecule } from '../rule.ts';

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
  /** Told of a guard that failed to evaluate; the match counts as refused. */
  readonly onGuardError: (error: GuardError) => void;
}

/** An error in a guard, reported once for each place. */
export interface GuardError {
  readonly span: Span;
  readonly message: string;
}
