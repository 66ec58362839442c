// A large input of JSON cut into pieces that can be read apart, each by itself and wherever that is: between the items of one
// array, or between the lines on which values begin. Cutting looks at brackets and quotes alone, on bytes; whether the text is
// right is found out when the pieces are read. If all of them can be, so can the whole, since what was cut at is what
// stands between values; and if it cannot, one of them cannot.
import { fail, type Result } from '../base/index.ts';
import { readInput, readValues } from './json.ts';
import { Words } from './json-direct.ts';
import type { JsonError } from './json-text.ts';
import type { Molecule } from './molecule.ts';

/** What a piece is a piece of: the items of one array, or values each of which begins on a line. */
export type PieceForm = 'items' | 'values';

export interface CutInput {
  readonly form: PieceForm;
  readonly pieces: readonly Uint8Array[];
}

/** An input in as many pieces as there are parts, which say about how large each is beside the others; fewer if it has fewer values. */
export function cutInput(bytes: Uint8Array, parts: readonly number[]): CutInput {
  const start = hasMark(bytes) ? 3 : 0;
  const items = cutItems(bytes, start, parts);
  if (items !== null) return { form: 'items', pieces: items };
  return { form: 'values', pieces: cut(bytes, start, bytes.length, parts, NEWLINE).pieces };
}

/** The molecules of one piece; strings that `words` knows from other pieces are those very strings. */
export function readPiece(
  bytes: Uint8Array,
  form: PieceForm,
  words = new Words(),
): Result<Molecule[], JsonError> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail({ message: 'it is not UTF-8 text', offset: 0 });
  }
  if (form === 'values') return readValues(text, words);
  const items = readInput(`[${text}]`, words);
  if (!items.ok || items.value.length > 0) return items;
  return fail({ message: 'a value is missing', offset: 0 });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const LIST_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The items of the array that the whole text is; null for any other text. */
function cutItems(bytes: Uint8Array, start: number, parts: readonly number[]): Uint8Array[] | null {
  let from = start;
  while (isSpace(bytes[from])) from++;
  let end = bytes.length - 1;
  while (end > from && isSpace(bytes[end])) end--;
  if (bytes[from] !== LIST_OPEN || bytes[end] !== LIST_CLOSE || end === from) return null;
  const { pieces, isBalanced } = cut(bytes, from + 1, end, parts, COMMA);
  return isBalanced ? pieces : null;
}

/** The last byte of the string that begins at `at`. */
function stringEnd(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  for (; end < bytes.length; end++) {
    const byte = bytes[end];
    if (byte === QUOTE) return end;
    if (byte === BACKSLASH) end++;
  }
  return end;
}

interface Cut {
  readonly pieces: Uint8Array[];
  /** Whether each bracket and each string that begins in what was cut ends there, and nothing ends that did not begin. */
  readonly isBalanced: boolean;
}

/** Cuts at bytes of one kind, commas or line ends, that stand in no bracket and no string. */
function cut(
  bytes: Uint8Array,
  from: number,
  end: number,
  parts: readonly number[],
  between: number,
): Cut {
  const pieces: Uint8Array[] = [];
  const ends = endsOf(parts, from, end);
  let begun = from;
  let depth = 0;
  let lowest = 0;
  let next = 0;
  let wanted = ends[0] ?? end;
  const cutAt = (place: number) => {
    pieces.push(bytes.subarray(begun, place));
    begun = place + 1;
    while (wanted <= place) wanted = ends[++next] ?? end;
  };
  // Up to the first string or bracket only the places are looked at where a cut is wanted: numbers have neither.
  let at = plainEnd(bytes, from, end);
  while (wanted < at) {
    const first = Math.ceil(wanted);
    const found = bytes.subarray(first, at).indexOf(between);
    if (found < 0) break;
    cutAt(first + found);
  }
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    // Most bytes are of no interest, and one look tells.
    const kind = kinds[byte] as number;
    if (kind === 0) continue;
    if (kind === STRING) at = stringEnd(bytes, at);
    else if (kind === OPENING) depth++;
    else if (kind === CLOSING) lowest = Math.min(lowest, --depth);
    else if (at >= wanted && depth === 0 && byte === between) cutAt(at);
  }
  const last = bytes.subarray(begun, end);
  // An array without items has none to read. Behind a comma there must be one.
  if (pieces.length > 0 || !last.every(isSpace)) pieces.push(last);
  return { pieces, isBalanced: depth === 0 && lowest === 0 && at === end };
}

/** Where the parts end, of what lies between two places. */
function endsOf(parts: readonly number[], from: number, end: number): readonly number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let sum = 0;
  return parts.map((part, i) => {
    sum += part;
    return i === parts.length - 1 ? end : from + ((end - from) * sum) / whole;
  });
}

/** Where the first string or bracket begins, or the end. */
function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  let until = end;
  for (const byte of [QUOTE, LIST_OPEN, LIST_CLOSE, OBJECT_OPEN, OBJECT_CLOSE]) {
    const found = bytes.subarray(from, until).indexOf(byte);
    if (found >= 0) until = from + found;
  }
  return until;
}

const STRING = 1;
const OPENING = 2;
const CLOSING = 3;
const BETWEEN = 4;

/** What each byte is to us; 0 for all that stands within values. */
const kinds = new Uint8Array(256);
kinds[QUOTE] = STRING;
kinds[LIST_OPEN] = kinds[OBJECT_OPEN] = OPENING;
kinds[LIST_CLOSE] = kinds[OBJECT_CLOSE] = CLOSING;
kinds[COMMA] = kinds[NEWLINE] = BETWEEN;

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}
