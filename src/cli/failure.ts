// What a command throws, as a sentence and an exit code. Nothing shows a stack trace unless HOCL_DEBUG is set.
import { CallError, EXIT, Told } from './exit-code.ts';
import { hasColour, type Io, say } from './io.ts';

/**
 * Errors are known by their names here, not by their classes: those are in parts that a call such as
 * `hocl --help` does not load.
 */
export function reportFailure(error: unknown, io: Io): number {
  if (error instanceof Told) return error.code;
  if (io.env['HOCL_DEBUG'] === '1' && error instanceof Error) say(io, error.stack ?? error.message);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CallError) return told(io, message, EXIT.call);
  switch (error instanceof Error ? error.name : '') {
    case 'FileError':
    case 'RecordError':
      return told(io, message, EXIT.call);
    case 'StopError':
    case 'NodeFailure':
    case 'SoupFull':
      return told(io, message, EXIT.stopped);
    case 'Departure':
      return told(io, message, EXIT.faulted);
    case 'ProgramError':
      return told(io, message, EXIT.program);
    case 'EvaluationError':
      return told(io, message, EXIT.program);
    default:
      return told(io, unexpected(error, message), exitOf(error));
  }
}

/** An error that came from nowhere: a promise or a timer of an imported module, more often than of ours. */
export function reportStray(error: unknown, io: Io): number {
  if (io.env['HOCL_DEBUG'] === '1' && error instanceof Error) say(io, error.stack ?? error.message);
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.split('\n');
  const sentence = `an error that nobody caught, in an imported module or in hocl itself: ${first}`;
  return told(io, sentence, EXIT.internal);
}

function told(io: Io, sentence: string, code: number): number {
  const name = hasColour(io, io.stderr) ? '\u001b[1;31mhocl\u001b[0m' : 'hocl';
  say(io, `${name}: ${sentence}`);
  return code;
}

function unexpected(error: unknown, message: string): string {
  if (isTooDeep(error)) return 'something nests too deep for this machine';
  if (isTooLarge(error)) return 'a text or a list grew too large for this machine';
  const [first = ''] = message.split('\n');
  return `internal error: ${first} (please report this, with the program that caused it)`;
}

function exitOf(error: unknown): number {
  return isTooDeep(error) || isTooLarge(error) ? EXIT.stopped : EXIT.internal;
}

function isTooDeep(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof RangeError &&
    /invalid (string|array|typed array)|array buffer allocation|maximum bigint|map maximum|set maximum/i.test(
      error.message,
    )
  );
}
