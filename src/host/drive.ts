// The loop around an engine: slices of reactions, effects that run beside them, input that comes in, and the
// budgets that stop it. Time, memory and the event loop enter here and nowhere deeper.
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { assert } from '../base/index.ts';
import { type Engine, EvaluationError, type Molecule, SoupFull } from '../runtime/index.ts';
import { EffectRunner, type Schemes } from './effect-runner.ts';
import type { EffectFunction } from './module-functions.ts';

export interface DriveOptions {
  readonly effects: ReadonlyMap<string, EffectFunction>;
  /** How many effects may run at once. */
  readonly concurrency: number;
  readonly maxReactions: number;
  readonly timeoutMs: number;
  /** Bytes of heap above which the run is stopped. */
  readonly memoryLimit: number;
  readonly signal: AbortSignal | null;
  /** Molecules that come while it runs; at its end the run may be inert. */
  readonly input: AsyncIterator<readonly Molecule[]> | null;
  /** Makes what was observed so far safe, before an effect is run and after it has answered. */
  readonly flush: (() => Promise<void>) | null;
  /** Keys of effects are unique within a run; this makes them unique among runs. */
  readonly keyPrefix: string;
  /** The coordination that effects call and run under. */
  readonly schemes: Schemes;
  readonly onSlice: (() => void) | null;
}

export type DriveEnd =
  | { readonly type: 'rest' }
  /** It waits for input that has not ended. */
  | { readonly type: 'open' }
  | { readonly type: 'stopped'; readonly reason: StopReason };

/** `depth`: a molecule nests so deep that not even a FAULT can hold it. */
export type StopReason = 'reactions' | 'timeout' | 'memory' | 'depth' | 'interrupted';

const SLICE_MS = 20;
/** The clock is read every so many reactions at most; less often when they take long. */
const CLOCK_EVERY = 65_536;
/** By so much a run may overshoot. */
const MOST_IN_A_TURN = 1024;

/** The limit that leaves the heap room to breathe: beyond it the process itself would die. */
export function defaultMemoryLimit(): number {
  return Math.floor(getHeapStatistics().heap_size_limit * 0.8);
}

export async function drive(engine: Engine, options: DriveOptions): Promise<DriveEnd> {
  return new Drive(engine, options).run();
}

