// The outermost solution of an engine, class by class, for those who spread one solution over several engines: what
// lies here, what belongs elsewhere, taking it out. Only what is at rest is looked at and taken: what has its turn
// to come, or something active inside, stays.
import { freeze, heldRows } from './content.ts';
import type { Engine } from './engine.ts';
import { placeAll } from './inflow.ts';
import { WHOLE } from './key-index.ts';
import type { Occurrence } from './live.ts';
import type { Molecule } from './molecule.ts';
import {
  moleculeAt,
  occurrenceAt,
  PENDING,
  removeRow,
  type Store,
  type StoreClass,
} from './store.ts';
import { visibleRows } from './visible-rows.ts';

/** A field of a molecule by its position in the tuple, WHOLE for the molecule itself. */
export type FieldOf = (field: number) => Molecule;

/** Where a molecule belongs, as a number that means something to the caller; HERE for where it is. */
export type Belongs = number | ((field: FieldOf) => number);

export const HERE = -1;

export interface Taken {
  readonly molecules: Molecule[];
  /** What they were called; null where nobody asks for identities. */
  readonly ids: number[] | null;
}

/**
 * Takes out all that belongs elsewhere, by where it belongs. `of` is asked once for each class. `atOnce` takes also what
 * has its turn to come.
 */
export function takeMisplaced(
  engine: Engine,
  of: (of: StoreClass) => Belongs,
  atOnce = false,
): Map<number, Taken> {
  const taken = new Map<number, Taken>();
  const isIdentified = engine.soup.isIdentified;
  for (const store of [...engine.soup.root.stores]) {
    const belongs = of(store.of);
    if (belongs === HERE) continue;
    if (atOnce) placeAll(store);
    for (const row of atOnce ? heldRows(store) : visibleRows(store)) {
      const place =
        typeof belongs === 'number' ? belongs : belongs((field) => fieldAt(store, row, field));
      if (place === HERE) continue;
      const there = taken.get(place) ?? { molecules: [], ids: isIdentified ? [] : null };
      if (there.molecules.length === 0) taken.set(place, there);
      there.ids?.push(idAt(store, row));
      there.molecules.push(takeRow(engine, store, row));
    }
  }
  return taken;
}

/** How many molecules of the classes that are asked for have their turn to come, where some rule might take them. */
export function countWaiting(engine: Engine, wants: (of: StoreClass) => boolean): number {
  let count = 0;
  for (const store of engine.soup.root.stores) {
    if (store.takers.length > 0 && wants(store.of)) count += store.pending;
  }
  return count;
}

/** Takes out molecules that have their turn to come, those last that have it next. */
export function takeWaiting(
  engine: Engine,
  wants: (of: StoreClass) => boolean,
  most: number,
): Taken {
  const molecules: Molecule[] = [];
  const ids: number[] | null = engine.soup.isIdentified ? [] : null;
  for (const store of [...engine.soup.root.stores]) {
    if (store.takers.length === 0 || store.pending === 0 || !wants(store.of)) continue;
    placeAll(store);
    for (let row = store.rows - 1; row >= 0 && molecules.length < most; row--) {
      if (store.state[row] !== PENDING) continue;
      ids?.push(idAt(store, row));
      molecules.push(takeRow(engine, store, row));
    }
  }
  return { molecules, ids };
}

/** Calls `visit` for each molecule at rest of the classes that are asked for; it must not change anything. */
export function eachResting(
  engine: Engine,
  wants: (of: StoreClass) => boolean,
  visit: (id: number, molecule: () => Molecule) => void,
): void {
  for (const store of engine.soup.root.stores) {
    if (!wants(store.of)) continue;
    for (const row of visibleRows(store)) {
      visit(idAt(store, row), () => valueAt(store, row));
    }
  }
}

/** Takes a molecule out by its identity; null when it is gone. */
export function takeById(engine: Engine, id: number): Molecule | null {
  const occurrence = engine.occurrence(id);
  if (occurrence === null || occurrence.home !== engine.soup.root) return null;
  return takeOut(engine, occurrence);
}

/** Plain data need not become an occurrence first, where nobody asks which one it was. */
function takeRow(engine: Engine, store: Store, row: number): Molecule {
  const { soup } = engine;
  if (store.of.bodies || soup.isIdentified) return takeOut(engine, occurrenceAt(store, row));
  const molecule = moleculeAt(store, row);
  soup.size--;
  store.home.snapshot = null;
  removeRow(store, row);
  soup.listener.removed(store.home);
  return molecule;
}

function takeOut(engine: Engine, occurrence: Occurrence): Molecule {
  const molecule = freeze(occurrence.body);
  engine.soup.remove(occurrence);
  engine.soup.forget(occurrence);
  return molecule;
}

function idAt(store: Store, row: number): number {
  if (store.of.bodies) return (store.held[row] as Occurrence).id;
  return store.ids === null ? -1 : (store.ids[row] as number);
}

function valueAt(store: Store, row: number): Molecule {
  return store.of.bodies ? freeze((store.held[row] as Occurrence).body) : moleculeAt(store, row);
}

function fieldAt(store: Store, row: number, field: number): Molecule {
  if (field === WHOLE) return valueAt(store, row);
  if (store.of.bodies) {
    const { body } = store.held[row] as Occurrence;
    if (typeof body === 'object' && body.kind === 'live-tuple') {
      return freeze(body.items[field] as Molecule);
    }
    return valueAt(store, row);
  }
  if (store.of.head !== null && field === 0) return store.of.head;
  const column = store.of.head === null ? field : field - 1;
  return (store.columns[column] as Molecule[])[row] as Molecule;
}
