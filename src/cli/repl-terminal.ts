// The prompt on a terminal: lines with editing, history and completion, inputs over several lines, and keys that
// stop a reaction rather than the session. What is typed goes to the driver; what it says is printed.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { InputLines, type Line, type Session } from '../repl/index.ts';
import { EXIT } from './exit-code.ts';
import { hasColour, type Io } from './io.ts';
import { ReplDriver } from './repl-driver.ts';
import { type History, openHistory } from './repl-history.ts';
import { version } from './version.ts';

const PROMPT = 'hocl> ';
const MORE = '  ... ';
/** A run that takes longer says that it can be stopped. */
const LONG_MS = 1500;

export async function runTerminal(session: Session, load: string | null, io: Io): Promise<number> {
  const history = await openHistory(io.env);
  const terminal = new Terminal(session, history, io);
  return terminal.run(load);
}

class Terminal {
  readonly #session: Session;
  readonly #driver: ReplDriver;
  readonly #history: History;
  readonly #io: Io;
  readonly #colour: boolean;
  readonly #readline: Interface;
  /** Lines that were typed while something else was going on. */
  readonly #queue: string[] = [];
  #reading = new InputLines(true);
  #working = false;
  #closed = false;
  #end: (code: number) => void = () => {};

  constructor(session: Session, history: History, io: Io) {
    this.#session = session;
    this.#history = history;
    this.#io = io;
    this.#colour = hasColour(io, io.stdout);
    this.#driver = new ReplDriver(session, (line) => this.#print(line));
    this.#readline = createInterface({
      input: io.stdin,
      output: outputOf(io, () => this.#working),
      terminal: true,
      history: [...history.lines].reverse(),
      historySize: 1000,
      removeHistoryDuplicates: true,
      prompt: this.#painted(PROMPT),
      completer: (line: string) => this.#complete(line),
    });
  }

  run(load: string | null): Promise<number> {
    const done = new Promise<number>((resolve) => {
      this.#end = resolve;
    });
    this.#readline.on('line', (line) => {
      this.#queue.push(line);
      void this.#work();
    });
    this.#readline.on('SIGINT', () => this.#onInterrupt());
    this.#readline.on('close', () => {
      this.#closed = true;
      if (this.#working) this.#driver.interrupt();
      else this.#leave();
    });
    this.#write(
      this.#dim(`hocl ${version}: type molecules and rules; :help tells more, Ctrl-D leaves`),
    );
    void this.#begin(load);
    return done;
  }

  async #begin(load: string | null): Promise<void> {
    if (load !== null) {
      this.#working = true;
      await this.#enter(`:load ${load}`);
      this.#working = false;
    }
    await this.#work();
  }

  /** Enters what was typed, one input after the other. */
  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    let isFirst = true;
    for (let line = this.#queue.shift(); line !== undefined; line = this.#queue.shift()) {
      // What was typed ahead was not shown: it is now, so that each answer stands under its question.
      if (!isFirst) this.#write(`${this.#promptText()}${line}`);
      isFirst = false;
      if (!(await this.#take(line)) || this.#closed) {
        this.#leave();
        return;
      }
    }
    this.#working = false;
    this.#prompt();
  }

  async #take(line: string): Promise<boolean> {
    void this.#history.add(line);
    const { inputs, gaveUp } = this.#reading.take(line);
    if (gaveUp) this.#write(this.#dim('(given up)'));
    for (const input of inputs) if (!(await this.#enter(input))) return false;
    return true;
  }

  async #enter(text: string): Promise<boolean> {
    const timer = setTimeout(() => {
      const { awaited } = this.#session;
      const doing = awaited.length > 0 ? `waiting for ${awaited.join(', ')}` : 'reacting';
      this.#write(this.#dim(`(${doing}; Ctrl-C stops it)`));
    }, LONG_MS);
    try {
      return await this.#driver.enter(text);
    } finally {
      clearTimeout(timer);
    }
  }

  #onInterrupt(): void {
    if (this.#working) {
      this.#driver.interrupt();
      return;
    }
    const isEmpty = !this.#reading.isOpen && this.#readline.line === '';
    this.#reading = new InputLines(true);
    this.#write(isEmpty ? this.#dim('\n(Ctrl-D or :quit leaves)') : '');
    // Takes away what was typed on the line.
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.#prompt();
  }

  #prompt(): void {
    if (this.#closed || this.#working) return;
    this.#readline.setPrompt(this.#promptText());
    // What was typed ahead stays on the line, and the cursor behind it.
    this.#readline.prompt(true);
  }

  #promptText(): string {
    return this.#painted(this.#reading.isOpen ? MORE : PROMPT);
  }

  #leave(): void {
    this.#driver.close();
    if (!this.#closed) this.#readline.close();
    else this.#write('');
    this.#end(EXIT.ok);
  }

  #complete(line: string): [string[], string] {
    const { word, candidates, path: isPath } = this.#session.complete(line);
    return isPath ? [pathsFrom(word), word] : [[...candidates], word];
  }

  #print({ kind, text }: Line): void {
    const plain = !text.includes('\u001b');
    if (kind === 'error' && plain && this.#colour) this.#write(`\u001b[31m${text}\u001b[0m`);
    else if (kind === 'note' && plain) this.#write(this.#dim(text));
    else this.#write(text);
  }

  #write(text: string): void {
    this.#io.stdout.write(`${text}\n`);
  }

  #dim(text: string): string {
    return this.#colour ? `\u001b[2m${text}\u001b[0m` : text;
  }

  #painted(prompt: string): string {
    return this.#colour ? `\u001b[32m${prompt}\u001b[0m` : prompt;
  }
}

/**
 * What readline draws goes the way of all that is said, so that the two never overtake each other. While
 * something else is going on it is silent.
 */
function outputOf(io: Io, isMuted: () => boolean): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      if (!isMuted()) io.stdout.write(String(chunk));
      done();
    },
  });
  return Object.defineProperties(output, {
    isTTY: { value: true },
    columns: { get: () => io.stdout.columns },
  });
}

/** The files that begin so, directories with a slash behind them. */
function pathsFrom(word: string): string[] {
  const directory = word.endsWith('/') ? word : path.dirname(word);
  const start = word.endsWith('/') ? '' : path.basename(word);
  try {
    return readdirSync(word === '' ? '.' : directory, { withFileTypes: true })
      .filter(({ name }) => name.startsWith(start) && (start !== '' || !name.startsWith('.')))
      .map((entry) => {
        const shown = word.slice(0, word.length - start.length) + entry.name;
        return entry.isDirectory() ? `${shown}/` : shown;
      });
  } catch {
    return [];
  }
}
