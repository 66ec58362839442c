// Text to tokens, by hand: strings of a megabyte and characters of any kind must pass, and every
// mistake here has a sentence of its own. Comments are set apart for the formatter and for `///`.
// Before it: tokens.ts; after it: slips.ts and classify.ts, which read tokens in their context.
import type { TokenType } from 'chevrotain';
import type { Source } from './ast.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, spanOf } from './problem.ts';
import { type Cursor, isDigit, isLineBreak, wordEnd } from './scan-cursor.ts';
import { scanNumber, scanQuoted, scanText } from './scan-literal.ts';
import { RunScanner } from './scan-run.ts';
import * as t from './tokens.ts';

export interface Comment {
  readonly kind: 'line' | 'block' | 'doc';
  readonly start: number;
  /** Exclusive; the line break after a line comment is not part of it. */
  readonly end: number;
}

export interface Scan {
  readonly tokens: t.Token[];
  readonly comments: Comment[];
  readonly problems: Diagnostic[];
  /** Whether the text ends inside a string or a comment. */
  readonly open: boolean;
  /** How many of the tokens are runs. */
  readonly runs: number;
}

/** The tokens of a text. With `runs`, long runs of plain data between commas are one token each. */
export function scan(source: Source, options: { readonly runs?: boolean } = {}): Scan {
  const { text } = source;
  const cursor: Cursor = { source, text, at: 0, open: false, problems: [] };
  const tokens: t.Token[] = [];
  const comments: Comment[] = [];
  const runScanner = options.runs === true ? new RunScanner() : null;
  let runs = 0;
  while (cursor.at < text.length) {
    const code = text.charCodeAt(cursor.at);
    if (code === 32 || (code >= 9 && code <= 13)) {
      cursor.at++;
      continue;
    }
    if (runScanner !== null && tokens.at(-1)?.tokenType === t.Comma) {
      const run = runScanner.scan(cursor);
      if (run !== null) {
        tokens.push(run);
        runs++;
        continue;
      }
    }
    if (code === SLASH && isCommentStart(text, cursor.at)) comments.push(scanComment(cursor));
    else if (isDigit(code)) {
      tokens.push(scanNumber(cursor, tokens.at(-1)?.tokenType === t.Dot));
    } else if (code === QUOTE) tokens.push(scanText(cursor));
    else {
      const token =
        scanWord(cursor, tokens) ?? scanSign(cursor) ?? scanForeign(cursor) ?? scanStrange(cursor);
      if (token !== null) tokens.push(token);
    }
  }
  return { tokens, comments, problems: cursor.problems, open: cursor.open, runs };
}

const SLASH = 47;
const QUOTE = 34;

function isCommentStart(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return next === SLASH || next === 42;
}

function scanComment(cursor: Cursor): Comment {
  const { text, at: start } = cursor;
  if (text.charCodeAt(start + 1) === SLASH) {
    let end = start + 2;
    while (end < text.length && !isLineBreak(text.charCodeAt(end))) end++;
    cursor.at = end;
    const doc = text.startsWith('///', start) && text.charCodeAt(start + 3) !== SLASH;
    return { kind: doc ? 'doc' : 'line', start, end };
  }
  const close = text.indexOf('*/', start + 2);
  if (close < 0) {
    const where = spanOf(cursor.source, start, start + 2);
    const hint = 'write `*/` where the comment ends';
    cursor.problems.push(problem('HOCL005', where, 'this comment is never closed', hint));
    cursor.open = true;
  }
  cursor.at = close < 0 ? text.length : close + 2;
  return { kind: 'block', start, end: cursor.at };
}

const WORD_START = /[\p{L}_]/u;
const UPPER = /^[\p{Lu}\p{Lt}]/u;

function startsWord(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  if (code >= 128) return WORD_START.test(String.fromCodePoint(code));
  return ((code | 32) >= 97 && (code | 32) <= 122) || code === 95;
}

function scanWord(cursor: Cursor, tokens: readonly t.Token[]): t.Token | null {
  const { text, at } = cursor;
  const first = text.charCodeAt(at);
  const rest = first === 63;
  const start = rest ? at + 1 : at;
  if (!startsWord(text, start)) return null;
  let end = wordEnd(text, start);
  const word = text.slice(start, end);
  const previous = tokens.at(-1);
  let type: TokenType;
  if (rest) type = t.Rest;
  else if (previous?.tokenType === t.Dot && previous.endOffset === at - 1) type = t.Name;
  else if (
    word === 'replace' &&
    text.startsWith('-one', end) &&
    wordEnd(text, end + 1) === end + 4
  ) {
    type = t.ReplaceOne;
    end += 4;
  } else if (word === '_') type = t.Wildcard;
  else type = t.KEYWORDS.get(word) ?? (UPPER.test(word) ? t.Word : t.Name);
  cursor.at = end;
  return t.makeToken(type, text.slice(at, end), at);
}

