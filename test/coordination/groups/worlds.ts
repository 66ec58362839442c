// Tiny worlds of groups for the explorations: members with an owner who enters so often.
import type { Machine, NodeId, Step } from '../../../src/base/index.ts';
import {
  createMember,
  type Groups,
  type GroupsCommand,
  type GroupsEvent,
  type GroupsMessage,
  inConflict,
  type MemberState,
  groups as scheme,
} from '../../../src/coordination/groups/index.ts';
import type { Variant, VariantState } from '../../../src/coordination/groups/variants/variant.ts';
import type { Enter } from '../../../src/coordination/scheme.ts';
import {
  thinkTimer,
  type Work,
  type WorkState,
  workload,
  workState,
} from '../../../src/coordination/workload.ts';
import type { Exploration } from '../../../src/sim/index.ts';
import type { Interleavings } from '../interleavings.ts';

/** Untimed: who explores lets timers fire at any moment. */
const atAnyMoment: Work = {
  entries: 0,
  firstMs: () => 0,
  thinkMs: () => 0,
  insideMs: () => 0,
};

type Told = GroupsEvent | Enter;
export type ForksWorld = Interleavings<WorkState<MemberState>, GroupsMessage, GroupsCommand, Told>;

/** Members with forks; `entries` for each member, in the order of their names. */
export function forksWorld(groups: Groups, entries: readonly number[]): ForksWorld {
  const step = withoutFences(workload(atAnyMoment, scheme.step));
  return worldOf(groups, entries, step, (node) => createMember(groups, node), {
    isInside: ({ forks }) => forks.phase === 'inside',
  });
}

export function variantWorld<S extends { readonly phase: string }, M>(
  variant: Variant<S, M>,
  groups: Groups,
  entries: readonly number[],
): Interleavings<WorkState<VariantState<S>>, M, GroupsCommand, Told> {
  const step = workload(atAnyMoment, withoutCount(variant));
  return worldOf(groups, entries, step, (node) => variant.create(groups, node), {
    isInside: ({ inner }) => inner.phase === 'inside',
  });
}

function worldOf<S, M>(
  groups: Groups,
  entries: readonly number[],
  step: Step<WorkState<S>, M, GroupsCommand, Told>,
  create: (node: NodeId) => S,
  { isInside }: { isInside(state: S): boolean },
): Interleavings<WorkState<S>, M, GroupsCommand, Told> {
  const nodes = groups.seats.map(({ node }) => node);
  const rivals = nodes.map((a) => nodes.map((b) => inConflict(groups, a, b)));
  return {
    players: nodes.map((id, i) => ({
      id,
      step,
      start: workState(create(id), entries[i] ?? 0),
      timers: (entries[i] ?? 0) > 0 ? [thinkTimer] : [],
    })),
    invariant(states) {
      for (const [i, state] of states.entries()) {
        if (state === undefined || !isInside(state.inner)) continue;
        if (state.phase !== 'inside') return `${nodes[i]} is inside without having asked`;
        for (const [j, other] of states.entries()) {
          if (j < i && other !== undefined && rivals[i]?.[j] && isInside(other.inner)) {
            return `${nodes[j]} and ${nodes[i]} are inside together`;
          }
        }
      }
      return undefined;
    },
    isGoal: (states) => states.every((state) => state === undefined || state.left === 0),
  };
}

/** The same members for the explorer of src/sim, to compare the two. */
export function simWorld(
  groups: Groups,
  entries: number,
): Exploration<GroupsMessage, GroupsCommand, Told, null> {
  const step = withoutFences(workload(atAnyMoment, scheme.step));
  const machineOf = (id: NodeId): Machine<unknown, GroupsMessage, GroupsCommand, Told> => ({
    start: () => ({
      state: workState(createMember(groups, id), entries),
      effects: [{ type: 'set-timer', timer: thinkTimer, afterMs: 0 }],
    }),
    step: (state, input, ctx) =>
      input.type === 'synced' ? [] : step(state as WorkState<MemberState>, input, ctx),
  });
  return {
    nodes: new Map(groups.seats.map(({ node }) => [node, machineOf(node)])),
    commands: [],
    watch: { start: null, see: () => null },
    fifo: true,
    invariant: () => undefined,
  };
}

const noFence = { view: 0, count: 0 };

/** Fences decide nothing; without them states that behave alike are equal. */
function withoutFences(
  step: Step<WorkState<MemberState>, GroupsMessage, GroupsCommand, Told>,
): typeof step {
  return (state, input, ctx) => {
    const effects = step(state, input, ctx);
    state.inner.fence = noFence;
    return effects.map((effect) =>
      effect.type === 'send' && effect.message.body.type === 'fork'
        ? {
            ...effect,
            message: { ...effect.message, body: { ...effect.message.body, fence: noFence } },
          }
        : effect,
    );
  };
}

/** The same for the count of entries that a variant keeps. */
function withoutCount<S, M>(
  variant: Variant<S, M>,
): Step<VariantState<S>, M, GroupsCommand, GroupsEvent> {
  return (state, input, ctx) => {
    const effects = variant.step(state, input, ctx);
    state.entries = 0;
    return effects;
  };
}
