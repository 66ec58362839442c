// An ordered index of a store: the rows by the value of one field, in the order of `<`, so that those between two bounds
// are found without a look at the others. The rows are a tree (a treap: by value from left to right, by drawn
// numbers from top to bottom) and, for going through them, a list. Entering, leaving and finding the first of a range
// cost the logarithm of how many there are. It is kept only once it is worth it: see range-worth.ts.
import { compareOrdered } from './arithmetic.ts';
import { grown } from './key-index.ts';
import { isInt, type Molecule } from './molecule.ts';

export interface RangeIndex {
  /** The position in the tuple, or WHOLE. */
  readonly field: number;
  /** Whether it is kept; one that is not holds nothing. */
  on: boolean;
  /** What searches in vain have cost so far that went without it. */
  charge: number;
  /** By how much more has to be searched in vain, as it was found not to be worth it. */
  patience: number;
  /** The value of each row. It stays when the row leaves, as its `next` does. */
  keys: Molecule[];
  root: number;
  /** Below, above and beside each row; -1 for none. A row that left keeps its next: a search that stands on it goes on. */
  left: Int32Array;
  right: Int32Array;
  parent: Int32Array;
  next: Int32Array;
  previous: Int32Array;
  /** A row is above another one in the tree where its number is larger. */
  rank: Int32Array;
  drawn: number;
  first: number;
  size: number;
  /** How many of the values are of which kind. */
  ints: number;
  reals: number;
  strings: number;
}

/** The bounds do not tell: every row has to be tried. */
export const NO_RANGE = -2;

const EMPTY = new Int32Array(0);

export function createRange(field: number): RangeIndex {
  return {
    field,
    on: false,
    charge: 0,
    patience: 1,
    keys: [],
    root: -1,
    left: EMPTY,
    right: EMPTY,
    parent: EMPTY,
    next: EMPTY,
    previous: EMPTY,
    rank: EMPTY,
    drawn: 1,
    first: -1,
    size: 0,
    ints: 0,
    reals: 0,
    strings: 0,
  };
}

/** Enters a row behind all that have the same value. */
export function enterRange(index: RangeIndex, key: Molecule, row: number): void {
  if (row >= index.rank.length) widen(index, row);
  while (index.keys.length <= row) index.keys.push(0);
  index.keys[row] = key;
  count(index, key, 1);
  index.rank[row] = draw(index);
  index.left[row] = -1;
  index.right[row] = -1;
  let parent = -1;
  let before = -1;
  let after = -1;
  for (let at = index.root; at >= 0; ) {
    parent = at;
    if (order(key, index.keys[at] as Molecule) < 0) {
      after = at;
      at = index.left[at] as number;
    } else {
      before = at;
      at = index.right[at] as number;
    }
  }
  index.parent[row] = parent;
  if (parent < 0) index.root = row;
  else if (parent === after) index.left[parent] = row;
  else index.right[parent] = row;
  index.next[row] = after;
  index.previous[row] = before;
  if (after >= 0) index.previous[after] = row;
  if (before >= 0) index.next[before] = row;
  else index.first = row;
  for (let above = parent; above >= 0 && isAbove(index, row, above); ) {
    lift(index, row);
    above = index.parent[row] as number;
  }
}

/** Takes a row out. Its own `next` and its value stay as they were. */
export function leaveRange(index: RangeIndex, row: number): void {
  count(index, index.keys[row] as Molecule, -1);
  for (;;) {
    const left = index.left[row] as number;
    const right = index.right[row] as number;
    if (left < 0 && right < 0) break;
    lift(index, left < 0 || (right >= 0 && isAbove(index, right, left)) ? right : left);
  }
  replaceBelow(index, index.parent[row] as number, row, -1);
  const next = index.next[row] as number;
  const previous = index.previous[row] as number;
  if (next >= 0) index.previous[next] = previous;
  if (previous >= 0) index.next[previous] = next;
  else index.first = next;
}

/** Forgets all rows; it is no longer kept. */
export function clearRange(index: RangeIndex): void {
  const { patience, field } = index;
  Object.assign(index, createRange(field), { patience });
}

/** What bounds a search from one side; `exact` ones are right only among ints. */
export interface Limit {
  readonly strict: boolean;
  readonly exact: boolean;
}

/**
 * The first row within the bounds; -1 where there is none, NO_RANGE where some value cannot be compared with a bound: then
 * the condition must fail for each of them in its own way.
 */
export function firstInRange(
  index: RangeIndex,
  lower: Molecule | null,
  over: Limit | null,
  upper: Molecule | null,
  under: Limit | null,
): number {
  if (over !== null && !tells(index, lower as Molecule, over.exact)) return NO_RANGE;
  if (under !== null && !tells(index, upper as Molecule, under.exact)) return NO_RANGE;
  let found = over === null ? index.first : -1;
  for (let at = over === null ? -1 : index.root; at >= 0; ) {
    const side = order(index.keys[at] as Molecule, lower as Molecule);
    if (side > 0 || (side === 0 && over?.strict === false)) {
      found = at;
      at = index.left[at] as number;
    } else at = index.right[at] as number;
  }
  return found >= 0 && isUnder(index, found, upper, under) ? found : -1;
}

