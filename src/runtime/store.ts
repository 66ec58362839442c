// The molecules of one class in one solution: ints, or tuples of three that begin with COUNT. Each molecule is a
// row; its fields lie in columns, and nothing else is kept for it but what rules ask for: a place in the list
// of all that is visible where some rule must look at all, a place in an index where some rule knows a key.
// Rows are appended and never used again until the store is tidied, which nobody may do during a search.
// A molecule is pending until it has had its turn, then visible to the patterns of other turns.
import { assert } from '../base/index.ts';
import type { Kind } from '../lang/index.ts';
import type { Cost, Turns } from './compile/worker.ts';
import type { Sweep } from './due.ts';
import {
  enterIndex,
  growIndex,
  grown,
  type IndexKey,
  type KeyIndex,
  keyOf,
  leaveIndex,
  pairKey,
  textKey,
  WHOLE,
} from './key-index.ts';
import type { Layout, Taker } from './layout.ts';
import { createOccurrence, type Live, type Occurrence } from './live.ts';
import type { Molecule, SymbolMolecule } from './molecule.ts';
import { enterRange, leaveRange, type RangeIndex } from './range-index.ts';
import type { Payment } from './range-worth.ts';
import type { Refinement } from './refine.ts';
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
  /** Rows of molecules that are gone, for generated code to use again; none once molecules have identities. */
  free: number[] | null;
  /** With so many rows it is time to look whether it should be tidied. */
  tidyAt: number;
  /** Identities, where somebody asks for them. */
  ids: number[] | null;
  /**
   * Molecules that came in together wait from here to there, and are taken from the front: rows, or, where `inflow` is
   * given, molecules in it that have no rows before they rest. More such pieces may wait behind (inflow.ts).
   */
  from: number;
  to: number;
  inflow: readonly Molecule[] | null;
  bring: Bring | null;
  later: Piece | null;
  /** The last of those pieces. */
  last: Piece | null;
  /** Rows of products wait here; they are taken from the end, and now and then from the beginning. */
  readonly stack: number[];
  base: number;
  /** How many rows are pending. */
  pending: number;
  /** All visible rows, where some rule must look at all of them. */
  scan: number[] | null;
  /** The place of each visible row in that list; where there is no list, when it became visible. */
  at: Int32Array;
  /** How many rows became visible so far, where there is no list. */
  entered: number;
  indexes: readonly KeyIndex[];
  /** The fields that rules compare, and their ordered indexes where those are worth it; whether any is kept. */
  ranges: readonly RangeIndex[];
  ranged: boolean;
  /** Where a molecule of this class that rests has searched in vain without such an index (range-worth.ts). */
  pays: readonly Payment[];
  /** Some rows became visible without having been tried. */
  shy: boolean;
  /** The layout of the solution that its list and its indexes were made for. */
  layout: Layout | null;
  /** Who may take what is here; set with the layout. */
  takers: readonly Taker[];
  /** Rules that want different numbers of molecules compete for what is here. */
  contested: boolean;
  /** What came in has its turn before products, and those have theirs in the order in which they were made. */
  patient: boolean;
  /** In a patient store: whether products go first for once. */
  eager: boolean;
  /** How molecules of this class are refined, and what is due while they are swept. */
  refinement: Refinement | null;
  sweep: Sweep | null;
  /** Its turns as code, and the stores that they look into; null when that must be worked out again. */
  turns: BoundTurns | null;
}

/** Makes an occurrence of a body that waits in a list: the next one that is held. */
export type Bring = (store: Store, molecule: Molecule) => Occurrence;

/** The turns of a store: `run` is null where they cannot be compiled. */
export interface BoundTurns {
  readonly inline: boolean;
  readonly small: boolean;
  readonly run: Turns | null;
  readonly partners: readonly (Store | undefined)[];
  readonly costs: readonly Cost[];
}

/** Molecules that wait in one piece, from here to there: in a list, or as rows when that is null. */
export interface Piece {
  inflow: readonly Molecule[] | null;
  from: number;
  to: number;
  /** The piece behind it. */
  later: Piece | null;
}

export const FIRST_CAPACITY = 16;
/** How many rows may be added before it is worth tidying, and half as many as there are. */
export const UNTIDY = 512;

function createStore(of: StoreClass, home: Live): Store {
  const width = of.bodies ? 0 : of.kind === 'tuple' ? of.arity - (of.head === null ? 0 : 1) : 1;
  const columns: Molecule[][] = [];
  for (let i = 0; i < width; i++) columns.push([]);
  return {
    of,
    home,
    columns,
    held: of.bodies ? [] : NOTHING_HELD,
    state: NO_STATES,
    rows: 0,
    gone: 0,
    free: null,
    tidyAt: UNTIDY,
    ids: null,
    from: 0,
    to: 0,
    inflow: null,
    bring: null,
    later: null,
    last: null,
    stack: [],
    base: 0,
    pending: 0,
    scan: null,
    at: NO_PLACES,
    entered: 0,
    indexes: NO_INDEXES,
    ranges: NO_RANGES,
    ranged: false,
    pays: NO_PAYMENTS,
    shy: false,
    layout: null,
    takers: NO_TAKERS,
    contested: false,
    patient: false,
    eager: false,
    refinement: null,
    sweep: null,
    turns: null,
  };
}

