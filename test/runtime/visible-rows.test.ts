// The visible rows of a store come in the order of their places, in whichever way they are put in order.
import { describe, expect, test } from 'vitest';
import { createRng } from '../../src/base/index.ts';
import { type Store, VISIBLE } from '../../src/runtime/store.ts';
import { visibleRows } from '../../src/runtime/visible-rows.ts';

/** A store of which `count` rows are visible, at places below `most` that are drawn. */
function storeOf(rows: number, count: number, most: number): Store {
  const rng = createRng(count);
  const state = new Uint8Array(rows);
  const at = new Int32Array(rows);
  const places = new Set<number>();
  while (places.size < count) places.add(rng.below(most));
  for (const place of places) {
    let row = rng.below(rows);
    while (state[row] === VISIBLE) row = (row + 1) % rows;
    state[row] = VISIBLE;
    at[row] = place;
  }
  return { scan: null, rows, state, at } as unknown as Store;
}

describe('visible rows', () => {
  test.each([
    { how: 'few in the places that there were', rows: 3000, count: 1000, most: 1_000_000 },
    { how: 'in nearly all places', rows: 3000, count: 1000, most: 1100 },
    { how: 'at large places', rows: 3000, count: 1000, most: 2 ** 31 - 1 },
    { how: 'at large places of a large store', rows: 2 ** 23, count: 1000, most: 2 ** 31 - 1 },
    { how: 'two', rows: 2, count: 2, most: 1000 },
    { how: 'one', rows: 9, count: 1, most: 9 },
    { how: 'none', rows: 9, count: 0, most: 9 },
  ])('$how', ({ rows, count, most }) => {
    const store = storeOf(rows, count, most);
    const expected = [...store.state.keys()]
      .filter((row) => store.state[row] === VISIBLE)
      .sort((a, b) => (store.at[a] as number) - (store.at[b] as number));
    expect(expected).toHaveLength(count);
    expect(visibleRows(store)).toEqual(expected);
  });
});
