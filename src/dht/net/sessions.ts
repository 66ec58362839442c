// The clients that are connected to a node: what they ask becomes commands of the node's machine, what it tells about their
// solutions and flasks goes back to them.
import { assert } from '../../base/index.ts';
import {
  type ClientId,
  clientId,
  isPlainName,
  type PeerCommand,
  type PeerEvent,
  solutionOf,
} from '../index.ts';
import {
  type ClientReply,
  type ClientRequest,
  replyCodec,
  requestCodec,
} from './client-messages.ts';
import type { ClientEvents, ClientLink } from './transport.ts';

export interface SessionsOptions {
  command(command: PeerCommand): void;
  /** Why a solution cannot run here, before anybody is asked for it. */
  judge(spec: Uint8Array): string | undefined;
  /** Whether the cluster can be asked for anything; told by `joined` when it can again. */
  isMember(): boolean;
  /** A client has said something that is not for the machine; undefined if nobody listens. */
  aside?(client: ClientId, message: unknown): void;
}

interface Session {
  readonly client: ClientId;
  readonly link: ClientLink;
  /** The solutions that it has asked for. */
  readonly solutions: Set<string>;
}

export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<ClientId, Session>();
  readonly #asked = new Map<string, Session>();
  #addresses: readonly string[] = [];
  #questions = 0;
  /** Submitted while this node was no member. */
  readonly #early: PeerCommand[] = [];

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** A client has come in. One that comes again by its name takes the place of the connection it had. */
  open(link: ClientLink): ClientEvents | undefined {
    if (!isPlainName(link.name)) return undefined;
    const client = clientId(link.name);
    const session: Session = { client, link, solutions: new Set() };
    const before = this.#sessions.get(client);
    this.#sessions.set(client, session);
    if (before !== undefined) {
      before.link.close();
      // What was told on the old connection may not have arrived: nothing of it counts.
      this.#options.command({ type: 'detach', client });
    }
    this.#say(session, { type: 'members', addresses: this.#addresses });
    return {
      message: (bytes) => this.#hear(session, bytes),
      closed: () => {
        if (this.#sessions.get(client) !== session) return;
        this.#sessions.delete(client);
        this.#options.command({ type: 'detach', client });
      },
    };
  }

  /** Tells those whom it concerns. */
  tell(event: PeerEvent): void {
    switch (event.type) {
      case 'to-client': {
        const { client, flask, number, message } = event;
        this.#sayTo(client, { type: 'posted', flask, number, message });
        break;
      }
      case 'taken':
        this.#sayTo(event.client, { type: 'taken', flask: event.flask, upTo: event.upTo });
        break;
      case 'submitted':
      case 'dropped':
        this.#sayAbout(event.solution, { type: event.type, solution: event.solution });
        break;
      case 'refused':
      case 'lost':
        this.#sayAbout(event.solution, event);
        break;
      case 'status':
        this.#answer(event);
        break;
      case 'joined':
        for (const request of this.#early.splice(0)) this.#options.command(request);
        break;
      case 'view': {
        const up = event.view.members.filter(({ state }) => state !== 'gone');
        this.#addresses = up.map(({ address }) => address);
        const word = { type: 'members', addresses: this.#addresses } as const;
        for (const session of this.#sessions.values()) this.#say(session, word);
        break;
      }
      default:
    }
  }

  /** Says something to a client from whoever runs beside the node. */
  sayAside(client: ClientId, message: unknown): void {
    this.#sayTo(client, { type: 'aside', message });
  }

  #hear(session: Session, bytes: Uint8Array): void {
    const request = requestCodec.decode(bytes);
    if (request.ok) this.#obey(session, request.value);
    else session.link.close();
  }

  #obey(session: Session, request: ClientRequest): void {
    const { client } = session;
    const { command, judge } = this.#options;
    switch (request.type) {
      case 'attach':
        // It comes from another node, where it asked for them.
        for (const { flask } of request.heard) session.solutions.add(solutionOf(flask));
        command({ type: 'attach', client, heard: request.heard });
        break;
      case 'submit': {
        session.solutions.add(request.solution);
        const reason = judge(request.spec);
        if (reason === undefined && !this.#options.isMember()) this.#early.push(request);
        else if (reason === undefined) command(request);
        else this.#say(session, { type: 'refused', solution: request.solution, reason });
        break;
      }
      case 'drop':
        session.solutions.add(request.solution);
        command(request);
        break;
      case 'post': {
        const { flask, number, message } = request;
        command({ type: 'to-flask', client, flask, number, message });
        break;
      }
      case 'heard':
        command({ type: 'heard', client, flask: request.flask, upTo: request.upTo });
        break;
      case 'status': {
        const id = `${client}.${++this.#questions}.${request.id}`;
        this.#asked.set(id, session);
        command({ type: 'status', id });
        break;
      }
      case 'aside':
        this.#options.aside?.(client, request.message);
        break;
    }
  }

  #answer(event: Extract<PeerEvent, { type: 'status' }>): void {
    const session = this.#asked.get(event.id);
    if (session === undefined) return;
    this.#asked.delete(event.id);
    const [, , ...id] = event.id.split('.');
    assert(id.length > 0, 'a question has a name', event.id);
    this.#say(session, { ...event, id: id.join('.') });
  }

  #sayAbout(solution: string, reply: ClientReply): void {
    for (const session of this.#sessions.values()) {
      if (session.solutions.has(solution)) this.#say(session, reply);
    }
  }

  #sayTo(client: ClientId, reply: ClientReply): void {
    const session = this.#sessions.get(client);
    if (session !== undefined) this.#say(session, reply);
  }

  #say(session: Session, reply: ClientReply): void {
    session.link.send(replyCodec.encode(reply));
  }
}
