// What a token means where it stands. `<` opens a solution or compares, `>` closes one or compares,
// and `type`, `test`, `from` and their like are keywords or plain names: the tokens around them
// decide, before the grammar sees them. Before it: slips.ts; after it: brackets.ts.
import type { TokenType } from 'chevrotain';
import * as t from './tokens.ts';

/** Settles every `<`, `>` and soft keyword, in place. */
export function classify(tokens: readonly t.Token[]): void {
  markSoftKeywords(tokens);
  markAngles(tokens);
}

const DECLARATION_STARTS = new Set<TokenType>([t.Let, t.Import, t.Type, t.Test]);

function markSoftKeywords(tokens: readonly t.Token[]): void {
  let importing = false;
  let inTest = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as t.Token;
    const type = token.tokenType;
    if (type === t.Import) importing = true;
    else if (importing && type === t.Text) importing = false;
    if (type !== t.Name) continue;
    const previous = tokens[i - 1]?.tokenType;
    const next = tokens[i + 1]?.tokenType;
    const after = tokens[i + 2]?.tokenType;
    const word = token.image;
    if (importing) {
      if ((word === 'pure' || word === 'effect') && previous === t.Import) {
        t.retype(token, word === 'pure' ? t.Pure : t.Effect);
      } else if (word === 'from' && (previous === t.BraceClose || next === t.Text)) {
        t.retype(token, t.From);
      } else if (word === 'as' && next === t.Name && previous === t.Name) t.retype(token, t.As);
    } else if (word === 'rec' && previous === t.Let && next === t.Name) t.retype(token, t.Rec);
    else if (word === 'type' && (next === t.Name || next === t.Word) && after === t.Equals) {
      t.retype(token, t.Type);
    } else if (word === 'test' && next === t.Text && after === t.BraceOpen) {
      t.retype(token, t.Test);
      inTest = true;
    } else if (word === 'outcomes' && inTest && isAfterOperand(previous)) {
      t.retype(token, t.Outcomes);
      inTest = false;
    }
    // A name behind `import` that belongs to no import: the writer has gone on to something else.
    if (importing && DECLARATION_STARTS.has(token.tokenType)) importing = false;
  }
}

function isAfterOperand(previous: TokenType | undefined): boolean {
  if (previous === t.Greater || previous === t.Nothing) return true;
  return previous !== undefined && t.endsOperand(previous);
}

function markAngles(tokens: readonly t.Token[]): void {
  const marker = createMarker();
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as t.Token;
    const { tokenType } = token;
    if (tokenType === t.Less && !marker.afterOperand()) t.retype(token, t.SolutionOpen);
    else if (tokenType === t.Greater && !canStartOperand(tokens[i + 1])) {
      t.retype(token, t.SolutionClose);
    }
    marker.pass(token.tokenType);
  }
}

function canStartOperand(token: t.Token | undefined): boolean {
  if (token === undefined) return false;
  return token.tokenType === t.Less || t.startsOperand(token.tokenType);
}

/** Follows the tokens and knows whether an operand has just ended, so that `<` would compare. */
function createMarker(): { afterOperand(): boolean; pass(type: TokenType): void } {
  let previous: TokenType | null = null;
  let inImport = false;
  let inType = false;
  /** Whether each open brace is the block of a test. */
  const braces: boolean[] = [];
  let justTest = false;
  let ended = false;
  return {
    afterOperand: () => ended,
    pass(type) {
      if (type === t.BraceOpen) braces.push(justTest);
      const closesTest = type === t.BraceClose && braces.pop() === true;
      justTest = type === t.Text && previous === t.Test;
      if (type === t.Import) inImport = true;
      if (type === t.Type) inType = true;
      // A type goes on behind an atom only with one of these.
      else if (previous !== null && t.endsOperand(previous) && !TYPE_SIGNS.has(type))
        inType = false;
      // An import, a type and a test end where nothing more can follow: a `<` behind them opens.
      ended = t.endsOperand(type) && !inImport && !inType && !closesTest;
      if (inImport && type === t.Text) inImport = false;
      previous = type;
    },
  };
}

const TYPE_SIGNS = new Set<TokenType>([t.Equals, t.Colon, t.Pipe, t.ParenClose]);
