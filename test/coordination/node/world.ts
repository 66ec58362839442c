// A world of nodes of coordination with owners who want things, an authority that tells who is there, and a judge who sees only
// what is entered, left and lost.
import { type NodeId, nodeId, type Rng, withoutDisk } from '../../../src/base/index.ts';
import {
  createCoordination,
  type Definition,
  define,
  type Grant,
  type NodeCommand,
  type NodeEvent,
  type NodeMessage,
  type NodeState,
  stepCoordination,
  type Wish,
} from '../../../src/coordination/index.ts';
import { World } from '../../../src/sim/index.ts';

interface Held {
  readonly node: NodeId;
  readonly wish: Wish;
  readonly grant: Grant;
}

export function made(...args: Parameters<typeof define>): Definition {
  const definition = define(...args);
  if (!definition.ok) throw new Error(definition.error);
  return definition.value;
}

export const schemes: readonly Definition[] = [
  made('groups', 'line', { members: ['a', 'b', 'c'], conflicts: 'pipeline' }),
  made('pools', 'desk', { capacity: 2 }),
  made('pools', 'lamp', { capacity: 1 }),
  made('tokens', 'rate', { rate: 20 }),
  made('balance', 'balance', { workers: ['w1', 'w2', 'w3', 'w4'] }),
];

export class CoordinationWorld {
  readonly world: World<NodeMessage, NodeCommand, NodeEvent>;
  readonly nodes: readonly NodeId[];
  readonly faults: string[] = [];
  readonly held = new Map<string, Held>();
  /** Wishes that are neither granted nor gone, as `node request`. */
  readonly waiting = new Map<string, Wish>();
  readonly uses: number[] = [];
  readonly epochs = new Map<number, number>();
  /** Whether owners who are told to stop go on to the end of their stay, and leave then. */
  isStubborn = false;
  entered = 0;
  lost = 0;
  created = 0;
  /** What concerns clients, for whoever plays them. */
  clientEvent: (node: NodeId, event: NodeEvent) => void = () => {};
  readonly #void = new Set<string>();
  #made = 0;
  #view = 0;
  #isBack = false;
  #living: readonly NodeId[];

  readonly #definitions: number;

  constructor(seed: number, count: number, maxMs: number, definitions = schemes) {
    this.#definitions = definitions.length;
    this.nodes = Array.from({ length: count }, (_, i) => nodeId(`n${i + 1}`));
    this.#living = this.nodes;
    this.world = new World({ seed, link: { latency: { minMs: 1, maxMs } } });
    for (const node of this.nodes) {
      this.world.add(
        node,
        withoutDisk(() => createCoordination([], node), this.#judged),
      );
    }
    this.world.watch(({ node, event, at }) => this.#see(node, event, at));
    this.tellView();
  }

  get rng(): Rng {
    return this.world.rng;
  }

  /** Whether somebody else than this node knows all that was created: nobody can know it for the dead. */
  isDispensable(node: NodeId): boolean {
    return this.#living.some((other) => {
      if (other === node || !this.world.isUp(other)) return false;
      return (this.world.stateOf(other) as NodeState).definitions.size === this.#definitions;
    });
  }

  get living(): readonly NodeId[] {
    return this.#living;
  }

