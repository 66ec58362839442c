// The molecules of one class in one solution: ints, or tuples of three that begin with COUNT. Each molecule is a
// row; its fields lie in columns, and nothing else is kept for it but what rules ask for: a place in the list
// of all that is visible where some rule must look at all, a place in an index where some rule knows a key.
// Rows are appended and never used again until the store is tidied, which nobody may do during a search.
// A molecule is pending until it has had its turn, then visible to the patterns of other turns.
import { assert } from '../base/index.ts';
import type { Kind } from '../lang/index.ts';
import type { Cost, Turns } from './compile/worker.ts';
import {
  createIndex,
  enterIndex,
  growIndex,
  grown,
  type IndexKey,
  type KeyIndex,
  keyOf,
  leaveIndex,
  pairKey,
  renumberIndex,
  textKey,
  WHOLE,
} from './key-index.ts';
import type { Layout, Taker } from './layout.ts';
import { createOccurrence, type Live, type Occurrence } from './live.ts';
import type { Molecule, SymbolMolecule } from './molecule.ts';
import type { RuleMolecule, RuleTemplate } from './rule.ts';

export const GONE = 0;
export const PENDING = 1;
export const VISIBLE = 2;

/** What all molecules of a store have in common. */
export interface StoreClass {
  readonly key: string;
  readonly kind: Kind;
  readonly arity: number;
  /** The symbol that tuples begin with; it has no column. */
  readonly head: SymbolMolecule | null;
  /** Whether the rows are occurrences with live solutions inside, or rules; then they have no columns. */
  readonly bodies: boolean;
  /** The template of the rules that it holds. */
  readonly template: RuleTemplate | null;
}

export interface Store {
  readonly of: StoreClass;
  readonly home: Live;
  /** The fields of the molecules; an atom is one field. */
  readonly columns: Molecule[][];
  /** The rows of a store of bodies. */
  readonly held: Occurrence[];
  /** GONE, PENDING or VISIBLE, for each row. */
  state: Uint8Array;
  /** How many rows there are, used or gone. */
  rows: number;
  gone: number;
  /** With so many rows it is time to look whether it should be tidied. */
  tidyAt: number;
  /** Identities, where somebody asks for them. */
  ids: number[] | null;
  /** Rows of molecules that came in together wait from here to there; they are taken from the front. */
  from: number;
  to: number;
  /** Rows of products wait here; they are taken from the end, and now and then from the beginning. */
  readonly stack: number[];
  base: number;
  /** How many rows are pending. */
  pending: number;
  /** All visible rows, where some rule must look at all of them, and the place of each among them. */
  scan: number[] | null;
  at: Int32Array;
  indexes: KeyIndex[];
  /** Some rows became visible without having been tried. */
  shy: boolean;
  /** The layout of the solution that its list and its indexes were made for. */
  layout: Layout | null;
  /** Who may take what is here; set with the layout. */
  takers: readonly Taker[];
  /** Rules that want different numbers of molecules compete for what is here. */
  contested: boolean;
  /** Its turns as code, and the stores that they look into; null when that must be worked out again. */
  turns: BoundTurns | null;
}

/** The turns of a store: `run` is null where they cannot be compiled. */
export interface BoundTurns {
  readonly inline: boolean;
  readonly run: Turns | null;
  readonly partners: readonly (Store | undefined)[];
  readonly costs: readonly Cost[];
}

const FIRST_CAPACITY = 16;

function createStore(of: StoreClass, home: Live): Store {
  const width = of.bodies ? 0 : of.kind === 'tuple' ? of.arity - (of.head === null ? 0 : 1) : 1;
  const columns: Molecule[][] = [];
  for (let i = 0; i < width; i++) columns.push([]);
  return {
    of,
    home,
    columns,
    held: [],
    state: new Uint8Array(FIRST_CAPACITY),
    rows: 0,
    gone: 0,
    tidyAt: UNTIDY,
    ids: null,
    from: 0,
    to: 0,
    stack: [],
    base: 0,
    pending: 0,
    scan: null,
    at: NO_PLACES,
    indexes: [],
    shy: false,
    layout: null,
    takers: [],
    contested: false,
    turns: null,
  };
}

