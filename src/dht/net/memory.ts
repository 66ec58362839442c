// The transport within one process, for tests: nodes of one `MemoryNetwork` reach each other by made-up addresses. It keeps
// the same promise as sockets do (transport.ts), and the same tests hold it to that.
import { fail, type NodeId, ok } from '../../base/index.ts';
import type { ClientEvents, Found, Transport, TransportEvents } from './transport.ts';

export class MemoryNetwork {
  readonly #nodes = new Map<string, MemoryTransport>();

  /** A node at an address of this network, in place of the one that was there. */
  open(self: NodeId, address: string, events: TransportEvents): Transport {
    const transport = new MemoryTransport(this, self, address, events);
    this.#nodes.set(address, transport);
    return transport;
  }

  /** Connects a client to the node at an address; what it is sent goes to `take`. */
  connect(
    address: string,
    name: string,
    take: (message: Uint8Array) => void,
  ): { send(message: Uint8Array): void; close(): void } | undefined {
    return this.at(address)?.admit(name, take);
  }

  at(address: string): MemoryTransport | undefined {
    return this.#nodes.get(address);
  }

  left(transport: MemoryTransport): void {
    const { address } = transport;
    if (this.#nodes.get(address) === transport) this.#nodes.delete(address);
  }
}

class MemoryTransport implements Transport {
  readonly self: NodeId;
  readonly address: string;
  readonly #network: MemoryNetwork;
  readonly #events: TransportEvents;
  readonly #addresses = new Map<NodeId, string>();
  /** With whom it spoke last, by address: another one there is a link that was broken. */
  readonly #spokeTo = new Map<NodeId, MemoryTransport>();
  #isClosed = false;

  constructor(network: MemoryNetwork, self: NodeId, address: string, events: TransportEvents) {
    this.#network = network;
    this.self = self;
    this.address = address;
    this.#events = events;
  }

  learn(node: NodeId, address: string): void {
    if (node !== this.self && address !== '') this.#addresses.set(node, address);
  }

  find(address: string): Promise<Found> {
    const found = this.#network.at(address);
    if (found === undefined) {
      return Promise.resolve(
        fail({ reason: `${address}: nobody listens there`, type: 'unreachable' }),
      );
    }
    this.learn(found.self, address);
    return Promise.resolve(ok(found.self));
  }

  send(to: NodeId, message: Uint8Array): void {
    const other = this.#network.at(this.#addresses.get(to) ?? '');
    if (this.#isClosed || other === undefined || other.self !== to) return;
    const before = this.#spokeTo.get(to);
    this.#spokeTo.set(to, other);
    const copy = message.slice();
    setImmediate(() => {
      if (!this.#isClosed) other.hear(this, copy);
    });
    if (before !== undefined && before !== other) this.#events.reconnected?.(to);
  }

  hear(from: MemoryTransport, message: Uint8Array): void {
    if (this.#isClosed) return;
    this.learn(from.self, from.address);
    this.#events.message(from.self, message);
  }

  admit(
    name: string,
    take: (message: Uint8Array) => void,
  ): { send(message: Uint8Array): void; close(): void } | undefined {
    let isOpen = true;
    let served: ClientEvents | undefined;
    const close = () => {
      if (isOpen) setImmediate(() => served?.closed());
      isOpen = false;
    };
    served = this.#events.client?.({
      name,
      send: (message) => {
        const copy = message.slice();
        if (isOpen) setImmediate(() => take(copy));
        return isOpen;
      },
      close,
    });
    if (served === undefined) return undefined;
    return {
      send: (message) => {
        const copy = message.slice();
        setImmediate(() => {
          if (isOpen && !this.#isClosed) served?.message(copy);
        });
      },
      close,
    };
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#network.left(this);
    return Promise.resolve();
  }
}
