// Numbers and texts as bytes, one after the other. Small numbers take few bytes.

/** The bytes are not what they should be. */
export class BytesError extends Error {
  override readonly name = 'BytesError';
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Strings of lone surrogates are no text in UTF-8: they are written as their units. */
const UNITS = 1;
const UTF8 = 0;

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #end = 0;

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#end++] = value;
  }

  /** A whole number from 0 up to what is safe. */
  unsigned(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.#bytes[this.#end++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 128) {
      this.#bytes[this.#end++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#end++] = rest;
  }

  /** A safe int: twice its value, or one less than twice its opposite. */
  int(value: number): void {
    if (value >= -0x2000_0000 && value < 0x2000_0000) {
      this.unsigned(value >= 0 ? 2 * value : -2 * value - 1);
      return;
    }
    const size = Math.abs(value);
    // The lowest 29 bits first, so that no step needs more bits than a number has.
    const low = size % 0x2000_0000;
    this.unsigned(0x4000_0000 + 2 * low + (value < 0 ? 1 : 0));
    this.unsigned(Math.floor(size / 0x2000_0000));
  }

  real(value: number): void {
    this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#end, value);
    this.#end += 8;
  }

  text(value: string): void {
    const { length } = value;
    if (length < SHORT && this.#ascii(value)) return;
    if (!isWellFormed(value)) {
      this.unsigned(2 * length + UNITS);
      this.#room(2 * length);
      for (let i = 0; i < length; i++) {
        const unit = value.charCodeAt(i);
        this.#bytes[this.#end++] = unit >> 8;
        this.#bytes[this.#end++] = unit & 255;
      }
      return;
    }
    const encoded = encoder.encode(value);
    this.unsigned(2 * encoded.length + UTF8);
    this.#room(encoded.length);
    this.#bytes.set(encoded, this.#end);
    this.#end += encoded.length;
  }

  /** Most texts are short and plain, and quicker written unit by unit. */
  #ascii(value: string): boolean {
    const { length } = value;
    this.#room(length + 2);
    const start = this.#end;
    this.unsigned(2 * length + UTF8);
    for (let i = 0; i < length; i++) {
      const unit = value.charCodeAt(i);
      if (unit > 127) {
        this.#end = start;
        return false;
      }
      this.#bytes[this.#end++] = unit;
    }
    return true;
  }

  #room(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#end + more));
    grown.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = grown;
  }
}

const SHORT = 64;

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw new BytesError('the bytes end too early');
    return this.#bytes[this.#at++] as number;
  }

  unsigned(): number {
    let value = 0;
    let factor = 1;
    for (let i = 0; i < 8; i++) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        return value;
      }
      factor *= 128;
    }
    throw new BytesError('a number is too large');
  }

  int(): number {
    const value = this.unsigned();
    if (value < 0x4000_0000) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    const low = Math.floor((value - 0x4000_0000) / 2);
    const size = this.unsigned() * 0x2000_0000 + low;
    if (low >= 0x2000_0000 || size > Number.MAX_SAFE_INTEGER) {
      throw new BytesError('an int is too large');
    }
    return value % 2 === 0 ? size : -size;
  }

  real(): number {
    if (this.left < 8) throw new BytesError('the bytes end too early');
    const { buffer, byteOffset } = this.#bytes;
    const value = new DataView(buffer, byteOffset).getFloat64(this.#at);
    this.#at += 8;
    return value;
  }

  text(): string {
    const header = this.unsigned();
    const length = Math.floor(header / 2);
    const isUnits = header % 2 === UNITS;
    const size = isUnits ? 2 * length : length;
    if (size > this.left) throw new BytesError('the bytes end too early');
    const start = this.#at;
    this.#at += size;
    if (isUnits) return this.#units(start, length);
    return length < SHORT ? this.#short(start, length) : this.#decode(start, length);
  }

  #short(start: number, length: number): string {
    let text = '';
    for (let i = start; i < start + length; i++) {
      const byte = this.#bytes[i] as number;
      if (byte > 127) return this.#decode(start, length);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  #decode(start: number, length: number): string {
    try {
      return decoder.decode(this.#bytes.subarray(start, start + length));
    } catch {
      throw new BytesError('a text is not UTF-8');
    }
  }

  #units(start: number, length: number): string {
    let text = '';
    for (let i = 0; i < length; i++) {
      const high = this.#bytes[start + 2 * i] as number;
      text += String.fromCharCode((high << 8) | (this.#bytes[start + 2 * i + 1] as number));
    }
    return text;
  }
}

function isWellFormed(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(i + 1);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return false;
    i++;
  }
  return true;
}
