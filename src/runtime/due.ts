// What is due while keys have turns instead of molecules (sweep.ts): rows that are visible, and are still to be joined.
// As long as that goes on it is one more that is pending in its store. Before it in the walk: refine.ts; after it: sweep.ts.
import type { Rng } from '../base/index.ts';
import { eachRowless, hasVisible } from './inflow.ts';
import { replaceInIndex } from './key-index.ts';
import type { Molecule, TupleMolecule } from './molecule.ts';
import { KEYS, type Refinement, VALUES } from './refine.ts';
import { fieldOf, findStore, hideRow, PENDING, rowKey, type Store, VISIBLE } from './store.ts';
import { takeNext } from './waiting.ts';

/** It is to be joined as the first of two, or as the second. */
export const FIRST = 1;
export const SECOND = 2;

/** Fewer that wait have turns of their own. */
const MANY = 64;

export interface Sweep {
  /** For each row, in which places it is due. */
  due: Uint8Array;
  /** Rows that are due, or were: each has its place, and is done from `head` on. */
  queue: number[];
  head: number;
  /** The place of each row, or -1. */
  place: Int32Array;
  /** A key whose turn was cut short: it goes on. */
  again: Molecule | null;
  readonly bounds: Bounds;
}

/**
 * For keys, a value that no molecule under them is beyond: what does not get by it refines none of them. The low bits of two keys are
 * the place of their bound; where several molecules have one place the bound stays as it was, which holds, too, if less narrowly.
 */
export interface Bounds {
  readonly values: Float64Array;
  /** How many bits of a key count. */
  readonly bits: number;
  /** Whether each molecule has a place of its own. */
  readonly isExact: boolean;
}

/** Whether the turns of a store are those of keys now: where nothing is visible and many wait, and until nothing is due. */
export function isSwept(store: Store): boolean {
  if (store.sweep !== null) return true;
  if (store.refinement === null || store.pending < MANY || hasVisible(store)) return false;
  const rules = findStore(store.home, store.refinement.taker.rules);
  return (rules?.scan?.length ?? 0) > 0 && suits(store, store.refinement);
}

/** Whether all that waits has small ints as keys and ints as values: joined the general way, other keys cost more than turns. */
function suits(store: Store, { keys, left, right, value }: Refinement): boolean {
  const keyFields = [...new Set([...keys, left, right])];
  const isSuited = (fieldAt: (field: number) => Molecule | undefined) =>
    isWithin(fieldAt(value), VALUES.low, VALUES.high) &&
    keyFields.every((field) => isWithin(fieldAt(field), 0, KEYS - 1));
  let at = 0;
  const inRow = (field: number) => fieldOf(store, field, at);
  for (; at < store.rows; at++) if (store.state[at] === PENDING && !isSuited(inRow)) return false;
  let all = true;
  eachRowless(store, (molecule) => {
    const { items } = molecule as TupleMolecule;
    all &&= isSuited((field) => items[field]);
  });
  return all;
}

function isWithin(molecule: Molecule | undefined, low: number, high: number): boolean {
  return typeof molecule === 'number' && molecule >= low && molecule <= high;
}

/** All that waits becomes visible and is due. `enter` shows a row. */
export function beginSweep(
  store: Store,
  enter: (store: Store, row: number) => void,
  rng: Rng,
): Sweep {
  const rows: number[] = [];
  for (let row = takeNext(store); row >= 0; row = takeNext(store)) {
    enter(store, row);
    rows.push(row);
  }
  // Chance says whose key comes first.
  const start = rng.below(rows.length);
  const queue = [...rows.slice(start), ...rows.slice(0, start)];
  const capacity = store.state.length;
  const due = new Uint8Array(capacity);
  const place = new Int32Array(capacity).fill(-1);
  for (const [at, row] of queue.entries()) {
    // Each is held against all others as the first of two, so that is enough.
    due[row] = FIRST;
    place[row] = at;
  }
  const bounds = boundsOf(store, rows);
  store.sweep = { due, queue, head: 0, place, again: null, bounds };
  // That it goes on is something that waits.
  store.pending++;
  store.home.pending++;
  return store.sweep;
}

