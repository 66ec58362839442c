// Messages <-> frames. A frame is what goes over a socket at once: many small messages of one tick, or a part of a
// large one. Each has its number on this connection, and, where there is a secret, a seal: so a frame that is
// repeated, left out, reordered or written by somebody else ends the connection.
//
//   kind u8 | number u32 | body | seal (16 bytes, with a secret)
//   body of a batch: for each message  length u32 | bytes
//   body of a part: bytes of a message that is too large for one frame; the last part has a kind of its own
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '../../base/index.ts';
import type { Limits } from './limits.ts';

const kinds = { batch: 1, part: 2, lastPart: 3 } as const;
const headBytes = 5;
const sealBytes = 16;
const lengthBytes = 4;

/** Cuts a queue of messages into frames. */
export class FrameWriter {
  readonly #key: Uint8Array | undefined;
  readonly #limits: Limits;
  #number = 0;
  readonly #queue: Uint8Array[] = [];
  #next = 0;
  /** How much of the message at the front has gone out in parts. */
  #cut = 0;
  #waitingBytes = 0;

  constructor(limits: Limits, key: Uint8Array | undefined) {
    this.#limits = limits;
    this.#key = key;
  }

  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  push(message: Uint8Array): void {
    this.#queue.push(message);
    this.#waitingBytes += message.length;
  }

  /** The next frame to send, if anything waits. */
  take(): Buffer | undefined {
    const first = this.#queue[this.#next];
    if (first === undefined) return undefined;
    const room = this.#limits.frameBytes - headBytes - sealBytes - lengthBytes;
    if (first.length > room) return this.#part(first, room);
    const batch: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const message = this.#queue[this.#next];
      if (message === undefined || message.length > room) break;
      if (batch.length > 0 && size + message.length > this.#limits.batchBytes) break;
      batch.push(message);
      size += message.length + lengthBytes;
      this.#shift(message);
    }
    const frame = this.#frame(kinds.batch, size);
    let at = headBytes;
    for (const message of batch) {
      frame.writeUInt32BE(message.length, at);
      frame.set(message, at + lengthBytes);
      at += lengthBytes + message.length;
    }
    return this.#sealed(frame);
  }

  #part(message: Uint8Array, room: number): Buffer {
    const body = message.subarray(this.#cut, this.#cut + room);
    this.#cut += body.length;
    const isLast = this.#cut === message.length;
    const frame = this.#frame(isLast ? kinds.lastPart : kinds.part, body.length);
    frame.set(body, headBytes);
    if (isLast) {
      this.#cut = 0;
      this.#shift(message);
    }
    return this.#sealed(frame);
  }

  #shift(message: Uint8Array): void {
    this.#waitingBytes -= message.length;
    this.#next++;
    if (this.#next < 1024 && this.#next < this.#queue.length) return;
    this.#queue.splice(0, this.#next);
    this.#next = 0;
  }

  #frame(kind: number, bodyBytes: number): Buffer {
    const frame = Buffer.allocUnsafe(headBytes + bodyBytes + (this.#key ? sealBytes : 0));
    frame[0] = kind;
    frame.writeUInt32BE(this.#number, 1);
    this.#number = (this.#number + 1) >>> 0;
    return frame;
  }

  #sealed(frame: Buffer): Buffer {
    if (this.#key === undefined) return frame;
    const end = frame.length - sealBytes;
    frame.set(sealOf(this.#key, frame.subarray(0, end)), end);
    return frame;
  }
}

/** Puts frames together again; anything that is not as it was written is an error, and ends the connection. */
export class FrameReader {
  readonly #key: Uint8Array | undefined;
  readonly #limits: Limits;
  #number = 0;
  #parts: Uint8Array[] = [];
  #partBytes = 0;

  constructor(limits: Limits, key: Uint8Array | undefined) {
    this.#limits = limits;
    this.#key = key;
  }

  read(frame: Buffer): Result<readonly Uint8Array[], string> {
    const end = frame.length - (this.#key ? sealBytes : 0);
    if (end < headBytes) return fail('a frame is too short');
    if (this.#key !== undefined) {
      const seal = sealOf(this.#key, frame.subarray(0, end));
      if (!timingSafeEqual(seal, frame.subarray(end))) return fail('a frame has a wrong seal');
    }
    if (frame.readUInt32BE(1) !== this.#number) return fail('a frame is out of turn');
    this.#number = (this.#number + 1) >>> 0;
    const body = frame.subarray(headBytes, end);
    switch (frame[0]) {
      case kinds.batch:
        return this.#parts.length > 0 ? fail('a frame within a message') : batchOf(body);
      case kinds.part:
      case kinds.lastPart:
        return this.#part(body, frame[0] === kinds.lastPart);
      default:
        return fail('a frame of an unknown kind');
    }
  }

  #part(body: Buffer, isLast: boolean): Result<readonly Uint8Array[], string> {
    if (body.length === 0) return fail('an empty part');
    this.#partBytes += body.length;
    if (this.#partBytes > this.#limits.messageBytes) return fail('a message is too large');
    this.#parts.push(body);
    if (!isLast) return ok([]);
    const message = Buffer.concat(this.#parts, this.#partBytes);
    this.#parts = [];
    this.#partBytes = 0;
    return ok([message]);
  }
}

function batchOf(body: Buffer): Result<readonly Uint8Array[], string> {
  const messages: Uint8Array[] = [];
  let at = 0;
  while (at < body.length) {
    const from = at + lengthBytes;
    if (from > body.length) return fail('a batch is cut off');
    const end = from + body.readUInt32BE(at);
    if (end > body.length) return fail('a batch is cut off');
    messages.push(body.subarray(from, end));
    at = end;
  }
  return ok(messages);
}

function sealOf(key: Uint8Array, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest().subarray(0, sealBytes);
}
