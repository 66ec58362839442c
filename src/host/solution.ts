// A solution that a host program holds in its hands: it runs to rest, takes more molecules, and goes on. `run`
// is the short way for one program and one run.
import { createRng } from '../base/index.ts';
import { check, isError, parse, type Unit } from '../lang/index.ts';
import {
  Engine,
  EvaluationError,
  type Event,
  type Fault,
  faultsIn,
  fromHost,
  type GuardError,
  type Loaded,
  load,
  type Molecule,
  RuleCache,
  type RuleStatistics,
  type SolutionMolecule,
  type Status,
  show,
} from '../runtime/index.ts';
import type { Coordination } from './coordination/coordination.ts';
import { ownSchemes, schemesOver } from './coordination/schemes.ts';
import { type DriveEnd, defaultMemoryLimit, drive, type StopReason } from './drive.ts';
import type { Schemes } from './effect-runner.ts';
import { compile, type Program, ProgramError } from './program.ts';
import { defaultSeed } from './seed.ts';

export interface RunLimits {
  /** Stops after so many reactions, counted from the beginning of the solution. */
  readonly maxReactions?: number;
  readonly timeoutMs?: number;
  /** Bytes of heap; a share of what the process may use unless told. */
  readonly memoryLimit?: number;
  /** How many effects may run at once; 8 unless told. */
  readonly effects?: number;
  readonly signal?: AbortSignal;
  /** Batches of molecules that come while it runs. Until they end the solution is open, not inert. */
  readonly input?: AsyncIterable<readonly Molecule[]>;
  /** Called some fifty times a second while it runs. */
  readonly onProgress?: (reactions: number) => void;
}

export interface SolutionOptions {
  /** Chance; from the program and its molecules unless told. */
  readonly seed?: number;
  /** Molecules beside those of the program. The list is not copied: it must not change while the solution runs. */
  readonly molecules?: readonly Molecule[];
  /** Whether the statistics say how long each rule took. */
  readonly timed?: boolean;
  /** Whether rules may become JavaScript of their own; where that is forbidden they are matched without, and slower. */
  readonly codegen?: boolean;
  /** Prefixes the keys that effects are given. */
  readonly keyPrefix?: string;
  /** Where its coordination schemes live: its own unless told. Who gives one can share schemes with it. */
  readonly coordination?: Coordination;
}

export interface RunResult {
  readonly status: Status;
  /** What stopped it, when the status is `stopped`. */
  readonly reason: StopReason | null;
  readonly solution: SolutionMolecule;
  /** The solution in canonical order, its rules hidden. */
  readonly text: string;
  readonly reactions: number;
  readonly seed: number;
  readonly elapsedMs: number;
  /** Guards that could not be evaluated: each place once. They counted as false. */
  readonly guardErrors: readonly GuardError[];
  /** The FAULT molecules that are left. */
  readonly faults: readonly Fault[];
  readonly statistics: readonly RuleStatistics[];
}

export class Solution {
  readonly seed: number;
  readonly engine: Engine;
  readonly #program: Program;
  readonly #guardErrors = new Map<string, GuardError>();
  readonly #keyPrefix: string;
  /** What its rules call of the coordination modules, and run under. */
  readonly schemes: Schemes;
  /** Set by a journal: makes what was observed safe. */
  flush: (() => Promise<void>) | null = null;

  constructor(program: Program, options: SolutionOptions = {}) {
    const molecules = options.molecules ?? [];
    this.#program = program;
    this.#keyPrefix = options.keyPrefix ?? '';
    const { coordination } = options;
    this.schemes = coordination === undefined ? ownSchemes() : schemesOver(() => coordination);
    this.seed = options.seed ?? defaultSeed(program.unit, molecules);
    const ready = readyFor(program);
    this.engine = new Engine(
      createRng(this.seed),
      options.timed === true ? now : null,
      options.codegen !== false,
      ready.cache,
    );
    this.engine.atWork = () => {
      ready.tell = this.#tell;
    };
    this.engine.soup.capacity = Math.floor(defaultMemoryLimit() / 200);
    const { loaded } = ready;
    if (loaded.start === null) {
      throw new EvaluationError('the program has no solution to run: it ends in no <...>');
    }
    this.#start = { value: loaded.start, molecules };
  }

  /** What it begins with, until it has begun: a closure over it would keep it alive. */
  #start: { readonly value: SolutionMolecule; readonly molecules: readonly Molecule[] } | null;

  /** The solution as it is now. */
  get value(): SolutionMolecule {
    this.begin();
    return this.engine.value;
  }

  /** It in canonical order, its rules hidden. */
  get text(): string {
    return show(this.value);
  }

  /** Calls `listener` for each event; the result takes it away again. */
  observe(listener: (event: Event) => void): () => void {
    return this.engine.observe(listener);
  }