const NO_PLACES = new Int32Array(0);
const NO_STATES = new Uint8Array(0);
/** What is packed holds no occurrences: nobody puts any in here. */
const NOTHING_HELD: Occurrence[] = [];
const NO_INDEXES: readonly KeyIndex[] = [];
const NO_RANGES: readonly RangeIndex[] = [];
const NO_PAYMENTS: readonly Payment[] = [];
const NO_TAKERS: readonly Taker[] = [];

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
  store.pending++;
  store.home.pending++;
  if (!store.of.bodies) store.home.size++;
  return placeRow(store);
}

/**
 * A new row, pending, where one that is gone may be used again. Its lists still lead on from there until it becomes visible,
 * so a search of the same turn that stands on it finds its way.
 */
export function reuseRow(store: Store): number {
  const row = store.free?.pop();
  if (row === undefined) return addRow(store);
  store.gone--;
  store.state[row] = PENDING;
  store.pending++;
  store.home.pending++;
  store.home.size++;
  return row;
}

/** A row for a molecule that waits already, and is counted. The caller fills its columns. */
export function placeRow(store: Store): number {
  const row = store.rows++;
  if (row === store.state.length) widen(store, Math.max(FIRST_CAPACITY, 2 * row));
  store.state[row] = PENDING;
  return row;
}

/** Many rows at once, for molecules that wait and are counted. The caller fills their columns. */
export function placeRows(store: Store, count: number): void {
  const from = store.rows;
  const to = from + count;
  let capacity = Math.max(FIRST_CAPACITY, store.state.length);
  while (capacity < to) capacity *= 2;
  if (capacity > store.state.length) widen(store, capacity);
  store.state.fill(PENDING, from, to);
  store.rows = to;
  store.tidyAt = Math.max(store.tidyAt, to + (to >> 1));
}

function widen(store: Store, capacity: number): void {
  const state = new Uint8Array(capacity);
  state.set(store.state);
  store.state = state;
  if (store.layout !== null) store.at = grown(store.at, capacity);
  for (const index of store.indexes) growIndex(index, capacity);
}

/** The molecule of a row, put together again. */
export function moleculeAt(store: Store, row: number): Molecule {
  const { columns, of } = store;
  if (of.kind !== 'tuple') return (columns[0] as Molecule[])[row] as Molecule;
  const items = itemsAt(columns, of.head, row);
  let depth = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Molecule;
    if (typeof item === 'object' && 'depth' in item && item.depth > depth) depth = item.depth;
  }
  return { kind: 'tuple', items, depth: depth + 1 };
}

/** Written out for short tuples, of which there are many: a list that grows is made several times. */
function itemsAt(columns: Molecule[][], head: SymbolMolecule | null, row: number): Molecule[] {
  const [a, b, c] = columns as [Molecule[], Molecule[], Molecule[]];
  if (head !== null) {
    if (columns.length === 1) return [head, a[row] as Molecule];
    if (columns.length === 2) return [head, a[row] as Molecule, b[row] as Molecule];
    if (columns.length === 3)
      return [head, a[row] as Molecule, b[row] as Molecule, c[row] as Molecule];
  }
  const items: Molecule[] = head === null ? [] : [head];
  for (const column of columns) items.push(column[row] as Molecule);
  return items;
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

/** Takes a row out for good. What it held, and all inside, is not kept for it. */
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
  if (store.of.bodies) (store.held as unknown[])[row] = undefined;
  else store.home.size--;
}

function show(store: Store, row: number): void {
  const { scan } = store;
  if (scan === null) store.at[row] = store.entered++;
  else {
    store.at[row] = scan.length;
    scan.push(row);
  }
  for (let i = 0; i < store.indexes.length; i++) {
    const index = store.indexes[i] as KeyIndex;
    enterIndex(index, rowKey(store, index, row), row, store.rows);
  }
  if (store.ranged) enterRanges(store, row);
}

/** Enters a row that has become visible in the ordered indexes that are kept. */
export function enterRanges(store: Store, row: number): void {
  for (const index of store.ranges) {
    if (index.on) enterRange(index, fieldOf(store, index.field, row), row);
  }
}

export function leaveRanges(store: Store, row: number): void {
  for (const index of store.ranges) if (index.on) leaveRange(index, row);
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
  if (store.ranged) leaveRanges(store, row);
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
export function fieldOf(store: Store, field: number, row: number): Molecule {
  if (store.of.template !== null) {
    const rule = (store.held[row] as Occurrence).body as RuleMolecule;
    return rule.captured[field] as Molecule;
  }
  if (field === WHOLE) return moleculeAt(store, row);
  const column = store.of.head === null ? field : field - 1;
  return (store.columns[column] as Molecule[])[row] as Molecule;
}
