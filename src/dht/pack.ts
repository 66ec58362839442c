// Plain data as bytes, in the MessagePack format: null, booleans, numbers, strings, bytes, arrays and objects. Nothing
// else of the format is read: no extensions, so no dates, no classes, no shared references and no code. Reading
// trusts nothing: every length is held against the bytes that are left before anything is made, and depth and
// count are bounded. Who wrote the bytes is not asked here, what they mean is judged by schema.ts. Why it is ours:
// docs/adr/0040-packing.md.
import { fail, ok, type Result } from '../base/index.ts';

/** What can be packed. Object fields that are undefined are left out, as in JSON. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly Plain[]
  | { readonly [field: string]: Plain | undefined };

export interface UnpackLimits {
  readonly depth: number;
  /** Values in all, each item and each field counted. */
  readonly values: number;
}

export const usualLimits: UnpackLimits = { depth: 32, values: 1_000_000 };

/** The bytes of a value, in a piece of memory of their own. Throws for what is not plain data: a mistake of ours. */
export function pack(value: unknown): Uint8Array {
  try {
    scratch.value(value, 0);
    return scratch.taken();
  } finally {
    scratch.clear();
  }
}

/** The value of bytes that came from anywhere; all of them must belong to it. Byte strings are copied out, large ones that came alone excepted. */
export function unpack(bytes: Uint8Array, limits = usualLimits): Result<unknown, string> {
  const reader = new Reader(bytes, limits);
  try {
    const value = reader.value(0);
    return reader.atEnd ? ok(value) : fail('bytes are left over');
  } catch (error) {
    if (error instanceof Unreadable) return fail(error.message);
    throw error;
  }
}

class Unreadable extends Error {}

const largeBytes = 64 * 1024;
const smallBytes = 1024;
const deepest = 64;
const two32 = 0x1_0000_0000;
const scratchBytes = 64 * 1024;
/** A piece of a large input fits in it: memory that is new for each of them costs more than what is done in it. */
const keptBytes = 1024 * 1024;

class Writer {
  #bytes = new Uint8Array(scratchBytes);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  /** Ready for the next value; memory is kept as long as it is little. */
  clear(): void {
    this.#at = 0;
    if (this.#bytes.length <= keptBytes) return;
    this.#bytes = new Uint8Array(scratchBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  value(value: unknown, depth: number): void {
    if (depth > deepest) throw new TypeError('too deep to be packed');
    if (typeof value === 'string') this.#string(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.#byte(value ? 0xc3 : 0xc2);
    else if (value === null) this.#byte(0xc0);
    else if (value instanceof Uint8Array) this.#binary(value);
    else if (Array.isArray(value)) this.#array(value, depth);
    else if (isPlainObject(value)) this.#object(value, depth);
    else throw new TypeError(`${typeof value} cannot be packed`);
  }

  #binary(value: Uint8Array): void {
    this.#head(value.length, 0, -1, 0xc4, 0xc5, 0xc6);
    this.#copy(value);
  }

