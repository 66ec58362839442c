// What the compilers of expressions share: where an evaluation failed, and reading rests and bools.
import type { Span } from '../../lang/index.ts';
import { EvaluationError, type Molecule } from '../molecule.ts';
import type { Env, Rest } from '../rule.ts';
import { showShort } from '../show.ts';
import type { Scope } from './scope.ts';

/** All that the rest variable `name` took, or null when the name is no rest variable here. */
export function compileRest(name: string, scope: Scope): ((env: Env) => Rest) | null {
  const binding = scope.resolve(name);
  if (binding === null || !binding.rest) return null;
  const { place } = binding;
  return (env) => env[place] as Rest;
}

/** Tells where an evaluation failed, unless something deeper has told already. */
export function at<T>(span: Span, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof EvaluationError) error.span ??= span;
    throw error;
  }
}

export function failAt(span: Span, message: string): never {
  const error = new EvaluationError(message);
  error.span = span;
  throw error;
}

export function asBool(value: Molecule, span: Span): boolean {
  if (typeof value === 'boolean') return value;
  return failAt(span, `expected a bool here, not ${showShort(value, 40)}`);
}
