// The way to one other node: a connection that this node has dialled and only sends on; what the other side has to say
// comes over its own. So no two nodes ever argue about which of two connections counts. It is dialled when there
// is something to say, and again after a pause that grows while nobody answers.
import type { NodeId } from '../../base/index.ts';
import { readAddress } from './address.ts';
import { Connection } from './connection.ts';
import { dial, type Introduction } from './dial.ts';
import type { Limits } from './limits.ts';
import type { Credentials } from './secret.ts';

export interface LinkOptions {
  readonly introduction: Introduction;
  readonly credentials: Credentials;
  readonly limits: Limits;
  reconnected(): void;
}

export class Link {
  readonly node: NodeId;
  readonly #options: LinkOptions;
  #address: string;
  #state: 'idle' | 'dialling' | 'up' | 'waiting' | 'closed' = 'idle';
  #connection: Connection | undefined;
  /** Said while dialling; it goes first once there is a connection. */
  #early: Uint8Array[] = [];
  #earlyBytes = 0;
  #failures = 0;
  #wasUp = false;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;

  constructor(node: NodeId, address: string, options: LinkOptions) {
    this.node = node;
    this.#address = address;
    this.#options = options;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** The node has moved: the next connection goes there, and at once. */
  moved(address: string): void {
    if (address === this.#address) return;
    this.#address = address;
    if (this.#state === 'up') this.#connection?.end('the node has moved');
    this.#retryNow();
  }

  /** The other side has just been heard of: it will be answered, and there is no need to wait any longer. */
  heardOf(): void {
    if (this.#state === 'idle') void this.#dial();
    else this.#retryNow();
  }

  send(message: Uint8Array): void {
    if (this.#state === 'idle') void this.#dial();
    if (this.#state === 'up') {
      if (this.#connection?.send(message) !== true) this.#dropped++;
    } else if (
      this.#state === 'dialling' &&
      this.#earlyBytes + message.length <= this.#options.limits.queueBytes
    ) {
      this.#early.push(message);
      this.#earlyBytes += message.length;
    } else this.#dropped++;
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#connection?.close();
    this.#forgetEarly();
  }

  /** Cuts off at once, without saying goodbye. */
  cut(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#connection?.end('this node stops');
    this.#forgetEarly();
  }

  async #dial(): Promise<void> {
    this.#state = 'dialling';
    const { introduction, credentials, limits } = this.#options;
    const address = readAddress(this.#address);
    if (!address.ok) return this.#wait();
    const dialled = await dial(address.value, introduction, credentials, limits);
    if (this.#isClosed) {
      if (dialled.ok) dialled.value.inbox.socket.terminate();
      return;
    }
    if (!dialled.ok) return this.#wait();
    const { inbox, keys } = dialled.value;
    this.#failures = 0;
    const connection = new Connection(inbox, keys, limits, {
      // A node answers over its own connection; here it has nothing to say.
      message: () => connection.end('it spoke out of turn'),
      closed: () => this.#down(),
    });
    this.#connection = connection;
    this.#state = 'up';
    connection.start();
    if (!connection.isOpen) return;
    const early = this.#early;
    this.#forgetEarly();
    for (const message of early) if (!connection.send(message)) this.#dropped++;
    if (this.#wasUp) this.#options.reconnected();
    this.#wasUp = true;
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #down(): void {
    this.#connection = undefined;
    if (this.#isClosed) return;
    // Dialled at once and not first when there is something to say: the other side may have things to resend, too.
    this.#state = 'idle';
    if (this.#wasUp) void this.#dial();
  }

  #wait(): void {
    const { retryMs, retryMsMost } = this.#options.limits;
    this.#dropped += this.#early.length;
    this.#forgetEarly();
    this.#state = 'waiting';
    const pause = Math.min(retryMs * 2 ** this.#failures++, retryMsMost);
    this.#timer = setTimeout(() => this.#retryNow(), pause * (0.5 + Math.random() / 2));
    this.#timer.unref();
  }

  #retryNow(): void {
    if (this.#state !== 'waiting') return;
    clearTimeout(this.#timer);
    if (this.#wasUp) void this.#dial();
    else this.#state = 'idle';
  }

  #forgetEarly(): void {
    this.#early = [];
    this.#earlyBytes = 0;
  }
}