  #array(items: readonly unknown[], depth: number): void {
    this.#head(items.length, 0x90, 15, 0, 0xdc, 0xdd);
    for (const item of items) this.value(item, depth + 1);
  }

  #object(fields: Readonly<Record<string, unknown>>, depth: number): void {
    const names = Object.keys(fields);
    let count = 0;
    for (const name of names) if (fields[name] !== undefined) count++;
    this.#head(count, 0x80, 15, 0, 0xde, 0xdf);
    for (const name of names) {
      const field = fields[name];
      if (field === undefined) continue;
      this.#string(name);
      this.value(field, depth + 1);
    }
  }

  #number(value: number): void {
    const isInt = Number.isSafeInteger(value) && !Object.is(value, -0);
    this.#room(9);
    if (isInt && value >= -32 && value < 128) {
      this.#bytes[this.#at++] = value & 0xff;
    } else if (isInt && value >= 0 && value < two32) {
      this.#bytes[this.#at] = 0xce;
      this.#view.setUint32(this.#at + 1, value);
      this.#at += 5;
    } else if (isInt) {
      this.#bytes[this.#at] = 0xd3;
      this.#view.setInt32(this.#at + 1, Math.floor(value / two32));
      this.#view.setUint32(this.#at + 5, value >>> 0);
      this.#at += 9;
    } else {
      this.#bytes[this.#at] = 0xcb;
      this.#view.setFloat64(this.#at + 1, value);
      this.#at += 9;
    }
  }

  #string(text: string): void {
    if (text.length < 32 && isAscii(text)) {
      this.#byte(0xa0 | text.length);
      this.#room(text.length);
      for (let i = 0; i < text.length; i++) this.#bytes[this.#at++] = text.charCodeAt(i);
      return;
    }
    const bytes = new TextEncoder().encode(text);
    this.#head(bytes.length, 0xa0, 31, 0xd9, 0xda, 0xdb);
    this.#copy(bytes);
  }

  #copy(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A kind with a length, in its shortest form: within one token, or behind that of one, two or four bytes. */
  #head(
    length: number,
    short: number,
    shortMost: number,
    byte: number,
    word: number,
    long: number,
  ): void {
    this.#room(5);
    if (length <= shortMost) {
      this.#bytes[this.#at++] = short | length;
    } else if (byte !== 0 && length < 0x100) {
      this.#bytes[this.#at++] = byte;
      this.#bytes[this.#at++] = length;
    } else if (length < 0x1_0000) {
      this.#bytes[this.#at++] = word;
      this.#view.setUint16(this.#at, length);
      this.#at += 2;
    } else {
      this.#bytes[this.#at++] = long;
      this.#view.setUint32(this.#at, length);
      this.#at += 4;
    }
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.#at++] = byte;
  }

  #room(count: number): void {
    if (this.#at + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#at + count, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

// Packing is one synchronous walk, so one writer serves all; each result is a copy.
const scratch = new Writer();

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #limits: UnpackLimits;
  #at = 0;
  #values = 0;

  constructor(bytes: Uint8Array, limits: UnpackLimits) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#limits = limits;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(depth: number): unknown {
    if (depth > this.#limits.depth) throw new Unreadable('values nest too deep');
    if (++this.#values > this.#limits.values) throw new Unreadable('too many values');
    const token = this.#uint8();
    if (token < 0x80) return token;
    if (token >= 0xe0) return token - 0x100;
    if (token < 0x90) return this.#object(token & 15, depth);
    if (token < 0xa0) return this.#array(token & 15, depth);
    if (token < 0xc0) return this.#string(token & 31);
    switch (token) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.#binary(this.#uint8());
      case 0xc5:
        return this.#binary(this.#uint16());
      case 0xc6:
        return this.#binary(this.#uint32());
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xce:
        return this.#uint32();
      case 0xd3:
        return this.#int64();
      case 0xd9:
        return this.#string(this.#uint8());
      case 0xda:
        return this.#string(this.#uint16());
      case 0xdb:
        return this.#string(this.#uint32());
      case 0xdc:
        return this.#array(this.#uint16(), depth);
      case 0xdd:
        return this.#array(this.#uint32(), depth);
      case 0xde:
        return this.#object(this.#uint16(), depth);
      case 0xdf:
        return this.#object(this.#uint32(), depth);
      default:
        throw new Unreadable(`a token that is not ours: 0x${token.toString(16)}`);
    }
  }

  #array(length: number, depth: number): unknown[] {
    // Each item takes a byte at least: a length that lies costs nothing.
    this.#need(length);
    const items: unknown[] = [];
    for (let i = 0; i < length; i++) items.push(this.value(depth + 1));
    return items;
  }

  #object(length: number, depth: number): Record<string, unknown> {
    this.#need(2 * length);
    const fields: Record<string, unknown> = {};
    for (let i = 0; i < length; i++) {
      const name = this.value(depth + 1);
      if (typeof name !== 'string') throw new Unreadable('a field whose name is not text');
      if (name === '__proto__') throw new Unreadable('a field that no object of ours has');
      if (Object.hasOwn(fields, name)) throw new Unreadable('a field that comes twice');
      fields[name] = this.value(depth + 1);
    }
    return fields;
  }

  #string(length: number): string {
    const start = this.#skip(length);
    if (length < 32) {
      let text = '';
      for (let at = start; at < this.#at; at++) {
        const byte = this.#bytes[at] as number;
        if (byte >= 0x80) return this.#decoded(start);
        text += String.fromCharCode(byte);
      }
      return text;
    }
    return this.#decoded(start);
  }

  #decoded(start: number): string {
    try {
      return utf8.decode(this.#bytes.subarray(start, this.#at));
    } catch {
      throw new Unreadable('text that is not UTF-8');
    }
  }

  /** Copied out, unless it is nearly all that came: then nothing is kept for the sake of it that was not wanted. */
  #binary(length: number): Uint8Array {
    const start = this.#skip(length);
    const isNearlyAll = length > largeBytes && this.#bytes.length - length < smallBytes;
    return isNearlyAll ? this.#bytes.subarray(start, this.#at) : this.#bytes.slice(start, this.#at);
  }

  #int64(): number {
    const at = this.#skip(8);
    const value = this.#view.getInt32(at) * two32 + this.#view.getUint32(at + 4);
    if (!Number.isSafeInteger(value)) throw new Unreadable('a whole number beyond 53 bits');
    return value;
  }

  #uint8(): number {
    return this.#bytes[this.#skip(1)] as number;
  }

  #uint16(): number {
    return this.#view.getUint16(this.#skip(2));
  }

  #uint32(): number {
    return this.#view.getUint32(this.#skip(4));
  }

  #skip(count: number): number {
    this.#need(count);
    const at = this.#at;
    this.#at += count;
    return at;
  }

  #need(count: number): void {
    if (count > this.#bytes.length - this.#at) throw new Unreadable('it ends too early');
  }
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x80) return false;
  return true;
}
