// A run that goes on from its journal: first all that the journal tells happens again, then the journal is
// written on. An effect that has answered is not run again; one that has not is run under the same key.
import type { Event } from '../runtime/index.ts';
import { isSchemeCall } from './coordination/is-scheme-call.ts';
import type { Program } from './program.ts';
import {
  type RecordedRun,
  type Recorder,
  type RunHeader,
  releaseJournal,
  reopenJournal,
} from './record.ts';
import { recordedProgram } from './recorded-program.ts';
import { repeatRun } from './replay.ts';
import type { Solution } from './solution.ts';

export interface Resumed {
  readonly header: RunHeader;
  readonly program: Program;
  readonly solution: Solution;
  /** Records the solution already. */
  readonly recorder: Recorder;
  /** How it ended the last time; null when it was cut off. */
  readonly end: Extract<Event, { type: 'end' }> | null;
}

/** Takes up the run of a journal where it is. The journal is in use until it is released. */
export async function resumeJournal(directory: string): Promise<Resumed> {
  const { run, recorder } = reopenJournal(directory);
  try {
    const program = await recordedProgram(run.header, { effects: true });
    const { solution, end } = repeatRun(program, run, keyPrefixOf(run.header));
    if (usesSchemes(run)) await (await solution.schemes.calls()).restore(run.events);
    keepJournal(solution, recorder);
    return { header: run.header, program, solution, recorder, end };
  } catch (error) {
    recorder.close();
    releaseJournal(directory);
    throw error;
  }
}

/** Writes what happens from now on, and makes it safe before and after each effect. */
export function keepJournal(solution: Solution, recorder: Recorder): void {
  solution.observe((event) => recorder.write(event));
  solution.flush = () => recorder.flush();
}

/** What the schemes knew died with the process that ran them: it is brought back from the calls that were answered. */
function usesSchemes({ events }: RecordedRun): boolean {
  return events.some((event) => event.type === 'effect' && isSchemeCall(event.name));
}

function keyPrefixOf(header: RunHeader): string {
  return `${header.run}/`;
}
