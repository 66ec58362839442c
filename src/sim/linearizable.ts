// Judges a history of calls on one object: is there an order in which they could have happened one after another,
// each between its asking and its answer? It knows the object only by a model of how it behaves alone. The search
// is that of Wing and Gong, with the memory of Lowe: no set of calls done is tried twice with the same state.
import type { NodeId } from '../base/index.ts';
import { canonical } from './plain.ts';

/** One call; moments are places in the history, so that no two are the same. */
export interface Operation<O, R> {
  readonly by: NodeId;
  readonly call: O;
  readonly askedAt: number;
  /** Missing if the caller never learned: then it may have happened at any time since, or not at all. */
  readonly answered?: { readonly at: number; readonly result: R };
}

/** How the object behaves when nobody else is there. */
export interface Model<S, O, R> {
  readonly start: S;
  apply(state: S, call: O): { readonly state: S; readonly result: R };
}

/** The order in which the calls could have happened, by their places in the list; undefined if there is none. */
export function orderOf<S, O, R>(
  operations: readonly Operation<O, R>[],
  model: Model<S, O, R>,
): readonly number[] | undefined {
  const tried = new Set<string>();
  const answeredCount = operations.filter(({ answered }) => answered).length;
  const done = new Array<boolean>(operations.length).fill(false);
  const order: number[] = [];

  const search = (state: S, answeredDone: number): boolean => {
    if (answeredDone === answeredCount) return true;
    const key = `${done.map((yes) => (yes ? 1 : 0)).join('')}${canonical(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    // Whoever was answered first among those not done must not wait for one who asked later.
    const firstAnswer = operations.reduce(
      (least, { answered }, at) => (done[at] || !answered ? least : Math.min(least, answered.at)),
      Number.POSITIVE_INFINITY,
    );
    for (const [at, { call, askedAt, answered }] of operations.entries()) {
      if (done[at] || askedAt > firstAnswer) continue;
      const next = model.apply(state, call);
      // A call without an answer that changes nothing may as well not have happened.
      const fits = answered
        ? canonical(next.result) === canonical(answered.result)
        : canonical(next.state) !== canonical(state);
      if (!fits) continue;
      done[at] = true;
      order.push(at);
      if (search(next.state, answeredDone + (answered ? 1 : 0))) return true;
      done[at] = false;
      order.pop();
    }
    return false;
  };
  return search(model.start, 0) ? order : undefined;
}
