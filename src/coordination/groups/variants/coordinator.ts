// One coordinator for each group, its first member: members ask it and tell it when they leave, and only the
// coordinators of groups in conflict deal with each other, by the forks of ../forks.ts. Far fewer messages (just under 3 an
// entry, whatever the size of the groups) for two more hops of waiting and a single point that may fail. Kept to be
// compared: it knows no crashes and no views.
import type { NodeId } from '../../../base/index.ts';
import {
  ask,
  exit,
  type ForksMessage,
  type ForksState,
  holdsAll,
  noStamp,
  receive,
} from '../forks.ts';
import type { Groups } from '../layout.ts';
import { type Algorithm, type Phase, type SendTo, variantOf } from './variant.ts';

export type CoordinatorMessage =
  /** Member to coordinator: I want to enter. */
  | { readonly type: 'in' }
  /** Coordinator to member: enter. */
  | { readonly type: 'admit' }
  /** Member to coordinator: I have left. */
  | { readonly type: 'out' }
  /** Coordinator to coordinator. */
  | { readonly type: 'forks'; readonly body: ForksMessage };

/** What a coordinator keeps for its group. */
interface Desk {
  readonly forks: ForksState;
  queue: NodeId[];
  inside: NodeId[];
  /** Somebody has left since the group came in: from then on it makes room for others who wait. */
  isOld: boolean;
}

export interface CoordinatorState {
  readonly self: NodeId;
  readonly coordinator: NodeId;
  readonly desk: Desk | null;
  phase: Phase;
}

type Send = SendTo<CoordinatorMessage>;

const algorithm: Algorithm<CoordinatorState, CoordinatorMessage> = {
  name: 'coordinator',

  create(groups, self) {
    const coordinator = coordinatorOf(groups, groups.groupOf.get(self) ?? '');
    const desk = coordinator === self ? createDesk(groups, self) : null;
    return { self, coordinator, desk, phase: 'idle' };
  },

  request(state, send) {
    state.phase = 'requesting';
    if (state.desk) hearIn(state, state.desk, state.self, send);
    else send(state.coordinator, { type: 'in' });
  },

  receive(state, from, message, send) {
    const { desk } = state;
    if (message.type === 'admit') state.phase = 'inside';
    else if (desk === null) return;
    else if (message.type === 'in') hearIn(state, desk, from, send);
    else if (message.type === 'out') hearOut(state, desk, from, send);
    else {
      const edge = desk.forks.edges.find(({ peer }) => peer === from);
      if (edge === undefined) return;
      receive(desk.forks, edge, message.body, noFence, toCoordinator(send));
      serve(state, desk, send);
    }
  },

  exit(state, send) {
    state.phase = 'idle';
    if (state.desk) hearOut(state, state.desk, state.self, send);
    else send(state.coordinator, { type: 'out' });
  },
};

export const coordinator = variantOf(algorithm);

const noFence = { view: 0, count: 0 };

/** The first member of a group, by name. */
function coordinatorOf(groups: Groups, group: string): NodeId {
  const seat = groups.seats.find((one) => one.group === group);
  return (seat ?? (groups.seats[0] as Groups['seats'][number])).node;
}

function createDesk(groups: Groups, self: NodeId): Desk {
  const rivals = new Set((groups.competitorsOf.get(self) ?? []).map(({ group }) => group));
  const edges = [...rivals].map((group) => {
    const peer = coordinatorOf(groups, group);
    const fixed = { peer, group, since: 0, gone: false };
    return { ...fixed, fork: self < peer, waits: noStamp, ahead: false };
  });
  const forks: ForksState = {
    ...{ self, phase: 'idle', clock: 0, asked: noStamp, strict: false, closed: [] },
    edges,
  };
  return { forks, queue: [], inside: [], isOld: false };
}

function hearIn(state: CoordinatorState, desk: Desk, from: NodeId, send: Send): void {
  desk.queue.push(from);
  serve(state, desk, send);
}

function hearOut(state: CoordinatorState, desk: Desk, from: NodeId, send: Send): void {
  desk.inside = desk.inside.filter((other) => other !== from);
  desk.isOld = true;
  serve(state, desk, send);
}

/** Does what can be done now: asks for the group, lets members in, or makes room. */
function serve(state: CoordinatorState, desk: Desk, send: Send): void {
  const { forks } = desk;
  if (forks.phase === 'inside' && isAwaited(forks) && desk.isOld && desk.inside.length === 0) {
    exit(forks, noFence, toCoordinator(send));
  }
  if (forks.phase === 'idle' && desk.queue.length > 0) ask(forks, toCoordinator(send));
  if (forks.phase === 'requesting' && holdsAll(forks)) {
    forks.phase = 'inside';
    desk.isOld = false;
  }
  if (forks.phase !== 'inside' || (desk.isOld && isAwaited(forks))) return;
  for (const member of desk.queue) {
    desk.inside.push(member);
    if (member === state.self) state.phase = 'inside';
    else send(member, { type: 'admit' });
  }
  desk.queue = [];
}

function isAwaited(forks: ForksState): boolean {
  return forks.edges.some(({ waits }) => waits !== noStamp);
}

function toCoordinator(send: Send): (to: NodeId, body: ForksMessage) => void {
  return (to, body) => send(to, { type: 'forks', body });
}
