// Long runs of plain data between commas, `1, 2, "a":3, EDGE:4:-5`, read as one token that holds its molecules built:
// in large programs there is little else, and a token and a node of the grammar for each would be most of the work.
// The law is the grammar. Here only literals and tuples of literals are read, with a comma on either side, and
// whatever is not one of them ends the run; parse.ts reads a text by the grammar alone if a run stands anywhere
// but in a list of molecules or of items.
import type { Element, Expr, Literal, Source, Span } from './ast.ts';
import { type Cursor, isDigit, isWordUnit } from './scan-cursor.ts';
import { makeToken, Run, type Token } from './tokens.ts';

/** What the token of a run has as its payload. */
export interface RunContents {
  readonly elements: readonly Element[];
  /** The most signs in one molecule: each counts as an operator for depth.ts. */
  readonly signs: number;
}

export function runContents(token: Token): RunContents {
  return token.payload as RunContents;
}

/** Shorter runs are not worth it. */
const RUN_MIN = 16;

/** Longer tuples are left to the grammar, which knows where too long begins. */
const ITEMS_MAX = 64;

/** Digits with which every int is safe, and digits that are left to the scanner. */
const SAFE_DIGITS = 15;
const DIGITS_MAX = 300;

/** The run that begins at the cursor, behind a comma; null if there is none, and then it looks no more before it has to. */
export class RunScanner {
  /** Up to here a run was looked for, in vain. */
  private seen = 0;

  scan(cursor: Cursor): Token | null {
    if (cursor.at < this.seen) return null;
    const reader = new RunReader(cursor);
    reader.read();
    this.seen = reader.at;
    const { elements } = reader;
    const last = elements.at(-1);
    if (last === undefined || elements.length < RUN_MIN) return null;
    const { start } = (elements[0] as Element).span;
    const token = makeToken(Run, cursor.text.slice(start, last.span.end), start);
    token.payload = { elements, signs: reader.signs } satisfies RunContents;
    cursor.at = last.span.end;
    return token;
  }
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const COLON = 58;
const BACKSLASH = 92;

class RunReader {
  readonly elements: Element[] = [];
  /** Where it looks; in the end, where no further molecule of the run was. */
  at: number;
  signs = 0;
  private readonly source: Source;
  private readonly text: string;
  private signsHere = 0;
  /** The symbol before: the next one is the same, most often. */
  private symbol = '';

  constructor(cursor: Cursor) {
    this.source = cursor.source;
    this.text = cursor.text;
    this.at = cursor.at;
  }

  read(): void {
    for (;;) {
      this.signsHere = 0;
      const value = this.molecule();
      if (value === null || this.text.charCodeAt(this.at) !== COMMA) return;
      this.elements.push({ kind: 'molecule', span: value.span, value, multiplicity: null });
      if (this.signsHere > this.signs) this.signs = this.signsHere;
      this.at++;
      this.skipSpace();
    }
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && !(code >= 9 && code <= 13)) return;
      this.at++;
    }
  }

  private isColon(): boolean {
    if (this.text.charCodeAt(this.at) !== COLON) return false;
    return this.text.charCodeAt(this.at + 1) !== COLON;
  }

  /** A literal, or a tuple of them, and the space behind it. */
  private molecule(): Expr | null {
    const first = this.literal();
    this.skipSpace();
    if (first === null || !this.isColon()) return first;
    this.at++;
    this.skipSpace();
    const second = this.literal();
    if (second === null) return null;
    this.skipSpace();
    if (!this.isColon()) return this.tuple([first, second]);
    const items = [first, second];
    while (this.isColon()) {
      this.at++;
      this.skipSpace();
      const item = this.literal();
      if (item === null || items.length === ITEMS_MAX) return null;
      items.push(item);
      this.skipSpace();
    }
    return this.tuple(items.slice());
  }

  private tuple(items: readonly Literal[]): Expr {
    const last = items[items.length - 1] as Literal;
    const span = this.span((items[0] as Literal).span.start, last.span.end);
    return { kind: 'tuple', span, items };
  }

  private span(start: number, end: number): Span {
    return { source: this.source, start, end };
  }

  private literal(): Literal | null {
    const code = this.text.charCodeAt(this.at);
    if (isDigit(code)) return this.number(this.at, false);
    if (code === QUOTE) return this.string();
    if (code === MINUS) {
      const start = this.at++;
      this.skipSpace();
      this.signsHere++;
      return isDigit(this.text.charCodeAt(this.at)) ? this.number(start, true) : null;
    }
    if (code >= 65 && code <= 90) return this.word();
    return code === 116 || code === 102 ? this.truth() : null;
  }

  /** A number whose digits begin here; with its sign it begins at `start`. */
  private number(start: number, isNegative: boolean): Literal | null {
    const { text } = this;
    const digits = this.at;
    let at = digits;
    let amount = 0;
    for (let code = text.charCodeAt(at); isDigit(code); code = text.charCodeAt(++at)) {
      amount = amount * 10 + (code - 48);
    }
    this.at = at;
    const count = at - digits;
    if (count > DIGITS_MAX) return null;
    if (text.charCodeAt(at) === POINT) return this.real(digits, start, isNegative);
    const value = count <= SAFE_DIGITS ? BigInt(amount) : BigInt(text.slice(digits, at));
    return { kind: 'int', span: this.span(start, at), value: isNegative ? -value : value };
  }

  /** The fraction of a real whose digits began at `digits`; exponents are left to the scanner. */
  private real(digits: number, start: number, isNegative: boolean): Literal | null {
    const { text } = this;
    const point = this.at++;
    while (isDigit(text.charCodeAt(this.at))) this.at++;
    if (this.at === point + 1) return null;
    const value = Number(text.slice(digits, this.at));
    const span = this.span(start, this.at);
    return { kind: 'real', span, value: isNegative ? 0 - value : value };
  }

  private string(): Literal | null {
    const { text } = this;
    const start = this.at;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      // An escape, a line break or the end of the text, where there is no code.
      if (code === BACKSLASH || code === 10 || code === 13 || !(code >= 0)) return null;
      at++;
    }
    this.at = at + 1;
    return { kind: 'string', span: this.span(start, at + 1), value: text.slice(start + 1, at) };
  }

  private word(): Literal | null {
    const start = this.at;
    const end = this.wordEnd();
    if (end < 0) return null;
    this.at = end;
    if (end - start !== this.symbol.length || !this.text.startsWith(this.symbol, start)) {
      this.symbol = this.text.slice(start, end);
    }
    return { kind: 'symbol', span: this.span(start, end), name: this.symbol };
  }

  private truth(): Literal | null {
    const start = this.at;
    const end = this.wordEnd();
    const word = end < 0 ? '' : this.text.slice(start, end);
    if (word !== 'true' && word !== 'false') return null;
    this.at = end;
    return { kind: 'bool', span: this.span(start, end), value: word === 'true' };
  }

  /** The end of a word of ASCII; -1 if it goes on with other letters. */
  private wordEnd(): number {
    let end = this.at;
    while (isWordUnit(this.text.charCodeAt(end))) end++;
    return this.text.charCodeAt(end) >= 128 ? -1 : end;
  }
}
