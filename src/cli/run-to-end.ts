// Drives a solution to its end under the eyes of the user: Ctrl-C, a live input, a line of progress.
import type { RunLimits, RunResult, Solution } from '../host/index.ts';
import type { Molecule } from '../runtime/index.ts';
import { CallError } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import { type LiveInput, readLive } from './input.ts';
import { type Io, say } from './io.ts';
import { STDIN } from './program-source.ts';
import { showProgress } from './progress.ts';
import { counted, grouped } from './quantities.ts';
import type { RunOptions } from './run.ts';

/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

export interface RunEnd {
  readonly result: RunResult;
  /** Values of a live input that could not be read. */
  readonly refused: number;
}

export async function runToEnd(solution: Solution, options: RunOptions, io: Io): Promise<RunEnd> {
  const live = options.input === STDIN ? readLive(io, refusal(io)) : null;
  const interrupt = listenForInterrupt(live, io);
  const erase = showProgress(io, (elapsedMs) => progressOf(solution, elapsedMs));
  try {
    const limits = limitsOf(options, interrupt.signal, live?.batches ?? null);
    const result = await solution.run(limits);
    // The user closed it, it did not end: more might have come.
    const isOpen = interrupt.closed && result.status === 'inert';
    return {
      result: isOpen ? solution.resultAs('open', result.elapsedMs) : result,
      refused: live?.refused ?? 0,
    };
  } finally {
    erase();
    interrupt.forget();
    live?.close();
  }
}

interface Interrupt {
  readonly signal: AbortSignal;
  /** Whether the live input was closed by it. */
  readonly closed: boolean;
  forget(): void;
}

/** Ctrl-C closes a live input first, then stops the run, then ends the process. */
function listenForInterrupt(live: LiveInput | null, io: Io): Interrupt {
  const stop = new AbortController();
  let closed = false;
  const forget = io.onInterrupt(() => {
    if (live !== null && !closed) {
      closed = true;
      live.close();
      say(io, 'hocl: the input is closed; Ctrl-C again stops the run');
    } else if (!stop.signal.aborted) {
      stop.abort();
    } else {
      io.kill(INTERRUPTED);
    }
  });
  return {
    signal: stop.signal,
    get closed() {
      return closed;
    },
    forget,
  };
}

function refusal(io: Io): (sentence: string) => void {
  return (sentence) => void reportFailure(new CallError(sentence), io);
}

function progressOf(solution: Solution, elapsedMs: number): string {
  const { reactions, engine } = solution;
  const rate = grouped((reactions * 1000) / elapsedMs);
  const effects = engine.awaitedEffects;
  const waits = effects > 0 ? `, waiting for ${counted(effects, 'effect')}` : '';
  const seconds = Math.floor(elapsedMs / 1000);
  return `${counted(reactions, 'reaction')}, ${seconds} s, ${rate} a second${waits}`;
}

function limitsOf(
  options: RunOptions,
  signal: AbortSignal,
  input: AsyncIterable<readonly Molecule[]> | null,
): RunLimits {
  const { maxReactions, timeout, maxMemory, effects } = options;
  return {
    signal,
    ...(maxReactions === undefined ? {} : { maxReactions }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(maxMemory === undefined ? {} : { memoryLimit: maxMemory }),
    ...(effects === undefined ? {} : { effects }),
    ...(input === null ? {} : { input }),
  };
}
