// How a log lies in its file: frames, each written as a whole and checked as a whole. A frame holds the records of
// one group commit, or a snapshot. log.ts decides when a frame is written; this file only reads and writes bytes.
//
//   magic u32 | body length u32 | crc32c of all that follows u32 | kind u8 | first number u32 u32 | body
//   body of a group: for each record  epoch u32 | length u32 | payload
//   body of a snapshot:               epoch u32 | length u32 | payload
import { fail, ok, type Result } from '../base/index.ts';
import { crc32c } from './crc.ts';

export interface LogRecord {
  /** From 1 on, without gaps. */
  readonly number: number;
  /** The epoch of the view under which it was written. */
  readonly epoch: number;
  readonly payload: Uint8Array;
}

/** What records up to and including `number` amount to. */
export type LogSnapshot = LogRecord;

export interface LogContents {
  readonly snapshot: LogSnapshot | undefined;
  readonly records: readonly LogRecord[];
  /** How many bytes of the file hold whole frames; what is behind them was torn by a crash. */
  readonly wholeBytes: number;
}

/** A frame is broken although whole ones follow: no crash of ours does that. */
export interface LogDamage {
  readonly type: 'damaged-log';
  readonly atByte: number;
  readonly reason: string;
}

const magic = 0x68636c31;
const headerBytes = 21;
const recordHeaderBytes = 8;
const groupKind = 0;
const snapshotKind = 1;

export function groupFrame(records: readonly LogRecord[]): Uint8Array {
  return frame(groupKind, records[0]?.number ?? 0, records);
}

export function snapshotFrame(snapshot: LogSnapshot): Uint8Array {
  return frame(snapshotKind, snapshot.number, [snapshot]);
}

/** What a file holds, up to where a crash tore it. */
export function readFrames(bytes: Uint8Array): Result<LogContents, LogDamage> {
  let snapshot: LogSnapshot | undefined;
  const records: LogRecord[] = [];
  let at = 0;
  for (;;) {
    const found = frameAt(bytes, at);
    if (found === undefined) break;
    const next = records.at(-1)?.number ?? snapshot?.number ?? 0;
    if (found.kind === snapshotKind) {
      if (at !== 0) return fail(damage(at, 'a snapshot that is not the first frame'));
      snapshot = found.records[0];
    } else {
      if (found.first !== next + 1) return fail(damage(at, `record ${found.first} after ${next}`));
      for (const record of found.records) records.push(record);
    }
    at = found.end;
  }
  // A frame is appended only when the one before it is durable. So a broken frame in front of a whole one
  // was whole once, and to drop it would be to lose records that counted.
  for (let later = at + 1; later + headerBytes <= bytes.length; later++) {
    if (frameAt(bytes, later))
      return fail(damage(at, `broken, but a whole frame follows at ${later}`));
  }
  return ok({ snapshot, records, wholeBytes: at });
}

function frame(kind: number, first: number, records: readonly LogRecord[]): Uint8Array {
  const bodyBytes = records.reduce(
    (sum, { payload }) => sum + recordHeaderBytes + payload.length,
    0,
  );
  const bytes = new Uint8Array(headerBytes + bodyBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic);
  view.setUint32(4, bodyBytes);
  view.setUint8(12, kind);
  view.setUint32(13, Math.floor(first / 0x1_0000_0000));
  view.setUint32(17, first >>> 0);
  let at = headerBytes;
  for (const { epoch, payload } of records) {
    view.setUint32(at, epoch);
    view.setUint32(at + 4, payload.length);
    bytes.set(payload, at + recordHeaderBytes);
    at += recordHeaderBytes + payload.length;
  }
  view.setUint32(8, crc32c(bytes.subarray(12)));
  return bytes;
}

interface Frame {
  readonly kind: number;
  readonly first: number;
  readonly records: readonly LogRecord[];
  readonly end: number;
}

/** The whole frame that begins here, if one does. */
function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  if (at + headerBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(at) !== magic) return undefined;
  const end = at + headerBytes + view.getUint32(at + 4);
  if (end > bytes.length || view.getUint32(at + 8) !== crc32c(bytes.subarray(at + 12, end))) {
    return undefined;
  }
  const kind = view.getUint8(at + 12);
  const first = view.getUint32(at + 13) * 0x1_0000_0000 + view.getUint32(at + 17);
  const records: LogRecord[] = [];
  for (let place = at + headerBytes; place < end; ) {
    const length = view.getUint32(place + 4);
    const from = place + recordHeaderBytes;
    const payload = bytes.slice(from, from + length);
    records.push({ number: first + records.length, epoch: view.getUint32(place), payload });
    place = from + length;
  }
  return { kind, first, records, end };
}

function damage(atByte: number, reason: string): LogDamage {
  return { type: 'damaged-log', atByte, reason };
}
