// Views to begin with, and changes that somebody might ask for.
import { type NodeId, nodeId, type Rng } from '../../src/base/index.ts';
import {
  changeView,
  flaskId,
  type Newcomer,
  noView,
  tasksOf,
  type View,
  type ViewChange,
} from '../../src/dht/index.ts';

export const nodes = (count: number) =>
  Array.from({ length: count }, (_, at) => nodeId(`n${at + 1}`));
export const flasks = (count: number) =>
  Array.from({ length: count }, (_, at) => flaskId(`s/${at}`));
export const newcomer = (node: NodeId, incarnation: number) =>
  ({ node, incarnation, token: `of ${node}`, address: `at ${node}`, durable: true }) as const;

/** The view after changes that are made, one after another. */
export function changed(view: View, changes: readonly ViewChange[]): View {
  return changes.reduce((now, change) => {
    const next = changeView(now, change);
    if (!next.ok) throw new Error(next.error.reason);
    return next.value;
  }, view);
}

export function found(nodeCount: number, flaskCount: number, copies: number): View {
  const [first, ...others] = nodes(nodeCount).map((node) => newcomer(node, 1));
  return changed(noView, [
    { type: 'found', members: [first as Newcomer] },
    ...others.map((member) => ({ type: 'join', fresh: true, ...member }) as const),
    { type: 'create', solution: 's', flasks: flaskCount, copies: Math.min(copies, nodeCount) },
  ]);
}

/** A change that somebody might ask for, sensible or not. */
export function anyChange(view: View, rng: Rng): ViewChange {
  const node = nodeId(`n${1 + rng.below(7)}`);
  const incarnation = 1 + rng.below(4);
  const tasks = tasksOf(view);
  const task = tasks[rng.below(Math.max(1, tasks.length))];
  const join = { type: 'join', fresh: rng.below(4) === 0, ...newcomer(node, incarnation) } as const;
  switch (rng.below(6)) {
    case 0:
      return join;
    case 1:
      return { type: 'leave', node, incarnation };
    case 2:
      return { type: 'remove', node, incarnation };
    case 3:
      return { type: 'settle', flask: flaskId('s/1'), epoch: 1 + rng.below(12) };
    default:
      if (task === undefined) return join;
      return task.type === 'settle' ? task : { ...task, type: 'caught-up' };
  }
}
