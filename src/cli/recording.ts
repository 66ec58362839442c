// What a run writes down as it goes: a trace, a journal, or both. Both end with how the run ended.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  type Beginning,
  createJournal,
  createTrace,
  headerOf,
  keepJournal,
  type Recorder,
  type RunHeader,
  type RunResult,
  releaseJournal,
  type Solution,
} from '../host/index.ts';
import { CallError } from './exit-code.ts';

/** A name that no other run has; the keys of effects begin with it. */
export function newRunId(): string {
  return randomBytes(8).toString('hex');
}

export interface RecordOptions {
  readonly trace?: string;
  readonly journal?: string;
}

export class Recording {
  readonly #recorders: Recorder[] = [];
  #journal: string | null = null;

  /** Opens what was asked for, and records `solution`, which must not have begun. */
  static async begin(
    options: RecordOptions,
    solution: Solution,
    beginning: Omit<Beginning, 'directory'>,
  ): Promise<Recording> {
    const recording = new Recording();
    const { trace, journal } = options;
    if (trace === undefined && journal === undefined) return recording;
    if (trace !== undefined) {
      const recorder = beginTrace(trace, beginning);
      recording.#recorders.push(recorder);
      solution.observe((event) => recorder.write(event));
    }
    if (journal !== undefined) {
      const header = headerOf({ ...beginning, directory: process.cwd() });
      const recorder = createJournal(journal, header);
      recording.#recorders.push(recorder);
      recording.#journal = journal;
      keepJournal(solution, recorder);
      await recorder.flush();
    }
    return recording;
  }

  /** The journal of a run that goes on; it is being written already. */
  static resumed(directory: string, recorder: Recorder): Recording {
    const recording = new Recording();
    recording.#recorders.push(recorder);
    recording.#journal = directory;
    return recording;
  }

  async end({ status, reactions }: RunResult): Promise<void> {
    for (const recorder of this.#recorders) {
      recorder.write({ type: 'end', status, reactions });
      await recorder.flush();
    }
  }

  close(): void {
    for (const recorder of this.#recorders) recorder.close();
    if (this.#journal !== null) releaseJournal(this.#journal);
  }
}

/** The trace of a run that is about to begin, wherever it runs. */
export function beginTrace(trace: string, beginning: Omit<Beginning, 'directory'>): Recorder {
  const header = headerOf({ ...beginning, directory: process.cwd() });
  refuseOwnFile(trace, header);
  // A trace runs no effect again and needs no name: the same seed gives the same bytes.
  return createTrace(trace, { ...header, run: '' });
}

function refuseOwnFile(trace: string, header: RunHeader): void {
  const isOwn = header.files.some(({ name }) => path.resolve(name) === path.resolve(trace));
  if (isOwn) throw new CallError(`--trace would overwrite the program ${trace}`);
}
