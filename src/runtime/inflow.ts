// What came into a store together waits in pieces, first come first served. A large piece is the list that it came in: its
// molecules have no rows, and those that react at once never get one. A small one is rows.
import type { Molecule } from './molecule.ts';
import { fillRow, fillRows } from './packing.ts';
import { PENDING, type Piece, placeRow, placeRows, type Store } from './store.ts';

/** So many molecules that come in together stay in their list until their turns come. */
const MANY = 8;
/** Of tuples not more: as rows they take a sixth of the memory. */
const MOST_TUPLES = 4096;

/** Whether so many molecules of the class of a store are better off without rows, where nobody asks for identities. */
function staysList({ of }: Store, count: number): boolean {
  if (of.bodies) return true;
  return count >= MANY && (of.kind !== 'tuple' || count <= MOST_TUPLES);
}

/** Lets molecules wait behind all that waits here already. The list must not change any more. */
export function queue(
  store: Store,
  inflow: readonly Molecule[] | null,
  from: number,
  to: number,
): void {
  if (store.from === store.to && store.later === null) {
    store.inflow = inflow;
    store.from = from;
    store.to = to;
    return;
  }
  const last = store.last ?? store;
  if (inflow === null && last.inflow === null && last.to === from) {
    last.to = to;
    return;
  }
  store.last = { inflow, from, to, later: null };
  last.later = store.last;
}

/** Lets molecules wait, and counts them. Whoever wants each to be a row, as they have identities then, says so. */
export function letWait(
  store: Store,
  molecules: readonly Molecule[],
  from: number,
  end: number,
  asRows = false,
): void {
  const count = end - from;
  store.pending += count;
  store.home.pending += count;
  store.home.size += count;
  if (!asRows && staysList(store, count)) {
    queue(store, molecules, from, end);
    return;
  }
  const first = store.rows;
  placeRows(store, count);
  fillRows(store, molecules, from, end);
  queue(store, null, first, store.rows);
}

/** The row of the first that waits, or -1 when none does. */
export function takeFirst(store: Store): number {
  do {
    while (store.from < store.to) {
      const at = store.from++;
      if (store.inflow !== null) {
        const row = placeRow(store);
        fillRow(store, store.inflow[at] as Molecule);
        return row;
      }
      if (store.state[at] === PENDING) return at;
    }
  } while (nextPiece(store));
  return -1;
}

function nextPiece(store: Store): boolean {
  const piece = store.later;
  store.inflow = piece?.inflow ?? null;
  store.from = piece?.from ?? 0;
  store.to = piece?.to ?? 0;
  store.later = piece?.later ?? null;
  if (store.later === null) store.last = null;
  return piece !== null;
}

/** Gives all that waits a row, in the same order: for whoever must see each of them as one. */
export function placeAll(store: Store): void {
  for (let piece: Piece | null = store; piece !== null; piece = piece.later) {
    const { inflow, from, to } = piece;
    if (inflow === null) continue;
    const first = store.rows;
    placeRows(store, to - from);
    fillRows(store, inflow, from, to);
    piece.inflow = null;
    piece.from = first;
    piece.to = store.rows;
  }
}

/** Rows have new numbers. */
export function renumberPieces(store: Store, numberOf: (row: number) => number): void {
  for (let piece: Piece | null = store; piece !== null; piece = piece.later) {
    if (piece.inflow !== null) continue;
    const isEmpty = piece.from === piece.to;
    piece.to = isEmpty ? 0 : numberOf(piece.to);
    piece.from = isEmpty ? 0 : numberOf(piece.from);
  }
}

/** Calls `visit` for each molecule that waits without a row. */
export function eachRowless(store: Store, visit: (molecule: Molecule) => void): void {
  for (let piece: Piece | null = store; piece !== null; piece = piece.later) {
    const { inflow, from, to } = piece;
    if (inflow !== null) for (let at = from; at < to; at++) visit(inflow[at] as Molecule);
  }
}

/** Whether anything here is visible. */
export function hasVisible(store: Store): boolean {
  const isSwept = store.sweep === null ? 0 : 1;
  return store.rows - store.gone > store.pending - isSwept - rowless(store);
}

/** How many molecules wait here without a row. */
function rowless({ inflow, from, to, later }: Store): number {
  let count = inflow === null ? 0 : to - from;
  for (let piece = later; piece !== null; piece = piece.later) {
    if (piece.inflow !== null) count += piece.to - piece.from;
  }
  return count;
}
