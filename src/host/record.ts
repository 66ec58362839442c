// Recorded runs: a trace for reading and replaying, a journal for surviving. Both are the event stream, one JSON
// value a line, after a first line that holds all a run begins with. A journal's lines carry a checksum, and
// are on the disk before an effect is run: what was torn by a crash is only ever the end.
import {
  closeSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  fail,
  hashText,
  isAlive,
  ok,
  type Processes,
  processMark,
  type Result,
} from '../base/index.ts';
import type { Event, JsonValue } from '../runtime/index.ts';
import { fileProblem, writeProblem } from './files.ts';

const VERSION = 1;

/** All that a run begins with: enough to begin it again elsewhere. */
export interface RunHeader {
  readonly type: 'begin';
  readonly version: number;
  /** Unique to this run: it prefixes the keys of its effects. */
  readonly run: string;
  /** The program's files as they were; the first is the main one. Modules are named by the text. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Where it was started: names of files are relative to it. */
  readonly directory: string;
  readonly input: readonly JsonValue[];
  readonly seed: number;
}

/** A record cannot be written or read; the message says why. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}

export interface RecordedRun {
  readonly header: RunHeader;
  readonly events: readonly Event[];
}

const BUFFER = 1 << 16;
const sync = promisify(fdatasync);

/** Appends events to a file. */
export class Recorder {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #line: (text: string) => string;
  #buffer = '';

  constructor(file: string, descriptor: number, line: (text: string) => string) {
    this.#file = file;
    this.#descriptor = descriptor;
    this.#line = line;
  }