const NO_PLACES = new Int32Array(0);

/** The store of a class in a solution, which is made when it is first asked for. */
export function storeIn(home: Live, of: StoreClass): Store {
  const known = findStore(home, of);
  if (known !== undefined) return known;
  const made = createStore(of, home);
  home.stores.push(made);
  home.storeOf?.set(of, made);
  home.layout = null;
  return made;
}

/** With so many stores it is no longer quickest to look at one after the other. */
const MANY = 8;

export function findStore(home: Live, of: StoreClass): Store | undefined {
  const { stores } = home;
  if (stores.length > MANY) {
    home.storeOf ??= new Map(stores.map((store) => [store.of, store]));
    return home.storeOf.get(of);
  }
  for (let i = 0; i < stores.length; i++) if (stores[i]?.of === of) return stores[i];
  return undefined;
}

/** A new row, pending; the caller fills its columns, which end one short of it. */
export function addRow(store: Store): number {
  const row = store.rows++;
  if (row === store.state.length) widen(store, 2 * row);
  store.state[row] = PENDING;
  store.pending++;
  store.home.pending++;
  if (!store.of.bodies) store.home.size++;
  return row;
}

/** Many new rows at once, pending in one piece. The caller fills their columns. */
export function addRows(store: Store, count: number): void {
  const from = store.rows;
  const to = from + count;
  let capacity = store.state.length;
  while (capacity < to) capacity *= 2;
  if (capacity > store.state.length) widen(store, capacity);
  store.state.fill(PENDING, from, to);
  store.rows = to;
  store.pending += count;
  store.home.pending += count;
  store.home.size += count;
  store.tidyAt = Math.max(store.tidyAt, to + (to >> 1));
}

function widen(store: Store, capacity: number): void {
  const state = new Uint8Array(capacity);
  state.set(store.state);
  store.state = state;
  if (store.scan !== null) store.at = grown(store.at, capacity);
  for (const index of store.indexes) growIndex(index, capacity);
}

/** The molecule of a row, put together again. */
export function moleculeAt(store: Store, row: number): Molecule {
  const { columns, of } = store;
  if (of.kind !== 'tuple') return (columns[0] as Molecule[])[row] as Molecule;
  const items: Molecule[] = of.head === null ? [] : [of.head];
  let depth = 0;
  for (const column of columns) {
    const item = column[row] as Molecule;
    if (typeof item === 'object' && 'depth' in item && item.depth > depth) depth = item.depth;
    items.push(item);
  }
  return { kind: 'tuple', items, depth: depth + 1 };
}

/** A row as an occurrence; one with something live inside is itself, others are made when asked for. */
export function occurrenceAt(store: Store, row: number): Occurrence {
  if (store.of.bodies) return store.held[row] as Occurrence;
  const id = store.ids === null ? -1 : (store.ids[row] as number);
  const occurrence = createOccurrence(id, moleculeAt(store, row), store.home);
  occurrence.store = store;
  occurrence.row = row;
  return occurrence;
}

/** Shows a pending row to the turns of others. */
export function enterRow(store: Store, row: number): void {
  assert(store.state[row] === PENDING, 'what becomes visible was pending');
  store.state[row] = VISIBLE;
  store.pending--;
  store.home.pending--;
  show(store, row);
}

/** Hides a visible row again: its turn is to come once more. */
export function hideRow(store: Store, row: number): void {
  hide(store, row);
  store.state[row] = PENDING;
  store.pending++;
  store.home.pending++;
  store.stack.push(row);
}

/** Takes a row out for good. */
export function removeRow(store: Store, row: number): void {
  const state = store.state[row];
  assert(state !== GONE, 'only what is there can be removed', row);
  if (state === VISIBLE) hide(store, row);
  else {
    store.pending--;
    store.home.pending--;
  }
  store.state[row] = GONE;
  store.gone++;
  if (!store.of.bodies) store.home.size--;
}

function show(store: Store, row: number): void {
  const { scan } = store;
  if (scan !== null) {
    store.at[row] = scan.length;
    scan.push(row);
  }
  for (let i = 0; i < store.indexes.length; i++) {
    const index = store.indexes[i] as KeyIndex;
    enterIndex(index, rowKey(store, index, row), row, store.rows);
  }
}

