// One connection after its handshake: messages in and out, gathered per tick, slowed down by a slow reader, ended when
// the other side falls silent or says what nobody should. It knows bytes; who speaks to whom is transport.ts.
import type { WebSocket } from 'ws';
import { FrameReader, FrameWriter } from './frame.ts';
import type { Inbox } from './inbox.ts';
import type { Limits } from './limits.ts';

export interface ConnectionEvents {
  message(bytes: Uint8Array): void;
  /** Said once, whoever closed it. */
  closed(reason: string): void;
}

export interface ConnectionKeys {
  readonly send: Uint8Array | undefined;
  readonly receive: Uint8Array | undefined;
}

export class Connection {
  readonly #inbox: Inbox;
  readonly #socket: WebSocket;
  readonly #limits: Limits;
  readonly #events: ConnectionEvents;
  readonly #writer: FrameWriter;
  readonly #reader: FrameReader;
  readonly #heartbeat: NodeJS.Timeout;
  #heardAt = performance.now();
  #isFlushing = false;
  #closed = false;
  #waiters: (() => void)[] = [];

  constructor(inbox: Inbox, keys: ConnectionKeys, limits: Limits, events: ConnectionEvents) {
    const { socket } = inbox;
    this.#inbox = inbox;
    this.#socket = socket;
    this.#limits = limits;
    this.#events = events;
    this.#writer = new FrameWriter(limits, keys.send);
    this.#reader = new FrameReader(limits, keys.receive);
    socket.on('ping', () => this.#heard());
    socket.on('pong', () => this.#heard());
    this.#heartbeat = setInterval(() => this.#beat(), limits.idleMs / 3);
    this.#heartbeat.unref();
  }

  /** Begins to listen; what has come already is heard at once. */
  start(): void {
    this.#inbox.handOver(
      (data) => this.#read(data),
      (problem) => this.end(problem),
    );
  }

  get isOpen(): boolean {
    return !this.#closed && this.#socket.readyState === this.#socket.OPEN;
  }

  get waitingBytes(): number {
    return this.#writer.waitingBytes + this.#socket.bufferedAmount;
  }

  /** Queues a message; false when it was dropped, because the connection is gone or its reader too slow. */
  send(message: Uint8Array): boolean {
    if (!this.isOpen || message.length > this.#limits.messageBytes) return false;
    if (this.#writer.waitingBytes + message.length > this.#limits.queueBytes) return false;
    this.#writer.push(message);
    this.#schedule();
    return true;
  }

  /** When little enough waits that more should be sent, or nothing can be sent any more. */
  ready(): Promise<void> {
    if (!this.isOpen || this.waitingBytes < this.#limits.socketBytes) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Sends what waits, then says goodbye. */
  close(): void {
    if (this.#closed) return;
    for (let frame = this.#writer.take(); frame && this.isOpen; frame = this.#writer.take()) {
      this.#socket.send(frame);
    }
    this.#socket.close();
  }

  /** Cuts the connection: nothing more is sent or heard. */
  end(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.terminate();
    clearInterval(this.#heartbeat);
    this.#wake();
    this.#events.closed(reason);
  }

  #schedule(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    // What is said in answer to one frame goes out together.
    process.nextTick(() => {
      this.#isFlushing = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.isOpen && this.#socket.bufferedAmount < this.#limits.socketBytes) {
      const frame = this.#writer.take();
      if (frame === undefined) break;
      this.#socket.send(frame, () => this.#pump());
    }
    if (this.waitingBytes < this.#limits.socketBytes) this.#wake();
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  #read(data: Buffer): void {
    this.#heard();
    const messages = this.#reader.read(data);
    if (!messages.ok) {
      this.end(messages.error);
      return;
    }
    for (const message of messages.value) {
      if (this.#closed) return;
      this.#events.message(message);
    }
  }

  #heard(): void {
    this.#heardAt = performance.now();
  }

  #beat(): void {
    if (performance.now() - this.#heardAt > this.#limits.idleMs) this.end('it fell silent');
    else if (this.isOpen) this.#socket.ping();
  }
}
