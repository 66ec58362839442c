// What the rules of a solution ask of a store: the list of all that is visible, indexes by key, and fields that may be
// worth an ordered index. Before it in the walk: layout.ts.
import { createIndex, enterIndex, grown } from './key-index.ts';
import { createRange } from './range-index.ts';
import { rowKey, type Store } from './store.ts';
import { visibleRows } from './visible-rows.ts';

/** Sees to it that a store has the list of all and the indexes that are asked for, and no others. */
export function provide(
  store: Store,
  all: boolean,
  wanted: readonly (readonly number[])[],
  ordered: readonly number[],
): void {
  if (ordered.length > 0 || store.ranges.length > 0) {
    const known = store.ranges;
    store.ranges = ordered.map(
      (field) => known.find((one) => one.field === field) ?? createRange(field),
    );
    store.ranged = store.ranges.some(({ on }) => on);
  }
  const capacity = store.state.length;
  if (store.at.length < capacity) store.at = grown(store.at, capacity);
  if (all && store.scan === null) {
    const rows = visibleRows(store);
    for (let place = 0; place < rows.length; place++) store.at[rows[place] as number] = place;
    store.scan = rows;
  } else if (!all && store.scan !== null) {
    // Their places in the list are an order as good as any.
    store.entered = store.scan.length;
    store.scan = null;
  }
  if (wanted.length === 0 && store.indexes.length === 0) return;
  const before = store.indexes;
  store.indexes = wanted.map((fields) => {
    const index = before.find((one) => one.fields.join() === fields.join());
    if (index !== undefined) return index;
    const made = createIndex(fields, capacity);
    for (const row of visibleRows(store)) {
      enterIndex(made, rowKey(store, made, row), row, store.rows);
    }
    return made;
  });
}
