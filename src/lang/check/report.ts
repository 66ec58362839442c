// How a pass says what it found: a code with its place. The severity belongs to the code (codes.ts).
import type { Span } from '../ast.ts';
import type { Diagnostic, RelatedPlace } from '../diagnostic.ts';
import { CHECK_CODES, type CheckCode } from './codes.ts';

export function finding(
  code: CheckCode,
  span: Span,
  message: string,
  hint: string | null = null,
  related: readonly RelatedPlace[] = [],
): Diagnostic {
  return { code, severity: CHECK_CODES[code].severity, span, message, hint, related };
}

/** By place, files in the order of the unit; of the same finding twice one is left. */
export function inOrder(
  diagnostics: readonly Diagnostic[],
  fileIndex: (span: Span) => number,
): readonly Diagnostic[] {
  const sorted = [...diagnostics].sort(
    (a, b) =>
      fileIndex(a.span) - fileIndex(b.span) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
  return sorted.filter((diagnostic, i) => {
    const before = sorted[i - 1];
    return (
      before === undefined ||
      before.code !== diagnostic.code ||
      before.span.source !== diagnostic.span.source ||
      before.span.start !== diagnostic.span.start ||
      before.message !== diagnostic.message
    );
  });
}
