// A node of a cluster, put together: its machine, driven by a host, over sockets, on a disk; the clients it serves and the
// effects it runs. What runs in its flasks is handed in.
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type DiskFiles, fail, type NodeId, ok, type Result } from '../../base/index.ts';
import {
  type ClientId,
  type FlaskApp,
  type FlaskId,
  identityProblem,
  type Peer,
  type PeerCommand,
  type PeerEvent,
  type PeerMessage,
  type PeerTiming,
  peer,
  peerCodec,
  solutionOf,
  votersKnown,
} from '../index.ts';
import type { Address } from './address.ts';
import { type DataDirectory, freshNodeName, openDataDirectory } from './data-directory.ts';
import { DirectoryDisk, type Disk, type DiskEvents, forgetfulDisk } from './disk.ts';
import { Host } from './host.ts';
import type { Limits } from './limits.ts';
import type { Credentials } from './secret.ts';
import { Sessions } from './sessions.ts';
import type { ClientEvents, ClientLink } from './transport.ts';
import { openWsTransport, type WsTransport } from './ws-transport.ts';

export interface NodeOptions<S> {
  readonly app: FlaskApp<S>;
  readonly listen: Address;
  readonly advertise?: Address;
  readonly credentials?: Credentials;
  /** Where it keeps what it promised; without, it comes back as a new node. */
  readonly data?: string;
  /** What it is called, where somebody has thought of a name for all nodes of a cluster. */
  readonly name?: NodeId;
  /** A node of the cluster to enter, and its name if that is known; without, it founds one with so many voters and members, 1 unless told. */
  readonly join?: string;
  readonly via?: NodeId;
  readonly voters?: number;
  readonly members?: number;
  /** Clients may come in before it is a member; what they submit waits. */
  readonly letsInEarly?: boolean;
  /** For how long a node that is to be joined may be silent. */
  readonly patienceMs: number;
  readonly madeBy: string;
  readonly timing?: Partial<PeerTiming>;
  readonly limits?: Partial<Limits>;
  /** Told where it listens, before it has a cluster. */
  listening?(address: string): void;
  /** Told its name, how to command it, and how to speak to its clients, before anything happens. */
  named?(
    node: NodeId,
    command: (command: PeerCommand) => void,
    sayToClient: (client: ClientId, message: unknown) => void,
  ): Promise<void>;
  /** Runs an effect and gives its answer; never rejects. */
  effect(effect: NodeEffect): Promise<unknown>;
  /** Why a solution cannot run here. */
  judge(spec: Uint8Array): string | undefined;
  /** A client has said something to whoever runs beside the node. */
  aside?(client: ClientId, message: unknown): void;
  /** Told of everything, for logs and for who waits. */
  event(event: PeerEvent): void;
  /** It cannot go on: a sentence, or a mistake of ours. */
  failed(error: unknown): void;
}

export interface NodeEffect {
  readonly solution: string;
  readonly flask: FlaskId;
  readonly key: string;
  readonly name: string;
  readonly args: unknown;
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

/** A reason in a sentence, for which nobody is to blame but the world. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';
}

export class ClusterNode<S> {
  readonly name: NodeId;
  readonly #options: NodeOptions<S>;
  readonly #host: Host<Peer<S>, PeerMessage, PeerCommand, PeerEvent>;
  readonly #transport: WsTransport;
  readonly #disk: Disk;
  readonly #sessions: Sessions;
  readonly #release: () => void;
  readonly #effects = new Map<FlaskId, AbortController>();
  #isClosed = false;
  #isMember = false;

  /** Opens everything; a sentence when something cannot be had. */
  static async open<S>(options: NodeOptions<S>): Promise<Result<ClusterNode<S>, string>> {
    const opened = await openData(options);
    if (!opened.ok) return opened;
    const data = opened.value;
    const name = data?.node ?? options.name ?? freshNodeName();
    const later: { node?: ClusterNode<S> } = {};
    const transport = await openWsTransport({
      ...{ self: name, listen: options.listen },
      ...(options.advertise ? { advertise: options.advertise } : {}),
      ...(options.credentials ? { credentials: options.credentials } : {}),
      ...(options.limits ? { limits: options.limits } : {}),
      events: {
        message: (from, message) => later.node?.receive(from, message),
        reconnected: (node) => later.node?.command({ type: 'reconnected', node }),
        notYet: () =>
          later.node?.isMember === true || options.letsInEarly === true
            ? undefined
            : 'this node is not a member of a cluster yet',
        client: (link) => later.node?.serve(link),
      },
    });
    if (!transport.ok) {
      data?.release();
      return transport;
    }
    const diskEvents: DiskEvents = {
      synced: (mark) => later.node?.synced(mark),
      failed: (reason) => later.node?.fail(new NodeFailure(reason)),
    };
    const disk = data
      ? new DirectoryDisk(data.folder, data.files, diskEvents)
      : forgetfulDisk(diskEvents);
    const release = data?.release ?? (() => {});
    const node = new ClusterNode(name, options, transport.value, disk, release);
    later.node = node;
    options.listening?.(transport.value.address);
    await options.named?.(
      name,
      (command) => node.command(command),
      (client, message) => node.#sessions.sayAside(client, message),
    );
    node.#host.start(disk);
    const entered = await node.#enter();
    if (!entered.ok) await node.close();
    return entered.ok ? ok(node) : entered;
  }

