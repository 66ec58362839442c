// An index of a store: by the value of one or more fields, the rows that have it. The rows of one key are a
// list that is threaded through two arrays, so entering and leaving cost the same at any size. Keys that are
// small numbers, as most are, have their lists begin in an array; all others in a map.
import type { Molecule } from './molecule.ts';
import { show } from './show.ts';

export interface KeyIndex {
  /** The positions in the tuple, or WHOLE alone. */
  readonly fields: readonly number[];
  /** Where the list of a small number begins; -1 where there is none. */
  dense: Int32Array;
  /** The numbers of the lists of all other keys. A list keeps its number when it is empty, until the store is tidied. */
  sparse: Map<IndexKey, number>;
  /** Where each of these lists begins; -1 where it is empty. */
  heads: Int32Array;
  /** How many numbers were given. */
  lists: number;
  /** The number of the list of each row, where its list has one; as long as such rows need. */
  listOf: Int32Array;
  /** Whether a list may hold more than one row. */
  crowded: boolean;
  /** What was asked for last: it is often put back under its key, or asked for again. The number is -1 where there is no list. */
  lastKey: IndexKey | null;
  lastList: number;
  /** The rows after and before each row in its list, or -1. A row that left keeps its next: see leave. */
  next: Int32Array;
  previous: Int32Array;
}

/** Equal molecules have equal keys, different molecules different ones. */
export type IndexKey = number | bigint | boolean | string | object;

/** The molecule itself is the field. */
export const WHOLE = -1;

/** Beyond this a number is no place in an array any more. */
const DENSE_MOST = 2 ** 20;

export function createIndex(fields: readonly number[], capacity: number): KeyIndex {
  return {
    fields,
    dense: EMPTY,
    sparse: new Map(),
    heads: EMPTY,
    lists: 0,
    listOf: EMPTY,
    crowded: false,
    lastKey: null,
    lastList: -1,
    next: new Int32Array(capacity),
    previous: new Int32Array(capacity),
  };
}

const EMPTY = new Int32Array(0);

/** The first row with this key, or -1. */
export function firstOf(index: KeyIndex, key: IndexKey): number {
  if (typeof key === 'number' && key >= 0 && key < index.dense.length) {
    return index.dense[key] as number;
  }
  const list = listFor(index, key);
  return list < 0 ? -1 : (index.heads[list] as number);
}

/** The number of the list of a key, or -1. */
function listFor(index: KeyIndex, key: IndexKey): number {
  if (index.lastKey === key) return index.lastList;
  const list = index.sparse.get(key) ?? -1;
  index.lastKey = key;
  index.lastList = list;
  return list;
}

/** Enters a row at the front of the list of its key; `rows` is how many there are in all. */
export function enterIndex(index: KeyIndex, key: IndexKey, row: number, rows: number): void {
  if (typeof key === 'number' && key >= 0) {
    if (key >= index.dense.length && key < DENSE_MOST && key < 16 * (rows + 64)) widen(index, key);
    if (key < index.dense.length) {
      link(index, row, index.dense[key] as number);
      index.dense[key] = row;
      return;
    }
  }
  let list = listFor(index, key);
  if (list < 0) {
    list = addList(index, key);
    index.lastKey = key;
    index.lastList = list;
  }
  link(index, row, index.heads[list] as number);
  index.heads[list] = row;
  setList(index, row, list);
}

function setList(index: KeyIndex, row: number, list: number): void {
  if (row >= index.listOf.length) index.listOf = grown(index.listOf, index.next.length);
  index.listOf[row] = list;
}

/** A list for a key that had none. */
function addList(index: KeyIndex, key: IndexKey): number {
  const list = index.lists++;
  if (list === index.heads.length) index.heads = grown(index.heads, Math.max(16, 2 * list));
  index.heads[list] = -1;
  index.sparse.set(key, list);
  return list;
}

function link(index: KeyIndex, row: number, first: number): void {
  index.next[row] = first;
  index.previous[row] = -1;
  if (first >= 0) {
    index.previous[first] = row;
    index.crowded = true;
  }
}

/**
 * Takes a row out of its list. Its own `next` stays as it was: a search that stands on it finds its way on.
 * Rows are not used again before the store is tidied, so that way always leads back into the list. `key` is a
 * small number where it is one; for others the row knows its list.
 */
export function leaveIndex(index: KeyIndex, key: IndexKey, row: number): void {
  const next = index.next[row] as number;
  const previous = index.previous[row] as number;
  if (next >= 0) index.previous[next] = previous;
  if (previous >= 0) {
    index.next[previous] = next;
    return;
  }
  if (typeof key === 'number' && key >= 0 && key < index.dense.length) {
    index.dense[key] = next;
    return;
  }
  index.heads[index.listOf[row] as number] = next;
}

