// Where messages between flasks go, and how they get there: to the host of the flask, as the view says. What comes too
// early for a flask waits a little; what goes to the wrong node is lost, and comes again when its sender has a
// newer view. A channel hides all of that from flasks (channel.ts); clients.ts is the other end of those to clients.
import type { NodeId } from '../../base/index.ts';
import {
  acknowledged,
  arrive,
  type ChannelMessage,
  resend,
  resendStale,
  toSend,
} from '../channel.ts';
import { type Endpoint, type FlaskId, isFlask } from '../flask-id.ts';
import type { PeerMessage } from '../peer-messages.ts';
import { hearOfClient } from './abandoned.ts';
import { accept, countedOf, isHosting } from './running.ts';
import type { Local, Running } from './state.ts';
import { send, type Turn } from './turn.ts';

/** For each flask so many messages wait until it can take them. */
const earlyMost = 256;

/** Sends what the channels of a host have to say. */
export function sendPosts<S>(turn: Turn<S>, local: Local<S>): void {
  const { running, flask } = local;
  if (!running || !isHosting(local)) return;
  for (const { to, message } of toSend(running.channels, countedOf(local))) {
    const node = isFlask(to) ? turn.state.places.get(to)?.host : running.clients.get(to);
    if (node !== undefined) send(turn, node, { type: 'channel', from: flask, to, message });
  }
}

/** A message of a channel for a flask. */
export function hearPosts<S>(
  turn: Turn<S>,
  node: NodeId,
  from: Endpoint,
  to: FlaskId,
  message: ChannelMessage<unknown>,
): void {
  if (!isFlask(from)) hearOfClient(turn, to);
  const local = turn.state.locals.get(to);
  const running = local?.running;
  if (!local || !running || !isHosting(local) || running.begunBy === undefined) {
    holdBack(turn, to, node, { type: 'channel', from, to, message });
    return;
  }
  turn.state.dirty.add(to);
  if (!isFlask(from)) {
    if (running.clients.get(from) !== node) resend(running.channels, from);
    running.clients.set(from, node);
  }
  if (message.type === 'taken') {
    acknowledged(running.channels, from, message.upTo);
    return;
  }
  const { first, bodies } = message;
  for (const { number, body } of arrive(running.channels, from, first, bodies)) {
    accept(turn, local, { type: 'message', from, number, message: body });
  }
}

/** Gives hosts that are asked for it the beginning of their flasks. */
export function hearBegin<S>(
  turn: Turn<S>,
  node: NodeId,
  flasks: readonly FlaskId[],
  spec: Uint8Array,
): void {
  for (const flask of flasks) {
    const local = turn.state.locals.get(flask);
    if (!local?.running || !isHosting(local)) {
      holdBack(turn, flask, node, { type: 'begin', flasks: [flask], spec });
      continue;
    }
    local.running.beginners.add(node);
    turn.state.dirty.add(flask);
    if (local.running.begunBy !== undefined) continue;
    accept(turn, local, { type: 'begin', spec });
    deliverEarly(turn, flask);
  }
}

/** The answer of an effect; it waits if this node cannot act for the flask just now. */
export function hearAnswer<S>(turn: Turn<S>, flask: FlaskId, key: string, answer: unknown): void {
  const local = turn.state.locals.get(flask);
  if (!local?.running) return;
  local.answers.push({ key, answer });
  turn.state.dirty.add(flask);
}

/** Takes answers that have waited. */
export function takeAnswers<S>(turn: Turn<S>, local: Local<S>): void {
  const { running, answers } = local;
  if (!running || answers.length === 0 || !isHosting(local)) return;
  local.answers = [];
  for (const { key, answer } of answers) {
    // Only the first answer to a key is one.
    if (running.effects.has(key)) accept(turn, local, { type: 'answer', key, answer });
  }
}

/** A flask is ready: what has waited for it is tried again. */
export function deliverEarly<S>({ state }: Turn<S>, flask: FlaskId): void {
  const early = state.early.get(flask);
  if (!early) return;
  state.early.delete(flask);
  state.here.push(...early);
}

/** Sends again what goes to flasks that were moved, or that a node hosts to which the link was down. */
export function resendTo<S>(turn: Turn<S>, isMeant: (flask: FlaskId) => boolean): void {
  eachRunning(turn, (local, { channels }) => {
    for (const to of channels.out.keys()) {
      if (!isFlask(to) || !isMeant(to)) continue;
      resend(channels, to);
      turn.state.dirty.add(local.flask);
    }
  });
}

/** From time to time: what has waited for an answer since the last time is sent again. */
export function remindFlasks<S>(turn: Turn<S>): void {
  eachRunning(turn, (local, { channels }) => {
    resendStale(channels);
    turn.state.dirty.add(local.flask);
  });
}

function eachRunning<S>(turn: Turn<S>, act: (local: Local<S>, running: Running<S>) => void): void {
  for (const local of turn.state.locals.values()) {
    if (local.running && isHosting(local)) act(local, local.running);
  }
}

function holdBack<S>(turn: Turn<S>, flask: FlaskId, from: NodeId, message: PeerMessage): void {
  const { state, ctx } = turn;
  const place = state.places.get(flask);
  if (place && place.host !== ctx.self) return;
  const early = state.early.get(flask) ?? [];
  if (early.length >= earlyMost || (early.length === 0 && state.early.size >= earlyMost)) return;
  state.early.set(flask, [...early, { from, message }]);
}
