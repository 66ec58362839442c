// A flask's log at several nodes. The host numbers records and sends them to the other replicas; a record counts when
// every replica of the flask's place has it on its disk. When the host dies another replica takes over: it has
// every record that counted, and what it has beyond that counts from then on. This file is one node's part in one
// flask; whoever owns it carries its messages and tells it of new places (view.ts). Before it in the walk: fence.ts.
//
// Rules that make it safe:
// - A host acts under an epoch only when a record of that epoch, its first, is on its own disk, and never again under
//   an epoch that it finds on its disk when it starts. So no epoch has two contents under one number.
// - A replica appends a record only behind one that has the same number and epoch at the host. By the first rule all
//   before them are then the same, too. What it has beyond was never counted, and goes.
// - Lower epochs are refused. The host of a higher one was a replica before, so the old one cannot count on it.
import { assert, type DiskEffect, type NodeId, ok, type Result } from '../base/index.ts';
import { append, flush, foldLog, type Log, openLog, replaceLog, synced } from './log.ts';
import type { LogDamage, LogRecord, LogSnapshot } from './log-frame.ts';
import type { FlaskPlace } from './view.ts';

/** A place in a log: a number, and the epoch of the record there. */
interface Mark {
  readonly number: number;
  readonly epoch: number;
}

export type ReplicaMessage =
  /** Host to replica: these come right behind `after`. */
  | {
      readonly type: 'records';
      readonly epoch: number;
      readonly after: Mark;
      readonly records: readonly LogRecord[];
    }
  /** Host to replica: this is the whole log. */
  | {
      readonly type: 'whole-log';
      readonly epoch: number;
      readonly snapshot: LogSnapshot | null;
      readonly records: readonly LogRecord[];
    }
  /** Host to replica: all up to there amounts to this. */
  | { readonly type: 'folded'; readonly epoch: number; readonly snapshot: LogSnapshot }
  /** Replica to host: up to this number its disk holds what the host has, and up to `base` it is folded. */
  | {
      readonly type: 'has';
      readonly epoch: number;
      readonly number: number;
      readonly base: number;
    }
  /** Replica to host: it cannot go on there; this is what it has. */
  | { readonly type: 'lacks'; readonly epoch: number; readonly last: Mark }
  /** The sender of a lower epoch has been replaced. */
  | { readonly type: 'replaced'; readonly epoch: number };

export interface Replica {
  readonly self: NodeId;
  readonly log: Log;
  /** The contents of the log, kept to replay them and to pass them on. */
  snapshot: LogSnapshot | undefined;
  records: LogRecord[];
  /** The highest epoch seen. */
  epoch: number;
  /** The epoch under which nothing new may be hosted: it was on the disk at the start. */
  readonly foundEpoch: number;
  /** Up to where the log is known to be that of the host of `epoch`; what a replica may confirm. */
  matched: number;
  confirmed: { readonly epoch: number; readonly number: number };
  host: NodeId | undefined;
  /** Set while this node hosts. */
  hosting: Hosting | undefined;
}

interface Hosting {
  /** The number of the first record of the epoch. */
  readonly first: number;
  /** The other replicas of the place. */
  readonly replicas: ReadonlySet<NodeId>;
  /** Other nodes without which nothing counts, and those that are only kept up to date. */
  readonly needed: Set<NodeId>;
  readonly learners: Set<NodeId>;
  /** Up to where each of them has confirmed. */
  readonly confirmed: Map<NodeId, number>;
  /** Up to where records were sent to each. */
  readonly sent: Map<NodeId, number>;
  /** What each had confirmed when `resendRecords` came by last. */
  readonly seen: Map<NodeId, number>;
  /** Up to where the log of each is folded. */
  readonly bases: Map<NodeId, number>;
  counted: number;
}

export interface ReplicaStep {
  readonly sends: readonly { readonly to: NodeId; readonly message: ReplicaMessage }[];
  readonly disk: readonly DiskEffect[];
}

