// RA1 of Joung: Ricart and Agrawala's algorithm, in which members that are not in conflict always agree.
// Safe, and free of starvation, but a group seldom comes in together: whoever is behind a competitor waits
// for it, even while others of its own group are inside. 2(n-1) messages an entry.
import type { NodeId } from '../../../base/index.ts';
import type { Groups } from '../layout.ts';
import { type Algorithm, comesBefore, type Phase, type SendTo, variantOf } from './variant.ts';

export type Ra1Message =
  | { readonly type: 'request'; readonly at: number }
  | { readonly type: 'ack' };

export interface Ra1State {
  readonly self: NodeId;
  readonly others: readonly NodeId[];
  readonly competitors: readonly NodeId[];
  phase: Phase;
  clock: number;
  asked: number;
  missing: NodeId[];
  deferred: NodeId[];
}

const algorithm: Algorithm<Ra1State, Ra1Message> = {
  name: 'RA1',

  create: (groups, self) => ({
    ...{ self, phase: 'idle', clock: 0, asked: 0, missing: [], deferred: [] },
    others: othersOf(groups, self),
    competitors: competitorsOf(groups, self),
  }),

  request(state, send) {
    state.phase = 'requesting';
    state.clock++;
    state.asked = state.clock;
    state.missing = [...state.others];
    for (const other of state.others) send(other, { type: 'request', at: state.asked });
    enterWithAll(state);
  },

  receive(state, from, message, send) {
    if (message.type === 'ack') {
      state.missing = state.missing.filter((other) => other !== from);
      enterWithAll(state);
      return;
    }
    state.clock = Math.max(state.clock, message.at);
    if (defers(state, from, message.at)) state.deferred.push(from);
    else send(from, { type: 'ack' });
  },

  exit(state, send) {
    state.phase = 'idle';
    answerDeferred(state, send);
  },
};

export const ra1 = variantOf(algorithm);

function enterWithAll(state: Ra1State): void {
  if (state.phase === 'requesting' && state.missing.length === 0) state.phase = 'inside';
}

function defers(state: Ra1State, from: NodeId, at: number): boolean {
  if (!state.competitors.includes(from)) return false;
  if (state.phase === 'inside') return true;
  return state.phase === 'requesting' && comesBefore(state.asked, state.self, at, from);
}

function answerDeferred(state: Ra1State, send: SendTo<Ra1Message>): void {
  for (const other of state.deferred) send(other, { type: 'ack' });
  state.deferred = [];
}

export function othersOf(groups: Groups, self: NodeId): readonly NodeId[] {
  return groups.seats.map(({ node }) => node).filter((node) => node !== self);
}

export function competitorsOf(groups: Groups, self: NodeId): readonly NodeId[] {
  return (groups.competitorsOf.get(self) ?? []).map(({ node }) => node);
}
