// One member of a scheme of groups, as a machine: who waits and who is inside at this member, its lease, the
// views it has been told, and the forks (forks.ts) that decide. It judges no failures: an
// authority outside sends views (view.ts) and prolongs leases.
//
// Several requests may be inside at one member; for the other members it is inside while one of them is.
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type NodeId,
  timerId,
} from '../../base/index.ts';
import type { Enter, Entered, Leave, Refused, RequestId, Start } from '../scheme.ts';
import {
  ask,
  becomeIdle,
  exit,
  type ForksMessage,
  type ForksState,
  holdsAll,
  noStamp,
  receive,
  type Send,
} from './forks.ts';
import type { Groups } from './layout.ts';
import { type Fence, firstView, holdsFirst, laterFence, sinceIn, type View } from './view.ts';

export type GroupsCommand =
  | Start
  | Enter
  | Leave
  /** What the authority has decided. Older views than the one known are ignored. */
  | { readonly type: 'view'; readonly view: View }
  /** The authority counts this member as alive for so long from now, at least. */
  | { readonly type: 'lease'; readonly forMs: number };

/** The lease ran out, a view ended this life, or the host started again and its owners are gone. */
export type LossReason = 'lease' | 'view' | 'start';

export type GroupsEvent =
  | (Entered & { readonly fence: Fence })
  | { readonly type: 'left'; readonly request: RequestId }
  /** The request was inside and is no longer, against its will: its owner must stop at once. */
  | { readonly type: 'lost'; readonly request: RequestId; readonly why: LossReason }
  | Refused
  /** Somebody knows a later view; until it is here, this member enters no more. */
  | { readonly type: 'behind'; readonly view: number };

/** Every message says which view its sender knew, so that messages to or from an earlier life are seen. */
export interface GroupsMessage {
  readonly view: number;
  readonly body: ForksMessage;
}

export interface MemberState {
  readonly forks: ForksState;
  /** The number of the view that is known, and the one in which this life began. */
  view: number;
  since: number;
  /** The last view knows this member, and its lease, if it needs one, has not run out. */
  listed: boolean;
  readonly needsLease: boolean;
  leased: boolean;
  /** The largest fence that this member has heard of. */
  fence: Fence;
  holders: RequestId[];
  queue: RequestId[];
  /** Messages of views that are not known here yet, in the order of their arrival. */
  early: { readonly from: NodeId; readonly message: GroupsMessage }[];
}

type Effects = Effect<GroupsMessage, GroupsEvent>[];

const leaseTimer = timerId('lease');

export function createMember(
  groups: Groups,
  self: NodeId,
  view: View = firstView(groups),
): MemberState {
  const since = sinceIn(view, self);
  const competitors = groups.competitorsOf.get(self);
  assert(since !== undefined && competitors !== undefined, 'not a member of this view', self);
  const edges = competitors.map(({ node, group }) => {
    const peerSince = sinceIn(view, node);
    const fork =
      peerSince === undefined || holdsFirst({ node: self, since }, { node, since: peerSince });
    const gone = peerSince === undefined;
    return { peer: node, group, since: peerSince ?? 0, gone, fork, waits: noStamp, ahead: false };
  });
  return {
    forks: { self, phase: 'idle', clock: 0, asked: noStamp, strict: false, closed: [], edges },
    ...{ view: view.number, since, listed: true, leased: !groups.needsLease },
    ...{ needsLease: groups.needsLease },
    ...{ fence: { view: view.number, count: 0 }, holders: [], queue: [], early: [] },
  };
}

export function stepMember(
  state: MemberState,
  input: Input<GroupsMessage, GroupsCommand>,
  _ctx: Ctx,
): readonly Effect<GroupsMessage, GroupsEvent>[] {
  const effects: Effects = [];
  switch (input.type) {
    case 'message':
      hear(state, input.from, input.message, effects);
      break;
    case 'timer':
      if (input.timer === leaseTimer) {
        state.leased = false;
        loseHolders(state, 'lease', effects);
        if (state.forks.phase === 'inside') exitAll(state, effects);
      }
      break;
    case 'command':
      obey(state, input.command, effects);
      break;
  }
  tryEntering(state, effects);
  return effects;
}

function obey(state: MemberState, command: GroupsCommand, effects: Effects): void {
  switch (command.type) {
    case 'start':
      startAgain(state, effects);
      break;
    case 'enter':
      if (state.holders.includes(command.request) || state.queue.includes(command.request)) {
        const why = 'a request of this name waits or is inside';
        effects.push({ type: 'event', event: { type: 'refused', request: command.request, why } });
        return;
      }
      state.queue.push(command.request);
      if (state.forks.phase === 'idle') ask(state.forks, sender(state, effects));
      break;
    case 'leave':
      leave(state, command.request, effects);
      break;
    case 'view':
      if (command.view.number > state.view) adopt(state, command.view, effects);
      break;
    case 'lease':
      state.leased = true;
      effects.push({ type: 'set-timer', timer: leaseTimer, afterMs: command.forMs });
      break;
  }
}

