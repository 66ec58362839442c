// The experiment of paper 3 (section IV): groups of equal size, every member enters so often, with a time inside and a
// time of thinking. It runs any algorithm of group mutual exclusion, judges it by the checker and counts.
import { assert, type Millis, type NodeId, type Step, withoutDisk } from '../base/index.ts';
import {
  allInConflict,
  createGroupsWatch,
  type Enter,
  type Groups,
  type GroupsCommand,
  type GroupsEvent,
  pipeline,
  groups as scheme,
  type Work,
  type WorkState,
  workload,
  workState,
} from '../coordination/index.ts';
import { copyPlain, exponential, type Span, World } from '../sim/index.ts';
import { Attendance } from './groups-attendance.ts';

export interface Subject<S, M> {
  readonly name: string;
  create(groups: Groups, self: NodeId): S;
  readonly step: Step<S, M, GroupsCommand, GroupsEvent>;
}

export interface GroupsSetup {
  readonly seed: number;
  readonly nodes: number;
  readonly entries: number;
  readonly thinkMs: Millis;
  readonly insideMs: Millis;
  /** Whether the time of thinking is always the same, or drawn with this mean. */
  readonly thinks: 'fixed' | 'exponential';
  /** The first request of each comes within this time. */
  readonly firstWithinMs: Millis;
  readonly delay: Span;
  /** The first entries of each, which are left out of the waiting. */
  readonly leftOut: number;
}

/** How many of the first and of the second group want to be, and are, inside from a moment on. */
export interface Moment {
  readonly atMs: Millis;
  readonly wanting: readonly [number, number];
  readonly inside: readonly [number, number];
}

export interface GroupsFigures {
  readonly messages: number;
  readonly entries: number;
  /** Members inside together with one in conflict, or without having asked. */
  readonly faults: number;
  readonly mostInside: number;
  /** Most inside together of each group, from the second entry of everybody on. */
  readonly together: number;
  /** From request to entry, in the mean. */
  readonly latencyMs: Millis;
  readonly latencySdMs: Millis;
  /** How many enter before the other group does, in the mean. */
  readonly session: number;
  /** Until the first node has made all its entries; and up to the very end. */
  readonly entriesPerS: number;
  readonly wholePerS: number;
  readonly moments: readonly Moment[];
}

/** Given by the paper: both seconds. Assumed by us: delays of 4.5 to 8.5 ms, first requests within 300 ms. */
export const usualGroups: Omit<GroupsSetup, 'seed' | 'nodes' | 'entries'> = {
  ...{ thinkMs: 1000, insideMs: 1000, thinks: 'fixed', firstWithinMs: 300, leftOut: 0 },
  delay: { minMs: 4.5, maxMs: 8.5 },
};

export type Shape = 'path' | 'all';

/** Groups of the given sizes with names a, b, c ...; members are a1, a2, b1 ... */
export function groupsOf(sizes: readonly number[], shape: Shape): Groups {
  const names = sizes.map((_, i) => String.fromCharCode(97 + i));
  const members = Object.fromEntries(
    names.map((name, i) => [
      name,
      Array.from({ length: sizes[i] ?? 0 }, (_, k) => `${name}${k + 1}`),
    ]),
  );
  const conflicts = shape === 'path' ? pipeline(names) : allInConflict(names);
  const made = scheme.configure({ members, conflicts });
  assert(made.ok, 'groups that cannot be', made);
  return made.value;
}

export function runGroups<S, M>(subject: Subject<S, M>, setup: GroupsSetup): GroupsFigures {
  const { nodes, entries, seed, delay } = setup;
  const groups = groupsOf([nodes / 2, nodes / 2], 'path');
  const watch = createGroupsWatch(groups);
  const record = new Attendance(groups, setup.leftOut, entries);
  let messages = 0;
  const world = new World<M, GroupsCommand, GroupsEvent | Enter>({
    seed,
    link: { latency: delay },
    carry: (message) => {
      messages++;
      return copyPlain(message);
    },
  });
  world.watch(({ at, node, event }) => {
    if (event.type === 'enter') watch.asked(node, event.request);
    else watch.see(node, event);
    record.see(at, node, event);
  });
  const step = workload(workOf(setup), subject.step);
  for (const { node } of groups.seats) {
    const init = (): WorkState<S> => workState(subject.create(groups, node), entries);
    world.add(node, withoutDisk(init, step));
    world.command(node, { type: 'start' });
  }
  const roundMs = setup.thinkMs + setup.insideMs + 1000;
  world.run({ untilMs: 100_000 + 10 * entries * roundMs });
  return {
    ...{ messages, entries: watch.entries, mostInside: watch.mostInside },
    faults: watch.faults.filter((fault) => !fault.includes('fence')).length,
    ...record.figures(),
  };
}

function workOf({ entries, thinkMs, insideMs, thinks, firstWithinMs }: GroupsSetup): Work {
  return {
    entries,
    firstMs: (rng) => rng.below(firstWithinMs + 1),
    thinkMs: (rng) => (thinks === 'fixed' ? thinkMs : exponential(rng, thinkMs)),
    insideMs: () => insideMs,
  };
}
