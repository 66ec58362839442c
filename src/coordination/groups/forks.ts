// Group mutual exclusion by forks, the algorithm alone: one fork for each pair of members whose groups are in
// conflict, and a member is inside only while it holds all of its forks. Safety is in the forks; all
// the rest is about who gets them next. Reliable links that keep the order between two members are
// assumed. Around it: member.ts (who waits here, leases, views).
//
// This replaces the algorithm of the paper (variants/two-fgme.ts), which lets both groups in. What is kept of
// it is the bypass: a member that has let one of a group pass lends its forks to others of that group,
// whatever their turn, so that a group comes in together.
import type { NodeId } from '../../base/index.ts';
import type { Fence } from './view.ts';

/** The Lamport number of a request; with the member's name it orders all requests. */
export type Stamp = number;
export const noStamp: Stamp = 0;

export type ForksMessage =
  /** I want the fork that you hold. */
  | { readonly type: 'ask'; readonly at: Stamp }
  /** Here it is. `renew`: I want it back for my own request. `end`: I have just been inside. */
  | { readonly type: 'fork'; readonly renew: Stamp; readonly end: boolean; readonly fence: Fence }
  /** I hold the fork, am before you and do not lend: give back what is not yours to keep. */
  | { readonly type: 'wait' };

export interface Edge {
  readonly peer: NodeId;
  readonly group: string;
  /** Since when the peer lives; see view.ts. */
  since: number;
  /** Nobody is there: the fork counts as held. */
  gone: boolean;
  fork: boolean;
  /** The peer's request that waits here. */
  waits: Stamp;
  /** The peer was let pass and has not been heard of since. */
  ahead: boolean;
}

export interface ForksState {
  readonly self: NodeId;
  phase: 'idle' | 'requesting' | 'inside';
  clock: Stamp;
  /** Of the own request, while there is one. */
  asked: Stamp;
  /** Loans are over: what came from others with an earlier request goes back to them. */
  strict: boolean;
  /** Groups of which somebody has left while this request waits: nothing more is lent to them. */
  closed: string[];
  readonly edges: Edge[];
}

export type Send = (to: NodeId, message: ForksMessage) => void;

/** The member wants to enter. It may once `holdsAll`. */
export function ask(state: ForksState, send: Send): void {
  state.phase = 'requesting';
  state.clock++;
  state.asked = state.clock;
  for (const edge of state.edges) {
    if (!edge.fork) send(edge.peer, { type: 'ask', at: state.asked });
  }
}

/** The member has left; whoever waits for a fork gets it. */
export function exit(state: ForksState, fence: Fence, send: Send): void {
  becomeIdle(state);
  for (const edge of state.edges) {
    if (edge.waits !== noStamp) give(edge, noStamp, true, fence, send);
  }
}

export function becomeIdle(state: ForksState): void {
  state.phase = 'idle';
  state.asked = noStamp;
  state.strict = false;
  state.closed = [];
}

export function holdsAll(state: ForksState): boolean {
  return state.edges.every(({ fork }) => fork);
}

export function receive(
  state: ForksState,
  edge: Edge,
  message: ForksMessage,
  fence: Fence,
  send: Send,
): void {
  switch (message.type) {
    case 'ask':
      receiveAsk(state, edge, message.at, fence, send);
      break;
    case 'fork':
      if (edge.fork) break;
      edge.fork = true;
      edge.ahead = false;
      edge.waits = message.renew;
      state.clock = Math.max(state.clock, message.renew);
      if (message.end && !state.closed.includes(edge.group)) state.closed.push(edge.group);
      if (!holdsAll(state) && state.strict && isBefore(state, edge)) {
        give(edge, state.asked, false, fence, send);
      }
      break;
    case 'wait':
      if (state.phase === 'requesting') becomeStrict(state, fence, send);
      break;
  }
}

function receiveAsk(state: ForksState, edge: Edge, at: Stamp, fence: Fence, send: Send): void {
  state.clock = Math.max(state.clock, at);
  if (!edge.fork) return;
  edge.waits = at;
  switch (state.phase) {
    case 'idle':
      give(edge, noStamp, false, fence, send);
      break;
    case 'inside':
      break;
    case 'requesting':
      if (isBefore(state, edge)) {
        give(edge, state.asked, false, fence, send);
        // Without this two that yield to each other's elders can wait in a circle (28 steps, 2 against 2).
        becomeStrict(state, fence, send);
      } else if (lendsTo(state, edge.group)) {
        give(edge, state.asked, false, fence, send);
      } else {
        send(edge.peer, { type: 'wait' });
      }
      break;
  }
}

/** One of the group is ahead already, so that another one beside it costs nothing. */
function lendsTo(state: ForksState, group: string): boolean {
  return (
    !state.closed.includes(group) && state.edges.some((edge) => edge.ahead && edge.group === group)
  );
}

function becomeStrict(state: ForksState, fence: Fence, send: Send): void {
  state.strict = true;
  for (const edge of state.edges) {
    if (edge.fork && isBefore(state, edge)) give(edge, state.asked, false, fence, send);
  }
}

function give(edge: Edge, renew: Stamp, end: boolean, fence: Fence, send: Send): void {
  edge.fork = false;
  edge.waits = noStamp;
  edge.ahead = true;
  send(edge.peer, { type: 'fork', renew, end, fence });
}

/** The request that waits at an edge is before the own one. */
function isBefore(state: ForksState, edge: Edge): boolean {
  if (edge.waits === noStamp) return false;
  return edge.waits < state.asked || (edge.waits === state.asked && edge.peer < state.self);
}
