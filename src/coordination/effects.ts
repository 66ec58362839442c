// Effects in few words, for the machines of this folder.
import type { Effect, Millis, NodeId } from '../base/index.ts';
import { timerId } from '../base/index.ts';

/** Where a step puts its effects, in order. A part of a machine that sends fewer kinds can use it too. */
export interface Effects<M, E> {
  push(effect: Effect<M, E>): unknown;
}

export function send<M>(to: NodeId, message: M): Effect<M, never> {
  return { type: 'send', to, message };
}

export function tell<E>(event: E): Effect<never, E> {
  return { type: 'event', event };
}

/** A timer for a moment; one that lies in the past is due at once. */
export function setTimer(timer: string, atMs: Millis, now: Millis): Effect<never, never> {
  return { type: 'set-timer', timer: timerId(timer), afterMs: Math.max(0, atMs - now) };
}

export function cancelTimer(timer: string): Effect<never, never> {
  return { type: 'cancel-timer', timer: timerId(timer) };
}
