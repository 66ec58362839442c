// RA2 of Joung, reconstructed from its description: RA1 with captains. Who enters by agreement of all is a captain
// and starts the waiting members that are not in conflict with it; it lets nobody else in before all whom it
// started are done. 2(n-1) messages an entry and two more for each member that is started.
//
// Safe for two groups. Unsafe where "is not in conflict with" is not transitive, as on a path of four groups: a
// captain of the first starts members of the third and of the fourth, which exclude each other.
import type { NodeId } from '../../../base/index.ts';
import { competitorsOf, othersOf } from './ra1.ts';
import { type Algorithm, comesBefore, type Phase, type SendTo, variantOf } from './variant.ts';

export type Ra2Message =
  | { readonly type: 'request'; readonly at: number }
  | { readonly type: 'ack'; readonly at: number }
  /** The captain lets the request in. */
  | { readonly type: 'start'; readonly at: number }
  /** The request is over. It says which one: without the number a done of an earlier one is taken for it. */
  | { readonly type: 'done'; readonly at: number };

export interface Ra2State {
  readonly self: NodeId;
  readonly others: readonly NodeId[];
  readonly competitors: readonly NodeId[];
  phase: Phase;
  clock: number;
  asked: number;
  missing: NodeId[];
  deferred: Wish[];
  /** Requests of members not in conflict, seen and not known to be over. */
  friends: Wish[];
  /** Whose captain this member is, also after it has left. */
  crew: Wish[];
  captain: NodeId | undefined;
}

interface Wish {
  readonly node: NodeId;
  readonly at: number;
}

const algorithm: Algorithm<Ra2State, Ra2Message> = {
  name: 'RA2',
  unsafe: 'on conflict graphs in which "is not in conflict with" is not transitive',

  create: (groups, self) => ({
    ...{
      self,
      phase: 'idle',
      clock: 0,
      asked: 0,
      missing: [],
      deferred: [],
      friends: [],
      crew: [],
    },
    captain: undefined,
    others: othersOf(groups, self),
    competitors: competitorsOf(groups, self),
  }),

  request(state, send) {
    state.phase = 'requesting';
    state.clock++;
    state.asked = state.clock;
    state.missing = [...state.others];
    for (const other of state.others) send(other, { type: 'request', at: state.asked });
    enterWithAll(state, send);
  },

  receive(state, from, message, send) {
    switch (message.type) {
      case 'request':
        receiveRequest(state, from, message.at, send);
        break;
      case 'ack':
        if (message.at === state.asked) {
          state.missing = state.missing.filter((other) => other !== from);
          enterWithAll(state, send);
        }
        break;
      case 'start':
        if (state.phase === 'requesting' && message.at === state.asked) {
          state.phase = 'inside';
          state.captain = from;
        } else {
          send(from, { type: 'done', at: message.at });
        }
        break;
      case 'done':
        forget(state, from, message.at);
        closeIfOver(state, send);
        break;
    }
  },

  exit(state, send) {
    state.phase = 'idle';
    if (state.captain !== undefined) send(state.captain, { type: 'done', at: state.asked });
    state.captain = undefined;
    closeIfOver(state, send);
  },
};

export const ra2 = variantOf(algorithm);

function receiveRequest(state: Ra2State, from: NodeId, at: number, send: SendTo<Ra2Message>): void {
  state.clock = Math.max(state.clock, at);
  const wish = { node: from, at };
  if (state.competitors.includes(from)) {
    const mine = state.phase === 'requesting' && comesBefore(state.asked, state.self, at, from);
    if (state.phase === 'inside' || state.crew.length > 0 || mine) state.deferred.push(wish);
    else send(from, { type: 'ack', at });
    return;
  }
  send(from, { type: 'ack', at });
  state.friends = [...state.friends.filter(({ node }) => node !== from), wish];
  if (state.phase === 'inside' && state.captain === undefined) start(state, wish, send);
}

function enterWithAll(state: Ra2State, send: SendTo<Ra2Message>): void {
  if (state.phase !== 'requesting' || state.missing.length > 0) return;
  state.phase = 'inside';
  for (const wish of state.friends) start(state, wish, send);
}

function start(state: Ra2State, wish: Wish, send: SendTo<Ra2Message>): void {
  state.crew.push(wish);
  send(wish.node, { type: 'start', at: wish.at });
}

function forget(state: Ra2State, from: NodeId, at: number): void {
  const other = (wish: Wish): boolean => wish.node !== from || wish.at !== at;
  state.crew = state.crew.filter(other);
  state.friends = state.friends.filter(other);
}

/** Nobody of the crew is inside any more, and neither is the captain: the others may come. */
function closeIfOver(state: Ra2State, send: SendTo<Ra2Message>): void {
  if (state.phase === 'inside' || state.crew.length > 0) return;
  const mine = (wish: Wish): boolean =>
    state.phase === 'requesting' && comesBefore(state.asked, state.self, wish.at, wish.node);
  for (const { node, at } of state.deferred.filter((wish) => !mine(wish))) {
    send(node, { type: 'ack', at });
  }
  state.deferred = state.deferred.filter(mine);
}