function hide(store: Store, row: number): void {
  const { scan } = store;
  if (scan !== null) {
    const last = scan.pop() as number;
    if (last !== row) {
      const place = store.at[row] as number;
      scan[place] = last;
      store.at[last] = place;
    }
  }
  for (let i = 0; i < store.indexes.length; i++) {
    const index = store.indexes[i] as KeyIndex;
    leaveIndex(index, rowKey(store, index, row), row);
  }
}

/** The key of a row in an index. */
export function rowKey(store: Store, index: KeyIndex, row: number): IndexKey {
  const { fields } = index;
  if (fields.length === 1) return keyOf(fieldOf(store, fields[0] as number, row));
  if (fields.length === 2) {
    return pairKey(
      fieldOf(store, fields[0] as number, row),
      fieldOf(store, fields[1] as number, row),
    );
  }
  return textKey(fields.map((field) => fieldOf(store, field, row)));
}

/** A field of a molecule by its position in the pattern; of a rule, what it captured there. */
function fieldOf(store: Store, field: number, row: number): Molecule {
  if (store.of.template !== null) {
    const rule = (store.held[row] as Occurrence).body as RuleMolecule;
    return rule.captured[field] as Molecule;
  }
  if (field === WHOLE) return moleculeAt(store, row);
  const column = store.of.head === null ? field : field - 1;
  return (store.columns[column] as Molecule[])[row] as Molecule;
}

/** Sees to it that a store has the list of all and the indexes that are asked for, and no others. */
export function provide(store: Store, all: boolean, wanted: readonly (readonly number[])[]): void {
  const capacity = store.state.length;
  if (all !== (store.scan !== null)) {
    store.scan = all ? [] : null;
    store.at = all ? new Int32Array(capacity) : NO_PLACES;
    if (all) eachVisible(store, (row) => list(store, row));
  }
  const known = new Map(store.indexes.map((index) => [index.fields.join(), index]));
  store.indexes = wanted.map((fields) => {
    const index = known.get(fields.join());
    if (index !== undefined) return index;
    const made = createIndex(fields, capacity);
    eachVisible(store, (row) => enterIndex(made, rowKey(store, made, row), row, store.rows));
    return made;
  });
}

function list(store: Store, row: number): void {
  const scan = store.scan as number[];
  store.at[row] = scan.length;
  scan.push(row);
}

export function visibleRows(store: Store): number[] {
  const rows: number[] = [];
  eachVisible(store, (row) => rows.push(row));
  return rows;
}

function eachVisible(store: Store, visit: (row: number) => void): void {
  for (let row = 0; row < store.rows; row++) if (store.state[row] === VISIBLE) visit(row);
}

/** How many rows may be added before it is worth tidying, and half as many as there are. */
const UNTIDY = 512;

/** Whether so many rows were added, and so many are gone, that tidying pays for itself. */
export function isUntidy(store: Store): boolean {
  if (store.rows < store.tidyAt || 2 * store.gone <= store.rows) return false;
  // An array of list heads costs as much as rows do.
  return store.indexes.every(({ dense }) => dense.length < 4 * store.gone);
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
  const visible = store.indexes.length > 0 ? visibleRows(store) : [];
  for (const index of store.indexes) renumberIndex(index, visible, moved, capacity);
  if (store.scan !== null) {
    store.at = new Int32Array(capacity);
    for (const [place, row] of store.scan.entries()) {
      store.scan[place] = moved[row] as number;
      store.at[moved[row] as number] = place;
    }
  }
  const waits = store.stack.slice(store.base).filter((row) => state[row] === PENDING);
  store.stack.length = 0;
  store.base = 0;
  for (const row of waits) store.stack.push(moved[row] as number);
  // What waits in the range stays in one piece.
  const isEmpty = store.from === store.to;
  store.to = isEmpty ? 0 : store.to === rows ? kept : (moved[store.to] as number);
  store.from = isEmpty ? 0 : (moved[store.from] as number);
  moveRows(store, moved, kept);
  store.state = resized(state, kept, capacity);
  store.rows = kept;
  store.gone = 0;
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
