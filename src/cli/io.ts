// All of the outside that a command touches, as one value: tests hand in their own, main.ts that of the process.
import type { Readable } from 'node:stream';

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
}

export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** How this command is started anew: a program and the words before those of a call. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls `listener` at each Ctrl-C from now on; the result takes it away. While nobody listens, Ctrl-C ends
   * the process as it always does.
   */
  onInterrupt(listener: () => void): () => void;
  /** Ends the process at once, without waiting for anything. */
  kill(code: number): void;
}

/** Whether to colour what goes to `output`: NO_COLOR goes before FORCE_COLOR, and that before the terminal. */
export function hasColour(io: Io, output: Output): boolean {
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = io.env;
  if (no !== undefined && no !== '') return false;
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return output.isTerminal && term !== 'dumb';
}

/** One line for people, beside the result. */
export function say(io: Io, sentence: string): void {
  io.stderr.write(`${sentence}\n`);
}

/** All of standard input as text; a sentence when it is not UTF-8. */
export async function readStdin(io: Io): Promise<string | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk as Uint8Array | string));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    return null;
  }
}
