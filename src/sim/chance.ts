// Draws in the words of the simulator: ratios of integers and spans of time.
import type { Millis, Rng } from '../base/index.ts';

/** So many times out of so many: `{ times: 1, outOf: 20 }`. */
export interface Chance {
  readonly times: number;
  readonly outOf: number;
}

/** Both ends included. */
export interface Span {
  readonly minMs: Millis;
  readonly maxMs: Millis;
}

export const never: Chance = { times: 0, outOf: 1 };

/** Draws nothing where nothing can come of it, so that a fault switched off shifts no other draw. */
export function happens(rng: Rng, chance: Chance): boolean {
  return chance.times > 0 && rng.below(chance.outOf) < chance.times;
}

export function drawMs(rng: Rng, span: Span): Millis {
  return span.minMs + rng.below(span.maxMs - span.minMs + 1);
}

export function pick<T>(rng: Rng, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[rng.below(items.length)];
}
