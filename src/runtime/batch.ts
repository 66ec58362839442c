// Turns that belong together. Before it in the walk: scheduler.ts.
import type { Live } from './live.ts';
import type { Store } from './store.ts';

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

/** How many turns a batch of a store has. */
export function batchSize({ of }: Store, small: boolean): number {
  if (small) return 1;
  return of.bodies ? FEW_BODIES : BATCH;
}
