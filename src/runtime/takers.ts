// Small questions that a turn asks: which rules may take a molecule, which slots are looked through together, which
// index finds what is known. Before it in the walk: layout.ts; after it: search.ts.
import type { Rng } from '../base/index.ts';
import { hasVisible } from './inflow.ts';
import { firstOf, type KeyIndex, keyOf } from './key-index.ts';
import type { Taker } from './layout.ts';
import type { Live } from './live.ts';
import type { Molecule } from './molecule.ts';
import type { PlanStep } from './rule.ts';
import type { Store } from './store.ts';
import { classFits } from './store-class.ts';

/**
 * The rows of the rules of a template that a molecule may react with; `value` is what it has in the field by which they
 * can be found. Chance says which comes first, where it is given.
 */
export function instancesFor(
  { by }: Taker,
  rules: Store,
  value: Molecule | null,
  rng: Rng | null,
): readonly number[] {
  const found: number[] = [];
  if (by === null || value === null) found.push(...(rules.scan as number[]));
  else {
    const index = indexOn(rules, [{ field: by.capture }]) as KeyIndex;
    for (let at = firstOf(index, keyOf(value)); at >= 0; at = index.next[at] as number) {
      found.push(at);
    }
  }
  return rng === null ? found : rotate(found, rng);
}

/** The taker that goes through the same list as the one at a place, and when its turn comes. */
export function twinOf(takers: readonly Taker[], at: number) {
  const other = takers[at]?.hasTwin === true ? at + 1 : takers[at - 1]?.hasTwin ? at - 1 : -1;
  if (other < 0) return null;
  const place = (start: number) => (other + takers.length - start) % takers.length;
  return { taker: takers[other] as Taker, place };
}

/** The stores in which something that is visible may fill a step. */
export function storesFor({ wants }: PlanStep, home: Live): Store[] {
  const found: Store[] = [];
  for (const store of home.stores) {
    if (hasVisible(store) && classFits(store.of, wants)) found.push(store);
  }
  return found;
}

export function indexOn(
  store: Store,
  known: readonly { readonly field: number }[],
): KeyIndex | undefined {
  return store.indexes.find(
    ({ fields }) =>
      fields.length === known.length && fields.every((field, i) => field === known[i]?.field),
  );
}

function rotate<T>(items: readonly T[], rng: Rng): readonly T[] {
  if (items.length < 2) return items;
  const start = rng.below(items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}
