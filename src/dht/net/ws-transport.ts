// The transport over WebSockets: one listener, a link to each node that is spoken to, and connections that others have
// dialled. See transport.ts for what it promises.
import { fail, type NodeId, ok, type Result } from '../../base/index.ts';
import { type Address, isLocal, isWildcard, readAddress, showAddress } from './address.ts';
import { Connection, type ConnectionKeys } from './connection.ts';
import { dial, type Introduction } from './dial.ts';
import type { Hello } from './handshake.ts';
import type { Inbox } from './inbox.ts';
import { knockAt } from './knock.ts';
import { type Limits, usualLimits } from './limits.ts';
import { Link } from './link.ts';
import { Listener } from './listener.ts';
import type { Credentials } from './secret.ts';
import type { ClientEvents, Found, Transport, TransportEvents } from './transport.ts';

export interface WsOptions {
  readonly self: NodeId;
  readonly listen: Address;
  /** Where others reach it, if that is not where it listens. */
  readonly advertise?: Address;
  readonly credentials?: Credentials;
  readonly limits?: Partial<Limits>;
  readonly events: TransportEvents;
  /** Somebody was turned away, or cut off for what it said. */
  readonly refused?: (reason: string) => void;
}

/** Opens the listener; a sentence when that cannot be, or must not. */
export async function openWsTransport(options: WsOptions): Promise<Result<WsTransport, string>> {
  const problem = unsafe(options);
  if (problem !== undefined) return fail(problem);
  const transport = new WsTransport(options);
  const opened = await transport.open();
  return opened.ok ? ok(transport) : opened;
}

export class WsTransport implements Transport {
  readonly #options: WsOptions;
  readonly #limits: Limits;
  readonly #credentials: Credentials;
  readonly #addresses = new Map<NodeId, string>();
  readonly #links = new Map<NodeId, Link>();
  readonly #incoming = new Map<NodeId, Connection>();
  readonly #clients = new Set<Connection>();
  #listener: Listener | undefined;
  #address = '';
  #isClosed = false;

  constructor(options: WsOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#credentials = options.credentials ?? {};
  }

  get address(): string {
    return this.#address;
  }

  /** Messages that could not be queued, since the start. */
  get dropped(): number {
    return [...this.#links.values()].reduce((sum, link) => sum + link.dropped, 0);
  }

  async open(): Promise<Result<null, string>> {
    const { self, listen, advertise, refused, events } = this.#options;
    const listener = await Listener.open(listen, {
      ...{ self, credentials: this.#credentials, limits: this.#limits },
      notYet: ({ role }) => (role === 'client' ? events.notYet?.() : undefined),
      admitted: (inbox, hello, keys) => this.#admit(inbox, hello, keys),
      ...(refused === undefined ? {} : { refused }),
    });
    if (!listener.ok) return listener;
    this.#listener = listener.value;
    this.#address = showAddress(advertise ?? listener.value.address);
    return ok(null);
  }

  learn(node: NodeId, address: string): void {
    if (node === this.#options.self || address === '') return;
    this.#addresses.set(node, address);
    this.#links.get(node)?.moved(address);
  }

  async find(text: string): Promise<Found> {
    const address = readAddress(text);
    if (!address.ok) return fail({ reason: address.error, type: 'refused' });
    const dialled = await dial(
      address.value,
      this.#introduction(''),
      this.#credentials,
      this.#limits,
    );
    if (!dialled.ok) return dialled;
    const { inbox, welcome } = dialled.value;
    inbox.socket.terminate();
    this.learn(welcome.name, text);
    return ok(welcome.name);
  }

  /** Whether a node is where it was last heard of, busy or not. */
  async answersKnock(node: NodeId): Promise<boolean> {
    const address = readAddress(this.#addresses.get(node) ?? '');
    return address.ok && (await knockAt(node, address.value, this.#credentials, this.#limits));
  }

  send(to: NodeId, message: Uint8Array): void {
    if (this.#isClosed) return;
    const link = this.#links.get(to) ?? this.#linkTo(to);
    link?.send(message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const link of this.#links.values()) link.close();
    for (const client of this.#clients) client.close();
    // What was said last is on its way; a moment for it, then all is cut.
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const link of this.#links.values()) link.cut();
    await this.#listener?.close();
  }

  #linkTo(node: NodeId): Link | undefined {
    const address = this.#addresses.get(node);
    if (address === undefined) return undefined;
    const link = new Link(node, address, {
      introduction: this.#introduction(node),
      credentials: this.#credentials,
      limits: this.#limits,
      reconnected: () => this.#options.events.reconnected?.(node),
    });
    this.#links.set(node, link);
    return link;
  }

  #introduction(to: string): Introduction {
    return { role: 'node', name: this.#options.self, to, address: this.#address };
  }

  #admit(inbox: Inbox, hello: Hello, keys: ConnectionKeys): void {
    if (this.#isClosed) inbox.socket.terminate();
    else if (hello.role === 'client') this.#admitClient(inbox, hello, keys);
    else this.#admitNode(inbox, hello, keys);
  }

  #admitNode(inbox: Inbox, { name, address }: Hello, keys: ConnectionKeys): void {
    const { events, refused } = this.#options;
    this.learn(name, address);
    (this.#links.get(name) ?? this.#linkTo(name))?.heardOf();
    // The newest connection of a node counts: it has given the older one up.
    const older = this.#incoming.get(name);
    const connection: Connection = new Connection(inbox, keys, this.#limits, {
      message: (message) => events.message(name, message),
      closed: (reason) => {
        if (this.#incoming.get(name) === connection) this.#incoming.delete(name);
        refused?.(reason);
      },
    });
    this.#incoming.set(name, connection);
    older?.end('there is a newer connection');
    connection.start();
  }

  #admitClient(inbox: Inbox, { name }: Hello, keys: ConnectionKeys): void {
    let served: ClientEvents | undefined;
    const connection: Connection = new Connection(inbox, keys, this.#limits, {
      message: (message) => served?.message(message),
      closed: (reason) => {
        this.#clients.delete(connection);
        served?.closed();
        this.#options.refused?.(reason);
      },
    });
    served = this.#options.events.client?.({
      name,
      send: (message) => {
        if (connection.send(message)) return true;
        if (connection.isOpen) connection.end('it reads too slowly');
        return false;
      },
      close: () => connection.close(),
    });
    if (served === undefined) connection.end('clients are not served here');
    else {
      this.#clients.add(connection);
      connection.start();
    }
  }
}

/** Why a node must not listen there. */
function unsafe({ listen, advertise, credentials = {} }: WsOptions): string | undefined {
  const where = showAddress(listen);
  const showsWhoIsWho = credentials.secret !== undefined || credentials.tls?.ca !== undefined;
  if (!isLocal(listen) && !showsWhoIsWho) {
    return `${where} can be reached by others: give --secret-file, or certificates with --tls-ca`;
  }
  if (isWildcard(listen) && advertise === undefined) {
    return `${where} does not say where others reach this node: give --advertise HOST:PORT`;
  }
  return undefined;
}
