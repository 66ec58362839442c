// What a solution holds, whichever way it is kept: as occurrences, or packed into the rows of its stores.
import { eachRowless, placeAll } from './inflow.ts';
import type { Body, Live, Occurrence } from './live.ts';
import { heldSolution, heldTuple, type Molecule, type SolutionMolecule } from './molecule.ts';
import { moleculeAt, occurrenceAt, PENDING, type Store, visibleRows } from './store.ts';

/** The value of a body as it is now. Of an inert one it is final, and kept. */
export function freeze(body: Body): Molecule {
  if (typeof body !== 'object') return body;
  if (body.kind === 'live-tuple') return heldTuple(body.items.map(freeze));
  if (body.kind === 'live') return freezeLive(body);
  return body;
}

export function freezeLive(live: Live): SolutionMolecule {
  if (live.snapshot !== null) return live.snapshot;
  const items: Molecule[] = [];
  for (const occurrence of live.content.values()) items.push(freeze(occurrence.body));
  for (const store of live.stores) {
    if (store.of.bodies) continue;
    for (const row of heldRows(store)) items.push(moleculeAt(store, row));
    eachRowless(store, (molecule) => items.push(molecule));
  }
  const frozen = heldSolution(items, live.next);
  if (live.inert) live.snapshot = frozen;
  return frozen;
}

/** The rows of all molecules of a store: those that are visible, in their order, then those that wait. */
export function heldRows(store: Store): number[] {
  const rows = visibleRows(store);
  if (store.pending === 0) return rows;
  for (let row = 0; row < store.rows; row++) if (store.state[row] === PENDING) rows.push(row);
  return rows;
}

/** Everything in a solution as occurrences, packed or not. */
export function contentOf(live: Live): Occurrence[] {
  const all = [...live.content.values()];
  for (const store of live.stores) {
    if (store.of.bodies) continue;
    placeAll(store);
    for (const row of heldRows(store)) all.push(occurrenceAt(store, row));
  }
  return all;
}

/** Whether two occurrences are the same copy of a molecule: packed ones are made anew each time they are asked for. */
export function isSameCopy(one: Occurrence, other: Occurrence): boolean {
  return (
    one === other || (one.store !== null && one.store === other.store && one.row === other.row)
  );
}