  write(value: RunHeader | Event): void {
    this.#buffer += this.#line(JSON.stringify(value));
    if (this.#buffer.length > BUFFER) this.#drain();
  }

  /** Returns when all that was written is on the disk. */
  async flush(): Promise<void> {
    this.#drain();
    await sync(this.#descriptor).catch((error: unknown) => this.#refuse(error));
  }

  close(): void {
    this.#drain();
    closeSync(this.#descriptor);
  }

  #drain(): void {
    const bytes = Buffer.from(this.#buffer);
    this.#buffer = '';
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): never {
    throw new RecordError(writeProblem(this.#file, error));
  }
}

export function createTrace(file: string, header: RunHeader): Recorder {
  const recorder = new Recorder(file, open(file, 'w'), (text) => `${text}\n`);
  recorder.write(header);
  return recorder;
}

/** A new journal in a directory, which must not hold one yet. */
export function createJournal(directory: string, header: RunHeader): Recorder {
  try {
    makeDirectory(directory);
  } catch (error) {
    throw new RecordError(`cannot make the journal: ${fileProblem(directory, error)}`);
  }
  lock(directory);
  const file = journalFile(directory);
  if (holdsRun(file)) {
    releaseJournal(directory);
    throw new RecordError(
      `${directory} holds the journal of a run already: go on with it by --resume ${directory}, or choose another directory`,
    );
  }
  const recorder = new Recorder(file, open(file, 'w'), checkedLine);
  recorder.write(header);
  return recorder;
}

/** With its parents. The recursive way of Node goes round for ever where nothing can be made, as in /proc. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(directory).isDirectory()) return;
    const parent = path.dirname(directory);
    if (code !== 'ENOENT' || parent === directory) throw error;
    makeDirectory(parent);
    mkdirSync(directory);
  }
}

/** Whether a run has begun here. One that died while its first line was being written has not. */
function holdsRun(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return false;
  const text = readRecord(file);
  return text !== '' && (text.includes('\n') || !/^[0-9a-f]{1,8}( |$)/.test(text));
}

/** The journal of a directory, to go on with: what it holds, and a recorder that appends to it. */
export function reopenJournal(directory: string): { run: RecordedRun; recorder: Recorder } {
  const file = journalFile(directory);
  if (!holdsRun(file)) {
    throw new RecordError(`${directory} holds no run to go on with: begin one with --journal`);
  }
  lock(directory);
  try {
    const { lines, length } = checkedLines(readRecord(file), file);
    const run = parseLines(lines, file);
    const descriptor = open(file, 'r+');
    // What was torn off is cut away, or the next line would be glued to it.
    ftruncateSync(descriptor, length);
    closeSync(descriptor);
    return { run, recorder: new Recorder(file, open(file, 'a'), checkedLine) };
  } catch (error) {
    releaseJournal(directory);
    throw error;
  }
}

export function releaseJournal(directory: string): void {
  rmSync(path.join(directory, 'lock'), { force: true });
}

/** A trace file, or the directory of a journal. */
export function readRun(place: string): RecordedRun {
  const isDirectory = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const file = isDirectory ? journalFile(place) : place;
  const text = readRecord(file);
  if (/^[0-9a-f]{8} /.test(text)) return parseLines(checkedLines(text, file).lines, file);
  const lines = text.split('\n');
  return parseLines(lines.slice(0, -1), file);
}

function journalFile(directory: string): string {
  return path.join(directory, 'journal.jsonl');
}

function checkedLine(text: string): string {
  return `${checksum(text)} ${text}\n`;
}

function checksum(text: string): string {
  return hashText(text).toString(16).padStart(8, '0');
}

/** The whole lines of a journal. A torn end is left out; a bad line before the end is an error. */
function checkedLines(text: string, file: string): { lines: string[]; length: number } {
  const lines: string[] = [];
  let length = 0;
  const parts = text.split('\n');
  for (const [i, part] of parts.entries()) {
    const body = part.slice(9);
    const good = i < parts.length - 1 && part.startsWith(`${checksum(body)} `);
    if (!good) {
      if (parts.length - i <= 2) break;
      throw new RecordError(`${file}:${i + 1} is damaged: its checksum does not fit`);
    }
    lines.push(body);
    length += Buffer.byteLength(part) + 1;
  }
  return { lines, length };
}

function parseLines(lines: readonly string[], file: string): RecordedRun {
  const values: unknown[] = [];
  for (const [i, line] of lines.entries()) {
    const value = parseLine(line);
    if (!value.ok) throw new RecordError(`${file}:${i + 1} is not a line of a recorded run`);
    values.push(value.value);
  }
  const [header, ...events] = values;
  if (!isHeader(header)) throw new RecordError(`${file} is not a recorded run of hocl`);
  if (header.version !== VERSION) {
    throw new RecordError(`${file} was recorded in version ${header.version}; this is ${VERSION}`);
  }
  return { header, events: events as Event[] };
}

function parseLine(line: string): Result<unknown, null> {
  try {
    const value: unknown = JSON.parse(line);
    const isEvent = typeof value === 'object' && value !== null && 'type' in value;
    return isEvent ? ok(value) : fail(null);
  } catch {
    return fail(null);
  }
}

function isHeader(value: unknown): value is RunHeader {
  const header = value as Partial<RunHeader> | undefined;
  return (
    header?.type === 'begin' &&
    Array.isArray(header.files) &&
    header.files.length > 0 &&
    Array.isArray(header.input) &&
    typeof header.seed === 'number'
  );
}

function readRecord(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RecordError(fileProblem(file, error));
  }
}

function open(file: string, mode: string): number {
  try {
    return openSync(file, mode);
  } catch (error) {
    throw new RecordError(writeProblem(file, error));
  }
}

/** One process at a time goes on with a journal; the lock of one that has died does not count. */
function lock(directory: string): void {
  const file = path.join(directory, 'lock');
  const own = processMark(process.pid, processes);
  try {
    writeFileSync(file, own, { flag: 'wx' });
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new RecordError(writeProblem(file, error));
    }
  }
  const owner = readRecord(file);
  if (owner !== own && isAlive(owner, processes)) {
    throw new RecordError(
      `${directory} is in use by process ${owner.split(' ')[0]}: wait for it to end, or remove ${file} if that is no hocl`,
    );
  }
  writeFileSync(file, own);
}

const processes: Processes = {
  kill: (pid, signal) => process.kill(pid, signal),
  read(file) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  },
};

export const RECORD_VERSION = VERSION;