/** Of a saved state only the forks are still true: timers are gone, and so are those who asked. */
function startAgain(state: MemberState, effects: Effects): void {
  state.leased = !state.needsLease;
  state.queue = [];
  loseHolders(state, 'start', effects);
  if (state.forks.phase === 'inside') exitAll(state, effects);
}

function leave(state: MemberState, request: RequestId, effects: Effects): void {
  if (!state.holders.includes(request)) {
    // What was asked of others runs its course; if nobody here wants in by then, it ends at once.
    state.queue = state.queue.filter((other) => other !== request);
    return;
  }
  state.holders = state.holders.filter((other) => other !== request);
  effects.push({ type: 'event', event: { type: 'left', request } });
  if (state.holders.length === 0) exitAll(state, effects);
}

function exitAll(state: MemberState, effects: Effects): void {
  exit(state.forks, state.fence, sender(state, effects));
  if (state.queue.length > 0) ask(state.forks, sender(state, effects));
}

function tryEntering(state: MemberState, effects: Effects): void {
  const { forks } = state;
  const mayEnter = state.listed && state.leased && state.early.length === 0;
  if (!mayEnter) return;
  while (forks.phase === 'requesting' && holdsAll(forks)) {
    forks.phase = 'inside';
    state.fence = { view: state.view, count: state.fence.count + 1 };
    if (state.queue.length === 0) exitAll(state, effects);
  }
  // Invariant: who is inside holds all of its forks.
  assert(forks.phase !== 'inside' || holdsAll(forks), 'inside without a fork', forks.self);
  // Requests that come while others are inside go in as well, unless a competitor waits by then.
  if (forks.phase === 'inside' && (state.holders.length === 0 || nobodyWaits(forks))) {
    for (const request of state.queue) {
      state.holders.push(request);
      effects.push({ type: 'event', event: { type: 'entered', request, fence: state.fence } });
    }
    state.queue = [];
  }
}

function nobodyWaits(forks: ForksState): boolean {
  return forks.edges.every(({ waits }) => waits === noStamp);
}

function loseHolders(state: MemberState, why: LossReason, effects: Effects): void {
  for (const request of state.holders) {
    effects.push({ type: 'event', event: { type: 'lost', request, why } });
  }
  state.holders = [];
}

function hear(state: MemberState, from: NodeId, message: GroupsMessage, effects: Effects): void {
  const edge = state.forks.edges.find(({ peer }) => peer === from);
  if (edge === undefined) return;
  if (message.view > state.view) {
    // Whoever sent this may know that this member is replaced: it waits for the view itself.
    const known = state.early.some((early) => early.message.view >= message.view);
    state.early.push({ from, message });
    if (!known) effects.push({ type: 'event', event: { type: 'behind', view: message.view } });
    return;
  }
  // A sender that did not know of the present lives of both speaks of forks that are no more.
  if (edge.gone || message.view < Math.max(edge.since, state.since)) return;
  const { body } = message;
  if (body.type === 'fork') state.fence = laterFence(state.fence, body.fence);
  receive(state.forks, edge, body, state.fence, sender(state, effects));
}

function adopt(state: MemberState, view: View, effects: Effects): void {
  const { forks } = state;
  state.view = view.number;
  state.fence = laterFence(state.fence, { view: view.number, count: 0 });
  const since = sinceIn(view, forks.self);
  state.listed = since !== undefined;
  const reborn = since !== undefined && since > state.since;
  if (reborn) state.since = since;
  if (reborn || !state.listed) {
    loseHolders(state, 'view', effects);
    if (forks.phase === 'inside') becomeIdle(forks);
  }
  for (const edge of forks.edges) {
    const peerSince = sinceIn(view, edge.peer);
    if (!reborn && !edge.gone && peerSince === edge.since) continue;
    edge.gone = peerSince === undefined;
    edge.since = peerSince ?? edge.since;
    edge.waits = noStamp;
    edge.ahead = false;
    edge.fork =
      edge.gone ||
      holdsFirst({ node: forks.self, since: state.since }, { node: edge.peer, since: edge.since });
    if (forks.phase === 'requesting' && !edge.fork) {
      sender(state, effects)(edge.peer, { type: 'ask', at: forks.asked });
    }
  }
  if (forks.phase === 'idle' && state.queue.length > 0) ask(forks, sender(state, effects));
  const early = state.early;
  state.early = [];
  for (const { from, message } of early) hear(state, from, message, effects);
}

function sender(state: MemberState, effects: Effects): Send {
  return (to, body) => effects.push({ type: 'send', to, message: { view: state.view, body } });
}
