// The solutions in which something is pending, in no order; and those to look at, which may have come to rest.
import type { Rng } from '../base/index.ts';
import type { Live } from './live.ts';

/**
 * In a solution of so few molecules chance has its say at every turn, in a larger one at every batch: there what
 * came first has its turn first, and products before that, so that they need not be kept.
 */
export const SMALL = 64;
/** Up to so many, chance picks one at a time. */
const FEW = 8;
/** Beyond that, one time in so many. */
const SELDOM = 8;
/** Beyond that, a small one goes on for so many turns. */
const STAY = 64;

export class BusyLives {
  readonly #items: Live[] = [];
  #last: Live | null = null;
  /** How many more turns the last one that was picked has before another one may. */
  stay = 0;

  add(live: Live): void {
    if (live.busyAt >= 0) return;
    live.busyAt = this.#items.length;
    this.#items.push(live);
  }

  delete(live: Live): void {
    if (live.busyAt < 0) return;
    const last = this.#items.pop() as Live;
    if (last !== live) {
      this.#items[live.busyAt] = last;
      last.busyAt = live.busyAt;
    }
    live.busyAt = -1;
  }

  /** Whether a small one that has been picked is the next as well, and nothing is drawn for it: then it has been picked. */
  keeps(live: Live): boolean {
    if (live.pending === 0 || live.inert || live.size > SMALL) return false;
    if (this.stay === 0) return this.#items.length === 1 && this.#items[0] === live;
    if (this.#last !== live) return false;
    this.stay--;
    return true;
  }

  /** One that has something to do, or null when none has. What has nothing to do leaves. */
  pick(rng: Rng): Live | null {
    const last = this.#last;
    if (this.stay > 0 && last !== null && last.pending > 0 && !last.inert) {
      this.stay--;
      if (last.size <= SMALL) return last;
    }
    const live = this.#pickAny(rng);
    this.#last = live;
    const isOneOfMany = this.#items.length > FEW && live !== null && live.size <= SMALL;
    this.stay = isOneOfMany ? STAY - 1 : 0;
    return live;
  }

  #pickAny(rng: Rng): Live | null {
    for (;;) {
      const { length } = this.#items;
      if (length === 0) return null;
      // Where very many are busy, one after the other: what lies near in memory stays there.
      const byChance = length > 1 && (length <= FEW || rng.below(SELDOM) === 0);
      const live = this.#items[byChance ? rng.below(length) : length - 1] as Live;
      if (live.pending > 0 && !live.inert) return live;
      this.delete(live);
    }
  }
}

/** The solutions in which something has changed, in that order, each once. */
export class StirredLives {
  /** From the first on there are so many; the places around them are empty, and kept, as this never ends. */
  readonly #items: (Live | null)[] = [];
  #first = 0;
  #end = 0;

  add(live: Live): void {
    if (live.stirred) return;
    live.stirred = true;
    this.#items[this.#end++] = live;
  }

  delete(live: Live): void {
    live.stirred = false;
  }

  get isEmpty(): boolean {
    return this.#first === this.#end;
  }

  /** The first of them, which leaves; null when there is none. */
  take(): Live | null {
    while (this.#first < this.#end) {
      const live = this.#items[this.#first] as Live;
      this.#items[this.#first++] = null;
      if (!live.stirred) continue;
      live.stirred = false;
      return live;
    }
    this.#first = 0;
    this.#end = 0;
    return null;
  }
}
