// The schemes of a cluster as its client sees them: a port as a node in this process would be, with a node of the cluster behind it.
// It holds on to the node that has its session. When that node is gone it asks the others, until one has the session or knows
// that nobody has: then what it held is lost, and what it waits for is asked for anew.
import { randomBytes } from 'node:crypto';
import type { Result } from '../../base/index.ts';
import {
  type Grant,
  type NodeCommand,
  type RequestEvent,
  type Status,
  sessionLeaseMs,
} from '../../coordination/index.ts';
import type { AsideLink, AsideLinkEvents, DialFailure } from '../../dht/net/index.ts';
import {
  callOf,
  type HeldRequest,
  optionsOf,
  readToClient,
  type ToClient,
  type ToNode,
} from './client-messages.ts';
import type { CoordinationPort } from './coordination.ts';

export interface ClusterPortOptions {
  readonly addresses: readonly string[];
  /** Connects to a node, under the name of this client. */
  connect(
    address: string,
    name: string,
    events: AsideLinkEvents,
  ): Promise<Result<AsideLink, DialFailure>>;
  /** For how long it looks for a node that serves it, once it had one. */
  readonly patienceMs?: number;
  /** How long it trusts what it heard last; nodes wait a little longer. */
  readonly leaseMs?: number;
}

const usualPatienceMs = 60_000;
const answerMs = 3000;
const pauseMs = 200;
const goodbyeMs = 2000;

/** What is to be said of a request when it is asked for. */
type Asked = Extract<ToNode, { type: 'create' | 'resize' | 'enter' | 'status' }>;

/** What a node says to somebody who comes: that the session is there, or why not. */
type Welcome = Extract<ToClient, { type: 'attached' | 'elsewhere' | 'ended' | 'busy' }>;

export class ClusterPort implements CoordinationPort {
  readonly #options: ClusterPortOptions;
  readonly #name = `s-${randomBytes(8).toString('hex')}`;
  readonly #leaseMs: number;
  #addresses: string[];
  #listener: (event: RequestEvent) => void = () => {};
  /** Set while it has a node that serves it. */
  #link: AsideLink | null = null;
  #session: string | null = null;
  #sessions = 0;
  /** Until when what it holds is surely its own. */
  #trustedMs = 0;
  readonly #asked = new Map<number, Asked>();
  readonly #held = new Set<number>();
  readonly #pings = new Map<number, number>();
  #pinged = 0;
  #beat: NodeJS.Timeout | null = null;
  /** Why nothing more can be had of it. */
  #over: string | null = null;
  #goodbye: () => void = () => {};

  private constructor(options: ClusterPortOptions) {
    this.#options = options;
    this.#addresses = [...options.addresses];
    this.#leaseMs = options.leaseMs ?? sessionLeaseMs;
  }

  /** A port with a session at some node, or why none of them will have it. */
  static async open(options: ClusterPortOptions): Promise<Result<ClusterPort, string>> {
    const port = new ClusterPort(options);
    const failure = await port.#seek((last) => last.type !== 'not-yet');
    if (failure !== null) return { ok: false, error: failure };
    port.#beat = setInterval(() => port.#ping(), port.#leaseMs / 5);
    return { ok: true, value: port };
  }

  listen(listener: (event: RequestEvent) => void): void {
    this.#listener = listener;
  }

  busy(): void {}