class Drive {
  readonly #engine: Engine;
  readonly #options: DriveOptions;
  readonly #started = performance.now();
  readonly #runner: EffectRunner;
  readonly #arrived: (readonly Molecule[])[] = [];
  #stride = 1;
  #inputOpen: boolean;
  #inputFailure: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  constructor(engine: Engine, options: DriveOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#inputOpen = options.input !== null;
    this.#runner = new EffectRunner({ ...options, onNews: () => this.#wake() });
  }

  async run(): Promise<DriveEnd> {
    const stop = () => this.#wake();
    this.#options.signal?.addEventListener('abort', stop);
    // Between two looks at the clock no search may take long.
    this.#engine.pauses = true;
    if (this.#inputOpen) {
      this.#listen().catch((error: unknown) => {
        this.#inputFailure = { error };
        this.#wake();
      });
    }
    try {
      return await this.#loop();
    } catch (error) {
      if (error instanceof SoupFull) return { type: 'stopped', reason: 'memory' };
      if (error instanceof EvaluationError) return { type: 'stopped', reason: 'depth' };
      throw error;
    } finally {
      this.#engine.pauses = false;
      this.#runner.close();
      this.#options.signal?.removeEventListener('abort', stop);
    }
  }

  async #loop(): Promise<DriveEnd> {
    for (;;) {
      if (this.#inputFailure !== null) throw this.#inputFailure.error;
      const reason = this.#overBudget();
      if (reason !== null) return { type: 'stopped', reason };
      const busy = this.#slice();
      // What was answered is safe before the place it had is given to another effect.
      const answered = await this.#takeAnswers();
      await this.#startEffects();
      const injected = await this.#takeInput();
      this.#options.onSlice?.();
      if (busy || answered || injected || this.#hasNews()) {
        await setImmediate();
      } else if (this.#runner.open > 0) {
        await this.#pause();
      } else if (!this.#inputOpen) {
        assert(this.#engine.isInert, 'what has nothing left to do is inert');
        return { type: 'rest' };
      } else if (this.#options.signal?.aborted === true) {
        return { type: 'open' };
      } else {
        await this.#pause();
      }
    }
  }

  /** Whether something came in while we waited for something else. */
  #hasNews(): boolean {
    return this.#runner.hasNews || this.#arrived.length > 0;
  }

  /** Reacts for a while; true when there may be more to do at once. */
  #slice(): boolean {
    let checked = performance.now();
    const end = checked + SLICE_MS;
    const { maxReactions } = this.#options;
    while (this.#engine.reactions < maxReactions) {
      const until = this.#engine.reactions + this.#stride;
      // How often the clock is read must not change what is chosen, so a turn is cut short only by the bound.
      const isLast = until + MOST_IN_A_TURN >= maxReactions;
      if (!this.#engine.run(isLast ? maxReactions : until, isLast)) return this.#engine.isPaused;
      const now = performance.now();
      this.#stride = now - checked > SLICE_MS / 4 ? 1 : Math.min(CLOCK_EVERY, 2 * this.#stride);
      checked = now;
      if (now >= end) return true;
    }
    return this.#engine.hasMatch() || this.#engine.isPaused;
  }

  #overBudget(): StopReason | null {
    const { maxReactions, timeoutMs, memoryLimit, signal } = this.#options;
    if (signal?.aborted === true && !this.#idleOnInput()) return 'interrupted';
    if (this.#engine.reactions >= maxReactions && this.#engine.hasMatch()) return 'reactions';
    if (performance.now() - this.#started >= timeoutMs) return 'timeout';
    if (getHeapStatistics().used_heap_size > memoryLimit) return 'memory';
    return null;
  }

  #idleOnInput(): boolean {
    return this.#inputOpen && this.#engine.isInert && this.#runner.open === 0;
  }

  async #startEffects(): Promise<void> {
    // A repeated run has asked for effects whose answers were recorded too.
    this.#runner.ask(this.#engine.takeEffects().filter(({ key }) => this.#engine.awaits(key)));
    const starting = this.#runner.takeReady();
    if (starting.length === 0) return;
    for (const { effect } of starting) this.#engine.started(effect);
    await this.#options.flush?.();
    for (const ready of starting) void this.#runner.run(ready);
  }

  async #takeAnswers(): Promise<boolean> {
    const answers = this.#runner.takeAnswers();
    if (answers.length === 0) return false;
    for (const { effect, answer } of answers) this.#engine.answer(effect.key, answer);
    await this.#options.flush?.();
    // What was answered is safe: nobody will run it again, so others may have what it ran under.
    this.#runner.release(this.#engine.takeReleases());
    return true;
  }

  async #takeInput(): Promise<boolean> {
    const arrived = this.#arrived.splice(0);
    if (arrived.length === 0) return false;
    for (const molecules of arrived) this.#engine.inject(molecules);
    // What was taken from a stream cannot be asked for again.
    await this.#options.flush?.();
    return true;
  }

  async #listen(): Promise<void> {
    const { input } = this.#options;
    if (input === null) return;
    let batch = await input.next();
    while (batch.done !== true) {
      this.#arrived.push(batch.value);
      this.#wake();
      batch = await input.next();
    }
    this.#inputOpen = false;
    this.#wake();
  }

  /** Waits for an answer, for input, for an interruption, or for the time to be up. */
  async #pause(): Promise<void> {
    if (this.#hasNews()) return;
    if (this.#options.signal?.aborted === true) return;
    const left = this.#options.timeoutMs - (performance.now() - this.#started);
    await new Promise<void>((resolve) => {
      const timer = left < 2 ** 31 ? setTimeout(resolve, Math.max(0, left)) : null;
      this.#wake = () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