  private constructor(
    name: NodeId,
    options: NodeOptions<S>,
    transport: WsTransport,
    disk: Disk,
    release: () => void,
  ) {
    this.name = name;
    this.#options = options;
    this.#transport = transport;
    this.#disk = disk;
    this.#release = release;
    this.#host = new Host({
      self: name,
      machine: peer({
        ...{ app: options.app, address: transport.address, durable: options.data !== undefined },
        ...(options.timing ? { timing: options.timing } : {}),
        stopwatch: () => performance.now(),
      }),
      codec: peerCodec,
      seed: randomBytes(6).readUIntBE(0, 6),
      send: (to, message) => transport.send(to, message),
      event: (event) => this.#hear(event),
      failed: (error) => this.fail(error),
    });
    this.#sessions = new Sessions({
      command: (command) => this.#host.command(command),
      judge: options.judge,
      isMember: () => this.#isMember,
      ...(options.aside ? { aside: options.aside } : {}),
    });
  }

  get address(): string {
    return this.#transport.address;
  }

  get isMember(): boolean {
    return this.#isMember;
  }

  receive(from: NodeId, message: Uint8Array): void {
    this.#host.receive(from, message);
  }

  command(command: PeerCommand): void {
    this.#host.command(command);
  }

  serve(link: ClientLink): ClientEvents | undefined {
    return this.#sessions.open(link);
  }

  synced(mark: number): void {
    this.#host.synced(mark);
  }

  /** Hands everything over to others; `left` is told when that is done. */
  leave(): void {
    this.#host.command({ type: 'leave' });
  }

  /** Stops at once: for the cluster it is as if the node had died. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#host.stop();
    for (const effects of this.#effects.values()) effects.abort();
    await this.#transport.close();
    await this.#disk.close();
    this.#release();
  }

  /** Into the cluster of the node that was named, or into one of its own. A node with a past needs neither. */
  async #enter(): Promise<Result<null, string>> {
    const { join, via, voters = 1, members = 1, patienceMs } = this.#options;
    if (join === undefined) {
      this.#host.command({ type: 'found', voters, members });
      return ok(null);
    }
    if (via !== undefined) {
      this.#transport.learn(via, join);
      this.#host.command({ type: 'join', via });
      return ok(null);
    }
    const until = performance.now() + patienceMs;
    for (;;) {
      const found = await this.#transport.find(join);
      if (found.ok && found.value === this.name) return fail(`${join}: ${JOINS_ITSELF}`);
      if (found.ok) {
        this.#host.command({ type: 'join', via: found.value });
        return ok(null);
      }
      const { reason, type } = found.error;
      if (type === 'refused' || performance.now() > until) return fail(reason);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #hear(event: PeerEvent): void {
    switch (event.type) {
      case 'contacts':
        for (const { node, address } of event.contacts) this.#transport.learn(node, address);
        break;
      case 'joined':
        this.#isMember = true;
        this.#sessions.tell(event);
        break;
      case 'view': {
        // One that was given up for dead joins again; until then it can ask the cluster for nothing.
        const own = event.view.members.find(({ node }) => node === this.name);
        if (own?.state === 'gone') this.#isMember = false;
        this.#sessions.tell(event);
        break;
      }
      case 'effect':
        this.#run(event);
        break;
      case 'knock':
        void this.#transport
          .answersKnock(event.node)
          .then((answers) => this.#host.command({ type: 'knocked', node: event.node, answers }));
        break;
      case 'unhosted':
        this.#effects.get(event.flask)?.abort();
        this.#effects.delete(event.flask);
        break;
      default:
        this.#sessions.tell(event);
    }
    this.#options.event(event);
  }

  #run({ flask, key, name, args }: Extract<PeerEvent, { type: 'effect' }>): void {
    const running = this.#effects.get(flask) ?? new AbortController();
    this.#effects.set(flask, running);
    const { signal } = running;
    // All effects of a flask listen to the same; Node would call that a leak, on standard error.
    setMaxListeners(0, signal);
    const asked = { solution: solutionOf(flask), flask, key, name, args, signal };
    this.#options.effect(asked).then(
      (answer) => {
        if (!signal.aborted) this.#host.command({ type: 'effect-answer', flask, key, answer });
      },
      (error: unknown) => this.fail(error),
    );
  }

  fail(error: unknown): void {
    if (this.#isClosed) return;
    void this.close().finally(() => this.#options.failed(error));
  }
}

/** What the node has from an earlier life, if it keeps anything; a sentence when it cannot go on with that. */
async function openData(options: {
  readonly data?: string;
  readonly madeBy: string;
  readonly voters?: number;
}): Promise<Result<DataDirectory | undefined, string>> {
  if (options.data === undefined) return ok(undefined);
  const data = await openDataDirectory(options.data, options.madeBy);
  if (!data.ok) return data;
  const problem = dataProblem(data.value.files, options.data, options.voters);
  if (problem === undefined) return data;
  data.value.release();
  return fail(problem);
}

function dataProblem(files: DiskFiles, directory: string, voters?: number): string | undefined {
  const problem = identityProblem(files);
  if (problem !== undefined) {
    return `${directory}/files/node ${problem}, and nothing else says who this node was: ${AS_NEW}`;
  }
  const past = votersKnown(files);
  if (past === undefined || voters === undefined || past === voters) return undefined;
  return `--voters ${voters}: the cluster of ${directory} has ${past} for good: leave out --voters`;
}

/** By its name, since one node may be reached at many addresses. */
const JOINS_ITSELF =
  'that is this node itself: join another one, or leave out --join to found a cluster';
const AS_NEW = 'with an empty directory it is a new node';
