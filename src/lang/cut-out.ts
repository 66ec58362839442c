// Cutting a mistake out of the tokens: the molecule around it, or the bracket, or the declaration,
// the smallest of them that is still there to be cut.
import type { TokenType } from 'chevrotain';
import type { Stop } from './syntax-errors.ts';
import * as t from './tokens.ts';

/** The tokens with a hole where the mistake was; always fewer real tokens than before, or none. */
export function cutOut(stop: Stop): t.Token[] {
  const { tokens, at } = stop;
  const left = edgeBefore(tokens, at);
  let right = edgeBehind(tokens, at);
  if (right > left && !isHole(tokens, left, right)) return withHole(stop, left, right);
  const inside = tokens[at];
  if (right === left && !hasHole(tokens, left)) return withHole(stop, left, right);
  // Nothing is left but a hole: take the token that does not fit, unless it closes a bracket.
  if (inside !== undefined && !CLOSERS.has(inside.tokenType)) {
    right = edgeBehind(tokens, at + 1);
    if (!STARTS.has(inside.tokenType)) return withHole(stop, left, Math.max(right, at + 1));
  }
  return cutBracket(stop) ?? cutDeclaration(stop);
}

const OPENERS = new Set<TokenType>([t.ParenOpen, t.ListOpen, t.BraceOpen, t.SolutionOpen]);
const CLOSERS = new Set<TokenType>([t.ParenClose, t.ListClose, t.BraceClose, t.SolutionClose]);
const STARTS = new Set<TokenType>([t.Let, t.Import, t.Type, t.Test]);
const EDGES = new Set<TokenType>([
  ...[t.Comma, t.Let, t.In, t.Replace, t.ReplaceOne, t.By, t.If, t.Then, t.Else, t.With],
  ...[t.Inject, t.Whenever, t.Import, t.Under, t.Type, t.Test, t.Outcomes, t.Pipe],
]);

/** The first index of the molecule in which `at` stands. */
function edgeBefore(tokens: readonly t.Token[], at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const type = (tokens[i] as t.Token).tokenType;
    if (CLOSERS.has(type)) depth++;
    else if (OPENERS.has(type)) {
      if (depth === 0) return i + 1;
      depth--;
    } else if (depth === 0 && EDGES.has(type)) return i + 1;
  }
  return 0;
}

/** The index behind the molecule in which `at` stands. */
export function edgeBehind(tokens: readonly t.Token[], at: number): number {
  let depth = 0;
  for (let i = at; i < tokens.length; i++) {
    const type = (tokens[i] as t.Token).tokenType;
    if (OPENERS.has(type)) depth++;
    else if (CLOSERS.has(type)) {
      if (depth === 0) return i;
      depth--;
    } else if (depth === 0 && EDGES.has(type)) return i;
  }
  return tokens.length;
}

function isHole(tokens: readonly t.Token[], left: number, right: number): boolean {
  return right - left === 1 && tokens[left]?.tokenType === t.Hole;
}

function hasHole(tokens: readonly t.Token[], at: number): boolean {
  return tokens[at]?.tokenType === t.Hole || tokens[at - 1]?.tokenType === t.Hole;
}

function withHole(stop: Stop, left: number, right: number): t.Token[] {
  const { tokens } = stop;
  const offset = tokens[left]?.startOffset ?? stop.source.text.length;
  const hole = t.makeToken(t.Hole, 'HOLE', offset);
  return [...tokens.slice(0, left), hole, ...tokens.slice(right)];
}

/** The bracket around the mistake, with all that it holds. */
function cutBracket(stop: Stop): t.Token[] | null {
  const { tokens, at } = stop;
  let open = at;
  do open = edgeBefore(tokens, open) - 1;
  while (open > 0 && !OPENERS.has((tokens[open] as t.Token).tokenType));
  if (open < 0 || !OPENERS.has((tokens[open] as t.Token).tokenType)) return null;
  let close = at;
  while (close < tokens.length && !CLOSERS.has((tokens[close] as t.Token).tokenType)) {
    close = edgeBehind(
      tokens,
      close + (close > at || EDGES.has((tokens[close] as t.Token).tokenType) ? 1 : 0),
    );
  }
  return withHole(stop, open, Math.min(close + 1, tokens.length));
}

/** From the declaration's first word to the next one's. */
function cutDeclaration(stop: Stop): t.Token[] {
  const { tokens, at } = stop;
  const isStart = (token: t.Token): boolean => STARTS.has(token.tokenType);
  const from = Math.max(0, tokens.slice(0, at).findLastIndex(isStart));
  const next = tokens.slice(at + 1).findIndex(isStart);
  return [...tokens.slice(0, from), ...(next < 0 ? [] : tokens.slice(at + 1 + next))];
}
