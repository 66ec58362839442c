// The coordination schemes of a node of a cluster: for each solution a node of coordination, whose messages go aside the peers, and
// which is told who is there. Tasks that balance gives to a worker of another node are run there (errands.ts).
import type { NodeId } from '../../base/index.ts';
import type { Grant, NodeMessage } from '../../coordination/index.ts';
import type { Effect, EffectAnswer } from '../../runtime/index.ts';
import type { Schemes } from '../effect-runner.ts';
import { ClientDesk } from './client-desk.ts';
import { type Coordination, coordinationOver } from './coordination.ts';
import { type Errand, type ErrandMessage, Errands } from './errands.ts';
import { NodeHost } from './node-host.ts';
import { schemesOver } from './schemes.ts';

export interface ClusterSchemesOptions {
  readonly self: NodeId;
  /** Says something to whoever runs this class at another node; it may be lost, and then links tell. */
  say(to: NodeId, message: unknown): void;
  /** Says something to a client that is connected to this node; lost if it is not. */
  sayToClient(client: string, message: unknown): void;
  /** Does here what a worker of this node was given; undefined if the program is not at work here. */
  runHere(solution: string, errand: Errand): Promise<EffectAnswer> | undefined;
}

export interface Membership {
  /** Grows with each change. */
  readonly version: number;
  readonly members: readonly {
    readonly node: NodeId;
    readonly incarnation: number;
    readonly address: string;
  }[];
  readonly solutions: readonly string[];
}

type Aside =
  | { readonly type: 'schemes'; readonly solution: string; readonly message: NodeMessage }
  | { readonly type: 'clients'; readonly message: NodeMessage }
  | { readonly type: 'errand'; readonly message: ErrandMessage };

interface Known {
  readonly host: NodeHost;
  readonly coordination: Coordination;
  /** The membership that it was told last. */
  told: number;
}

export class ClusterSchemes {
  readonly #options: ClusterSchemesOptions;
  readonly #solutions = new Map<string, Known>();
  readonly #errands: Errands;
  /** What clients use, all of them together. */
  readonly #desk: ClientDesk;
  #deskTold = 0;
  #isMember = true;
  #addresses: ReadonlyMap<NodeId, string> = new Map();
  #nodes: readonly NodeId[] = [];
  /** Members and their lives as one text, and the version in which that was seen first. */
  #membership = '';
  #number = 0;
  /** Some of them have lived before. */
  #isBack = false;
  #isIsolated = false;