/** The row behind one within the bounds, or -1. */
export function nextInRange(
  index: RangeIndex,
  row: number,
  upper: Molecule | null,
  under: Limit | null,
): number {
  const next = index.next[row] as number;
  return next >= 0 && isUnder(index, next, upper, under) ? next : -1;
}

function isUnder(
  index: RangeIndex,
  row: number,
  upper: Molecule | null,
  under: Limit | null,
): boolean {
  if (under === null) return true;
  const side = order(index.keys[row] as Molecule, upper as Molecule);
  return under.strict ? side < 0 : side <= 0;
}

/** Whether a value lies within bounds, or cannot be compared with them. */
export function isWithin(
  key: Molecule,
  lower: Molecule | null,
  over: Limit | null,
  upper: Molecule | null,
  under: Limit | null,
): boolean {
  const below = over === null ? -1 : order(lower as Molecule, key);
  const above = under === null ? -1 : order(key, upper as Molecule);
  return below <= (over?.strict ? -1 : 0) && above <= (under?.strict ? -1 : 0);
}

/** Whether all values can be compared with a bound. */
function tells(index: RangeIndex, bound: Molecule, exact: boolean): boolean {
  if (isInt(bound)) return index.ints + (exact ? 0 : index.reals) === index.size;
  if (exact) return false;
  if (typeof bound === 'string') return index.strings === index.size;
  return typeof bound === 'object' && bound.kind === 'real'
    ? index.ints + index.reals === index.size
    : false;
}

/** Numbers come before strings; what has no order is all the same, and behind. */
function order(a: Molecule, b: Molecule): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const group = groupOf(a);
  const byGroup = group - groupOf(b);
  if (byGroup !== 0) return byGroup;
  return group === 2 ? 0 : compareOrdered(a, b);
}

function groupOf(key: Molecule): number {
  if (typeof key === 'string') return 1;
  return isInt(key) || (typeof key === 'object' && key.kind === 'real') ? 0 : 2;
}

function count(index: RangeIndex, key: Molecule, by: number): void {
  index.size += by;
  if (isInt(key)) index.ints += by;
  else if (typeof key === 'string') index.strings += by;
  else if (typeof key === 'object' && key.kind === 'real') index.reals += by;
}

/** A number that looks drawn, and is the same in every run: no chance of the run goes into it. */
function draw(index: RangeIndex): number {
  let x = index.drawn;
  x ^= x << 13;
  x ^= x >>> 17;
  x ^= x << 5;
  index.drawn = x;
  return x;
}

function isAbove(index: RangeIndex, row: number, other: number): boolean {
  return (index.rank[row] as number) > (index.rank[other] as number);
}

/** A row changes places with the one above it; the order from left to right stays. */
function lift(index: RangeIndex, row: number): void {
  const { left, right, parent } = index;
  const above = parent[row] as number;
  const moved = (left[above] === row ? right[row] : left[row]) as number;
  if (left[above] === row) {
    left[above] = moved;
    right[row] = above;
  } else {
    right[above] = moved;
    left[row] = above;
  }
  if (moved >= 0) parent[moved] = above;
  replaceBelow(index, parent[above] as number, above, row);
  parent[row] = parent[above] as number;
  parent[above] = row;
}

function replaceBelow(index: RangeIndex, above: number, row: number, by: number): void {
  if (above < 0) index.root = by;
  else if (index.left[above] === row) index.left[above] = by;
  else index.right[above] = by;
}

const LINKS = ['left', 'right', 'parent', 'next', 'previous', 'rank'] as const;

function widen(index: RangeIndex, row: number): void {
  const capacity = Math.max(64, 2 * row);
  for (const name of LINKS) index[name] = grown(index[name], capacity);
}

/** Rows have new numbers: `moved` says which. */
export function renumberRange(index: RangeIndex, moved: Int32Array, capacity: number): void {
  const before = { ...index };
  const to = (row: number) => (row < 0 ? -1 : (moved[row] as number));
  for (const name of LINKS) index[name] = new Int32Array(capacity);
  index.keys = [];
  for (let row = before.first; row >= 0; row = before.next[row] as number) {
    const at = to(row);
    for (const name of LINKS) {
      index[name][at] =
        name === 'rank' ? (before.rank[row] as number) : to(before[name][row] as number);
    }
    while (index.keys.length <= at) index.keys.push(0);
    index.keys[at] = before.keys[row] as Molecule;
  }
  index.root = to(before.root);
  index.first = to(before.first);
}
