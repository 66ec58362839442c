// What a solution holds, whichever way it is kept: as occurrences, or packed into the rows of its stores.
import { eachRowless, placeAll } from './inflow.ts';
import { type Body, createOccurrence, type Live, type Occurrence } from './live.ts';
import { type Loose, looseData } from './loose.ts';
import { heldSolution, heldTuple, type Molecule, type SolutionMolecule } from './molecule.ts';
import { sorted } from './order.ts';
import { holdsSolution } from './packing.ts';
import { moleculeAt, occurrenceAt, PENDING, type Store } from './store.ts';
import { visibleRows } from './visible-rows.ts';

/** The value of a body as it is now. Of an inert one it is final, and kept. */
export function freeze(body: Body): Molecule {
  if (typeof body !== 'object') return body;
  if (body.kind === 'live-tuple') return heldTuple(body.items.map(freeze));
  if (body.kind === 'live') return freezeLive(body);
  return body;
}

export function freezeLive(live: Live): SolutionMolecule {
  if (live.snapshot !== null) return live.snapshot;
  const items: Molecule[] = live.loose === null ? [] : looseItems(live.loose);
  for (const occurrence of live.content.values()) items.push(freeze(occurrence.body));
  for (const store of live.stores) {
    if (store.of.bodies) {
      eachRowless(store, (molecule) => items.push(broughtOut(molecule)));
      continue;
    }
    for (const row of heldRows(store)) items.push(moleculeAt(store, row));
    eachRowless(store, (molecule) => items.push(molecule));
  }
  const frozen = heldSolution(live.owner === null ? items : inOrder(items), live.next);
  if (live.inert) live.snapshot = frozen;
  return frozen;
}

/** Up to so many molecules come out of a solution in an order that does not depend on how it kept them. */
const ORDERED = 64;

/**
 * What comes out of a solution may be put in again, and then has numbers in this order: a record of the run can be
 * followed by whoever keeps molecules in another way. The order of many would cost too much for that.
 */
export function inOrder(items: Molecule[]): Molecule[] {
  return items.length > 1 && items.length <= ORDERED ? sorted(items) : items;
}

/** The value of what waits and holds solutions (still.ts), as it would be if those were live. */
function broughtOut(molecule: Molecule): Molecule {
  if (typeof molecule !== 'object') return molecule;
  if (molecule.kind === 'solution') return heldSolution(inOrder([...molecule.items]));
  return molecule.kind === 'tuple' && holdsSolution(molecule)
    ? heldTuple(molecule.items.map(broughtOut))
    : molecule;
}

function looseItems(loose: Loose): Molecule[] {
  const data = looseData(loose);
  return loose.rule === null ? [...data] : [freeze(loose.rule.body), ...data];
}

/** One of the data of a loose solution as an occurrence; its row is its place there. */
export function looseAt(live: Live, loose: Loose, at: number): Occurrence {
  const occurrence = createOccurrence(-1, looseData(loose)[at] as Molecule, live);
  occurrence.row = at;
  return occurrence;
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
  const { loose } = live;
  if (loose !== null) {
    const data = looseData(loose).map((_, at) => looseAt(live, loose, at));
    return loose.rule === null ? data : [loose.rule, ...data];
  }
  for (const store of live.stores) placeAll(store);
  const all = [...live.content.values()];
  for (const store of live.stores) {
    if (store.of.bodies) continue;
    for (const row of heldRows(store)) all.push(occurrenceAt(store, row));
  }
  return all;
}

/** Whether two occurrences are the same copy of a molecule: packed ones are made anew each time they are asked for. */
export function isSameCopy(one: Occurrence, other: Occurrence): boolean {
  return (
    one === other ||
    (one.row >= 0 && one.row === other.row && one.store === other.store && one.home === other.home)
  );
}