  /** Puts in the molecules of the program, unless that has been done: observers added before see them come. */
  begin(): void {
    const start = this.#start;
    this.#start = null;
    if (start !== null) this.engine.fill(start.value, start.molecules);
  }

  /** Puts values in, as molecules: numbers, strings, arrays as lists, objects as records, molecules. */
  inject(...values: readonly unknown[]): void {
    this.begin();
    this.engine.inject(
      values.map((value) => {
        const molecule = fromHost(value);
        if (!molecule.ok) throw new TypeError(molecule.error);
        return molecule.value;
      }),
    );
  }

  /** Puts in molecules that are written in hocl: `1, 2, A:3`. Names are those of the program. */
  add(text: string): void {
    this.begin();
    const source = { name: '<molecules>', text: `<${text}\n>` };
    const { program, diagnostics } = parse(source);
    const { files, functions } = this.#program.unit;
    const unit: Unit = { main: program, files: [...files, program], functions };
    const errors = (diagnostics.some(isError) ? diagnostics : check(unit)).filter(isError);
    if (errors.length > 0 || program.body === null) throw new ProgramError(errors);
    const loaded = load(unit, { functions: this.#program.functions, onGuardError: this.#tell });
    const value = loaded.evaluate(program.body) as SolutionMolecule;
    this.engine.inject(value.items);
  }

  /** Makes one reaction; false when there is none to make. */
  step(): boolean {
    this.begin();
    return this.engine.step();
  }

  /** Reacts until nothing can, or a limit is met. It may be called again after more was put in. */
  async run(limits: RunLimits = {}): Promise<RunResult> {
    const started = performance.now();
    this.begin();
    const end = await drive(this.engine, {
      effects: this.#program.effects,
      concurrency: limits.effects ?? 8,
      maxReactions: limits.maxReactions ?? Number.POSITIVE_INFINITY,
      timeoutMs: limits.timeoutMs ?? Number.POSITIVE_INFINITY,
      memoryLimit: limits.memoryLimit ?? defaultMemoryLimit(),
      signal: limits.signal ?? null,
      input: limits.input?.[Symbol.asyncIterator]() ?? null,
      flush: this.flush,
      keyPrefix: this.#keyPrefix,
      schemes: this.schemes,
      onSlice: limits.onProgress === undefined ? null : () => limits.onProgress?.(this.reactions),
    });
    return this.#result(end, performance.now() - started);
  }

  get reactions(): number {
    return this.engine.reactions;
  }

  #result(end: DriveEnd, elapsedMs: number): RunResult {
    const reason = end.type === 'stopped' ? end.reason : null;
    const faults = faultsIn(this.value);
    return this.resultAs(statusOf(end, faults), elapsedMs, reason, faults);
  }

  /** The result of a run that ended here with this status. */
  resultAs(
    status: Status,
    elapsedMs: number,
    reason: StopReason | null = null,
    faults: readonly Fault[] = faultsIn(this.value),
  ): RunResult {
    const solution = this.value;
    return {
      status,
      reason,
      solution,
      get text() {
        return show(solution);
      },
      reactions: this.engine.reactions,
      seed: this.seed,
      elapsedMs,
      guardErrors: [...this.#guardErrors.values()],
      faults,
      statistics: this.engine.statistics,
    };
  }

  readonly #tell = (error: GuardError): void => {
    const { source, start, end } = error.span;
    const key = `${source.name}:${start}:${end}`;
    if (!this.#guardErrors.has(key)) this.#guardErrors.set(key, error);
  };
}

/** A program is loaded once for all of its solutions; what its guards fail on is told to the one that is at work. */
interface Ready {
  readonly loaded: Loaded;
  readonly cache: RuleCache;
  tell: (error: GuardError) => void;
}

const readyPrograms = new WeakMap<Program, Ready>();

function readyFor(program: Program): Ready {
  const known = readyPrograms.get(program);
  if (known !== undefined) return known;
  const loaded = load(program.unit, {
    functions: program.functions,
    onGuardError: (error) => ready.tell(error),
  });
  const ready: Ready = { loaded, cache: new RuleCache(), tell: () => {} };
  readyPrograms.set(program, ready);
  return ready;
}

/** Runs a program, given as text or compiled, to its end. */
export async function run(
  program: Program | string,
  options: SolutionOptions & RunLimits = {},
): Promise<RunResult> {
  const compiled = typeof program === 'string' ? await compile(program) : program;
  return new Solution(compiled, options).run(options);
}

function statusOf(end: DriveEnd, faults: readonly Fault[]): Status {
  if (end.type !== 'rest') return end.type;
  return faults.length > 0 ? 'faulted' : 'inert';
}

function now(): number {
  return performance.now();
}