/** Signs of two characters come before those of one. What is no sign of ours is seen to in slips.ts. */
const SIGNS: readonly (readonly [string, TokenType])[] = [
  ...([
    ['::', t.TypeMark],
    ['..', t.Dots],
    ['||', t.Or],
    ['&&', t.And],
  ] as const),
  ...([
    ['==', t.Equal],
    ['!=', t.Unequal],
    ['<=', t.LessEqual],
    ['>=', t.GreaterEqual],
  ] as const),
  ...([
    ['≠', t.Unequal],
    ['≤', t.LessEqual],
    ['≥', t.GreaterEqual],
  ] as const),
  ...([
    ['⟨', t.SolutionOpen],
    ['⟩', t.SolutionClose],
    ['<', t.Less],
    ['>', t.Greater],
  ] as const),
  ...([
    ['(', t.ParenOpen],
    [')', t.ParenClose],
    ['[', t.ListOpen],
    [']', t.ListClose],
  ] as const),
  ...([
    ['{', t.BraceOpen],
    ['}', t.BraceClose],
    [',', t.Comma],
    ['.', t.Dot],
  ] as const),
  ...([
    [':', t.Colon],
    ['=', t.Equals],
    ['^', t.Caret],
    ['|', t.Pipe],
    ['!', t.Not],
  ] as const),
  ...([
    ['+', t.Plus],
    ['-', t.Minus],
    ['*', t.Times],
    ['/', t.Divide],
    ['%', t.Remainder],
  ] as const),
];

const SIGNS_BY_START = groupByStart(SIGNS);

function groupByStart(signs: typeof SIGNS): ReadonlyMap<number, (readonly [string, TokenType])[]> {
  const groups = new Map<number, (readonly [string, TokenType])[]>();
  for (const sign of signs) {
    const code = sign[0].charCodeAt(0);
    groups.set(code, [...(groups.get(code) ?? []), sign]);
  }
  return groups;
}

function scanSign(cursor: Cursor): t.Token | null {
  for (const [image, type] of SIGNS_BY_START.get(cursor.text.charCodeAt(cursor.at)) ?? []) {
    if (!cursor.text.startsWith(image, cursor.at)) continue;
    const token = t.makeToken(type, image, cursor.at);
    cursor.at += image.length;
    return token;
  }
  return null;
}

const BLANK = /[\p{Zs}\u2028\u2029\ufeff]/u;

/** Characters of other languages whose meaning is plain. A `;` is left to slips.ts. */
const MEANT = new Map<string, readonly [TokenType, string | null]>([
  ['&', [t.And, 'write `&&` for "and"']],
  ['¬', [t.Not, 'write `!` for "not"']],
  ['∧', [t.And, 'write `&&` for "and"']],
  ['∨', [t.Or, 'write `||` for "or"']],
  ['−', [t.Minus, 'write `-`']],
  ['×', [t.Times, 'write `*`']],
  ['÷', [t.Divide, 'write `/`']],
  ['→', [t.By, 'a rule is written `replace ... by ...`']],
  ['⇒', [t.By, 'a rule is written `replace ... by ...`']],
  [';', [t.Comma, null]],
]);

function scanForeign(cursor: Cursor): t.Token | null {
  const image = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  if (image === "'") return scanQuoted(cursor);
  const [type, hint] = MEANT.get(image) ?? [null, null];
  if (type === null) return null;
  const token = t.makeToken(type, image, cursor.at);
  cursor.at += image.length;
  if (hint !== null) {
    const where = spanOf(cursor.source, token.startOffset, cursor.at);
    cursor.problems.push(problem('HOCL008', where, `\`${image}\` has no meaning here`, hint));
  }
  return token;
}

/** A character that has no meaning here; a run of them is one mistake. */
function scanStrange(cursor: Cursor): null {
  const { text, at: start } = cursor;
  const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
  cursor.at += first.length;
  if (BLANK.test(first)) return null;
  while (text.startsWith(first, cursor.at)) cursor.at += first.length;
  const where = spanOf(cursor.source, start, cursor.at);
  const [message, hint] = describeStrange(first);
  // A line of them, such as a comment that has lost its slashes, is one mistake too.
  const last = cursor.problems.at(-1);
  if (last?.code === 'HOCL001' && !/[\r\n]/.test(text.slice(last.span.start, start))) return null;
  cursor.problems.push(problem('HOCL001', where, message, hint));
  return null;
}

function describeStrange(character: string): [string, string | null] {
  const code = character.codePointAt(0) ?? 0;
  const shown = code < 32 || (code >= 127 && code < 160) || (code >= 0xd800 && code < 0xe000);
  const name = shown
    ? `the character U+${code.toString(16).padStart(4, '0').toUpperCase()}`
    : `\`${character}\``;
  const message = `${name} has no meaning here`;
  switch (character) {
    case '`':
      return [
        'a backtick has no meaning here',
        'strings are written between straight quotes: "text"',
      ];
    case '#':
      return [message, 'a comment starts with `//`'];
    case '?':
      return [message, 'a rest variable is written `?w`, without a space'];
    case '\\':
      return [message, 'a backslash stands only in a string'];
    case '“':
    case '”':
    case '„':
      return [message, 'strings are written between straight quotes: "text"'];
    default:
      return [message, 'take it out, or put it in a string'];
  }
}