/** Puts a row where another one of the same key was, which has just left. */
export function replaceInIndex(index: KeyIndex, key: IndexKey, old: number, row: number): void {
  const next = index.next[old] as number;
  const previous = index.previous[old] as number;
  index.next[row] = next;
  index.previous[row] = previous;
  if (next >= 0) index.previous[next] = row;
  if (previous >= 0) index.next[previous] = row;
  if (typeof key === 'number' && key >= 0 && key < index.dense.length) {
    if (previous < 0) index.dense[key] = row;
    return;
  }
  const list = index.listOf[old] as number;
  if (previous < 0) index.heads[list] = row;
  setList(index, row, list);
}

export function growIndex(index: KeyIndex, capacity: number): void {
  index.next = grown(index.next, capacity);
  index.previous = grown(index.previous, capacity);
}

export function grown(array: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity);
  larger.set(array);
  return larger;
}

/** Makes room for a number in the array, and moves there what the map held for numbers in its range. */
function widen(index: KeyIndex, key: number): void {
  let length = 64;
  while (length <= key) length *= 2;
  const dense = new Int32Array(length).fill(-1);
  dense.set(index.dense);
  for (const [known, list] of index.sparse) {
    if (typeof known === 'number' && known >= 0 && known < length) {
      dense[known] = index.heads[list] as number;
      index.sparse.delete(known);
    }
  }
  index.lastKey = null;
  index.dense = dense;
}

/** Rows have new numbers: `moved` says which, for those in `rows`, the visible ones. */
export function renumberIndex(
  index: KeyIndex,
  rows: readonly number[],
  moved: Int32Array,
  capacity: number,
): void {
  const next = new Int32Array(capacity);
  const previous = new Int32Array(capacity);
  const listOf = index.lists === 0 ? EMPTY : new Int32Array(capacity);
  const renumber = (row: number) => (row < 0 ? -1 : (moved[row] as number));
  const numbers = renumberLists(index, renumber);
  for (const row of rows) {
    const to = moved[row] as number;
    next[to] = renumber(index.next[row] as number);
    previous[to] = renumber(index.previous[row] as number);
    // Where its list has no number this says nothing.
    if (index.lists > 0) listOf[to] = numbers[index.listOf[row] ?? 0] as number;
  }
  for (let key = 0; key < index.dense.length; key++) {
    index.dense[key] = renumber(index.dense[key] as number);
  }
  index.next = next;
  index.previous = previous;
  index.listOf = listOf;
  index.lastKey = null;
}

/** Numbers the lists that are not empty anew, and forgets the others; gives the new numbers by the old ones. */
function renumberLists(index: KeyIndex, renumber: (row: number) => number): Int32Array {
  const numbers = new Int32Array(index.lists);
  const heads = new Int32Array(index.lists);
  let kept = 0;
  for (const [key, list] of index.sparse) {
    const first = index.heads[list] as number;
    if (first < 0) {
      index.sparse.delete(key);
      continue;
    }
    numbers[list] = kept;
    heads[kept] = renumber(first);
    index.sparse.set(key, kept++);
  }
  index.heads = heads.slice(0, kept);
  index.lists = kept;
  return numbers;
}

/** Atoms are their own keys and symbols are one object each; the rest is known by its canonical text. */
export function keyOf(molecule: Molecule): IndexKey {
  switch (typeof molecule) {
    case 'string':
      // Texts of molecules begin with a mark, so that no string can be taken for one.
      return molecule.charCodeAt(0) === 0 ? MARK + molecule : molecule;
    case 'object':
      return molecule.kind === 'symbol' ? molecule : MARK + show(molecule, { rules: true });
    default:
      return molecule;
  }
}

const MARK = '\u0000';

/**
 * The key of two values together. Small numbers make a small number, so that an array can hold them: one that goes by
 * squares of 32 by 32, so that whoever goes along either of the two finds the places near each other.
 */
export function pairKey(a: Molecule, b: Molecule): IndexKey {
  if (typeof a === 'number' && typeof b === 'number' && a >= 0 && b >= 0) {
    if (a < 1024 && b < 1024) {
      return ((a >> 5) << 15) | ((b >> 5) << 10) | ((a & 31) << 5) | (b & 31);
    }
    if (a < HALF && b < HALF) return ABOVE + a * HALF + b;
  }
  return textKey([a, b]);
}

const HALF = 2 ** 26;
const ABOVE = 2 ** 52;

/** The key of several values together. */
export function textKey(values: readonly Molecule[]): string {
  let text = MARK;
  for (const value of values) {
    const key = keyOf(value);
    const part = typeof key === 'object' ? `s${(key as { name: string }).name}` : tagged(key);
    text += `${part.length}:${part}`;
  }
  return text;
}

function tagged(key: Exclude<IndexKey, object>): string {
  return typeof key === 'string' ? `"${key}` : String(key);
}
