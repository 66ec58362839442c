// The experiment of the paper (section IV): two groups of equal size, every member enters so often, one second inside, one
// second of thinking. Given by the paper: sizes, entries, both seconds. Assumed by us: delays of 4.5 to 8.5 ms, first
// requests within 300 ms.
import { type NodeId, type Step, withoutDisk } from '../../../src/base/index.ts';
import {
  createGroupsWatch,
  type Groups,
  type GroupsCommand,
  type GroupsEvent,
} from '../../../src/coordination/groups/index.ts';
import type { Enter } from '../../../src/coordination/scheme.ts';
import {
  type Work,
  type WorkState,
  workload,
  workState,
} from '../../../src/coordination/workload.ts';
import { World } from '../../../src/sim/index.ts';
import { groupsOf } from './worlds.ts';

export interface Subject<S, M> {
  readonly name: string;
  create(groups: Groups, self: NodeId): S;
  readonly step: Step<S, M, GroupsCommand, GroupsEvent>;
}

export interface Measured {
  readonly messages: number;
  readonly entries: number;
  readonly faults: number;
  readonly mostInside: number;
  /** From request to entry, in the mean. */
  readonly latencyMs: number;
}

export function measure<S, M>(
  subject: Subject<S, M>,
  nodes: number,
  entries: number,
  seed: number,
  firstWithinMs = 300,
): Measured {
  const groups = groupsOf([nodes / 2, nodes / 2], 'path');
  const work: Work = {
    entries,
    firstMs: (rng) => rng.below(firstWithinMs + 1),
    thinkMs: () => 1000,
    insideMs: () => 1000,
  };
  const watch = createGroupsWatch(groups);
  const askedAt = new Map<NodeId, number>();
  let messages = 0;
  let waitedMs = 0;
  const world = new World<M, GroupsCommand, GroupsEvent | Enter>({
    seed,
    link: { latency: { minMs: 4.5, maxMs: 8.5 } },
    carry: (message) => {
      messages++;
      return structuredClone(message);
    },
  });
  world.watch(({ at, node, event }) => {
    if (event.type === 'enter') {
      watch.asked(node, event.request);
      askedAt.set(node, at);
      return;
    }
    watch.see(node, event);
    if (event.type === 'entered') waitedMs += at - (askedAt.get(node) ?? at);
  });
  const step = workload(work, subject.step);
  for (const { node } of groups.seats) {
    const init = (): WorkState<S> => workState(subject.create(groups, node), entries);
    world.add(node, withoutDisk(init, step));
    world.command(node, { type: 'start' });
  }
  world.run({ untilMs: 100_000 + entries * 20_000 });
  return {
    ...{ messages, entries: watch.entries, mostInside: watch.mostInside },
    faults: watch.faults.filter((fault) => !fault.includes('fence')).length,
    latencyMs: waitedMs / Math.max(1, watch.entries),
  };
}
