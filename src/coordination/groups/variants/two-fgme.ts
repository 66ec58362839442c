// 2-FGME of Belkhiria, Bertier and Tedeschi (algorithms 1 and 2 of the paper), line by line as printed. Numbers in
// comments are lines of the paper. It is UNSAFE and it hangs: with two against two, one entry each, both groups can be
// inside, members enter without having asked, and others wait for ever. Kept to be compared and caught.
import type { NodeId } from '../../../base/index.ts';
import { competitorsOf } from './ra1.ts';
import { type Algorithm, comesBefore, type Phase, type SendTo, variantOf } from './variant.ts';

export type TwoFgmeMessage =
  | { readonly type: 'request'; readonly at: number }
  | { readonly type: 'ack'; readonly renew: boolean; readonly end: boolean }
  | { readonly type: 'end'; readonly clock: number };

export interface TwoFgmeState {
  readonly self: NodeId;
  readonly competitors: readonly NodeId[];
  phase: Phase;
  clock: number;
  /** The number of the request; Infinity while there is none, which the paper writes so too. */
  requestId: number;
  waitingRequests: NodeId[];
  requestsToSend: NodeId[];
  acksToIgnore: NodeId[];
  acksReceived: NodeId[];
  competitorsAuthorized: boolean;
}

type Send = SendTo<TwoFgmeMessage>;

const algorithm: Algorithm<TwoFgmeState, TwoFgmeMessage> = {
  name: '2-FGME as printed',
  unsafe: 'both groups can be inside, and members can wait for ever',

  // 1-7
  create: (groups, self) => ({
    ...{ self, competitors: competitorsOf(groups, self), phase: 'idle' },
    ...{ clock: 0, requestId: Number.POSITIVE_INFINITY },
    ...{ waitingRequests: [], requestsToSend: [], acksToIgnore: [], acksReceived: [] },
    competitorsAuthorized: false,
  }),

  // 8-17
  request(state, send) {
    state.phase = 'requesting';
    state.clock++;
    state.requestId = state.clock;
    if (!state.competitorsAuthorized) multicastRequest(state, state.competitors, send);
    else state.requestsToSend = [...state.competitors];
    state.acksReceived = [];
  },

  receive(state, from, message, send) {
    switch (message.type) {
      case 'request':
        receiveRequest(state, from, message.at, send);
        break;
      case 'ack':
        receiveAck(state, from, message.renew, message.end, send);
        break;
      case 'end':
        // 77-86
        state.clock = Math.max(state.clock, message.clock);
        state.competitorsAuthorized = false;
        remove(state.waitingRequests, from);
        resume(state, send);
        break;
    }
  },

  // 87-98
  exit(state, send) {
    state.phase = 'idle';
    state.requestId = Number.POSITIVE_INFINITY;
    if (state.waitingRequests.length > 0) {
      state.competitorsAuthorized = true;
      for (const other of state.waitingRequests) {
        send(other, { type: 'ack', renew: false, end: true });
      }
    }
    for (const other of state.competitors) {
      if (!state.waitingRequests.includes(other)) send(other, { type: 'end', clock: state.clock });
    }
    state.waitingRequests = [];
    state.acksToIgnore = [];
  },
};

export const twoFgme = variantOf(algorithm);

// 18-57
function receiveRequest(state: TwoFgmeState, from: NodeId, at: number, send: Send): void {
  state.clock = Math.max(state.clock, at);
  const ownIsLater = comesBefore(at, from, state.requestId, state.self);
  if (ownIsLater && state.phase !== 'inside') {
    send(from, { type: 'ack', renew: false, end: false });
    if (state.competitorsAuthorized) return;
    state.competitorsAuthorized = true;
    if (state.requestId === Number.POSITIVE_INFINITY) return;
    for (const other of state.competitors) {
      if (other !== from) postpone(state, other, send);
    }
  } else if (state.competitorsAuthorized && state.phase !== 'inside') {
    if (!state.requestsToSend.includes(from)) {
      send(from, { type: 'end', clock: state.clock });
      add(state.requestsToSend, from);
      dropAck(state, from);
    }
    send(from, { type: 'ack', renew: true, end: false });
  } else {
    add(state.waitingRequests, from);
  }
}

// 26-37
function postpone(state: TwoFgmeState, other: NodeId, send: Send): void {
  if (state.waitingRequests.includes(other)) {
    remove(state.waitingRequests, other);
    send(other, { type: 'ack', renew: true, end: false });
  } else {
    send(other, { type: 'end', clock: state.clock });
  }
  add(state.requestsToSend, other);
  dropAck(state, other);
}

// 33-37 and 46-50
function dropAck(state: TwoFgmeState, other: NodeId): void {
  if (state.acksReceived.includes(other)) remove(state.acksReceived, other);
  else add(state.acksToIgnore, other);
}

// 58-76
function receiveAck(
  state: TwoFgmeState,
  from: NodeId,
  renew: boolean,
  end: boolean,
  send: Send,
): void {
  if (end || renew) {
    state.competitorsAuthorized = false;
    if (end) {
      remove(state.acksToIgnore, from);
      resume(state, send);
    }
  }
  if (state.acksToIgnore.includes(from)) {
    remove(state.acksToIgnore, from);
    return;
  }
  add(state.acksReceived, from);
  // 72: whatever the state is, which is one of the faults.
  if (state.acksReceived.length === state.competitors.length) state.phase = 'inside';
}

// 63-65 and 83-85. The set is emptied before it is subtracted, so that the last line removes nothing: another fault.
function resume(state: TwoFgmeState, send: Send): void {
  multicastRequest(state, state.requestsToSend, send);
  state.requestsToSend = [];
  for (const other of state.requestsToSend) remove(state.acksToIgnore, other);
}

function multicastRequest(state: TwoFgmeState, to: readonly NodeId[], send: Send): void {
  for (const other of to) send(other, { type: 'request', at: state.requestId });
}

// Sets as sorted lists, so that equal sets are equal data.
function add(set: NodeId[], node: NodeId): void {
  if (!set.includes(node)) set.push(node);
  set.sort();
}

function remove(set: NodeId[], node: NodeId): void {
  const at = set.indexOf(node);
  if (at >= 0) set.splice(at, 1);
}
