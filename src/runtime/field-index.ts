// Indexes on the fields of the molecules in a bucket: by the value of one field, all that have it. An index is made
// when a search first asks for it, and kept from then on; entering and leaving cost the same at any size.
import { type Body, type Bucket, freeze, NO_PLACES, type Occurrence } from './live.ts';
import type { Molecule } from './molecule.ts';
import { show } from './show.ts';

export interface FieldIndex {
  /** The position in the tuple, or WHOLE. */
  readonly field: number;
  readonly lists: Map<IndexKey, Occurrence[]>;
}

/** Equal molecules have equal keys, different molecules different ones. */
export type IndexKey = number | bigint | boolean | string | object;

/** The molecule itself is the field. */
export const WHOLE = -1;

/** The occurrences in a bucket whose field is `value`; do not change the list. */
export function lookUp(bucket: Bucket, field: number, value: Molecule): readonly Occurrence[] {
  const index = bucket.indexes.find((one) => one.field === field) ?? createIndex(bucket, field);
  return index.lists.get(keyOf(value)) ?? NONE;
}

export function enterIndexes(bucket: Bucket, occurrence: Occurrence): void {
  for (let i = 0; i < bucket.indexes.length; i++) {
    enter(bucket.indexes[i] as FieldIndex, i, occurrence);
  }
}

export function leaveIndexes(bucket: Bucket, occurrence: Occurrence): void {
  for (let i = 0; i < bucket.indexes.length; i++) {
    const { field, lists } = bucket.indexes[i] as FieldIndex;
    const key = fieldKey(occurrence.body, field);
    const list = lists.get(key) as Occurrence[];
    const last = list.pop() as Occurrence;
    if (last !== occurrence) {
      const place = occurrence.indexed[i] as number;
      list[place] = last;
      last.indexed[i] = place;
    } else if (list.length === 0) {
      lists.delete(key);
    }
  }
}

const NONE: readonly Occurrence[] = [];

function createIndex(bucket: Bucket, field: number): FieldIndex {
  const index: FieldIndex = { field, lists: new Map() };
  bucket.indexes.push(index);
  for (const occurrence of bucket.items) enter(index, bucket.indexes.length - 1, occurrence);
  return index;
}

function enter(index: FieldIndex, position: number, occurrence: Occurrence): void {
  if (occurrence.indexed === NO_PLACES) occurrence.indexed = [];
  const key = fieldKey(occurrence.body, index.field);
  let list = index.lists.get(key);
  if (list === undefined) {
    list = [];
    index.lists.set(key, list);
  }
  occurrence.indexed[position] = list.length;
  list.push(occurrence);
}

function fieldKey(body: Body, field: number): IndexKey {
  if (field === WHOLE) return keyOf(freeze(body));
  const { items } = body as { readonly items: readonly Body[] };
  return keyOf(freeze(items[field] as Body));
}

/** Atoms are their own keys and symbols are one object each; the rest is known by its canonical text. */
function keyOf(molecule: Molecule): IndexKey {
  switch (typeof molecule) {
    case 'string':
      // Texts of molecules begin with a mark, so that no string can be taken for one.
      return molecule.startsWith(MARK) ? MARK + molecule : molecule;
    case 'object':
      return molecule.kind === 'symbol' ? molecule : MARK + show(molecule, { rules: true });
    default:
      return molecule;
  }
}

const MARK = '\u0000';
