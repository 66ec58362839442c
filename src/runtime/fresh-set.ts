// The occurrences whose turn is to come, over all solutions. Chance draws the next one, and every so often it is
// the one that has waited longest: whatever happens elsewhere, each has its turn in the end.
import type { Rng } from '../base/index.ts';
import type { Occurrence } from './live.ts';

/** Every so many draws, the one that has waited longest. */
const FAIR_TURN = 8;

export class FreshSet {
  readonly #rng: Rng;
  readonly #items: Occurrence[] = [];
  /** In the order of arrival; what is no longer fresh is passed over. */
  #queue: Occurrence[] = [];
  #head = 0;
  #draws = 0;

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  get size(): number {
    return this.#items.length;
  }

  has(occurrence: Occurrence): boolean {
    return occurrence.freshAt >= 0;
  }

  add(occurrence: Occurrence): void {
    if (this.has(occurrence)) return;
    occurrence.freshAt = this.#items.length;
    this.#items.push(occurrence);
    this.#queue.push(occurrence);
    occurrence.home.fresh++;
  }

  delete(occurrence: Occurrence): void {
    const place = occurrence.freshAt;
    if (place < 0) return;
    occurrence.freshAt = -1;
    const last = this.#items.pop() as Occurrence;
    if (last !== occurrence) {
      this.#items[place] = last;
      last.freshAt = place;
    }
    occurrence.home.fresh--;
  }

  /** One of them, which stays in the set; null when it is empty. */
  draw(): Occurrence | null {
    if (this.#items.length === 0) return null;
    this.#draws++;
    if (this.#draws % FAIR_TURN === 0) return this.#longestWaiting();
    return this.#items[this.#rng.below(this.#items.length)] as Occurrence;
  }

  #longestWaiting(): Occurrence {
    for (;;) {
      const occurrence = this.#queue[this.#head++] as Occurrence;
      if (!this.has(occurrence)) continue;
      // It may be fresh after its turn too, if something came of it: then it waits again.
      this.#queue.push(occurrence);
      if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      return occurrence;
    }
  }
}
