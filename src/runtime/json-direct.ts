// JSON text straight to molecules, without a tree between: the way of large inputs. What it does not read, or would
// not read just as json-text.ts and json.ts do together, it leaves to them: they are the law, and the only ones who
// say what is wrong. An unusual value is read again by them alone, a text that is wrong as a whole.
import { isSame, type RecordShape, shapeOf } from './json-record.ts';
import { isSymbolName } from './json-text.ts';
import {
  int,
  list,
  type Molecule,
  type RecordMolecule,
  real,
  record,
  type SymbolMolecule,
  solution,
  symbol,
  tuple,
} from './molecule.ts';

/** A value as the law has it, and where the text goes on; null when it is wrong. */
export type ReadByLaw = (text: string, at: number) => { value: Molecule; end: number } | null;

export interface DirectOptions {
  /** An array that is the only value is all values, not one. */
  readonly alone?: boolean;
  /** Those of texts that were read before; new ones are added. */
  readonly words?: Words;
}

/**
 * The molecules of an input, as readInput gives them, or as readValues does where an array `alone` is a value as well; null when
 * the law must look at the text.
 */
export function readDirectly(
  text: string,
  byLaw: ReadByLaw,
  { alone = true, words = new Words() }: DirectOptions = {},
): Molecule[] | null {
  const reader = new DirectReader(text, words);
  const values: Molecule[] = [];
  reader.skipSpace();
  while (!reader.isAtEnd) {
    // Alone, an array is not a value but all of them.
    const isFirstArray = alone && values.length === 0 && text.charCodeAt(reader.at) === LIST_OPEN;
    const read = isFirstArray ? readItems(reader, byLaw) : readValue(reader, byLaw);
    if (read === undefined || !reader.endsLine()) return null;
    if (!Array.isArray(read)) values.push(read as Molecule);
    else if (reader.isAtEnd) return read as Molecule[];
    else values.push(list(read as Molecule[]));
  }
  return values;
}

/** The items of the outermost array. */
function readItems(reader: DirectReader, byLaw: ReadByLaw): Molecule[] | undefined {
  const items: Molecule[] = [];
  reader.at++;
  reader.skipSpace();
  if (reader.take(LIST_CLOSE)) return items;
  for (;;) {
    const value = readValue(reader, byLaw);
    if (value === undefined) return undefined;
    items.push(value);
    reader.skipSpace();
    if (reader.take(LIST_CLOSE)) return items;
    if (!reader.take(COMMA)) return undefined;
    reader.skipSpace();
  }
}

