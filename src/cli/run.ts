// hocl run: a program to its end, within its budgets, recorded if asked. A run that goes on from a journal
// differs only in how it begins.
import { randomInt } from 'node:crypto';
import { type RunLimits, type RunResult, Solution, type SolutionOptions } from '../host/index.ts';
import type { Molecule } from '../runtime/index.ts';
import { CallError, EXIT } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import { readInputFile, readLive } from './input.ts';
import { type Io, say } from './io.ts';
import { loading, readProgram, requireRight, STDIN } from './program-source.ts';
import { showProgress } from './progress.ts';
import { counted, grouped } from './quantities.ts';
import { printResult } from './result.ts';

export interface RunOptions {
  readonly rules?: true;
  readonly json?: true;
  readonly seed?: number | 'random';
  readonly maxReactions?: number;
  readonly timeout?: number;
  readonly maxMemory?: number;
  readonly effects?: number;
  readonly stats?: true;
  readonly trace?: string;
  readonly input?: string;
  readonly journal?: string;
  readonly resume?: string;
}

export async function runCommand(
  file: string | undefined,
  options: RunOptions,
  io: Io,
): Promise<number> {
  if (file === undefined) throw new CallError('run needs a program (hocl help run shows how)');
  if (file === STDIN && options.input === STDIN) {
    throw new CallError('the program and --input cannot both come from standard input');
  }
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRight(program, json, io);
  const molecules = await inputOf(options);
  const solution = loading(json, io, () => {
    return new Solution(program, solutionOptions(options, molecules));
  });
  const again = againCall(file, options, solution.seed);
  return finish(solution, options, again, io);
}

async function inputOf({ input }: RunOptions): Promise<readonly Molecule[]> {
  return input === undefined || input === STDIN ? [] : readInputFile(input);
}

function solutionOptions(options: RunOptions, molecules: readonly Molecule[]): SolutionOptions {
  const seed = options.seed === 'random' ? randomInt(2 ** 32) : options.seed;
  const timed = options.stats === true;
  return { molecules, timed, ...(seed === undefined ? {} : { seed }) };
}

async function finish(
  solution: Solution,
  options: RunOptions,
  again: string,
  io: Io,
): Promise<number> {
  const { result, refused } = await runToEnd(solution, options, io);
  const how = {
    rules: options.rules === true,
    json: options.json === true,
    stats: options.stats === true,
  };
  const code = printResult(result, how, again, io);
  return refused > 0 ? EXIT.call : code;
}

/** Drives the solution. Ctrl-C closes a live input first, then stops the run, then ends the process. */
async function runToEnd(
  solution: Solution,
  options: RunOptions,
  io: Io,
): Promise<{ result: RunResult; refused: number }> {
  const live =
    options.input === STDIN
      ? readLive(io, (sentence) => void reportFailure(new CallError(sentence), io))
      : null;
  const stop = new AbortController();
  let closed = false;
  const onInterrupt = () => {
    if (live !== null && !closed) {
      closed = true;
      live.close();
      say(io, 'hocl: the input is closed; Ctrl-C again stops the run');
    } else if (!stop.signal.aborted) stop.abort();
    else io.kill(INTERRUPTED);
  };
  const forget = io.onInterrupt(onInterrupt);
  const erase = showProgress(io, (elapsedMs) => {
    const { reactions, engine } = solution;
    const rate = grouped((reactions * 1000) / elapsedMs);
    const waits = engine.awaitedEffects;
    const waiting = waits > 0 ? `, waiting for ${counted(waits, 'effect')}` : '';
    return `${counted(reactions, 'reaction')}, ${(elapsedMs / 1000).toFixed(0)} s, ${rate} a second${waiting}`;
  });
  try {
    const result = await solution.run(limitsOf(options, stop.signal, live?.batches ?? null));
    // Cut off by the user, not at its end: more might have come.
    const open = closed && result.status === 'inert';
    return { result: open ? { ...result, status: 'open' } : result, refused: live?.refused ?? 0 };
  } finally {
    erase();
    forget();
  }
}

/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

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

/** The call that makes the same run once more. */
function againCall(file: string, options: RunOptions, seed: number): string {
  const input = options.input === undefined ? '' : ` --input ${shellWord(options.input)}`;
  return `hocl run ${shellWord(file)} --seed ${seed}${input}`;
}

function shellWord(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
