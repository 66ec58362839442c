// Tokens that stand for themselves, as literals of the tree.
import type { Element, Literal, Span } from './ast.ts';
import { type Build, spanFrom } from './cst.ts';
import { runContents } from './scan-run.ts';
import * as t from './tokens.ts';

/** A hole, left where a mistake was reported, becomes a symbol: such a tree is never run. */
export function buildLiteral(build: Build, token: t.Token): Literal {
  const span = spanFrom(build, token);
  switch (token.tokenType) {
    case t.Int:
      return { kind: 'int', span, value: BigInt(withoutGaps(token.image)) };
    case t.Real:
      return { kind: 'real', span, value: realOf(token.image) };
    case t.Text:
      return { kind: 'string', span, value: textOf(token) };
    case t.Truth:
      return { kind: 'bool', span, value: token.image === 'true' };
    default:
      return { kind: 'symbol', span, name: token.image };
  }
}

/** The molecules of a run. */
export function unfold(build: Build, token: t.Token): readonly Element[] {
  build.unfolded.add(token);
  return runContents(token).elements;
}

export function textOf(token: t.Token): string {
  return token.payload as string;
}

/** `-7` is a literal, not a computation, so that it can stand in patterns and prints as written. */
export function negate(literal: Literal, span: Span): Literal | null {
  if (literal.kind === 'int') return { ...literal, span, value: -literal.value };
  if (literal.kind === 'real') return { ...literal, span, value: 0 - literal.value };
  return null;
}

function realOf(image: string): number {
  if (image === 'inf') return Number.POSITIVE_INFINITY;
  if (image === 'nan') return Number.NaN;
  return Number(withoutGaps(image));
}

function withoutGaps(digits: string): string {
  return digits.includes('_') ? digits.replaceAll('_', '') : digits;
}
