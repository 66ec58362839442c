// Where a node of a cluster serves clients that use the schemes from TypeScript: one node of coordination, which all clients of the
// cluster share, and between it and each connection the session of the client (src/coordination/node/sessions.ts).
import type { NodeId } from '../../base/index.ts';
import {
  type NodeMessage,
  type RequestEvent,
  type SessionEvent,
  wrongRateOf,
} from '../../coordination/index.ts';
import {
  definitionFrom,
  readToNode,
  type ToClient,
  type ToNode,
  wishFrom,
} from './client-messages.ts';
import { NodeHost } from './node-host.ts';

export interface ClientDeskOptions {
  readonly self: NodeId;
  deliver(to: NodeId, message: NodeMessage): void;
  sayToClient(client: string, message: ToClient): void;
  /** Where clients reach a node. */
  addressOf(node: NodeId): string | undefined;
}

export class ClientDesk {
  readonly host: NodeHost;
  readonly #options: ClientDeskOptions;
  /** Which session each connection speaks for, and the other way round. */
  readonly #sessions = new Map<string, string>();
  readonly #clients = new Map<string, string>();
  /** The last ping of each session, until it is answered. */
  readonly #pings = new Map<string, number>();

  constructor(options: ClientDeskOptions) {
    this.#options = options;
    const { self, deliver } = options;
    this.host = new NodeHost({
      ...{ self, deliver, nodes: [], mayRest: false },
      now: () => performance.timeOrigin + performance.now(),
    });
    this.host.listen((event) => this.#tellRequest(event));
    this.host.listenToSessions((event) => this.#tellSession(event));
  }

  hear(client: string, message: unknown): void {
    const said = readToNode(message);
    if (said?.type === 'attach') this.#attach(client, said.session, said.isNew);
    const session = this.#sessions.get(client);
    if (said === null || session === undefined) return;
    this.#obey(client, session, said);
  }

  #attach(client: string, session: string, isNew: boolean): void {
    const before = this.#sessions.get(client);
    if (before !== undefined) this.#clients.delete(before);
    this.#sessions.set(client, session);
    this.#clients.set(session, client);
    this.host.command({ type: 'attach', session, isNew });
  }

  #obey(client: string, session: string, said: ToNode): void {
    switch (said.type) {
      case 'attach':
        break;
      case 'ping':
        this.#pings.set(session, said.number);
        this.host.command({ type: 'heard', session });
        break;
      case 'create': {
        const definition = definitionFrom(said);
        if (!definition.ok) this.#refuse(client, said.request, definition.error);
        else {
          // Any client may be the first: who creates the same again finds it.
          const by = JSON.stringify(definition.value);
          const request = nameOf(session, said.request);
          this.host.command({ type: 'create', request, definition: definition.value, by });
        }
        break;
      }
      case 'resize': {
        const { name, rate } = said;
        const wrong = wrongRateOf(name, rate);
        const request = nameOf(session, said.request);
        if (wrong !== undefined) this.#refuse(client, said.request, wrong);
        else this.host.command({ type: 'resize', request, name, rate });
        break;
      }
      case 'enter': {
        const wish = wishFrom(said);
        if (!wish.ok) this.#refuse(client, said.request, wish.error);
        else {
          const request = nameOf(session, said.request);
          this.host.command({ type: 'enter', request, wish: wish.value, session });
        }
        break;
      }
      case 'status': {
        const { scheme, name } = said;
        const request = nameOf(session, said.request);
        this.host.command({ type: 'status', request, scheme, name });
        break;
      }
      case 'leave':
        this.host.command({ type: 'leave', request: nameOf(session, said.request) });
        break;
      case 'end':
        this.host.command({ type: 'end', session });
        break;
    }
  }

  #refuse(client: string, request: number, why: string): void {
    this.#options.sayToClient(client, { type: 'refused', request, why });
  }

  #tellRequest(event: RequestEvent): void {
    const { session, request } = partsOf(event.request);
    const client = this.#clients.get(session);
    if (client !== undefined) this.#options.sayToClient(client, { ...event, request });
  }

  #tellSession(event: SessionEvent): void {
    const { session } = event;
    const client = this.#clients.get(session);
    if (client === undefined) return;
    const say = (message: ToClient): void => this.#options.sayToClient(client, message);
    switch (event.type) {
      case 'attached':
        say({
          ...{ type: 'attached', session },
          held: event.held.map(({ request, grant }) => ({
            ...{ request: partsOf(request).request, grant },
          })),
          waiting: event.waiting.map((request) => partsOf(request).request),
        });
        return;
      case 'alive':
        say({ type: 'alive', number: this.#pings.get(session) ?? 0 });
        return;
      case 'elsewhere': {
        const address = this.#options.addressOf(event.node);
        say(
          address === undefined
            ? { type: 'busy', session }
            : { type: 'elsewhere', session, address },
        );
        break;
      }
      case 'ended':
      case 'busy':
        say({ type: event.type, session });
        break;
    }
    this.#clients.delete(session);
    this.#sessions.delete(client);
    this.#pings.delete(session);
  }
}

function nameOf(session: string, request: number): string {
  return `${session}/${request}`;
}

function partsOf(name: string): { readonly session: string; readonly request: number } {
  const at = name.lastIndexOf('/');
  return { session: name.slice(0, at), request: Number(name.slice(at + 1)) };
}
