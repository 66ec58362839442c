// Where the scanner is in the text, and the classes of characters that its parts ask about.
import type { Source } from './ast.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Where the scanner is, shared with the readers of literals. */
export interface Cursor {
  readonly source: Source;
  readonly text: string;
  at: number;
  open: boolean;
  readonly problems: Diagnostic[];
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

const UNDERSCORE = 95;
const WORD = /[\p{L}\p{N}\p{M}_]+/uy;

/** The end of the word that starts at `at`, or `at` when there is none. */
export function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWordUnit(text.charCodeAt(end))) end++;
  if (end < text.length && text.charCodeAt(end) < 128) return end;
  WORD.lastIndex = at;
  return at + (WORD.exec(text)?.[0].length ?? 0);
}

/** Whether a word goes on with this, among ASCII. */
export function isWordUnit(code: number): boolean {
  const letter = (code | 32) >= 97 && (code | 32) <= 122;
  return letter || isDigit(code) || code === UNDERSCORE;
}
