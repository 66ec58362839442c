// hocl run: a program to its end, within its budgets, recorded if asked. A run that goes on from a journal
// differs only in how it begins. Driving it is run-to-end.ts, its end is result.ts.
import { randomInt } from 'node:crypto';
import {
  defaultMemoryLimit,
  type Program,
  type RunHeader,
  readText,
  resumeJournal,
  Solution,
  type SolutionOptions,
} from '../host/index.ts';
import type { Molecule } from '../runtime/index.ts';
import { againCall, shellWord } from './again.ts';
import type { ClusterOptions } from './cluster-options.ts';
import { CallError, EXIT } from './exit-code.ts';
import { readInputFile } from './input.ts';
import type { Io } from './io.ts';
import { loading, readProgram, requireRunnable, STDIN, showDiagnostics } from './program-source.ts';
import { newRunId, Recording } from './recording.ts';
import { printResult, type ShowResult } from './result.ts';
import { runToEnd } from './run-to-end.ts';

export interface RunOptions {
  readonly rules?: true;
  readonly json?: true;
  readonly seed?: number | 'random';
  readonly maxReactions?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  /** In bytes. */
  readonly maxMemory?: number;
  readonly effects?: number;
  readonly stats?: true;
  readonly trace?: string;
  readonly input?: string;
  readonly journal?: string;
  readonly resume?: string;
  readonly nodes?: number;
  readonly cluster?: string;
  readonly replicas?: number;
  readonly capture?: string;
  readonly secretFile?: string;
}

export async function runCommand(
  file: string | undefined,
  options: RunOptions,
  io: Io,
): Promise<number> {
  if (options.cluster !== undefined) {
    const { runClusterCommand } = await import('./run-cluster.ts');
    return runClusterCommand(file, options as ClusterOptions, io);
  }
  refuseWithoutCluster(options);
  refuseTooMuchMemory(options);
  if (options.resume !== undefined) return goOn(file, options.resume, options, io);
  if (file === undefined) throw new CallError('run needs a program (hocl help run shows how)');
  if (file === STDIN && options.input === STDIN) {
    throw new CallError('the program and --input cannot both come from standard input');
  }
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRunnable(program, json, io);
  const molecules = await inputOf(options);
  const run = newRunId();
  const solution = loading(json, io, () => {
    return new Solution(program, solutionOptions(options, molecules, `${run}/`));
  });
  const { seed } = solution;
  const recording = await Recording.begin(options, solution, { program, run, seed, molecules });
  const again = againCall(file, options, seed);
  return finish({ program, solution, recording, again }, options, io);
}

/** Goes on with the run of a journal: nothing of how it began can be told anew. */
async function goOn(
  file: string | undefined,
  directory: string,
  options: RunOptions,
  io: Io,
): Promise<number> {
  refuseWithResume(options);
  const { header, program, solution, recorder, end } = await resumeJournal(directory);
  const recording = Recording.resumed(directory, recorder);
  let isOver = true;
  try {
    if (file !== undefined) await requireSameProgram(file, header, directory);
    showDiagnostics(program.diagnostics, io);
    if (end?.status === 'inert' || end?.status === 'faulted') {
      const result = solution.resultAs(end.status, 0);
      return printResult({ result, program, unanswered: 0, again: null }, shown(options), io);
    }
    isOver = false;
  } finally {
    if (isOver) recording.close();
  }
  const again = `hocl run --resume ${shellWord(directory)}`;
  return finish({ program, solution, recording, again }, options, io);
}

interface Begun {
  readonly program: Program;
  readonly solution: Solution;
  readonly recording: Recording;
  readonly again: string;
}

async function finish(begun: Begun, options: RunOptions, io: Io): Promise<number> {
  const { program, solution, recording, again } = begun;
  try {
    const { result, refused } = await runToEnd(solution, options, io);
    await recording.end(result);
    const unanswered = solution.engine.awaitedEffects;
    const code = printResult({ result, program, unanswered, again }, shown(options), io);
    return refused > 0 ? EXIT.call : code;
  } finally {
    recording.close();
  }
}

function shown({ rules, json, stats, timeout: timeoutMs }: RunOptions): ShowResult {
  return { rules: rules === true, json: json === true, stats: stats === true, timeoutMs };
}

async function inputOf({ input }: RunOptions): Promise<readonly Molecule[]> {
  return input === undefined || input === STDIN ? [] : readInputFile(input);
}

function solutionOptions(
  options: RunOptions,
  molecules: readonly Molecule[],
  keyPrefix: string,
): SolutionOptions {
  const seed = options.seed === 'random' ? randomInt(2 ** 32) : options.seed;
  const timed = options.stats === true;
  return { molecules, keyPrefix, timed, ...(seed === undefined ? {} : { seed }) };
}

/** A process cannot be given more memory once it runs: better said at once than found out by a crash. */
function refuseTooMuchMemory({ maxMemory }: RunOptions): void {
  if (maxMemory === undefined || maxMemory <= defaultMemoryLimit()) return;
  const megabytes = Math.ceil(maxMemory / 0.8 / 2 ** 20);
  throw new CallError(
    `--max-memory is more than this process may use; allow it with NODE_OPTIONS=--max-old-space-size=${megabytes}`,
  );
}

function refuseWithoutCluster({ replicas, capture, secretFile }: RunOptions): void {
  const [given] = Object.entries({ replicas, capture, 'secret-file': secretFile }).filter(
    ([, is]) => is !== undefined,
  );
  if (given !== undefined) throw new CallError(`--${given[0]} needs --nodes or --cluster`);
}

function refuseWithResume(options: RunOptions): void {
  const { seed, trace, journal, input } = options;
  const [given] = Object.entries({ seed, trace, journal }).filter(([, is]) => is !== undefined);
  if (given !== undefined) {
    throw new CallError(`--${given[0]} cannot be given with --resume: the run has begun already`);
  }
  if (input !== undefined && input !== STDIN) {
    throw new CallError(
      '--input cannot be given with --resume, but for - : the journal holds the input',
    );
  }
}

async function requireSameProgram(
  file: string,
  header: RunHeader,
  directory: string,
): Promise<void> {
  const text = await readText(file);
  if (!text.ok) throw new CallError(text.error);
  if (text.value === header.files[0]?.text) return;
  throw new CallError(
    `${file} is not the program of the journal ${directory}, or has changed: without it, --resume goes on with the program as it was`,
  );
}
