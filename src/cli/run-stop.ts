// What ends a run on a cluster before its end: its time limit, or Ctrl-C. The cluster is asked for what there is, and has a while to
// answer. One that does not, since its nodes are gone or have no majority, is not waited for any longer.
import type { StopReason } from '../host/index.ts';
import { StopError } from './exit-code.ts';

/** A cluster that was asked to stop may be silent for so long. */
const graceMs = 5000;

/** A timer of more would be over at once. */
const longestTimerMs = 2 ** 31 - 1;

const words = { timeout: 'stopped by its time limit', interrupted: 'interrupted' } as const;

export type AskedStop = Extract<StopReason, keyof typeof words>;

export class RunStop {
  readonly #timer: NodeJS.Timeout | undefined;
  #grace: NodeJS.Timeout | undefined;
  #giveUp: (error: Error) => void = () => {};
  #hasBegun = false;
  #reason: AskedStop | null = null;
  #asked: () => void = () => {};
  /** Rejects when the run was asked to stop and nothing comes of it. */
  readonly late: Promise<never>;
  /** Settles when the run is asked to stop. */
  readonly asked: Promise<void>;

  constructor(timeoutMs: number | null) {
    this.late = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    this.late.catch(() => {});
    this.asked = new Promise((resolve) => {
      this.#asked = resolve;
    });
    if (timeoutMs === null) return;
    this.#timer = setTimeout(() => this.ask('timeout'), Math.min(timeoutMs, longestTimerMs));
  }

  get reason(): AskedStop | null {
    return this.#reason;
  }

  /** Only the first one counts. */
  ask(reason: AskedStop): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#asked();
    if (this.#hasBegun) this.heard();
    else this.#giveUp(new StopError(`${words[reason]} before the cluster had the program`));
  }

  /** From now on the cluster has something of the run, which it is asked for when the run is stopped. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** The cluster goes on with what it was asked for: it has the whole time again. */
  heard(): void {
    const reason = this.#reason;
    if (reason === null) return;
    clearTimeout(this.#grace);
    const silent = `the cluster did not answer within ${graceMs / 1000} s`;
    this.#grace = setTimeout(
      () => this.#giveUp(new StopError(`${words[reason]}, and ${silent}`)),
      graceMs,
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
  }
}
