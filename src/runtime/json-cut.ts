// A large input of JSON cut into pieces that can be read apart, each by itself and wherever that is: between the items of one
// array, or between the lines on which values begin. Cutting looks at brackets and quotes alone, on bytes; whether the text is
// right is found out when the pieces are read. If all of them can be, so can the whole, since what was cut at is what
// stands between values; and if it cannot, one of them cannot.
import { fail, type Result } from '../base/index.ts';
import { readInput, readValues } from './json.ts';
import type { JsonError } from './json-text.ts';
import type { Molecule } from './molecule.ts';

/** What a piece is a piece of: the items of one array, or values each of which begins on a line. */
export type PieceForm = 'items' | 'values';

export interface CutInput {
  readonly form: PieceForm;
  readonly pieces: readonly Uint8Array[];
}

/** An input in about so many pieces of about the same size; fewer if it has fewer values. */
export function cutInput(bytes: Uint8Array, count: number): CutInput {
  const start = hasMark(bytes) ? 3 : 0;
  const array = itemsOf(bytes, start);
  if (array === null) return { form: 'values', pieces: cut(bytes, start, bytes.length, count, 0) };
  const [from, end] = array;
  return { form: 'items', pieces: cut(bytes, from, end, count, 1) };
}

/** The molecules of one piece. */
export function readPiece(bytes: Uint8Array, form: PieceForm): Result<Molecule[], JsonError> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail({ message: 'it is not UTF-8 text', offset: 0 });
  }
  if (form === 'values') return readValues(text);
  const items = readInput(`[${text}]`);
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

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Where the items of the array begin and end that the whole text is; null for any other text. */
function itemsOf(bytes: Uint8Array, start: number): [from: number, end: number] | null {
  let from = start;
  while (isSpace(bytes[from])) from++;
  let end = bytes.length - 1;
  while (end > from && isSpace(bytes[end])) end--;
  if (bytes[from] !== LIST_OPEN || bytes[end] !== LIST_CLOSE || end === from) return null;
  return closesAt(bytes, from) === end ? [from + 1, end] : null;
}

/** Where the bracket at `from` is closed, or the length of the text. */
function closesAt(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (isOpening(byte)) depth++;
    else if (isClosing(byte) && --depth === 0) return at;
  }
  return bytes.length;
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

/** Cuts at commas, or at line ends where `form` is of values, that stand in no bracket and no string. */
function cut(
  bytes: Uint8Array,
  from: number,
  end: number,
  count: number,
  isArray: 0 | 1,
): Uint8Array[] {
  const between = isArray === 1 ? COMMA : NEWLINE;
  const pieces: Uint8Array[] = [];
  const size = (end - from) / count;
  let begun = from;
  let depth = 0;
  let wanted = from + size;
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (isOpening(byte)) depth++;
    else if (isClosing(byte)) depth--;
    else if (byte === between && depth === 0 && at >= wanted) {
      pieces.push(bytes.subarray(begun, at));
      begun = at + 1;
      while (wanted <= at) wanted += size;
    }
  }
  const last = bytes.subarray(begun, end);
  // An array without items has none to read. Behind a comma there must be one.
  if (pieces.length > 0 || !last.every(isSpace)) pieces.push(last);
  return pieces;
}

/** Of arrays and of objects: they differ by one bit. */
function isOpening(byte: number): boolean {
  return (byte & 0xdf) === LIST_OPEN;
}

function isClosing(byte: number): boolean {
  return (byte & 0xdf) === LIST_CLOSE;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09;
}
