// What a client of an observed solution does with what the flasks tell: it reads their messages into a history.
import { fail, ok, type Result } from '../../base/index.ts';
import type { Event, Molecule } from '../../runtime/index.ts';
import { type ProgramOfSpec, readyProgram } from '../flask/ready-program.ts';
import type { SolutionSpec } from '../flask/spec.ts';
import type { FlaskEvent } from '../flask/telling.ts';
import { fromJsonBytes } from '../json-bytes.ts';
import { History } from './history.ts';

/** The history of a solution that is about to begin; `onEvent` hears the trace of the one run. */
export function beginHistory(
  program: ProgramOfSpec,
  { seed, flasks }: SolutionSpec,
  input: readonly Molecule[],
  onEvent?: (event: Event) => void,
): Result<History, string> {
  const ready = readyProgram(program, { roams: flasks > 1 });
  if (!ready.ok) return ready;
  const listener = onEvent === undefined ? {} : { onEvent };
  return ok(new History({ program: ready.value, input, seed, flasks, ...listener }));
}

/** The events of a `history` message. */
export function toldEvents(bytes: Uint8Array): Result<readonly FlaskEvent[], string> {
  const read = fromJsonBytes(bytes);
  if (!read.ok) return read;
  return Array.isArray(read.value) ? ok(read.value as FlaskEvent[]) : fail('it is not a list');
}
