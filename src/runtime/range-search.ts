// What an ordered index finds within the bounds of a step: the same for search.ts as for the code of compile/range-code.ts.
import { rangeIn, rangeOn } from './layout.ts';
import { EvaluationError, type Molecule } from './molecule.ts';
import { firstInRange, NO_RANGE, type RangeIndex } from './range-index.ts';
import type { Bound, Env, PlanStep } from './rule.ts';
import type { Store } from './store.ts';

/** The rows from one on, up to a bound. */
export interface Span {
  readonly index: RangeIndex;
  readonly first: number;
  readonly to: Molecule | null;
  readonly upper: Bound | null;
}

/** Whether an ordered index is kept for a step. */
export function isKept(step: PlanStep, store: Store): boolean {
  const range = rangeIn(step, store.of);
  return range !== null && rangeOn(store, range.field)?.on === true;
}

/** The rows within the bounds of a step; null where all must be tried. */
export function spanOf(step: PlanStep, store: Store, env: Env): Span | null {
  if (!store.ranged) return null;
  const range = rangeIn(step, store.of);
  const index = range === null ? null : rangeOn(store, range.field);
  if (range === null || index?.on !== true) return null;
  const { lower, upper } = range;
  try {
    const from = lower?.value(env, null) ?? null;
    const to = upper?.value(env, null) ?? null;
    const first = firstInRange(index, from, lower, to, upper);
    return first === NO_RANGE ? null : { index, first, to, upper };
  } catch (error) {
    // The condition will fail in the same way, and tell.
    if (!(error instanceof EvaluationError)) throw error;
    return null;
  }
}
