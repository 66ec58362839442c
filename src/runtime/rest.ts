// What a rest variable took of an opened solution, worked out only when somebody asks: a frame that is
// merely kept is never looked at.
import { contentOf, freeze, inOrder, isSameCopy } from './content.ts';
import type { Live, Occurrence } from './live.ts';
import type { Molecule } from './molecule.ts';
import type { Rest } from './rule.ts';

class LazyRest implements Rest {
  readonly kind = 'rest';
  readonly #live: Live;
  readonly #taken: readonly Occurrence[];
  #items: readonly Molecule[] | null = null;

  constructor(live: Live, taken: readonly Occurrence[]) {
    this.#live = live;
    this.#taken = taken;
  }

  get items(): readonly Molecule[] {
    if (this.#items === null) {
      const items: Molecule[] = [];
      for (const occurrence of contentOf(this.#live)) {
        const isTaken = this.#taken.some((one) => isSameCopy(one, occurrence));
        if (!isTaken) items.push(freeze(occurrence.body));
      }
      this.#items = inOrder(items);
    }
    return this.#items;
  }
}

/**
 * The rest of `live` without `taken`. It must be read before the solution changes: products that keep
 * it as a frame never read it, all others drop the solution unchanged.
 */
export function createRest(live: Live, taken: readonly Occurrence[]): Rest {
  return new LazyRest(live, taken);
}
