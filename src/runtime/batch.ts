// Turns that belong together. Before it in the walk: scheduler.ts.
import type { Rng } from '../base/index.ts';
import type { Live } from './live.ts';
import type { Store } from './store.ts';
import { pickStore, takeOldest } from './waiting.ts';

/** How many turns a batch has; in small solutions one, and chance has its say at each. */
const BATCH = 2048;
/** What holds solutions sets them going; those go on before many more do. */
const FEW_BODIES = 32;

/** Turns of one store, in the order of its waiting, from one place among its takers on. */
export interface Batch {
  store: Store;
  /** The solution whose turns these are, where it has no stores. */
  loose: Live | null;
  small: boolean;
  start: number;
  /** How many turns are left; a batch is over at 0. */
  left: number;
}

/** A batch without turns. */
export function createBatch({ stores }: Live): Batch {
  return { store: stores[0] as Store, loose: null, small: true, start: 0, left: 0 };
}

/** The turns that are next in a solution: chance says of which store, and from which taker on. */
export function pickTurns(batch: Batch, live: Live, small: boolean, rng: Rng): void {
  const store = pickStore(live, small, rng);
  batch.store = store;
  batch.small = small;
  batch.start = store.takers.length > 1 ? rng.below(store.takers.length) : 0;
  if (!small) takeOldest(store, rng);
  batch.left = batchSize(store, small);
}

/** How many turns a batch of a store has. */
function batchSize({ of }: Store, small: boolean): number {
  if (small) return 1;
  return of.bodies ? FEW_BODIES : BATCH;
}
