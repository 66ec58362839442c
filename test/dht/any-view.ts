// Views to begin with, and changes that somebody might ask for.
import { nodeId, type Rng } from '../../src/base/index.ts';
import {
  changeView,
  flaskId,
  noView,
  tasksOf,
  type View,
  type ViewChange,
} from '../../src/dht/index.ts';

export const nodes = (count: number) =>
  Array.from({ length: count }, (_, at) => nodeId(`n${at + 1}`));
export const flasks = (count: number) =>
  Array.from({ length: count }, (_, at) => flaskId(`f${at + 1}`));

export function found(nodeCount: number, flaskCount: number, copies: number): View {
  const change = {
    type: 'found',
    nodes: nodes(nodeCount),
    flasks: flasks(flaskCount),
    copies,
  } as const;
  const made = changeView(noView, change);
  if (!made.ok) throw new Error(made.error.reason);
  return made.value;
}

/** A change that somebody might ask for, sensible or not. */
export function anyChange(view: View, rng: Rng): ViewChange {
  const node = nodeId(`n${1 + rng.below(7)}`);
  const incarnation = 1 + rng.below(4);
  const tasks = tasksOf(view);
  const task = tasks[rng.below(Math.max(1, tasks.length))];
  switch (rng.below(6)) {
    case 0:
      return { type: 'join', node, incarnation };
    case 1:
      return { type: 'leave', node, incarnation };
    case 2:
      return { type: 'remove', node, incarnation };
    case 3:
      return { type: 'settle', flask: flaskId('f1'), epoch: 1 + rng.below(5) };
    default:
      if (task === undefined) return { type: 'join', node, incarnation };
      return task.type === 'settle' ? task : { ...task, type: 'caught-up' };
  }
}