  command(command: NodeCommand): void {
    switch (command.type) {
      case 'create': {
        const { definition } = command;
        const { scheme, name } = definition;
        this.#ask(command.request, {
          type: 'create',
          scheme,
          name,
          options: optionsOf(definition),
        });
        break;
      }
      case 'resize':
        this.#ask(command.request, { type: 'resize', name: command.name, rate: command.rate });
        break;
      case 'enter':
        this.#ask(command.request, { type: 'enter', ...callOf(command.wish) });
        break;
      case 'status': {
        const { scheme, name } = command;
        this.#ask(command.request, { type: 'status', scheme, name });
        break;
      }
      case 'leave': {
        const request = Number(command.request);
        this.#asked.delete(request);
        this.#held.delete(request);
        this.#link?.say({ type: 'leave', request } satisfies ToNode);
        break;
      }
      default:
    }
  }

  /** Leaves everything, and waits until the node has heard of it, if that does not take long. */
  async close(): Promise<void> {
    const link = this.#link;
    if (this.#over === null && link !== null) {
      const heard = new Promise<void>((resolve) => {
        this.#goodbye = resolve;
        setTimeout(resolve, goodbyeMs).unref();
      });
      link.say({ type: 'end' } satisfies ToNode);
      await heard;
    }
    this.#end('the connection to the cluster was closed');
  }

  #ask(name: string, asked: AskedOf): void {
    const request = Number(name);
    if (this.#over !== null) {
      this.#listener({ type: 'refused', request: name, why: this.#over });
      return;
    }
    const said = { ...asked, request } as Asked;
    this.#asked.set(request, said);
    this.#link?.say(said);
  }

  /** Looks for a node that has the session, or for any if it has none; null when there is one, else why not. */
  async #seek(isFinal: (failure: DialFailure) => boolean): Promise<string | null> {
    const until = performance.now() + (this.#options.patienceMs ?? usualPatienceMs);
    for (;;) {
      let last: DialFailure = { reason: 'no node of the cluster is known', type: 'refused' };
      for (const address of [...this.#addresses]) {
        this.#giveUpSession();
        const failure = await this.#try(address);
        if (failure === null || this.#over !== null) return null;
        last = failure;
      }
      if (isFinal(last) || performance.now() > until) return last.reason;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Comes to a node, with the session or with a new one; null if it is served there. */
  async #try(address: string): Promise<DialFailure | null> {
    let answer: (said: Welcome | null) => void = () => {};
    let link: AsideLink | null = null;
    const events: AsideLinkEvents = {
      message: (message) => {
        const said = readToClient(message);
        if (said === null) return;
        if (link !== null && this.#link === link) this.#hear(said);
        else if (isWelcome(said)) answer(said);
      },
      members: (addresses) => this.#learn(addresses),
      closed: () => {
        answer(null);
        if (link !== null && this.#link === link) this.#lose();
      },
    };
    const connected = await this.#options.connect(address, this.#name, events);
    if (!connected.ok) return connected.error;
    const own = connected.value;
    link = own;
    const come = (session: string, isNew: boolean): Promise<Welcome | null> =>
      new Promise((resolve) => {
        const began = performance.now();
        const tooLate = setTimeout(() => answer(null), answerMs);
        answer = (said) => {
          clearTimeout(tooLate);
          // More may come with it: it must be this link that hears it.
          if (said?.type === 'attached' && this.#over === null) {
            this.#trustedMs = began + this.#leaseMs;
            this.#session = session;
            this.#prefer(address);
            this.#link = own;
            this.#resume(said);
          }
          resolve(said);
        };
        own.say({ type: 'attach', session, isNew } satisfies ToNode);
      });
    let said = this.#session === null ? null : await come(this.#session, false);
    if (said?.type === 'ended') this.#loseSession();
    if (this.#session === null && this.#over === null) {
      said = await come(`${this.#name}.${++this.#sessions}`, true);
    }
    if (said?.type === 'attached') return null;
    own.close();
    if (said?.type === 'elsewhere') this.#prefer(said.address);
    return { reason: `${address}: it does not serve clients now`, type: 'not-yet' };
  }

  /** Tells a node what was asked before and it does not know, and what it knows and nobody wants. */
  #resume({ held, waiting }: Extract<Welcome, { type: 'attached' }>): void {
    const there = new Map((held as readonly HeldRequest[]).map((one) => [one.request, one.grant]));
    for (const request of [...this.#held]) if (!there.has(request)) this.#tellLost(request);
    for (const [request, grant] of there) {
      if (this.#held.has(request)) continue;
      if (this.#asked.has(request)) this.#enter(request, grant);
      else this.#link?.say({ type: 'leave', request } satisfies ToNode);
    }
    for (const request of waiting) {
      if (!this.#asked.has(request)) this.#link?.say({ type: 'leave', request } satisfies ToNode);
    }
    for (const [request, asked] of this.#asked) {
      if (!waiting.includes(request)) this.#link?.say(asked);
    }
  }

  #hear(said: ToClient): void {
    switch (said.type) {
      case 'alive': {
        const sentMs = this.#pings.get(said.number);
        if (sentMs !== undefined) this.#trustedMs = sentMs + this.#leaseMs;
        for (const number of this.#pings.keys()) {
          if (number <= said.number) this.#pings.delete(number);
        }
        break;
      }
      case 'entered':
        this.#enter(said.request, said.grant as Grant);
        break;
      case 'lost':
        this.#tellLost(said.request);
        break;
      case 'done':
      case 'refused':
        if (!this.#asked.delete(said.request)) break;
        this.#listener({ ...said, request: String(said.request) });
        break;
      case 'status':
        if (!this.#asked.delete(said.request)) break;
        // Nodes are trusted.
        this.#listener({
          type: 'status',
          request: String(said.request),
          status: said.status as Status,
        });
        break;
      case 'ended':
        this.#goodbye();
        this.#loseSession();
        this.#lose();
        break;
      case 'busy':
      case 'elsewhere':
        this.#lose();
        break;
      case 'attached':
        break;
    }
  }

  #enter(request: number, grant: Grant): void {
    // Whoever has given up meanwhile has said so, and the node has heard or will.
    if (!this.#asked.delete(request)) return;
    this.#held.add(request);
    this.#listener({ type: 'entered', request: String(request), grant });
  }

  #tellLost(request: number): void {
    if (this.#held.delete(request)) this.#listener({ type: 'lost', request: String(request) });
  }

  /** The node is gone, or serves it no more. */
  #lose(): void {
    const link = this.#link;
    if (link === null) return;
    this.#link = null;
    link.close();
    this.#goodbye();
    if (this.#over !== null) return;
    this.#pings.clear();
    void this.#seek(({ type }) => type === 'refused').then((failure) => {
      if (failure !== null) this.#end(`the cluster does not answer any more: ${failure}`);
    });
  }

  #loseSession(): void {
    this.#session = null;
    for (const request of [...this.#held]) this.#tellLost(request);
  }

  /** Once it is too long ago that a node has heard of it, others may have what it holds. */
  #giveUpSession(): void {
    if (this.#session !== null && performance.now() > this.#trustedMs) this.#loseSession();
  }

  #ping(): void {
    this.#giveUpSession();
    if (this.#link === null) return;
    // A node that answers no more is as good as gone, whatever its connection says.
    if (this.#session === null) {
      this.#lose();
      return;
    }
    const number = ++this.#pinged;
    this.#pings.set(number, performance.now());
    this.#link.say({ type: 'ping', number } satisfies ToNode);
  }

  #learn(addresses: readonly string[]): void {
    const others = addresses.filter((address) => !this.#addresses.includes(address));
    this.#addresses.push(...others);
  }

  /** The node that has the session is asked first. */
  #prefer(address: string): void {
    this.#addresses = [address, ...this.#addresses.filter((other) => other !== address)];
  }

  #end(why: string): void {
    if (this.#over !== null) return;
    this.#over = why;
    if (this.#beat !== null) clearInterval(this.#beat);
    this.#loseSession();
    this.#lose();
    for (const request of [...this.#asked.keys()]) {
      this.#asked.delete(request);
      this.#listener({ type: 'refused', request: String(request), why });
    }
  }
}

type AskedOf = Asked extends infer One ? (One extends Asked ? Omit<One, 'request'> : never) : never;

function isWelcome(said: ToClient): said is Welcome {
  return ['attached', 'elsewhere', 'ended', 'busy'].includes(said.type);
}
