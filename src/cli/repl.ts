// hocl repl: a living solution at a prompt. Here is what both ways of using it share, and the way through a
// pipe: inputs on standard input, results on standard output, all else on standard error.
import { randomInt } from 'node:crypto';
import { createInterface } from 'node:readline';
import { defaultMemoryLimit, readText } from '../host/index.ts';
import { InputLines, type Line, Session } from '../repl/index.ts';
import { CallError, EXIT } from './exit-code.ts';
import { hasColour, type Io, say } from './io.ts';
import { ReplDriver, relocate } from './repl-driver.ts';

export interface ReplOptions {
  readonly seed?: number | 'random';
  /** A program to begin with. */
  readonly load?: string;
}

/** A solution that would fill more lines of the terminal is cut. */
const LINES_SHOWN = 6;
/** Bytes that one molecule is taken to cost, with its life and its events. */
const MOLECULE_BYTES = 1000;

export async function replCommand(options: ReplOptions, io: Io): Promise<number> {
  if (options.load !== undefined) {
    const text = await readText(options.load);
    if (!text.ok) throw new CallError(text.error);
  }
  const isTerminal = isInteractive(io);
  const { seed } = options;
  const session = new Session({
    seed: seed === 'random' ? randomInt(2 ** 32) : (seed ?? 0),
    colour: hasColour(io, io.stdout),
    capacity: Math.floor(defaultMemoryLimit() / MOLECULE_BYTES),
    ...(isTerminal ? { width: LINES_SHOWN * Math.max(80, io.stdout.columns) } : {}),
    relocate,
  });
  if (isTerminal) {
    const { runTerminal } = await import('./repl-terminal.ts');
    return runTerminal(session, options.load ?? null, io);
  }
  return runPipe(session, options.load ?? null, io);
}

async function runPipe(session: Session, load: string | null, io: Io): Promise<number> {
  const driver = new ReplDriver(session, (line) => printApart(line, io));
  const forget = io.onInterrupt(() => {
    if (driver.isBusy) driver.interrupt();
    else io.kill(INTERRUPTED);
  });
  try {
    if (load !== null) await driver.enter(`:load ${load}`);
    const reading = new InputLines(false);
    for await (const line of createInterface({ input: io.stdin, crlfDelay: Infinity })) {
      for (const input of reading.take(line).inputs) {
        if (!(await driver.enter(input))) return exitCode(driver);
      }
    }
    const rest = reading.rest();
    if (rest !== null) await driver.enter(rest);
    return exitCode(driver);
  } finally {
    forget();
    driver.close();
  }
}

/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

function exitCode(driver: ReplDriver): number {
  return driver.failed ? EXIT.program : EXIT.ok;
}

function printApart({ kind, text }: Line, io: Io): void {
  if (kind === 'result') io.stdout.write(`${text}\n`);
  else say(io, text);
}

function isInteractive(io: Io): boolean {
  return io.stdout.isTerminal && (io.stdin as NodeJS.ReadStream).isTTY === true;
}