export function openReplica(
  self: NodeId,
  file: string,
  bytes: Uint8Array | undefined,
): Result<{ readonly replica: Replica; readonly disk: readonly DiskEffect[] }, LogDamage> {
  const opened = openLog(file, bytes);
  if (!opened.ok) return opened;
  const { log, snapshot, records, effects } = opened.value;
  const epoch = records.at(-1)?.epoch ?? snapshot?.epoch ?? 0;
  const replica: Replica = {
    ...{ self, log, snapshot, records: [...records], epoch, foundEpoch: epoch, matched: 0 },
    ...{ confirmed: { epoch, number: 0 }, host: undefined, hosting: undefined },
  };
  return ok({ replica, disk: effects });
}

/** Up to where records count, as far as this node knows: only a host does. */
export function countedAt(replica: Replica): number {
  return replica.hosting?.counted ?? 0;
}

/** The view has put the flask elsewhere, or its replicas. A node that is to host begins with a record of its own. */
export function placed(replica: Replica, place: FlaskPlace): ReplicaStep {
  if (place.epoch < replica.epoch) return nothing;
  const isNew = place.epoch > replica.epoch;
  if (isNew) rise(replica, place.epoch);
  replica.host = place.host;
  const mayHost = place.host === replica.self && place.epoch > replica.foundEpoch;
  if (!mayHost || replica.hosting) return nothing;
  const counted = 0;
  const replicas = new Set(place.replicas.filter((node) => node !== replica.self));
  const needed = new Set(replicas);
  const first = replica.log.last + 1;
  const sets = { learners: new Set<NodeId>(), confirmed: new Map(), sent: new Map() };
  const maps = { seen: new Map(), bases: new Map() };
  replica.hosting = { first, replicas, needed, ...sets, ...maps, counted };
  write(replica, new Uint8Array());
  return progress(replica, flush(replica.log));
}

/**
 * A host adds a record; it counts when `countedAt` reaches the number that is returned. Nothing is written or sent
 * before `proceed`, so that what is added in one step travels together.
 */
export function addRecord(replica: Replica, payload: Uint8Array): number {
  const isHost = replica.hosting !== undefined;
  assert(isHost && payload.length > 0, 'a host adds records, not empty ones');
  return write(replica, payload);
}

/** Writes and sends what was added. */
export function proceed(replica: Replica): ReplicaStep {
  return progress(replica, flush(replica.log));
}

/** A host begins to keep another node up to date. */
export function teach(replica: Replica, node: NodeId): ReplicaStep {
  const { hosting } = replica;
  if (!hosting || hosting.needed.has(node)) return nothing;
  hosting.learners.add(node);
  return progress(replica, []);
}

/**
 * Whether a learner has all that counts, and nothing counts without it any more: then the view may take it in. That
 * begins when it lags little; to wait until it lags not at all might be to wait for ever.
 */
export function graduate(replica: Replica, node: NodeId): boolean {
  const { hosting, log } = replica;
  if (!hosting) return false;
  const confirmed = hosting.confirmed.get(node);
  if (confirmed === undefined) return false;
  if (hosting.learners.has(node) && confirmed + learnersLagAtMost >= log.last) {
    hosting.learners.delete(node);
    hosting.needed.add(node);
  }
  // What counted under earlier epochs lies before the first record of this one, and may count nowhere yet under this one.
  return hosting.needed.has(node) && confirmed >= Math.max(hosting.counted, hosting.first);
}

const learnersLagAtMost = 64;

/**
 * A node is to be kept up to date no more: it is not wanted, was asked for as a replica in vain, or has begun another
 * life, and what it confirmed is nothing that it has.
 */
export function dismiss(replica: Replica, node: NodeId): ReplicaStep {
  const { hosting } = replica;
  if (!hosting || hosting.replicas.has(node)) return nothing;
  for (const map of [hosting.confirmed, hosting.sent, hosting.seen, hosting.bases])
    map.delete(node);
  hosting.learners.delete(node);
  hosting.needed.delete(node);
  return progress(replica, []);
}

/** A host puts what its log amounts to in the place of its records. */
export function foldRecords(replica: Replica, payload: Uint8Array): ReplicaStep {
  const { hosting, log } = replica;
  assert(hosting !== undefined, 'a host folds its log');
  const snapshot = { number: log.last, epoch: epochAt(replica, log.last) ?? 0, payload };
  replica.snapshot = snapshot;
  replica.records = [];
  foldLog(log, snapshot, []);
  return progress(replica, flush(log));
}

