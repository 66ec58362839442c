// Numbers and strings as the scanner reads them. A string's value is decoded here, because a wrong
// escape is a mistake of spelling; numbers become values in build-literal.ts.
import { problem, spanOf } from './problem.ts';
import { type Cursor, isDigit, isLineBreak, wordEnd } from './scan-cursor.ts';
import { Int, makeToken, Real, Text, type Token } from './tokens.ts';

/** Longer integers are refused: turning them into a value would take seconds. */
const MAX_DIGITS = 1_000_000;

/** A number. After a dot (`t.0.1`) it is digits only, so that projections can be chained. */
export function scanNumber(cursor: Cursor, afterDot: boolean): Token {
  const { text, at: start } = cursor;
  let end = digitsEnd(text, start);
  let real = false;
  if (!afterDot) {
    if (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) {
      real = true;
      end = digitsEnd(text, end + 1);
    }
    const exponent = exponentEnd(text, end);
    if (exponent > end) {
      real = true;
      end = exponent;
    }
  }
  const tail = wordEnd(text, end);
  if (tail > end) {
    const where = spanOf(cursor.source, start, tail);
    const message = `\`${clip(text.slice(start, tail))}\` is neither a number nor a name`;
    const hint = 'a number has digits only, and a name starts with a letter';
    cursor.problems.push(problem('HOCL004', where, message, hint));
  } else if (real && !Number.isFinite(Number(text.slice(start, end).replaceAll('_', '')))) {
    const where = spanOf(cursor.source, start, end);
    const message = 'this real is too large';
    cursor.problems.push(
      problem('HOCL006', where, message, 'the largest is about 1.8e308; infinity is `inf`'),
    );
  } else if (!real && end - start > MAX_DIGITS) {
    const where = spanOf(cursor.source, start, end);
    const message = 'this integer has more than a million digits';
    cursor.problems.push(problem('HOCL006', where, message, 'compute it, or split it'));
    cursor.at = end;
    return makeToken(Int, '0', start);
  }
  cursor.at = tail;
  return makeToken(real ? Real : Int, text.slice(start, end), start);
}

function digitsEnd(text: string, at: number): number {
  let end = at;
  while (
    isDigit(text.charCodeAt(end)) ||
    (text[end] === '_' && isDigit(text.charCodeAt(end + 1)))
  ) {
    end++;
  }
  return end;
}

function exponentEnd(text: string, at: number): number {
  if ((text.charCodeAt(at) | 32) !== 101) return at;
  const sign = text[at + 1] === '-' || text[at + 1] === '+' ? 1 : 0;
  return isDigit(text.charCodeAt(at + 1 + sign)) ? digitsEnd(text, at + 1 + sign) : at;
}

/** A string. Its value goes along as the token's payload. */
export function scanText(cursor: Cursor): Token {
  const { text, at: start } = cursor;
  const pieces: string[] = [];
  let from = start + 1;
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 34) break;
    if (at >= text.length || isLineBreak(code)) {
      reportUnclosed(cursor, start, at);
      pieces.push(text.slice(from, at));
      return finish(cursor, start, at, pieces);
    }
    if (code === 92) {
      pieces.push(text.slice(from, at));
      const [value, next] = readEscape(cursor, at);
      pieces.push(value);
      at = next;
      from = next;
    } else at++;
  }
  pieces.push(text.slice(from, at));
  return finish(cursor, start, at + 1, pieces);
}

/** `'text'`, as other languages have it: read as a string, and reported. */
export function scanQuoted(cursor: Cursor): Token | null {
  const { text, at: start } = cursor;
  let end = start + 1;
  while (end < text.length && text[end] !== "'" && !isLineBreak(text.charCodeAt(end))) end++;
  if (text[end] !== "'") return null;
  const where = spanOf(cursor.source, start, end + 1);
  const message = 'strings do not stand between single quotes';
  cursor.problems.push(
    problem('HOCL007', where, message, 'write them between double quotes: "text"'),
  );
  return finish(cursor, start, end + 1, [text.slice(start + 1, end)]);
}

function finish(cursor: Cursor, start: number, end: number, pieces: readonly string[]): Token {
  const token = makeToken(Text, cursor.text.slice(start, end), start);
  token.payload = pieces.join('');
  cursor.at = end;
  return token;
}

function reportUnclosed(cursor: Cursor, start: number, end: number): void {
  const where = spanOf(cursor.source, start, end);
  const hint = 'end it with `"` on the same line; a line break inside is written \\n';
  cursor.problems.push(problem('HOCL002', where, 'this string is never closed', hint));
  if (end >= cursor.text.length) cursor.open = true;
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

const UNICODE = /u(?:([0-9a-fA-F]{4})|\{([0-9a-fA-F]{1,6})\})/y;

/** What the escape at `at` stands for, and where the text goes on. */
function readEscape(cursor: Cursor, at: number): [string, number] {
  const { text } = cursor;
  const letter = text[at + 1] ?? '';
  const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (simple !== undefined) return [simple, at + 2];
  UNICODE.lastIndex = at + 1;
  const found = UNICODE.exec(text);
  if (found !== null) {
    const code = Number.parseInt(found[1] ?? found[2] ?? '', 16);
    const next = at + 1 + found[0].length;
    if (code <= 0x10ffff)
      return [found[1] ? String.fromCharCode(code) : String.fromCodePoint(code), next];
  }
  const broken = letter === '' || isLineBreak(letter.charCodeAt(0));
  const end = broken ? at + 1 : at + 1 + String.fromCodePoint(text.codePointAt(at + 1) ?? 0).length;
  const where = spanOf(cursor.source, at, end);
  const hint = 'the escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9 and \\u{e9}';
  cursor.problems.push(problem('HOCL003', where, 'this escape has no meaning in a string', hint));
  return ['', end];
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
