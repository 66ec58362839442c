// A simulated cluster with any app in its flasks: nodes that found and join, trouble, clients that go from node to node,
// and effects that are answered. Scenarios (scenarios.ts) say what runs in it and judge what comes of it.
import { type Machine, type NodeId, nodeId } from '../../src/base/index.ts';
import {
  type ClientId,
  type FlaskApp,
  type FlaskId,
  type Peer,
  type PeerCommand,
  type PeerEvent,
  type PeerMessage,
  type PeerOptions,
  pack,
  peer,
  unpack,
  type View,
} from '../../src/dht/index.ts';
import { type LinkModel, type Recording, type Told, World } from '../../src/sim/index.ts';

/** What a node of the world tells: what a peer tells, and that it was started. */
export type ClusterEvent = PeerEvent | { readonly type: 'started' };
export type ClusterMachine<S> = Machine<Peer<S>, PeerMessage, PeerCommand, PeerEvent>;

export interface ClusterSetting<S> {
  readonly seed: number;
  readonly app: FlaskApp<S>;
  readonly nodes: number;
  readonly voters: 1 | 3 | 5;
  readonly durable?: boolean;
  readonly link?: Partial<LinkModel>;
  readonly options?: Partial<PeerOptions<S>>;
  /** A machine with a flaw in it, to see whether the judges see it. */
  readonly spoil?: (
    machine: ClusterMachine<S>,
    cluster: () => ClusterWorld<S>,
  ) => ClusterMachine<S>;
  /** How an effect is answered; the answer may depend on nothing but what it is given. */
  readonly answer?: (name: string, args: unknown) => unknown;
  /** Of four knocks at a process that is there, so many are answered in time; three unless told. */
  readonly knocksOfFour?: number;
  readonly recording?: Recording;
}

/** Small times, so that a run of seconds holds many lives. */
export const quickTiming = {
  heartbeatMs: 20,
  suspectMs: 120,
  resendMs: 60,
  authorityMs: 80,
  sliceMs: 5,
  pauseMs: 1,
  // Clients of these worlds speak to a flask when they have something to say; a run is over long before.
  clientMs: 3_600_000,
};

export class ClusterWorld<S> {
  readonly world: World<PeerMessage, PeerCommand, ClusterEvent>;
  readonly nodes: readonly NodeId[];
  /** The newest view that anybody has told of, and all there were, by version. */
  view: View | undefined;
  readonly views = new Map<number, View>();
  readonly lost = new Map<string, string>();
  readonly submitted = new Set<string>();
  readonly refused = new Map<string, string>();
  /** How often each effect was asked for. */
  readonly effects = new Map<string, number>();
  readonly #setting: ClusterSetting<S>;