/** From time to time: what was not confirmed since the last time is sent again. */
export function resendRecords(replica: Replica): ReplicaStep {
  const { hosting, log, snapshot, epoch } = replica;
  if (!hosting) return nothing;
  const folds: { to: NodeId; message: ReplicaMessage }[] = [];
  for (const to of [...hosting.needed, ...hosting.learners]) {
    const confirmed = hosting.confirmed.get(to) ?? 0;
    if (confirmed < log.last && hosting.seen.get(to) === confirmed) hosting.sent.delete(to);
    hosting.seen.set(to, confirmed);
    if (snapshot && confirmed >= snapshot.number && hosting.bases.get(to) !== snapshot.number) {
      folds.push({ to, message: { type: 'folded', epoch, snapshot } });
    }
  }
  const { sends, disk } = progress(replica, []);
  return { sends: [...sends, ...folds], disk };
}

export function replicaSynced(replica: Replica, mark: number): ReplicaStep {
  return progress(replica, synced(replica.log, mark));
}

export function hearReplica(replica: Replica, from: NodeId, message: ReplicaMessage): ReplicaStep {
  const { hosting } = replica;
  const { epoch } = message;
  if (epoch < replica.epoch) {
    const isHost = message.type === 'records' || message.type === 'whole-log';
    return isHost ? say(from, { type: 'replaced', epoch: replica.epoch }) : nothing;
  }
  if (epoch > replica.epoch) rise(replica, epoch);
  switch (message.type) {
    case 'records':
      return takeRecords(replica, from, message.after, message.records);
    case 'whole-log':
      return takeWhole(replica, from, message.snapshot ?? undefined, message.records);
    case 'has': {
      if (!hosting) return nothing;
      const known = hosting.confirmed.get(from) ?? 0;
      hosting.confirmed.set(from, Math.max(known, message.number));
      hosting.bases.set(from, message.base);
      return progress(replica, []);
    }
    case 'folded':
      return takeFold(replica, from, message.snapshot);
    case 'lacks':
      return hosting ? catchUp(replica, hosting, from, message.last) : nothing;
    case 'replaced':
      return nothing;
  }
}

/** A higher epoch: whoever hosted does so no more, and nothing is known to match. */
function rise(replica: Replica, epoch: number): void {
  replica.epoch = epoch;
  replica.hosting = undefined;
  replica.host = undefined;
  replica.matched = 0;
}

function takeRecords(
  replica: Replica,
  from: NodeId,
  after: Mark,
  records: readonly LogRecord[],
): ReplicaStep {
  const { log, epoch } = replica;
  if (replica.hosting) return nothing;
  replica.host = from;
  if (epochAt(replica, after.number) !== after.epoch) {
    const last = { number: log.last, epoch: epochAt(replica, log.last) ?? 0 };
    return say(from, { type: 'lacks', epoch, last });
  }
  const isKnown = ({ number, epoch: at }: LogRecord): boolean => epochAt(replica, number) === at;
  const firstFresh = records.findIndex((record) => !isKnown(record));
  const fresh = firstFresh < 0 ? [] : records.slice(firstFresh);
  const next = fresh[0];
  if (next && next.number <= log.last) {
    // What is behind was never counted, and another host has put other records in its place.
    replica.records = replica.records.slice(0, next.number - baseOf(replica) - 1);
    replaceLog(log, replica.snapshot, replica.records);
  }
  for (const record of fresh) {
    append(log, record.epoch, record.payload);
    replica.records.push(record);
  }
  replica.matched = Math.max(replica.matched, records.at(-1)?.number ?? after.number);
  // The host asks for what it has been told: the answer was lost.
  if (next === undefined) replica.confirmed = { epoch, number: 0 };
  return progress(replica, flush(log));
}

/** What a replica has up to there, and knows to be the host's, is put in one piece. */
function takeFold(replica: Replica, from: NodeId, snapshot: LogSnapshot): ReplicaStep {
  const { log } = replica;
  if (replica.hosting) return nothing;
  replica.host = from;
  replica.confirmed = { epoch: replica.epoch, number: 0 };
  const base = baseOf(replica);
  const isOurs = epochAt(replica, snapshot.number) === snapshot.epoch;
  if (!isOurs || snapshot.number <= base || snapshot.number > replica.matched) {
    return progress(replica, []);
  }
  replica.records = replica.records.slice(snapshot.number - base);
  replica.snapshot = snapshot;
  foldLog(log, snapshot, replica.records);
  return progress(replica, flush(log));
}

