// A watch at the resource: it sees every use and says what breaks the promise of the tokens, knowing nothing of
// how they are passed. Tests judge the machines by it; a resource that wants to be sure keeps one as well.
import type { Millis } from '../../base/index.ts';

export interface Use {
  readonly token: number;
  readonly epoch: number;
  readonly wishMs: Millis;
  readonly atMs: Millis;
}

export interface WatchOptions {
  /** The period of every token; two uses of one token are at least so far apart. */
  readonly periodMs: Millis;
  /** Windows of `lengthMs`, half open, and how many uses each may hold at most. */
  readonly shares: readonly { readonly lengthMs: Millis; readonly usesMax: number }[];
  /** How much closer two uses may come: clocks that differ, slots that are used late. */
  readonly toleranceMs?: Millis;
}

/** Shown each use in the order of time; answers with a complaint, or nothing. */
export type Watch = (use: Use) => string | undefined;

/** Two moments that were computed in two ways may differ by a rounding. */
const roundingMs = 1e-6;

export function createWatch({ periodMs, shares, toleranceMs = 0 }: WatchOptions): Watch {
  const last = new Map<number, Use>();
  const windows = shares.map((share) => ({ ...share, recent: [] as Millis[], first: 0 }));
  return (use) => {
    const { token, epoch, atMs, wishMs } = use;
    if (atMs < wishMs - roundingMs) return `token ${token}: used at ${atMs}, wished for ${wishMs}`;
    const before = last.get(token);
    if (before && before.epoch > epoch) {
      return `token ${token}: epoch ${epoch} used at ${atMs}, after epoch ${before.epoch}`;
    }
    last.set(token, use);
    if (before && atMs - before.atMs < periodMs - toleranceMs - roundingMs) {
      return `token ${token}: used at ${before.atMs} and at ${atMs}, sooner than ${periodMs} ms`;
    }
    for (const window of windows) {
      window.recent.push(atMs);
      const openMs = atMs - window.lengthMs + toleranceMs + roundingMs;
      while ((window.recent[window.first] ?? atMs) <= openMs) window.first++;
      const uses = window.recent.length - window.first;
      if (window.first > 1000) window.recent.splice(0, window.first);
      if (window.first > 1000) window.first = 0;
      if (uses > window.usesMax) {
        return `${uses} uses within ${window.lengthMs} ms before ${atMs}, at most ${window.usesMax}`;
      }
    }
    return undefined;
  };
}