  /** Everybody who lives hears of who does, sooner or later. */
  tellView(): void {
    const number = ++this.#view;
    const nodes = this.#living;
    for (const node of nodes) {
      const view = { type: 'view', number, nodes, isBack: this.#isBack } as const;
      this.world.command(node, view, this.rng.below(100));
    }
  }

  crash(node: NodeId): void {
    this.world.crash(node);
    for (const [key, held] of this.held) {
      if (held.node === node) this.held.delete(key);
      // Whoever had a turn there is not told yet, but nothing is done there any more; clients work elsewhere.
      else if (
        this.nodes.includes(held.node) &&
        held.grant.scheme === 'balance' &&
        held.grant.node === node
      )
        this.#void.add(key);
    }
    for (const key of this.waiting.keys()) {
      if (key.startsWith(`${node} `)) this.waiting.delete(key);
    }
    this.#living = this.#living.filter((other) => other !== node);
    this.world.after(200 + this.rng.below(300), () => this.tellView());
  }

  restart(node: NodeId): void {
    this.world.restart(node);
    this.#isBack = true;
    this.#living = [...this.#living, node].sort();
    this.tellView();
  }

  /** All that is under way between two nodes is lost; both notice when they can speak again. */
  cut(one: NodeId, other: NodeId, forMs: number): void {
    this.world.network.cut(one, other);
    this.world.network.cut(other, one);
    this.world.after(forMs, () => {
      this.world.network.mend(one, other);
      this.world.network.mend(other, one);
      for (const node of [one, other]) this.world.command(node, { type: 'reconnected' });
    });
  }

  create(node: NodeId, definition: Definition): void {
    const request = `create${++this.#made}`;
    this.world.command(node, { type: 'create', request, definition });
  }

  wish(node: NodeId, wish: Wish, afterMs: number): void {
    const request = `wish${++this.#made}`;
    this.world.after(afterMs, () => {
      if (!this.world.isUp(node)) return;
      this.waiting.set(`${node} ${request}`, wish);
      this.world.command(node, { type: 'enter', request, wish });
    });
  }

  #see(node: NodeId, event: NodeEvent, at: number): void {
    const isOfClient = 'session' in event || event.request.includes('/');
    if (isOfClient) this.clientEvent(node, event);
    if (isOfClient) return;
    const key = `${node} ${event.request}`;
    switch (event.type) {
      case 'done':
        this.created++;
        break;
      case 'refused':
        this.faults.push(`${key} is refused: ${event.why}`);
        this.waiting.delete(key);
        break;
      case 'lost': {
        this.lost++;
        if (this.isStubborn) break;
        const wish = this.held.get(key)?.wish;
        this.held.delete(key);
        if (wish !== undefined) this.wish(node, wish, 1);
        break;
      }
      case 'entered':
        this.#enter(node, event.request, event.grant, at);
        break;
      case 'status':
        this.faults.push(`${key} is told what nobody has asked`);
        break;
    }
  }

  #enter(node: NodeId, request: string, grant: Grant, at: number): void {
    const key = `${node} ${request}`;
    const wish = this.waiting.get(key);
    if (wish === undefined) this.faults.push(`${key} enters and does not wait`);
    if (wish === undefined) return;
    this.waiting.delete(key);
    this.held.set(key, { node, wish, grant });
    this.entered++;
    if (grant.scheme === 'tokens') this.uses.push(at);
    this.judge();
    const stayMs = this.rng.below(this.rng.below(5) === 0 ? 2000 : 60);
    this.world.after(stayMs, () => {
      if (!this.held.delete(key)) return;
      this.world.command(node, { type: 'leave', request });
    });
  }

  judge(): void {
    const isTurn = ([key, { grant }]: [string, Held]): boolean =>
      grant.scheme !== 'balance' || !this.#void.has(key);
    this.faults.push(...conflictsOf([...this.held].filter(isTurn)));
  }

  /** What a generation begins with is judged too: two holders of one thing do harm only when one of them leaves. */
  readonly #judged: typeof stepCoordination = (state, input, ctx) => {
    if (input.type === 'message' && input.message.type === 'begin') {
      const { generation, held } = input.message;
      const holders = held.map((one) => [`${one.owner} ${one.request}`, one] as const);
      for (const fault of conflictsOf(holders)) this.faults.push(`${generation}: ${fault}`);
    }
    return stepCoordination(state, input, ctx);
  };
}

function conflictsOf(
  holders: readonly (readonly [string, Pick<Held, 'wish' | 'grant'>])[],
): readonly string[] {
  const faults: string[] = [];
  const groups = new Set<string>();
  const taken = new Map<string, string>();
  for (const [key, { wish, grant }] of holders) {
    if (wish.scheme === 'groups') groups.add(wish.group);
    const units =
      grant.scheme === 'pools'
        ? grant.units.map(({ pool, unit }) => `${pool} ${unit}`)
        : grant.scheme === 'balance'
          ? [grant.worker]
          : [];
    for (const unit of units) {
      const other = taken.get(unit);
      if (other !== undefined) faults.push(`${key} has ${unit}, which ${other} has`);
      taken.set(unit, key);
    }
  }
  if (groups.has('b') && groups.size > 1) faults.push(`${[...groups].join()} are inside`);
  return faults;
}