function readValue(reader: DirectReader, byLaw: ReadByLaw): Molecule | undefined {
  const start = reader.at;
  const value = reader.value(0);
  if (value !== undefined) return value;
  const read = byLaw(reader.text, start);
  if (read === null) return undefined;
  reader.restart(read.end);
  return read.value;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const LIST_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const LIST_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/** Deeper values are left to the law, which knows where too deep begins. */
const DEPTH_MAX = 100;

/** Digits with which every int is safe, and digits beyond which the law refuses them. */
const SAFE_DIGITS = 15;
const BIG_DIGITS_MAX = 900_000;

/** Strings of this length and less are made once if they come again soon: large inputs repeat their words. */
const SHARED_LENGTH_MAX = 24;
const SHARED_MASK = 0x3fff;

/** The strings that were made last, by their hashes. Where the pieces of one text are read one after the other, they share them. */
export class Words {
  readonly made = new Array<string | undefined>(SHARED_MASK + 1);
}

class DirectReader {
  readonly text: string;
  at: number;
  private readonly shared: (string | undefined)[];
  private readonly symbols = new Map<string, SymbolMolecule>();
  /** What the arrays and objects hold that are being read, innermost last. */
  private readonly stack: Molecule[] = [];
  private readonly keys: string[] = [];
  /** The record before: the next one has the same keys, most often. */
  private known: RecordShape | null = null;

  constructor(text: string, words: Words) {
    this.text = text;
    this.shared = words.made;
    this.at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Whether nothing follows on this line; goes to what follows on a later one. */
  endsLine(): boolean {
    let ended = false;
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (!isSpace(unit)) return ended || this.isAtEnd;
      if (unit === 0x0a) ended = true;
      this.at++;
    }
  }

  take(unit: number): boolean {
    if (this.text.charCodeAt(this.at) !== unit) return false;
    this.at++;
    return true;
  }

  /** Goes on behind a value that the law has read. */
  restart(at: number): void {
    this.at = at;
    this.stack.length = 0;
    this.keys.length = 0;
  }

  /** One value, or undefined when it is unusual or wrong. */
  value(depth: number): Molecule | undefined {
    const unit = this.text.charCodeAt(this.at);
    switch (unit) {
      case QUOTE:
        return this.string();
      case LIST_OPEN: {
        const items = this.items(depth);
        return items === undefined ? undefined : list(items);
      }
      case BRACE_OPEN:
        return this.object(depth);
      case 0x74:
        return this.word('true') ? true : undefined;
      case 0x66:
        return this.word('false') ? false : undefined;
      case 0x6e:
        return this.word('null') ? symbol('NULL') : undefined;
      default:
        return this.number(unit);
    }
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private items(depth: number): Molecule[] | undefined {
    const { stack } = this;
    const base = stack.length;
    if (depth >= DEPTH_MAX) return undefined;
    this.at++;
    this.skipSpace();
    if (this.take(LIST_CLOSE)) return [];
    for (;;) {
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      stack.push(value);
      this.skipSpace();
      if (this.take(LIST_CLOSE)) return this.pop(base);
      if (!this.take(COMMA)) return undefined;
      this.skipSpace();
    }
  }

  /** What was pushed since, as an array of just that size: there may be a million of them. */
  private pop(base: number): Molecule[] {
    const { stack } = this;
    const count = stack.length - base;
    if (count === 2) {
      const second = stack.pop() as Molecule;
      return [stack.pop() as Molecule, second];
    }
    const items = stack.slice(base);
    stack.length = base;
    return items;
  }

  private object(depth: number): Molecule | undefined {
    const { stack, keys } = this;
    const base = keys.length;
    if (depth >= DEPTH_MAX) return undefined;
    this.at++;
    this.skipSpace();
    if (this.take(BRACE_CLOSE)) return record([]);
    for (;;) {
      if (this.text.charCodeAt(this.at) !== QUOTE) return undefined;
      const key = this.string();
      if (key === undefined) return undefined;
      this.skipSpace();
      if (!this.take(COLON)) return undefined;
      this.skipSpace();
      if (keys.length === base && TAGS.has(key)) return this.tagged(key, depth + 1);
      const value = this.value(depth + 1);
      if (value === undefined) return undefined;
      keys.push(key);
      stack.push(value);
      this.skipSpace();
      if (this.take(BRACE_CLOSE)) return this.record(base);
      if (!this.take(COMMA)) return undefined;
      this.skipSpace();
    }
  }

  /** The rest of an object that begins with a tag, if it is just what the tag promises. */
  private tagged(tag: string, depth: number): Molecule | undefined {
    const molecule = this.untagged(tag, depth);
    this.skipSpace();
    return this.take(BRACE_CLOSE) ? molecule : undefined;
  }

  private untagged(tag: string, depth: number): Molecule | undefined {
    const unit = this.text.charCodeAt(this.at);
    if (tag === 'sym') return unit === QUOTE ? this.symbol() : undefined;
    if (unit !== LIST_OPEN) return undefined;
    const items = this.items(depth);
    if (items === undefined) return undefined;
    switch (tag) {
      case 'tuple':
        return items.length > 1 ? tuple(items) : undefined;
      case 'list':
        return list(items);
      case 'solution':
        return solution(items);
      default:
        return undefined;
    }
  }

  private symbol(): SymbolMolecule | undefined {
    const name = this.string();
    if (name === undefined) return undefined;
    const known = this.symbols.get(name);
    if (known !== undefined) return known;
    if (!isSymbolName(name)) return undefined;
    const made = symbol(name);
    this.symbols.set(name, made);
    return made;
  }

  /** A record of the keys and values that were pushed since; undefined if a key is there twice. */
  private record(base: number): RecordMolecule | undefined {
    const { keys, stack } = this;
    const count = keys.length - base;
    const values = this.pop(stack.length - count);
    if (this.known === null || !isSame(this.known.written, keys, base)) {
      this.known = shapeOf(keys.slice(base));
    }
    keys.length = base;
    const { sorted, places } = this.known;
    if (sorted.length !== count) return undefined;
    const ordered = places === null ? values : places.map((place) => values[place] as Molecule);
    // A list knows how deep its items are; a record has the depth of the list of its values.
    return { kind: 'record', keys: sorted, values: ordered, depth: list(ordered).depth };
  }

  private number(first: number): Molecule | undefined {
    const { text } = this;
    const start = this.at;
    const isNegative = first === MINUS;
    let at = isNegative ? start + 1 : start;
    let unit = isNegative ? text.charCodeAt(at) : first;
    const digits = at;
    let value = 0;
    for (; isDigit(unit); unit = text.charCodeAt(++at)) value = value * 10 + (unit - ZERO);
    const count = at - digits;
    if (count === 0 || (count > 1 && text.charCodeAt(digits) === ZERO)) return undefined;
    if (unit === POINT || (unit | 32) === 0x65) return this.real(start, at);
    this.at = at;
    // Taking it from 0 makes the int 0 of -0.
    if (count <= SAFE_DIGITS) return isNegative ? 0 - value : value;
    return count > BIG_DIGITS_MAX ? undefined : int(BigInt(text.slice(start, at)));
  }

  /** A number with a fraction or an exponent, from `start`; its whole part ends at `whole`. */
  private real(start: number, whole: number): Molecule | undefined {
    const { text } = this;
    let at = whole;
    if (text.charCodeAt(at) === POINT) {
      const from = ++at;
      while (isDigit(text.charCodeAt(at))) at++;
      if (at === from) return undefined;
    }
    if ((text.charCodeAt(at) | 32) === 0x65) {
      const sign = text.charCodeAt(++at);
      if (sign === MINUS || sign === 0x2b) at++;
      const from = at;
      while (isDigit(text.charCodeAt(at))) at++;
      if (at === from) return undefined;
    }
    this.at = at;
    return real(Number(text.slice(start, at)));
  }

  private string(): string | undefined {
    const { text } = this;
    const start = this.at + 1;
    let hash = 0;
    let at = start;
    for (;;) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) return this.escaped(at);
      // Not a number at the end of the text, which is less than nothing.
      if (!(unit >= 0x20)) return undefined;
      hash = (Math.imul(hash, 31) + unit) | 0;
      at++;
    }
    this.at = at + 1;
    const length = at - start;
    if (length > SHARED_LENGTH_MAX) return text.slice(start, at);
    const place = (hash ^ (hash >>> 15)) & SHARED_MASK;
    const known = this.shared[place];
    if (known !== undefined && known.length === length && isAt(known, text, start)) return known;
    const made = text.slice(start, at);
    this.shared[place] = made;
    return made;
  }

  /** A string with a backslash in it, at `from`: the escapes are those of JSON.parse. */
  private escaped(from: number): string | undefined {
    const { text } = this;
    let at = from;
    for (let unit = BACKSLASH; unit !== QUOTE; unit = text.charCodeAt(at)) {
      if (!(unit >= 0x20)) return undefined;
      at += unit === BACKSLASH ? 2 : 1;
    }
    try {
      const made = JSON.parse(text.slice(this.at, at + 1)) as string;
      this.at = at + 1;
      return made;
    } catch {
      return undefined;
    }
  }
}

/** An object that begins with one of these may be no record. */
const TAGS: ReadonlySet<string> = new Set([
  ...['int', 'real', 'sym', 'tuple', 'list', 'record', 'solution', 'rule'],
]);

/** Whether `word` stands in the text at `start`: comparing by hand costs less than a call for short words. */
function isAt(word: string, text: string, start: number): boolean {
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  }
  return true;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
