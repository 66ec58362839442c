// --input: molecules as JSON, from a file at once or from standard input while the run goes on. Both read the same
// text in the same way: the items of one array, or values one after another, each beginning on a line.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { readText } from '../host/index.ts';
import { type Molecule, parseJsonText, readInput } from '../runtime/index.ts';
import { CallError } from './exit-code.ts';
import type { Io } from './io.ts';

export async function readInputFile(file: string): Promise<readonly Molecule[]> {
  const text = await readText(file);
  if (!text.ok) throw new CallError(`--input: ${text.error}`);
  const molecules = readInput(text.value);
  if (molecules.ok) return molecules.value;
  const { message, offset } = molecules.error;
  throw new CallError(`--input: ${file}:${placeOf(text.value, offset)}: ${message}`);
}

/** The text of such a file as it is, for those who read it elsewhere. */
export async function readInputText(file: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(file);
    if (isUtf8(bytes)) return bytes;
  } catch {
    // Said below.
  }
  const text = await readText(file);
  throw new CallError(`--input: ${text.ok ? `${file} has just changed` : text.error}`);
}

/** Molecules that come while the run goes on; until it ends or is closed, the solution is open. */
export interface LiveInput {
  readonly batches: AsyncIterable<readonly Molecule[]>;
  /** Takes no more, as if the input had ended. */
  close(): void;
  /** Values that could not be read; each has been told. */
  readonly refused: number;
}

export function readLive(io: Io, onRefused: (sentence: string) => void): LiveInput {
  return new StdinInput(io, onRefused);
}

class StdinInput implements LiveInput {
  readonly #io: Io;
  readonly #onRefused: (sentence: string) => void;
  readonly #closed: Promise<'closed'>;
  #close: () => void = () => {};
  refused = 0;
  readonly batches: AsyncIterable<readonly Molecule[]>;

  constructor(io: Io, onRefused: (sentence: string) => void) {
    this.#io = io;
    this.#onRefused = onRefused;
    this.#closed = new Promise((resolve) => {
      this.#close = () => resolve('closed');
    });
    this.batches = { [Symbol.asyncIterator]: () => this.#read() };
  }

  close(): void {
    this.#close();
    this.#io.stdin.destroy();
  }

  async *#read(): AsyncGenerator<readonly Molecule[]> {
    const values = new ValueSplitter();
    const chunks = textOf(this.#io.stdin)[Symbol.asyncIterator]();
    // The first value waits for the second: alone, an array is not a value but all of them.
    let first: PlacedValue | null = null;
    let count = 0;
    for (;;) {
      const next = await Promise.race([chunks.next(), this.#closed]);
      if (next === 'closed') return;
      const pieces = next.done === true ? values.end() : values.push(next.value);
      const batch: Molecule[] = [];
      for (const piece of pieces) {
        count++;
        if (count === 1) {
          first = piece;
          if (!piece.text.startsWith('[')) batch.push(...this.#molecule(takeFirst()));
          continue;
        }
        if (first !== null) batch.push(...this.#molecule(takeFirst()));
        batch.push(...this.#molecule(piece));
      }
      if (next.done === true && first !== null) batch.push(...this.#items(takeFirst()));
      if (batch.length > 0) yield batch;
      if (next.done === true) return;
    }

    function takeFirst(): PlacedValue {
      const taken = first as PlacedValue;
      first = null;
      return taken;
    }
  }

  #molecule({ text, line }: PlacedValue): Molecule[] {
    const value = parseJsonText(text);
    if (value.ok) return [value.value];
    return this.#refuse(text, line, value.error);
  }

  #items({ text, line }: PlacedValue): readonly Molecule[] {
    const values = readInput(text);
    return values.ok ? values.value : this.#refuse(text, line, values.error);
  }

  #refuse(text: string, line: number, error: { message: string; offset: number }): Molecule[] {
    this.refused++;
    this.#onRefused(`--input: line ${placeOf(text, error.offset, line)}: ${error.message}`);
    return [];
  }
}

interface PlacedValue {
  readonly text: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** Cuts text that comes in pieces at the line ends that lie outside of every bracket and string. */
class ValueSplitter {
  #pending = '';
  #scanned = 0;
  #depth = 0;
  #inString = false;
  #line = 1;

  push(text: string): PlacedValue[] {
    this.#pending += text;
    const values: PlacedValue[] = [];
    while (this.#scanned < this.#pending.length) {
      const character = this.#pending[this.#scanned++] as string;
      if (this.#inString) {
        if (character === '\\') this.#scanned++;
        // No string of JSON goes over a line end: a quote was forgotten, and the next line is right again.
        else if (character === '"' || character === '\n') this.#inString = false;
      } else if (character === '"') this.#inString = true;
      else if (character === '[' || character === '{') this.#depth++;
      else if (character === ']' || character === '}') this.#depth--;
      if (character === '\n' && !this.#inString && this.#depth <= 0) {
        values.push(...this.#take(this.#scanned));
      }
    }
    return values;
  }

  end(): PlacedValue[] {
    return this.#take(this.#pending.length);
  }

  #take(end: number): PlacedValue[] {
    const text = this.#pending.slice(0, end);
    const blank = /^\s*/.exec(text)?.[0] ?? '';
    const line = this.#line + linesIn(blank);
    this.#line += linesIn(text);
    this.#pending = this.#pending.slice(end);
    this.#scanned = 0;
    this.#depth = 0;
    const value = text.trim();
    return value === '' ? [] : [{ text: value, line }];
  }
}

async function* textOf(stdin: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of stdin) {
      yield decoder.decode(Buffer.from(chunk as Uint8Array | string), { stream: true });
    }
  } catch {
    // The other side went away, or we closed it: the input has ended.
  }
  yield decoder.decode();
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** `line:column` of an offset in a text that begins on `firstLine`. */
function placeOf(text: string, offset: number, firstLine = 1): string {
  const before = text.slice(0, offset);
  const line = linesIn(before);
  return `${firstLine + line}:${before.length - before.lastIndexOf('\n')}`;
}
