// How deep a text is nested, told from its tokens: whatever would build a tree too deep for the stack
// is refused with one message before anything reads it.
import type { Source } from './ast.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, spanOf } from './problem.ts';
import { runContents } from './scan-run.ts';
import * as t from './tokens.ts';

/** Brackets inside each other. */
const MAX_BRACKETS = 200;

/** Operators that hang on each other, brackets included. */
const MAX_OPERATORS = 1000;

/**
 * Rules, conditions and lets inside each other, without a bracket between. Some 230 rules fill the stack of a process
 * that has just started, whose code takes more of it than it will once it is optimized.
 */
export const MAX_NESTING = 205;

/** Thrown out of the grammar when that many are inside each other. */
export class TooDeep extends Error {
  readonly token: t.Token;

  constructor(token: t.Token) {
    super('nested too deeply');
    this.token = token;
  }
}

/** What is known of an open bracket. */
interface Level {
  /** The operators of the molecule being read, and the deepest bracket in it. */
  operators: number;
  inner: number;
  /** The deepest of the molecules before it. */
  worst: number;
}

export function findTooDeep(source: Source, tokens: readonly t.Token[]): Diagnostic | null {
  let level: Level = { operators: 0, inner: 0, worst: 0 };
  const outer: Level[] = [];
  for (const [i, token] of tokens.entries()) {
    const type = token.tokenType;
    if (OPENERS.has(type)) {
      const previous = tokens[i - 1];
      // A call or an index hangs on what stands before it.
      if (previous !== undefined && t.endsOperand(previous.tokenType)) level.operators++;
      outer.push(level);
      level = { operators: 0, inner: 0, worst: 0 };
    } else if (CLOSERS.has(type)) {
      const depth = Math.max(level.worst, level.operators + level.inner) + 1;
      level = outer.pop() ?? level;
      level.inner = Math.max(level.inner, depth);
    } else if (type === t.Run) level.worst = Math.max(level.worst, runContents(token).signs);
    else if (COUNTED.has(type) || (t.isOperator(type) && type !== t.Colon)) level.operators++;
    else if (!t.endsOperand(type)) {
      level.worst = Math.max(level.worst, level.operators + level.inner);
      level.operators = 0;
      level.inner = 0;
    }
    if (outer.length > MAX_BRACKETS) {
      return tooDeep(source, token, `more than ${MAX_BRACKETS} brackets stand inside each other`);
    }
    if (level.operators + level.inner > MAX_OPERATORS) {
      return tooDeep(source, token, `more than ${MAX_OPERATORS} operators hang together here`);
    }
  }
  return null;
}

const OPENERS = new Set([t.ParenOpen, t.ListOpen, t.BraceOpen, t.SolutionOpen]);
const CLOSERS = new Set([t.ParenClose, t.ListClose, t.BraceClose, t.SolutionClose]);
const COUNTED = new Set([t.Not, t.Dot, t.Then]);

export function tooDeep(source: Source, token: t.Token, message: string): Diagnostic {
  const span = spanOf(source, token.startOffset, token.endOffset + 1);
  return problem('HOCL020', span, message, 'name parts of it with `let`');
}