function takeWhole(
  replica: Replica,
  from: NodeId,
  snapshot: LogSnapshot | undefined,
  records: readonly LogRecord[],
): ReplicaStep {
  if (replica.hosting) return nothing;
  replica.host = from;
  const last = records.at(-1)?.number ?? snapshot?.number ?? 0;
  // A late repetition must not take back what came after it.
  if (last <= replica.matched) {
    replica.confirmed = { epoch: replica.epoch, number: 0 };
    return progress(replica, []);
  }
  replica.snapshot = snapshot;
  replica.records = [...records];
  replica.matched = last;
  replaceLog(replica.log, snapshot, records);
  return progress(replica, flush(replica.log));
}

/** A replica cannot go on where the host believed: from its last record if the host has the same, or all. */
function catchUp(replica: Replica, hosting: Hosting, to: NodeId, last: Mark): ReplicaStep {
  const { log } = replica;
  hosting.sent.set(to, log.last);
  const isSame = epochAt(replica, last.number) === last.epoch;
  return isSame && last.number <= log.last
    ? say(to, recordsAfter(replica, last.number))
    : say(to, wholeLog(replica));
}

/** What follows from a change: records to send, confirmations, and what counts now. */
function progress(replica: Replica, disk: readonly DiskEffect[]): ReplicaStep {
  const { hosting, log, host, epoch } = replica;
  if (!hosting) {
    const number = Math.min(log.durable, replica.matched);
    const { confirmed } = replica;
    const isNews = number > 0 && (confirmed.epoch !== epoch || number > confirmed.number);
    if (!isNews || host === undefined || host === replica.self) return { sends: [], disk };
    replica.confirmed = { epoch, number };
    const has = { type: 'has', epoch, number, base: baseOf(replica) } as const;
    return { sends: [{ to: host, message: has }], disk };
  }
  // Nothing is said under an epoch before its first record is durable here.
  if (log.durable < hosting.first) return { sends: [], disk };
  const others = [...hosting.needed].map((node) => hosting.confirmed.get(node) ?? 0);
  hosting.counted = Math.max(hosting.counted, Math.min(log.durable, ...others));
  const sends = [...hosting.needed, ...hosting.learners].flatMap((to) => {
    const confirmed = hosting.confirmed.get(to);
    const sent = hosting.sent.get(to) ?? confirmed ?? hosting.first - 1;
    if (sent >= log.last || confirmed === log.last) return [];
    hosting.sent.set(to, log.last);
    const message = sent < baseOf(replica) ? wholeLog(replica) : recordsAfter(replica, sent);
    return [{ to, message }];
  });
  return { sends, disk };
}

function recordsAfter(replica: Replica, number: number): ReplicaMessage {
  const { epoch } = replica;
  const after = { number, epoch: epochAt(replica, number) ?? 0 };
  const records = replica.records.slice(number - baseOf(replica));
  return { type: 'records', epoch, after, records };
}

function wholeLog({ epoch, snapshot, records }: Replica): ReplicaMessage {
  return { type: 'whole-log', epoch, snapshot: snapshot ?? null, records: [...records] };
}

/** Up to where the log is folded. */
function baseOf({ snapshot }: Replica): number {
  return snapshot?.number ?? 0;
}

function write(replica: Replica, payload: Uint8Array): number {
  const number = append(replica.log, replica.epoch, payload);
  replica.records.push({ number, epoch: replica.epoch, payload });
  return number;
}

/** The epoch of the record with a number; 0 before the first, undefined where there is none or it is folded away. */
export function epochAt({ snapshot, records }: Replica, number: number): number | undefined {
  const start = snapshot?.number ?? 0;
  if (number === start) return snapshot?.epoch ?? 0;
  return records[number - start - 1]?.epoch;
}

function say(to: NodeId, message: ReplicaMessage): ReplicaStep {
  return { sends: [{ to, message }], disk: [] };
}

const nothing: ReplicaStep = { sends: [], disk: [] };
