// Clients in a world of nodes: each has a session at one node, goes on with another when that one is gone, and gives up what it
// holds when its lease is over. It says and hears what a client of a cluster does (src/host/coordination/cluster-port.ts).
import { type NodeId, nodeId } from '../../../src/base/index.ts';
import {
  type Grant,
  type NodeCommand,
  type NodeEvent,
  sessionLeaseMs,
  type Wish,
} from '../../../src/coordination/index.ts';
import type { CoordinationWorld } from './world.ts';

const beatMs = 400;

export class SimulatedClient {
  readonly name: NodeId;
  readonly #world: CoordinationWorld;
  readonly #delayMs: number;
  /** The node that it is connected to; what was under way on an earlier connection is lost. */
  #node: NodeId | null = null;
  #connection = 0;
  #isAttached = false;
  #session: string | null = null;
  #sessions = 0;
  #trustedMs = 0;
  #said = 0;
  #made = 0;
  #hint: NodeId | null = null;
  /** The sessions it has begun to have, one of which may be the present one. */
  #coming = '';
  isDead = false;
  isCutOff = false;
  readonly asked = new Map<number, Wish>();
  readonly held = new Map<number, Grant>();
  entered = 0;
  lost = 0;

  constructor(world: CoordinationWorld, name: string) {
    this.#world = world;
    this.name = nodeId(name);
    this.#delayMs = 1 + world.rng.below(20);
    this.#beat();
  }

  wish(wish: Wish, afterMs: number): void {
    this.#world.world.after(afterMs, () => {
      if (this.isDead) return;
      const request = ++this.#made;
      this.asked.set(request, wish);
      if (this.#isAttached) this.#enter(request, wish);
    });
  }

  /** It is no more: it holds nothing, and nobody hears of it. */
  die(): void {
    this.isDead = true;
    for (const request of this.held.keys()) this.#world.held.delete(this.#keyOf(request));
    this.held.clear();
    this.asked.clear();
  }

  /** Its connection breaks, and for so long it has no other. */
  cutOff(forMs: number): void {
    this.#disconnect();
    this.isCutOff = true;
    this.#world.world.after(forMs, () => {
      this.isCutOff = false;
    });
  }

  nodeDied(node: NodeId): void {
    const connection = this.#connection;
    if (this.#node !== node) return;
    // What it said before still arrives.
    this.#world.world.after(this.#delayMs, () => {
      if (connection === this.#connection) this.#disconnect();
    });
  }

  hear(node: NodeId, event: NodeEvent): void {
    const [connection, from] = [this.#connection, this.#node];
    if (node !== from) return;
    this.#world.world.after(this.#delayMs, () => {
      if (connection === this.#connection && !this.isDead && !this.isCutOff) this.#take(event);
    });
  }

  #take(event: NodeEvent): void {
    if (!('session' in event)) {
      const { session, request } = partsOf(event.request);
      if (session !== this.#session) return;
      if (event.type === 'entered') this.#granted(request, event.grant);
      if (event.type === 'lost') this.#loseHold(request);
      if (event.type === 'refused') this.#world.faults.push(`${event.request}: ${event.why}`);
      return;
    }
    if (event.session !== this.#coming) return;
    switch (event.type) {
      case 'attached':
        this.#isAttached = true;
        this.#session = event.session;
        this.#trustedMs = this.#said + sessionLeaseMs;
        this.#resume(event.held, event.waiting);
        break;
      case 'alive':
        this.#trustedMs = this.#said + sessionLeaseMs;
        break;
      case 'elsewhere':
        this.#hint = event.node;
        this.#disconnect();
        break;
      case 'ended':
        this.#loseSession();
        this.#disconnect();
        break;
      case 'busy':
        this.#disconnect();
        break;
    }
  }

  #resume(
    held: readonly { readonly request: string; readonly grant: Grant }[],
    waiting: readonly string[],
  ): void {
    const there = new Map(held.map(({ request, grant }) => [partsOf(request).request, grant]));
    for (const request of [...this.held.keys()]) {
      if (!there.has(request)) this.#loseHold(request);
    }
    for (const [request, grant] of there) {
      if (this.asked.has(request)) this.#granted(request, grant);
      else if (!this.held.has(request)) this.#leave(request);
    }
    for (const [request, wish] of this.asked) {
      if (!waiting.includes(this.#requestOf(request))) this.#enter(request, wish);
    }
  }

  #granted(request: number, grant: Grant): void {
    const wish = this.asked.get(request);
    if (wish === undefined) return;
    this.asked.delete(request);
    this.held.set(request, grant);
    this.entered++;
    const { held, rng, world } = this.#world;
    held.set(this.#keyOf(request), { node: this.name, wish, grant });
    this.#world.judge();
    const leave = (): void => {
      if (!this.held.delete(request)) return;
      held.delete(this.#keyOf(request));
      if (this.#isAttached) this.#leave(request);
    };
    // A use is a moment.
    if (grant.scheme === 'tokens') leave();
    else world.after(rng.below([60, 60, 60, 4000, 14_000][rng.below(5)] ?? 0), leave);
  }

  /** It is told, and asks again. */
  #loseHold(request: number): void {
    const wish = this.#world.held.get(this.#keyOf(request))?.wish;
    if (!this.held.delete(request)) return;
    this.#world.held.delete(this.#keyOf(request));
    this.lost++;
    if (wish !== undefined) this.wish(wish, 1);
  }

  #loseSession(): void {
    this.#session = null;
    for (const request of [...this.held.keys()]) this.#loseHold(request);
  }

  #beat(): void {
    if (this.isDead) return;
    const { world, rng, nodes } = this.#world;
    world.after(beatMs, () => this.#beat());
    if (this.#session !== null && world.now > this.#trustedMs) {
      this.#loseSession();
      this.#disconnect();
    }
    if (this.#node === null) {
      const any = nodes[rng.below(nodes.length)] as NodeId;
      const node = this.#hint ?? any;
      this.#hint = null;
      if (!world.isUp(node) || this.isCutOff) return;
      this.#node = node;
      const isNew = this.#session === null;
      this.#coming = this.#session ?? `${this.name}.${++this.#sessions}`;
      this.#said = world.now;
      this.#command({ type: 'attach', session: this.#coming, isNew });
    } else if (!this.#isAttached) this.#disconnect();
    else if (this.#session !== null) {
      this.#said = world.now;
      this.#command({ type: 'heard', session: this.#session });
    }
  }

  #disconnect(): void {
    this.#connection++;
    this.#node = null;
    this.#isAttached = false;
  }

  #enter(request: number, wish: Wish): void {
    const session = this.#session ?? '';
    this.#command({ type: 'enter', request: this.#requestOf(request), wish, session });
  }

  #leave(request: number): void {
    this.#command({ type: 'leave', request: this.#requestOf(request) });
  }

  #command(command: NodeCommand): void {
    const node = this.#node;
    if (node === null || this.isCutOff) return;
    this.#world.world.command(node, command, this.#delayMs);
  }

  #requestOf(request: number): string {
    return `${this.#session}/${request}`;
  }

  #keyOf(request: number): string {
    return `${this.name} ${request}`;
  }
}

function partsOf(name: string): { readonly session: string; readonly request: number } {
  const at = name.lastIndexOf('/');
  return { session: name.slice(0, at), request: Number(name.slice(at + 1)) };
}
