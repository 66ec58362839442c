// How lang makes a Diagnostic: spans from offsets, an error from its parts.
import type { Source, Span } from './ast.ts';
import type { Diagnostic, RelatedPlace } from './diagnostic.ts';

export type Report = (problem: Diagnostic) => void;

/** The span from `start` to `end`, kept inside the text. */
export function spanOf(source: Source, start: number, end: number): Span {
  const limit = source.text.length;
  const from = Math.min(Math.max(start, 0), limit);
  return { source, start: from, end: Math.min(Math.max(end, from), limit) };
}

export function problem(
  code: string,
  span: Span,
  message: string,
  hint: string | null = null,
  related: readonly RelatedPlace[] = [],
): Diagnostic {
  return { code, severity: 'error', span, message, hint, related };
}
