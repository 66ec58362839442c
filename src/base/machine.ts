// The shape of every protocol machine: one step takes an input and returns effects, as data. Drivers
// (the simulator, a real host, the transcripts of tests) carry effects out; only they know sockets,
// clocks and files. What a machine keeps on a disk goes through the second half of this file.
import type { NodeId, TimerId } from './id.ts';
import type { Rng } from './rng.ts';
import type { Millis } from './time.ts';

/** What a machine is told: a message of another one, a timer of its own, a wish of its owner. */
export type Input<M, C> =
  | { readonly type: 'message'; readonly from: NodeId; readonly message: M }
  | { readonly type: 'timer'; readonly timer: TimerId }
  | { readonly type: 'command'; readonly command: C };

/** What a machine wants done; setting a timer that is set moves it. */
export type Effect<M, E> =
  | { readonly type: 'send'; readonly to: NodeId; readonly message: M }
  | { readonly type: 'set-timer'; readonly timer: TimerId; readonly afterMs: Millis }
  | { readonly type: 'cancel-timer'; readonly timer: TimerId }
  | { readonly type: 'event'; readonly event: E };

/** What a step may know besides its state and its input. */
export interface Ctx {
  readonly self: NodeId;
  readonly now: Millis;
  readonly rng: Rng;
}

/**
 * One step. It may change its own state in place and has no other effect; the same state, input,
 * time and chance give the same effects. State is plain data, and nobody else keeps a reference to it.
 */
export type Step<S, M, C, E> = (state: S, input: Input<M, C>, ctx: Ctx) => readonly Effect<M, E>[];

/**
 * What a machine asks of its disk, which is a set of named files. Nothing is durable before a `sync`
 * that was asked for after it has been answered. A crash before that keeps, of each file, what was
 * asked up to some point: the last append may be torn, with noise behind the tear; a `replace` has
 * happened or has not, never half, and so has a `remove`. Between files nothing is promised.
 */
export type DiskEffect =
  | { readonly type: 'append'; readonly file: string; readonly bytes: Uint8Array }
  | { readonly type: 'replace'; readonly file: string; readonly bytes: Uint8Array }
  | { readonly type: 'remove'; readonly file: string }
  | { readonly type: 'sync'; readonly mark: number };

/** The disk's answer: all that was asked before the sync with this mark is durable. */
export interface DiskInput {
  readonly type: 'synced';
  readonly mark: number;
}

/** What a machine finds on its disk when it starts; empty at its very first start. */
export type DiskFiles = ReadonlyMap<string, Uint8Array>;

/** One step of a machine that keeps things on a disk. */
export type DurableStep<S, M, C, E> = (
  state: S,
  input: Input<M, C> | DiskInput,
  ctx: Ctx,
) => readonly (Effect<M, E> | DiskEffect)[];

/** A machine as a driver runs it: how it starts, from what its disk holds, and how it steps. */
export interface Machine<S, M, C, E> {
  start(
    files: DiskFiles,
    ctx: Ctx,
  ): { readonly state: S; readonly effects: readonly (Effect<M, E> | DiskEffect)[] };
  readonly step: DurableStep<S, M, C, E>;
}

/** A machine without a disk: it forgets all when it stops, and starts as new. */
export function withoutDisk<S, M, C, E>(
  init: (ctx: Ctx) => S,
  step: Step<S, M, C, E>,
): Machine<S, M, C, E> {
  return {
    start: (_files, ctx) => ({ state: init(ctx), effects: [] }),
    step: (state, input, ctx) => (input.type === 'synced' ? [] : step(state, input, ctx)),
  };
}
