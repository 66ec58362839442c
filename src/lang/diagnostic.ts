// What can be said of a program before it runs, as data. Rendering is render.ts; the list of all
// codes with a sentence each is codes.ts.
import type { Span } from './ast.ts';

export interface Diagnostic {
  /** Stable: `HOCL012`. Never reused for another meaning. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly span: Span;
  /** The cause in one sentence, without a full stop at the end. */
  readonly message: string;
  /** What to do about it, concretely; null when there is nothing better to say than the message. */
  readonly hint: string | null;
  /** Other places that belong to it: "first bound here". */
  readonly related: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly span: Span;
  readonly message: string;
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === 'error';
}
