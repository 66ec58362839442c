// The log of a flask: numbered records, of which a crash loses none that counted. Whoever owns the log appends
// records, acts on them when they are durable, and now and then puts a snapshot in place of all that came before.
// It writes through disk effects and never reads back; how the bytes look is in log-frame.ts. The next file in
// the walk is channel.ts.
//
// Group commit: one frame is under way at a time, and what is appended meanwhile waits for the next. Invariant: a
// frame is written only when the one before it is durable; recovery rests on it.
import { assert, type DiskEffect, ok, type Result } from '../base/index.ts';
import {
  groupFrame,
  type LogDamage,
  type LogRecord,
  type LogSnapshot,
  readFrames,
  snapshotFrame,
} from './log-frame.ts';

/** Plain data. Read `durable` and `last`; change it by the functions below only. */
export interface Log {
  readonly file: string;
  /** The number of the newest record, 0 before the first. */
  last: number;
  /** All records up to this one survive any crash. */
  durable: number;
  /** Appended, and not yet written. */
  waiting: LogRecord[];
  waitingSnapshot: LogSnapshot | undefined;
  /** Write the file anew rather than go on with it. */
  waitingReplacement: boolean;
  /** The sync that is under way, and the number up to which records count when it is answered. */
  syncing: { readonly mark: number; readonly upTo: number } | undefined;
  /** How many syncs were asked for; the mark of the next. */
  syncs: number;
  /** What the file holds, to tell when a snapshot pays. */
  snapshotBytes: number;
  tailBytes: number;
}

export interface OpenedLog {
  readonly log: Log;
  readonly snapshot: LogSnapshot | undefined;
  /** The records behind the snapshot, oldest first. */
  readonly records: readonly LogRecord[];
  /** To be carried out before anything else is written. */
  readonly effects: readonly DiskEffect[];
}

/**
 * Opens what a file holds; undefined if there is no file. A torn tail is cut off, since nothing in it has ever
 * counted. Records that are found count only when `durable` reaches them: they may have been read from a
 * cache that the next power cut empties.
 */
export function openLog(file: string, bytes: Uint8Array | undefined): Result<OpenedLog, LogDamage> {
  const read = readFrames(bytes ?? new Uint8Array());
  if (!read.ok) return read;
  const { snapshot, records, wholeBytes } = read.value;
  const last = records.at(-1)?.number ?? snapshot?.number ?? 0;
  const snapshotBytes = snapshot ? snapshotFrame(snapshot).length : 0;
  const log: Log = {
    file,
    last,
    durable: 0,
    waiting: [],
    waitingSnapshot: undefined,
    waitingReplacement: false,
    syncing: { mark: 0, upTo: last },
    syncs: 1,
    snapshotBytes,
    tailBytes: wholeBytes - snapshotBytes,
  };
  const sync = { type: 'sync', mark: 0 } as const;
  const isTorn = bytes !== undefined && wholeBytes < bytes.length;
  const effects: readonly DiskEffect[] = isTorn
    ? [{ type: 'replace', file, bytes: bytes.slice(0, wholeBytes) }, sync]
    : [sync];
  return ok({ log, snapshot, records, effects });
}

/** Adds a record; it is written at the next `flush` that can, and counts when `durable` reaches its number. */
export function append(log: Log, epoch: number, payload: Uint8Array): number {
  log.last++;
  log.waiting.push({ number: log.last, epoch, payload });
  return log.last;
}

/** Puts what all records so far amount to in their place, at the next `flush` that can. */
export function putSnapshot(log: Log, epoch: number, payload: Uint8Array): void {
  foldLog(log, { number: log.last, epoch, payload }, []);
}

/**
 * Puts what records up to some point amount to in their place, at the next `flush` that can. All records behind it
 * are named again. Before and after amount to the same, so what was durable stays so.
 */
export function foldLog(log: Log, snapshot: LogSnapshot, behind: readonly LogRecord[]): void {
  const last = behind.at(-1)?.number ?? snapshot.number;
  assert(last === log.last, 'a fold leaves nothing out', last);
  log.waitingSnapshot = snapshot;
  log.waiting = [...behind];
  log.waitingReplacement = true;
}

/** Puts other contents in place of all that there is, at the next `flush` that can: those of another log. */
export function replaceLog(
  log: Log,
  snapshot: LogSnapshot | undefined,
  records: readonly LogRecord[],
): void {
  log.last = records.at(-1)?.number ?? snapshot?.number ?? 0;
  log.waitingSnapshot = snapshot;
  log.waiting = [...records];
  log.waitingReplacement = true;
  // What was durable is about to go, and a sync that is under way says nothing of what comes.
  log.durable = 0;
  if (log.syncing) log.syncing = { ...log.syncing, upTo: 0 };
}

/** Whether the records since the last snapshot weigh more than it does and than `leastBytes`, and none waits. */
export function wantsSnapshot(log: Log, leastBytes: number): boolean {
  return !log.waitingReplacement && log.tailBytes > Math.max(leastBytes, log.snapshotBytes);
}

/** Writes what waits, in one frame, unless one is under way. Call it at the end of each step. */
export function flush(log: Log): readonly DiskEffect[] {
  const { file, waiting, waitingSnapshot, waitingReplacement } = log;
  if (log.syncing || (waiting.length === 0 && !waitingReplacement)) return [];
  const group = waiting.length > 0 ? groupFrame(waiting) : new Uint8Array();
  log.waiting = [];
  log.waitingSnapshot = undefined;
  log.waitingReplacement = false;
  log.syncing = { mark: log.syncs++, upTo: log.last };
  const sync = { type: 'sync', mark: log.syncing.mark } as const;
  log.tailBytes += group.length;
  if (!waitingReplacement) return [{ type: 'append', file, bytes: group }, sync];
  const snapshot = waitingSnapshot ? snapshotFrame(waitingSnapshot) : new Uint8Array();
  log.snapshotBytes = snapshot.length;
  log.tailBytes = group.length;
  return [{ type: 'replace', file, bytes: joined(snapshot, group) }, sync];
}

/** The disk has answered a sync of this log: more records count, and the next frame may go. */
export function synced(log: Log, mark: number): readonly DiskEffect[] {
  assert(log.syncing?.mark === mark, 'a log hears only of the sync that it asked for', mark);
  log.durable = Math.max(log.durable, log.syncing.upTo);
  log.syncing = undefined;
  return flush(log);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