  constructor(options: ClusterSchemesOptions) {
    this.#options = options;
    this.#errands = new Errands({
      say: (to, message) => options.say(to, { type: 'errand', message } satisfies Aside),
      runHere: (solution, errand) => options.runHere(solution, errand),
    });
    this.#desk = new ClientDesk({
      self: options.self,
      deliver: (to, message) => options.say(to, { type: 'clients', message } satisfies Aside),
      sayToClient: (client, message) => options.sayToClient(client, message),
      addressOf: (node) => this.#addresses.get(node),
    });
  }

  /** A client has said something. */
  hearClient(client: string, message: unknown): void {
    this.#desk.hear(client, message);
  }

  /** The schemes of a solution, at this node. */
  of(solution: string): Schemes {
    const { self } = this.#options;
    const schemes = schemesOver(() => this.#known(solution).coordination, `${solution}/`);
    return {
      ...schemes,
      elsewhere: (grants) => {
        const turn = grants.find((grant) => grant.scheme === 'balance');
        if (turn?.scheme !== 'balance' || turn.node === self) return null;
        return (effect: Effect, permits: readonly Grant[], lost: AbortSignal) =>
          this.#errands.run(turn.node, { solution, effect, permits }, lost);
      },
    };
  }

  hear(from: NodeId, message: unknown): void {
    const aside = message as Partial<Aside> | null;
    if (aside?.type === 'errand')
      this.#errands.hear(from, (aside as Aside & { type: 'errand' }).message);
    else if (aside?.type === 'clients') {
      const { message: said } = aside as Aside & { type: 'clients' };
      if (isNodeMessage(said)) this.#desk.host.take({ type: 'message', from, message: said });
    } else if (aside?.type === 'schemes') {
      const { solution, message: said } = aside as Aside & { type: 'schemes' };
      if (isNodeMessage(said))
        this.#known(solution).host.take({ type: 'message', from, message: said });
    }
  }

  /** Who is there, and which solutions are. */
  tellMembers({ version, members, solutions }: Membership): void {
    const sorted = [...members].sort((a, b) => (a.node < b.node ? -1 : 1));
    const membership = sorted.map(({ node, incarnation }) => `${node} ${incarnation}`).join();
    if (membership !== this.#membership) {
      this.#membership = membership;
      this.#number = version;
      this.#nodes = sorted.map(({ node }) => node);
      this.#isBack = sorted.some(({ incarnation }) => incarnation > 1);
    }
    this.#addresses = new Map(members.map(({ node, address }) => [node, address]));
    this.#tellDesk();
    for (const [solution, { host }] of this.#solutions) {
      if (solutions.includes(solution)) continue;
      host.close();
      this.#solutions.delete(solution);
    }
    for (const solution of solutions) this.#tell(this.#known(solution));
  }

  reconnected(): void {
    for (const host of this.#hosts()) host.command({ type: 'reconnected' });
    this.#errands.repeat();
  }

  /** Whether those who decide who is there can be reached. Who cannot reach them may have been taken for dead. */
  tellAuthority(isReachable: boolean): void {
    this.#isIsolated = !isReachable;
    const type = isReachable ? 'connected' : 'isolated';
    for (const host of this.#hosts()) host.command({ type });
  }

  close(): void {
    for (const host of this.#hosts()) host.close();
    this.#errands.close();
  }

  #hosts(): readonly NodeHost[] {
    return [this.#desk.host, ...[...this.#solutions.values()].map(({ host }) => host)];
  }

  /** Clients are served by members. Who is none any more has been left out, or has left: what it knows is void. */
  #tellDesk(): void {
    const isMember = this.#nodes.includes(this.#options.self);
    if (this.#isMember !== isMember && !this.#isIsolated) {
      this.#desk.host.command({ type: isMember ? 'connected' : 'isolated' });
    }
    this.#isMember = isMember;
    if (!isMember || this.#deskTold === this.#number) return;
    this.#deskTold = this.#number;
    const [number, nodes, isBack] = [this.#number, this.#nodes, this.#isBack];
    this.#desk.host.command({ type: 'view', number, nodes, isBack });
  }

  #known(solution: string): Known {
    const known = this.#solutions.get(solution);
    if (known !== undefined) return known;
    const { self, say } = this.#options;
    const host = new NodeHost({
      ...{ self, nodes: [], mayRest: false },
      now: () => performance.timeOrigin + performance.now(),
      deliver: (to, message) => say(to, { type: 'schemes', solution, message } satisfies Aside),
    });
    const made = { host, coordination: coordinationOver(host), told: 0 };
    this.#solutions.set(solution, made);
    if (this.#isIsolated) host.command({ type: 'isolated' });
    this.#tell(made);
    return made;
  }

  #tell(known: Known): void {
    if (known.told === this.#number || !this.#nodes.includes(this.#options.self)) return;
    known.told = this.#number;
    known.host.command({ type: 'view', number: this.#number, nodes: this.#nodes });
  }
}

/** Whether it looks like what nodes of coordination say: what they mean by it, the machine judges. */
function isNodeMessage(message: unknown): message is NodeMessage {
  const { type, generation } = (message ?? {}) as { type?: unknown; generation?: unknown };
  return typeof type === 'string' && (generation === undefined || typeof generation === 'number');
}
