// In a small solution where rules of different numbers of slots compete for a class, one turn in so many only makes a molecule
// visible: it is shy, and has its turn later. Or a rule that takes one molecule alone would always be ahead of one that takes
// two. Before it in the walk: scheduler.ts.
import type { Rng } from '../base/index.ts';
import type { Live } from './live.ts';
import { enterRow, hideRow, type Store } from './store.ts';
import { visibleRows } from './visible-rows.ts';

/** One turn in so many. */
const SHY = 8;
/** So many such turns at most before what became visible without a turn has one. */
const SHY_TURNS = 64;

export class Shyness {
  readonly #rng: Rng;
  readonly #arrived: (live: Live) => void;
  #turns = 0;

  constructor(rng: Rng, arrived: (live: Live) => void) {
    this.#rng = rng;
    this.#arrived = arrived;
  }

  /** Whether a molecule of a small solution has no turn this time. */
  isShy(store: Store): boolean {
    return store.contested && !store.home.bold && this.#rng.below(SHY) === 0;
  }

  show(store: Store, row: number): void {
    enterRow(store, row);
    store.shy = true;
    store.home.shy = true;
    if (store.home.pending === 0 || ++this.#turns % SHY_TURNS === 0) this.retry(store.home);
  }

  /** What became visible without a turn has one now, and from now on everything does, until something reacts. */
  retry(live: Live): void {
    live.shy = false;
    live.bold = true;
    for (const store of live.stores) {
      if (!store.shy) continue;
      store.shy = false;
      for (const row of visibleRows(store)) hideRow(store, row);
    }
    this.#arrived(live);
  }
}
