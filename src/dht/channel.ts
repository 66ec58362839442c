// Channels between flasks, and between a flask and a client: what one posts, the other takes, each exactly once and in order, whatever happens to
// links and nodes. A channel is an ordered pair of them, not of nodes, so its numbers go on when a flask moves.
// The file before it in the walk is log.ts.
//
// Posting and taking are parts of records in the flask's log: the outbox and the high-water mark are folded from it.
// Two rules make that exactly once. A message is sent only when the record that posted it is durable; otherwise
// its number could come again with another content. It is acknowledged only when the record that took it is
// durable; otherwise the sender would forget what the receiver has lost. Without the mark a late repetition would
// bring back a molecule that has long been consumed: its id alone protects nobody, since consumed ids are forgotten.
import { assert } from '../base/index.ts';
import type { Endpoint } from './flask-id.ts';

/** What travels between flasks. */
export type ChannelMessage<B> =
  /** Numbered `first`, `first + 1`, ... */
  | { readonly type: 'posts'; readonly first: number; readonly bodies: readonly B[] }
  /** All up to this number are taken for good. */
  | { readonly type: 'taken'; readonly upTo: number };

/** The channels of one flask, both directions. Plain data. */
export interface Channels<B> {
  readonly out: Map<Endpoint, Outgoing<B>>;
  readonly in: Map<Endpoint, Incoming>;
}

interface Outgoing<B> {
  /** The number of the newest message. */
  last: number;
  /** The outbox: not yet acknowledged, oldest first, each with the record that posted it. */
  waiting: Waiting<B>[];
  /** All up to this one were sent since the last reconnection; not folded from the log. */
  sent: number;
  /** The oldest that waited when `resendStale` came by last. */
  seen: number;
}

interface Waiting<B> {
  readonly number: number;
  readonly record: number;
  readonly body: B;
}

interface Incoming {
  /** The high-water mark: all up to this one are taken. */
  taken: number;
  /** Taken by records that may not be durable yet. */
  fresh: { readonly number: number; readonly record: number }[];
  /** What may be acknowledged, and whether the sender should hear of it; not folded from the log. */
  durable: number;
  owesAnswer: boolean;
}

export function noChannels<B>(): Channels<B> {
  return { out: new Map(), in: new Map() };
}

/** Puts a message in the outbox, as part of a record. */
export function post<B>(channels: Channels<B>, to: Endpoint, body: B, record: number): void {
  const out = outgoing(channels, to);
  out.last++;
  out.waiting.push({ number: out.last, record, body });
}

/**
 * Looks at messages that arrived and gives those that are to be taken now, with their numbers; `take` each of them in
 * a record. If there is none, nothing changes but that the sender is owed an answer.
 */
export function arrive<B>(
  channels: Channels<B>,
  from: Endpoint,
  first: number,
  bodies: readonly B[],
): readonly { readonly number: number; readonly body: B }[] {
  const incoming = incomingOf(channels, from);
  const next = incoming.taken + 1;
  // If something in between was lost, it will come again, and these with it.
  if (first > next || first + bodies.length <= next) {
    incoming.owesAnswer = true;
    return [];
  }
  return bodies.slice(next - first).map((body, index) => ({ number: next + index, body }));
}

/** Moves the high-water mark, as part of the record that does what the message asks for. */
export function take<B>(
  channels: Channels<B>,
  from: Endpoint,
  number: number,
  record: number,
): void {
  const incoming = incomingOf(channels, from);
  assert(number === incoming.taken + 1, 'messages are taken in order, each once', number);
  incoming.taken = number;
  incoming.fresh.push({ number, record });
}

/** The other side has taken all up to this one for good: the outbox forgets them. */
export function acknowledged<B>(channels: Channels<B>, by: Endpoint, upTo: number): void {
  const out = outgoing(channels, by);
  // A claim about what was never posted comes from a stranger or a stale world.
  if (upTo > out.last) return;
  const first = out.waiting[0]?.number ?? out.last + 1;
  if (upTo >= first) out.waiting = out.waiting.slice(upTo - first + 1);
}

