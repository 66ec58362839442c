// The process edge: hands argv and the streams of this process to the command line, and leaves with its exit
// code once all that was written has gone out. Loading it runs the command.
import { setImmediate } from 'node:timers/promises';
import { main } from './command-line.ts';
import { CallError } from './exit-code.ts';
import { reportFailure, reportStray } from './failure.ts';
import type { Io, Output } from './io.ts';

/** Why standard output could not be written, or null. */
let unwritten: Error | null = null;

const io: Io = {
  // Opened when it is asked for: few commands read it, and it takes time.
  get stdin() {
    return process.stdin;
  },
  stdout: output(process.stdout, (error) => {
    unwritten ??= error;
  }),
  stderr: output(process.stderr, () => {}),
  command: [process.execPath, ...process.execArgv, process.argv[1] ?? ''],
  env: process.env,
  onInterrupt(listener) {
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
    return () => {
      process.off('SIGINT', listener);
      process.off('SIGTERM', listener);
    };
  },
  kill: (code) => process.exit(code),
};

// A promise that nobody awaits, in our code or in a module of the user's, ends the run as any other mistake.
process.on('uncaughtException', (error) => void leave(reportStray(error, io)));
process.on('unhandledRejection', (error) => void leave(reportStray(error, io)));

void main(process.argv.slice(2), io).then(leave);

/**
 * Waits for what is on its way out: a pipe takes its time, and exit would cut the rest off. Then it does exit:
 * a module of the user's may have left a timer or a socket open.
 */
async function leave(code: number): Promise<void> {
  process.exitCode = code;
  await drained(process.stdout);
  // Errors of a stream are told after the callbacks of its writes.
  await setImmediate();
  if (unwritten !== null) {
    const message = `standard output cannot be written: ${unwritten.message}`;
    process.exitCode = reportFailure(new CallError(message), io);
  }
  await drained(process.stderr);
  process.exit();
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}

function output(stream: NodeJS.WriteStream, onError: (error: Error) => void): Output {
  // The reader went away (`hocl ... | head -1`): that is its right, and no news to anybody.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') onError(error);
  });
  return {
    write: (text) => {
      if (stream.writable) stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns ?? 80;
    },
  };
}
