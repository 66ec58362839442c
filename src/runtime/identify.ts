// Identities for packed molecules, which have none until somebody asks for them.
import { placeAll } from './inflow.ts';
import { eachLive, type Live } from './live.ts';
import { giveStores } from './loose.ts';
import type { Store } from './store.ts';

/** Gives every packed molecule in a solution, and inside of what is there, an identity. */
export function identifyIn(live: Live, mint: () => number): void {
  giveStores(live);
  for (const store of live.stores) {
    if (store.of.bodies) placeAll(store);
    else numberRows(store, mint);
  }
  for (const occurrence of live.content.values()) {
    eachLive(occurrence.body, (inner) => identifyIn(inner, mint));
  }
}

/** The same for one store. Its rows are not used again from now on. */
export function numberRows(store: Store, mint: () => number): void {
  if (store.ids !== null) return;
  placeAll(store);
  store.free = null;
  store.ids = [];
  for (let row = 0; row < store.rows; row++) store.ids.push(mint());
}
