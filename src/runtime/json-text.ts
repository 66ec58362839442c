// Text -> JSON tree. JSON.parse will not do: it reads 1.0 as 1 and rounds large ints, and in hocl these
// are different molecules. What a tree means as a molecule is said in json.ts and json-plain.ts.
import { fail, ok, type Result } from '../base/index.ts';
import { int, MAX_DEPTH, type RealMolecule, real } from './molecule.ts';

/** JSON with ints apart from reals. */
export type JsonTree =
  | null
  | boolean
  | string
  | number
  | bigint
  | RealMolecule
  | readonly JsonTree[]
  | JsonFields;

/** An object as its fields in order; two fields may have one key, the later one counts. */
export interface JsonFields {
  readonly kind: 'fields';
  readonly fields: readonly (readonly [string, JsonTree])[];
}

export interface JsonError {
  /** One sentence, without a full stop. */
  readonly message: string;
  /** Where in the text, in UTF-16 units. */
  readonly offset: number;
}

/** Twice as deep as values may nest: a tagged value takes two levels of JSON. */
const MAX_JSON_DEPTH = 2 * MAX_DEPTH + 2;

/** Exactly one JSON value, with white space around it. */
export function readJsonTree(text: string): Result<JsonTree, JsonError> {
  return guarded(() => {
    const reader = new Reader(text);
    reader.skipSpace();
    const value = reader.value(0);
    reader.skipSpace();
    if (!reader.atEnd) throw reader.error('expected the end after the value');
    return value;
  });
}

/** JSON values one after another, each beginning on a line of its own. */
export function readJsonTrees(text: string): Result<JsonTree[], JsonError> {
  return guarded(() => {
    const reader = new Reader(text);
    const values: JsonTree[] = [];
    reader.skipSpace();
    while (!reader.atEnd) {
      values.push(reader.value(0));
      const end = reader.at;
      reader.skipSpace();
      if (!reader.atEnd && !text.slice(end, reader.at).includes('\n')) {
        throw reader.error('expected the end of the line after the value');
      }
    }
    return values;
  });
}

/** The JSON value that begins at an offset, and where it ends. */
export function readJsonTreeAt(
  text: string,
  at: number,
): Result<{ readonly tree: JsonTree; readonly end: number }, JsonError> {
  return guarded(() => {
    const reader = new Reader(text);
    reader.at = at;
    return { tree: reader.value(0), end: reader.at };
  });
}

/** Whether text can be a symbol: a capitalised bare word. */
export function isSymbolName(text: string): boolean {
  return /^[\p{Lu}\p{Lt}][\p{L}\p{N}\p{M}_]*$/u.test(text);
}

class JsonFailure extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

function guarded<T>(read: () => T): Result<T, JsonError> {
  try {
    return ok(read());
  } catch (thrown) {
    if (!(thrown instanceof JsonFailure)) throw thrown;
    return fail({ message: thrown.message, offset: thrown.offset });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const HEX4 = /^[0-9a-fA-F]{4}$/;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
    // Some editors put a byte order mark in front.
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  error(message: string, offset = this.at): JsonFailure {
    return new JsonFailure(message, offset);
  }

  skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  value(depth: number): JsonTree {
    switch (this.text[this.at]) {
      case '"':
        return this.string();
      case '[':
        return this.array(depth);
      case '{':
        return this.object(depth);
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.error('expected a JSON value');
    this.at += word.length;
    return value;
  }

  private array(depth: number): JsonTree[] {
    const items: JsonTree[] = [];
    this.open(depth);
    if (this.take(']')) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      this.skipSpace();
      if (this.take(']')) return items;
      if (!this.take(',')) throw this.error('expected `,` or `]` after an item');
      this.skipSpace();
    }
  }

  private object(depth: number): JsonFields {
    const fields: [string, JsonTree][] = [];
    this.open(depth);
    if (this.take('}')) return { kind: 'fields', fields };
    for (;;) {
      if (this.text[this.at] !== '"') throw this.error('expected a key between quotes');
      const key = this.string();
      this.skipSpace();
      if (!this.take(':')) throw this.error('expected `:` after a key');
      this.skipSpace();
      fields.push([key, this.value(depth + 1)]);
      this.skipSpace();
      if (this.take('}')) return { kind: 'fields', fields };
      if (!this.take(',')) throw this.error('expected `,` or `}` after a field');
      this.skipSpace();
    }
  }

  private open(depth: number): void {
    if (depth >= MAX_JSON_DEPTH) throw this.error('JSON nests too deep');
    this.at++;
    this.skipSpace();
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private number(): number | bigint | RealMolecule {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) {
      throw this.error(
        this.atEnd ? 'expected a JSON value before the end' : 'expected a JSON value',
      );
    }
    const written = found[0];
    this.at += written.length;
    if (found[1] !== undefined || found[2] !== undefined) return real(Number(written));
    // Up to fifteen digits are safe; adding 0 makes the int 0 of -0.
    if (written.length <= 15) return Number(written) + 0;
    if (written.length > 1_000_000) throw this.error('integer too large', found.index);
    return int(BigInt(written));
  }

  private string(): string {
    const start = ++this.at;
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === QUOTE) return this.text.slice(start, this.at++);
      if (unit === BACKSLASH) return this.escapedString(start);
      this.checkPlain(unit, start);
      this.at++;
    }
  }

  /** From the first backslash on: stretches of plain text and what the escapes between them stand for. */
  private escapedString(start: number): string {
    const parts = [this.text.slice(start, this.at)];
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === QUOTE) {
        this.at++;
        return parts.join('');
      }
      if (unit === BACKSLASH) {
        parts.push(this.escape());
        continue;
      }
      const from = this.at;
      for (let next = unit; next !== QUOTE && next !== BACKSLASH; ) {
        this.checkPlain(next, start);
        next = this.text.charCodeAt(++this.at);
      }
      parts.push(this.text.slice(from, this.at));
    }
  }

  private escape(): string {
    const letter = this.text[this.at + 1] ?? '';
    const known = ESCAPES[letter];
    if (known !== undefined) {
      this.at += 2;
      return known;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    if (letter !== 'u' || !HEX4.test(digits)) throw this.error('unknown escape in a string');
    this.at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private checkPlain(unit: number, start: number): void {
    if (Number.isNaN(unit)) throw this.error('the string that begins here has no end', start - 1);
    if (unit < 0x20) throw this.error('a control character in a string must be escaped');
  }
}
