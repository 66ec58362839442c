// Clients that are attached to this node. The node keeps what a flask has not taken yet and sends it again; it keeps
// nothing that the client does not have as well, so that a client may go to another node at any time. Hosts learn
// from what comes of a client where to answer. The other end is routing.ts.
import type { NodeId } from '../../base/index.ts';
import type { ChannelMessage } from '../channel.ts';
import type { ClientId, FlaskId } from '../flask-id.ts';
import { tellDropped } from './abandoned.ts';
import type { Session } from './state.ts';
import { send, type Turn, tell } from './turn.ts';

/** Begins anew: what this node told the client when it was here before may not have reached it. */
export function attach<S>(
  turn: Turn<S>,
  client: ClientId,
  heard: readonly { readonly flask: FlaskId; readonly upTo: number }[],
): void {
  turn.state.sessions.set(client, new Map());
  for (const { flask, upTo } of heard) clientHeard(turn, client, flask, upTo);
  tellDropped(turn);
}

export function detach<S>({ state }: Turn<S>, client: ClientId): void {
  state.sessions.delete(client);
}

export function postToFlask<S>(
  turn: Turn<S>,
  client: ClientId,
  flask: FlaskId,
  number: number,
  message: unknown,
): void {
  const session = sessionOf(turn, client, flask);
  const last = session.waiting.at(-1)?.number ?? 0;
  // A client that has come back sends again what it does not know to be taken.
  if (number <= last) return;
  session.waiting.push({ number, message });
  toHost(turn, client, flask, { type: 'posts', first: number, bodies: [message] });
}

export function clientHeard<S>(
  turn: Turn<S>,
  client: ClientId,
  flask: FlaskId,
  upTo: number,
): void {
  const session = sessionOf(turn, client, flask);
  session.heard = Math.max(session.heard, upTo);
  session.told = Math.max(session.told, upTo);
  toHost(turn, client, flask, { type: 'taken', upTo: session.heard });
}

/** Something of a flask for a client that is, or was, attached here. */
export function hearForClient<S>(
  turn: Turn<S>,
  client: ClientId,
  flask: FlaskId,
  message: ChannelMessage<unknown>,
): void {
  const session = turn.state.sessions.get(client)?.get(flask);
  if (!session) return;
  if (message.type === 'taken') {
    const before = session.waiting.length;
    session.waiting = session.waiting.filter(({ number }) => number > message.upTo);
    if (session.waiting.length === before) return;
    tell(turn, { type: 'taken', client, flask, upTo: message.upTo });
    return;
  }
  // Something in between was lost, and comes again.
  if (message.first > session.told + 1) return;
  for (const [index, body] of message.bodies.entries()) {
    const number = message.first + index;
    if (number <= session.told) continue;
    session.told = number;
    tell(turn, { type: 'to-client', client, flask, number, message: body });
  }
}

/** Tells hosts where clients are, and sends again what they have not taken. */
export function remindHosts<S>(turn: Turn<S>, isMeant: (flask: FlaskId) => boolean): void {
  for (const [client, sessions] of turn.state.sessions) {
    for (const [flask, session] of sessions) {
      if (!isMeant(flask)) continue;
      toHost(turn, client, flask, { type: 'taken', upTo: session.heard });
      const [oldest] = session.waiting;
      if (!oldest) continue;
      const bodies = session.waiting.map(({ message }) => message);
      toHost(turn, client, flask, { type: 'posts', first: oldest.number, bodies });
    }
  }
}

function sessionOf<S>({ state }: Turn<S>, client: ClientId, flask: FlaskId): Session {
  const sessions = state.sessions.get(client) ?? new Map<FlaskId, Session>();
  state.sessions.set(client, sessions);
  const session = sessions.get(flask) ?? { heard: 0, told: 0, waiting: [] };
  sessions.set(flask, session);
  return session;
}

function toHost<S>(
  turn: Turn<S>,
  client: ClientId,
  flask: FlaskId,
  message: ChannelMessage<unknown>,
): void {
  const host: NodeId | undefined = turn.state.places.get(flask)?.host;
  if (host) send(turn, host, { type: 'channel', from: client, to: flask, message });
}