  constructor(setting: ClusterSetting<S>) {
    this.#setting = setting;
    this.world = new World<PeerMessage, PeerCommand, ClusterEvent>({
      seed: setting.seed,
      link: { fifo: false, ...setting.link },
      carry: throughBytes,
      recording: setting.recording ?? 'nothing',
    });
    this.nodes = Array.from({ length: setting.nodes }, (_, at) => nodeId(`n${at + 1}`));
    this.world.watch((told) => this.#watch(told));
    for (const node of this.nodes) this.world.add(node, this.#machine());
  }

  /** Adds a node that was not there at the beginning. */
  addNode(name: string): void {
    this.world.add(nodeId(name), this.#machine());
  }

  stateOf(node: NodeId): Peer<S> | undefined {
    return this.world.stateOf(node) as Peer<S> | undefined;
  }

  /** A node that is up, by chance. */
  anyNode(): NodeId {
    const up = this.world.nodes.filter((node) => this.world.isUp(node));
    const from = up.length > 0 ? up : this.world.nodes;
    return from[this.world.rng.below(from.length)] as NodeId;
  }

  /** The nodes that belong to the cluster now. */
  members(): readonly NodeId[] {
    const members = this.view?.members ?? [];
    return members.filter(({ state }) => state !== 'gone').map(({ node }) => node);
  }

  #machine(): Machine<unknown, PeerMessage, PeerCommand, ClusterEvent> {
    const { app, durable = true, options, spoil = (machine) => machine } = this.#setting;
    const usual = { app, address: 'somewhere', durable, timing: quickTiming, fuel: 4 };
    const made = peer({ ...usual, snapshotLeastBytes: 600, ...options });
    const machine = spoil(made, () => this);
    return {
      start: (files, ctx) => {
        const { state, effects } = machine.start(durable ? files : new Map(), ctx);
        return { state, effects: [{ type: 'event', event: { type: 'started' } }, ...effects] };
      },
      step: (state, input, ctx) => machine.step(state as Peer<S>, input, ctx),
    };
  }

  #watch({ node, event }: Told<ClusterEvent>): void {
    switch (event.type) {
      case 'started': {
        const [founder, second] = this.nodes as [NodeId, NodeId];
        if (node === founder && !this.view) {
          // Every other world begins with all of its nodes in the first view.
          const { voters, seed } = this.#setting;
          const members = seed % 2 === 0 ? this.nodes.length : 1;
          this.world.command(node, { type: 'found', voters, members });
        } else {
          this.world.command(node, { type: 'join', via: node === founder ? second : founder });
        }
        break;
      }
      case 'view':
        this.views.set(event.view.version, event.view);
        if (event.view.version > (this.view?.version ?? 0)) this.view = event.view;
        break;
      case 'effect': {
        const { flask, key, name, args } = event;
        this.effects.set(`${flask} ${key}`, (this.effects.get(`${flask} ${key}`) ?? 0) + 1);
        const answer = this.#setting.answer?.(name, args) ?? null;
        const command = { type: 'effect-answer', flask, key, answer } as const;
        this.world.command(node, command, 1 + this.world.rng.below(20));
        break;
      }
      case 'knock': {
        const { network, now } = this.world;
        const isThere =
          this.world.isUp(event.node) && network.arrivals(node, event.node, now).length > 0;
        const command = { type: 'knocked', node: event.node, answers: isThere } as const;
        if (this.world.rng.below(4) < (this.#setting.knocksOfFour ?? 3))
          this.world.command(node, command, 1 + this.world.rng.below(5));
        break;
      }
      case 'lost':
        this.lost.set(event.solution, event.reason);
        break;
      case 'submitted':
        this.submitted.add(event.solution);
        break;
      case 'refused':
        this.refused.set(event.solution, event.reason);
        break;
      default:
        break;
    }
  }
}

/** Messages travel as bytes, as they do between real nodes. */
function throughBytes(message: PeerMessage): PeerMessage {
  const read = unpack(pack(message));
  if (!read.ok) throw new Error(`a message that cannot be read: ${read.error}`);
  return read.value as PeerMessage;
}

/**
 * A client that is attached to one node after another. It numbers what it sends to each flask, keeps it until it is
 * taken, and counts what it hears; a number that comes in a wrong order is a complaint.
 */
export class SimClient<S> {
  readonly id: ClientId;
  readonly heard = new Map<FlaskId, unknown[]>();
  readonly sentTo = new Map<FlaskId, unknown[]>();
  complaint: string | undefined;
  readonly #cluster: ClusterWorld<S>;
  readonly #waiting = new Map<FlaskId, { number: number; message: unknown }[]>();
  readonly #last = new Map<FlaskId, number>();
  #home: NodeId;

  constructor(cluster: ClusterWorld<S>, id: ClientId, home: NodeId) {
    this.id = id;
    this.#cluster = cluster;
    this.#home = home;
    cluster.world.watch((told) => this.#watch(told));
  }

  get home(): NodeId {
    return this.#home;
  }

  /** Goes to another node and tells it what it needs to know. */
  attach(node: NodeId): void {
    const { world } = this.#cluster;
    world.command(this.#home, { type: 'detach', client: this.id });
    this.#home = node;
    const heard = [...this.sentTo.keys()].map((flask) => ({
      flask,
      upTo: this.heard.get(flask)?.length ?? 0,
    }));
    world.command(node, { type: 'attach', client: this.id, heard });
    for (const [flask, waiting] of this.#waiting) {
      for (const { number, message } of waiting) {
        world.command(node, { type: 'to-flask', client: this.id, flask, number, message });
      }
    }
  }

  send(flask: FlaskId, message: unknown): void {
    const number = (this.#last.get(flask) ?? 0) + 1;
    this.#last.set(flask, number);
    this.sentTo.set(flask, [...(this.sentTo.get(flask) ?? []), message]);
    this.#waiting.set(flask, [...(this.#waiting.get(flask) ?? []), { number, message }]);
    const command = { type: 'to-flask', client: this.id, flask, number, message } as const;
    this.#cluster.world.command(this.#home, command);
  }

  get waitsForTaking(): number {
    return [...this.#waiting.values()].reduce((sum, waiting) => sum + waiting.length, 0);
  }

  #watch({ node, event }: Told<ClusterEvent>): void {
    const { world } = this.#cluster;
    // Whoever lost its node goes to another one, or comes back to the same.
    if (event.type === 'started' && node === this.#home) {
      world.after(20, () => this.attach(this.#cluster.anyNode()));
    }
    if (node !== this.#home) return;
    if (event.type === 'taken' && event.client === this.id) {
      const waiting = this.#waiting.get(event.flask) ?? [];
      this.#waiting.set(
        event.flask,
        waiting.filter(({ number }) => number > event.upTo),
      );
    }
    if (event.type !== 'to-client' || event.client !== this.id) return;
    const { flask, number, message } = event;
    const heard = this.heard.get(flask) ?? [];
    this.heard.set(flask, heard);
    if (number > heard.length + 1) {
      this.complaint ??= `client: message ${number} of ${flask} after ${heard.length}`;
    }
    if (number === heard.length + 1) heard.push(message);
    world.command(node, { type: 'heard', client: this.id, flask, upTo: heard.length });
  }
}
