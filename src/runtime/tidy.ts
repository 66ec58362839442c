// Moving the rows of a store together when many are gone. All row numbers change: nobody may be holding one.

import { renumberSweep } from './due.ts';
import { renumberPieces } from './inflow.ts';
import { renumberIndex } from './key-index.ts';
import type { Molecule } from './molecule.ts';
import { renumberRange } from './range-index.ts';
import { FIRST_CAPACITY, GONE, PENDING, type Store, UNTIDY } from './store.ts';
import { visibleRows } from './visible-rows.ts';

/** Whether so many rows were added, and so many are gone, that tidying pays for itself. */
export function isUntidy(store: Store): boolean {
  // Nor may what counts them run over.
  if (store.entered > 2 ** 30) return true;
  if (store.rows < store.tidyAt || 2 * store.gone <= store.rows) return false;
  return isWorthMoving(store);
}

/** An array of list heads costs as much as rows do. Apart, as what captures nothing allocates nothing. */
function isWorthMoving({ indexes, gone }: Store): boolean {
  return indexes.every(({ dense }) => dense.length < 4 * gone);
}

/** Moves the rows together. All row numbers change: nobody may be holding one. No order changes. */
export function tidy(store: Store): void {
  const { state, rows } = store;
  const moved = new Int32Array(rows);
  let kept = 0;
  for (let row = 0; row < rows; row++) {
    moved[row] = kept;
    if (state[row] !== GONE) kept++;
  }
  let capacity = FIRST_CAPACITY;
  while (capacity < 2 * kept) capacity *= 2;
  const visible = visibleRows(store);
  for (const index of store.indexes) renumberIndex(index, visible, moved, capacity);
  for (const index of store.ranges) if (index.on) renumberRange(index, moved, capacity);
  renumberSweep(store, moved, capacity);
  const { scan } = store;
  store.at = new Int32Array(capacity);
  if (scan !== null) {
    for (const [place, row] of scan.entries()) {
      scan[place] = moved[row] as number;
      store.at[moved[row] as number] = place;
    }
  } else {
    for (const [place, row] of visible.entries()) store.at[moved[row] as number] = place;
    store.entered = visible.length;
  }
  const waits = store.stack.slice(store.base).filter((row) => state[row] === PENDING);
  store.stack.length = 0;
  store.base = 0;
  for (const row of waits) store.stack.push(moved[row] as number);
  renumberPieces(store, (row) => (row === rows ? kept : (moved[row] as number)));
  moveRows(store, moved, kept);
  store.state = resized(state, kept, capacity);
  store.rows = kept;
  store.gone = 0;
  if (store.free !== null) store.free = [];
  store.tidyAt = kept + (kept >> 1) + UNTIDY;
}

function moveRows(store: Store, moved: Int32Array, kept: number): void {
  const { state, rows, columns, ids, held } = store;
  for (let row = 0; row < rows; row++) {
    if (state[row] === GONE) continue;
    const to = moved[row] as number;
    for (const column of columns) column[to] = column[row] as Molecule;
    if (ids !== null) ids[to] = ids[row] as number;
    const occurrence = held[row];
    if (occurrence !== undefined) {
      held[to] = occurrence;
      occurrence.row = to;
    }
    state[to] = state[row] as number;
  }
  for (const column of columns) column.length = kept;
  if (ids !== null) ids.length = kept;
  if (store.of.bodies) held.length = kept;
}

function resized(state: Uint8Array, kept: number, capacity: number): Uint8Array {
  const made = new Uint8Array(capacity);
  made.set(state.subarray(0, kept));
  return made;
}