/** What is to be sent now, given how far the log is durable; at most `window` messages wait for an answer. */
export function toSend<B>(
  channels: Channels<B>,
  durable: number,
  window = 64,
): readonly { readonly to: Endpoint; readonly message: ChannelMessage<B> }[] {
  const sends: { to: Endpoint; message: ChannelMessage<B> }[] = [];
  for (const [to, incoming] of channels.in) {
    const before = incoming.durable;
    while (incoming.fresh[0] !== undefined && incoming.fresh[0].record <= durable) {
      incoming.durable = incoming.fresh[0].number;
      incoming.fresh.shift();
    }
    if (incoming.durable === before && !incoming.owesAnswer) continue;
    incoming.owesAnswer = false;
    sends.push({ to, message: { type: 'taken', upTo: incoming.durable } });
  }
  for (const [to, out] of channels.out) {
    const oldest = out.waiting[0]?.number;
    if (oldest === undefined || out.sent >= out.last) continue;
    const from = Math.max(0, out.sent + 1 - oldest);
    let upTo = from;
    const end = Math.min(window, out.waiting.length);
    while (upTo < end && (out.waiting[upTo] as Waiting<B>).record <= durable) upTo++;
    if (upTo <= from) continue;
    const bodies = out.waiting.slice(from, upTo).map(({ body }) => body);
    out.sent = oldest + upTo - 1;
    sends.push({ to, message: { type: 'posts', first: oldest + from, bodies } });
  }
  return sends;
}

/** Whether something waits for an answer, so that a timer should call `resend`. */
export function awaitsAnswer<B>(channels: Channels<B>): boolean {
  return [...channels.out.values()].some(({ waiting }) => waiting.length > 0);
}

/** After a reconnection or in vain waiting: all that is not acknowledged is sent again. */
export function resend<B>(channels: Channels<B>, to?: Endpoint): void {
  for (const [peer, out] of channels.out) {
    if (to === undefined || peer === to) out.sent = 0;
  }
}

/** From time to time: what has waited since the last time is sent again. */
export function resendStale<B>(channels: Channels<B>): void {
  for (const out of channels.out.values()) {
    const oldest = out.waiting[0]?.number ?? 0;
    if (oldest > 0 && oldest === out.seen) out.sent = 0;
    out.seen = oldest;
  }
}

/** The channels as they belong into a snapshot of the flask. */
export interface SavedChannels<B> {
  readonly out: readonly { readonly to: Endpoint; readonly last: number; readonly bodies: B[] }[];
  readonly in: readonly { readonly from: Endpoint; readonly taken: number }[];
}

export function saveChannels<B>(channels: Channels<B>): SavedChannels<B> {
  const out = [...channels.out].map(([to, { last, waiting }]) => ({
    to,
    last,
    bodies: waiting.map(({ body }) => body),
  }));
  return { out, in: [...channels.in].map(([from, { taken }]) => ({ from, taken })) };
}

/** The channels of a snapshot that covers all records up to `record`. */
export function loadChannels<B>(saved: SavedChannels<B>, record: number): Channels<B> {
  const channels = noChannels<B>();
  for (const { to, last, bodies } of saved.out) {
    const first = last - bodies.length + 1;
    const waiting = bodies.map((body, index) => ({ number: first + index, record, body }));
    channels.out.set(to, { last, waiting, sent: 0, seen: 0 });
  }
  for (const { from, taken } of saved.in) {
    const fresh = taken > 0 ? [{ number: taken, record }] : [];
    channels.in.set(from, { taken, fresh, durable: 0, owesAnswer: false });
  }
  return channels;
}

function outgoing<B>({ out }: Channels<B>, to: Endpoint): Outgoing<B> {
  const known = out.get(to) ?? { last: 0, waiting: [], sent: 0, seen: 0 };
  out.set(to, known);
  return known;
}

function incomingOf<B>(channels: Channels<B>, from: Endpoint): Incoming {
  const known = channels.in.get(from) ?? { taken: 0, fresh: [], durable: 0, owesAnswer: false };
  channels.in.set(from, known);
  return known;
}