/** Where nothing lies nothing gets by. */
function boundsOf(store: Store, rows: readonly number[]): Bounds {
  const { keys, value, falls } = store.refinement as Refinement;
  const column = (field: number) => store.columns[field - 1] as number[];
  const [a, b] = keys.map(column) as [number[], number[]];
  const known = column(value);
  let greatest = 0;
  for (const row of rows) greatest = Math.max(greatest, a[row] as number, b[row] as number);
  let bits = 1;
  while (2 ** bits <= greatest && 4 ** (bits + 1) <= 16 * rows.length) bits++;
  const values = new Float64Array(4 ** bits).fill(falls ? -Infinity : Infinity);
  let isExact = true;
  for (const row of rows) {
    const at = placeOf(bits, a[row] as number, b[row] as number);
    const [before, now] = [values[at] as number, known[row] as number];
    if (Number.isFinite(before)) isExact = false;
    if (falls ? now > before : now < before) values[at] = now;
  }
  return { values, bits, isExact };
}

function placeOf(bits: number, a: number, b: number): number {
  const mask = (1 << bits) - 1;
  return ((a & mask) << bits) | (b & mask);
}

/** A row has another value than it had. */
export function renewBound(store: Store, { bounds }: Sweep, row: number): void {
  const { keys, value, falls } = store.refinement as Refinement;
  const [a, b] = keys.map((field) => fieldOf(store, field, row)) as [number, number];
  const at = placeOf(bounds.bits, a, b);
  const now = fieldOf(store, value, row);
  if (typeof now !== 'number') bounds.values[at] = falls ? Infinity : -Infinity;
  else if (bounds.isExact) bounds.values[at] = now;
}

/** The turns are those of molecules again: what is due waits for its own. */
export function endSweep(store: Store): void {
  const { sweep } = store;
  if (sweep === null) return;
  store.sweep = null;
  store.pending--;
  store.home.pending--;
  for (let at = sweep.head; at < sweep.queue.length; at++) {
    const row = sweep.queue[at] as number;
    if (store.state[row] === VISIBLE && sweep.due[row] !== 0) hideRow(store, row);
  }
}

export function enqueue(sweep: Sweep, row: number): void {
  sweep.place[row] = sweep.queue.length;
  sweep.queue.push(row);
}

/** Shows a pending row where another one of the same keys has just left. */
export function enterInPlace(store: Store, row: number, old: number): void {
  store.state[row] = VISIBLE;
  store.pending--;
  store.home.pending--;
  store.at[row] = store.at[old] as number;
  for (const index of store.indexes) replaceInIndex(index, rowKey(store, index, old), old, row);
}

/** There may be more rows than there were. */
export function roomFor(store: Store): Sweep {
  const sweep = store.sweep as Sweep;
  const capacity = store.state.length;
  if (sweep.due.length < capacity) {
    const { due, place } = sweep;
    sweep.due = new Uint8Array(capacity);
    sweep.due.set(due);
    sweep.place = new Int32Array(capacity).fill(-1);
    sweep.place.set(place);
  }
  return sweep;
}

/** Rows have new numbers; those that are gone have none. */
export function renumberSweep(store: Store, moved: Int32Array, capacity: number): void {
  const { sweep } = store;
  if (sweep === null) return;
  const due = new Uint8Array(capacity);
  const place = new Int32Array(capacity).fill(-1);
  const queue: number[] = [];
  for (let at = sweep.head; at < sweep.queue.length; at++) {
    const row = sweep.queue[at] as number;
    if (store.state[row] !== VISIBLE || sweep.place[row] !== at) continue;
    const to = moved[row] as number;
    due[to] = sweep.due[row] as number;
    place[to] = queue.length;
    queue.push(to);
  }
  Object.assign(sweep, { due, place, queue, head: 0 });
}
