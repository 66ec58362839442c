// Marks the tokens that are operands by themselves. The grammar takes them without asking for
// prefixes, postfixes and operators, which makes long lists of plain molecules cheap to read.
// Only the number by which the grammar knows a token changes, never its type.
import type { TokenType } from 'chevrotain';
import * as t from './tokens.ts';

export function markAtoms(tokens: readonly t.Token[]): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as t.Token;
    const type = token.tokenType;
    if (type === t.Name) token.tokenTypeIdx = indexOf(isApplied(tokens[i + 1]) ? type : t.AtomName);
    const shades = t.SHADES.get(type);
    if (shades === undefined) continue;
    if (isApplied(tokens[i + 1])) token.tokenTypeIdx = indexOf(type);
    else {
      const lone = isEdge(tokens[i - 1], STARTS) && isEdge(tokens[i + 1], ENDS);
      token.tokenTypeIdx = indexOf(lone ? shades.lone : shades.atom);
    }
  }
}

/** Whether what comes next is applied to the token before it. */
function isApplied(next: t.Token | undefined): boolean {
  return next !== undefined && POSTFIXES.has(next.tokenType);
}

function isEdge(token: t.Token | undefined, edges: ReadonlySet<TokenType>): boolean {
  return token !== undefined && edges.has(token.tokenType);
}

function indexOf(type: TokenType): number {
  return type.tokenTypeIdx as number;
}

const POSTFIXES = new Set<TokenType>([t.Dot, t.ListOpen, t.ParenOpen, t.TypeMark]);
const STARTS = new Set<TokenType>([t.Comma, t.SolutionOpen, t.ListOpen, t.ParenOpen]);
const ENDS = new Set<TokenType>([t.Comma, t.SolutionClose, t.ListClose, t.ParenClose]);
