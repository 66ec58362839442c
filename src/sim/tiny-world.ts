// A state of a tiny world as a picture that never changes, and every step that leads from it to another one;
// explorer.ts walks over pictures. Parts that a step does not touch are shared, and each part carries the
// number of its text, so that two pictures are equal exactly if their numbers are.
import {
  type DiskEffect,
  type DiskInput,
  type Effect,
  type Input,
  type Machine,
  type NodeId,
  nodeId,
  type Rng,
  type TimerId,
  unreachable,
} from '../base/index.ts';
import { everyDraw } from './every-draw.ts';
import { canonical, copyPlain } from './plain.ts';

export interface TinyWorld<M, C, E, W> {
  readonly nodes: ReadonlyMap<NodeId, Machine<unknown, M, C, E>>;
  /** Each is given once, at any moment; those of one node in this order. */
  readonly commands: readonly { readonly node: NodeId; readonly command: C }[];
  /** Folds events into plain data that belongs to the state. */
  readonly watch: { readonly start: W; see(seen: W, node: NodeId, event: E): W };
  /** Whether links keep the order; without, messages may overtake each other. */
  readonly fifo?: boolean;
  /** A sync is answered within the step that asks for it: far fewer states, and nothing unsynced to lose. */
  readonly instantSync?: boolean;
  /**
   * What matters of a node. The caller claims that nodes with equal essence behave alike for ever, whatever
   * else their states and files say, so that one of them stands for all. Leave it out to compare everything.
   */
  readonly essence?: (node: NodeId, state: unknown) => unknown;
  /** Claims that the receiver will ignore a message now and for ever; then it need not be delivered. */
  readonly ignorable?: (to: NodeId, state: unknown, message: M) => boolean;
  /** How often each of these may happen: not at all, if nothing is said; timers without bound. */
  readonly budget?: Partial<Budget>;
  /** A draw of at most so many outcomes is tried in all ways (4 unless said); of a larger one the first. */
  readonly drawsUpTo?: number;
}

export interface Budget {
  readonly losses: number;
  readonly duplications: number;
  readonly crashes: number;
  readonly timers: number;
}

/** What a judge may look at. */
export interface WorldView<W> {
  /** What was made of the events so far. */
  readonly seen: W;
  stateOf(node: NodeId): unknown;
  readonly messagesInFlight: number;
}

type Write = Exclude<DiskEffect, { type: 'sync' }>;

interface NodePicture {
  readonly state: unknown;
  readonly timers: readonly TimerId[];
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly unsynced: readonly Write[];
  /** Syncs that are not answered yet, each with the number of writes that it covers. */
  readonly syncs: readonly { readonly mark: number; readonly covers: number }[];
  readonly number: number;
}

interface Flying<M> {
  readonly from: NodeId;
  readonly to: NodeId;
  readonly message: M;
  readonly number: number;
}

export interface Picture<M, W> {
  readonly nodes: ReadonlyMap<NodeId, NodePicture>;
  readonly flying: readonly Flying<M>[];
  /** How many commands each node has been given. */
  readonly given: ReadonlyMap<NodeId, number>;
  readonly budget: Budget;
  readonly seen: W;
}

interface StepFrom<M, W> {
  readonly label: string;
  readonly next: Picture<M, W>;
}

type MutableNode = { -readonly [K in keyof NodePicture]: NodePicture[K] };

export class TinyWorldRun<M, C, E, W> {
  drawsCut = 0;
  readonly #world: TinyWorld<M, C, E, W>;
  readonly #numbers = new Map<string, number>();
  readonly #numbersOfFiles = new WeakMap<NodePicture['files'], number>();

  constructor(world: TinyWorld<M, C, E, W>) {
    this.#world = world;
  }

  /** One text for one picture. Where links keep no order, neither does the text. */
  keyOf(picture: Picture<M, W>): string {
    const nodes = [...picture.nodes.values()].map(({ number }) => number);
    const { losses, duplications, crashes, timers } = picture.budget;
    const budget = [losses, duplications, crashes, timers].join();
    const given = [...picture.given.values()].join();
    return `${nodes.join()}|${this.#flyingKey(picture)}|${given}|${budget}|${canonical(picture.seen)}`;
  }

  viewOf(picture: Picture<M, W>): WorldView<W> {
    return {
      seen: picture.seen,
      stateOf: (node) => picture.nodes.get(node)?.state,
      messagesInFlight: picture.flying.length,
    };
  }

  /** Every way to start: all nodes with empty disks. */
  starts(): readonly Picture<M, W>[] {
    const { nodes, watch, budget } = this.#world;
    const nothing: Picture<M, W> = {
      nodes: new Map(),
      flying: [],
      given: new Map([...nodes.keys()].map((node) => [node, 0])),
      budget: {
        ...{ losses: 0, duplications: 0, crashes: 0, timers: Number.POSITIVE_INFINITY },
        ...budget,
      },
      seen: watch.start,
    };
    return [...nodes.keys()].reduce<readonly Picture<M, W>[]>(
      (pictures, node) => pictures.flatMap((picture) => this.#start(picture, node, new Map())),
      [nothing],
    );
  }

  stepsFrom(picture: Picture<M, W>): readonly StepFrom<M, W>[] {
    return [
      ...this.#commands(picture),
      ...this.#deliveries(picture),
      ...[...picture.nodes].flatMap(([id, node]) => [
        ...this.#timers(picture, id, node),
        ...this.#syncs(picture, id, node),
        ...this.#crashes(picture, id, node),
      ]),
    ];
  }

  #commands(picture: Picture<M, W>): StepFrom<M, W>[] {
    return [...picture.given].flatMap(([id, given]) => {
      const next = this.#world.commands.filter(({ node }) => node === id)[given];
      if (next === undefined) return [];
      const after = { ...picture, given: new Map(picture.given).set(id, given + 1) };
      const input = { type: 'command', command: next.command } as const;
      return this.#inputs(after, id, input, `${id} is told ${canonical(next.command)}`);
    });
  }

  #deliveries(picture: Picture<M, W>): StepFrom<M, W>[] {
    const { budget, flying } = picture;
    const steps: StepFrom<M, W>[] = [];
    const tried = new Set<number | string>();
    for (const [at, one] of flying.entries()) {
      // The same message twice in flight, or one behind another on a link that keeps the order.
      const same = this.#world.fifo ? `${one.from}>${one.to}` : one.number;
      if (tried.has(same)) continue;
      tried.add(same);
      const without = { ...picture, flying: flying.filter((_, index) => index !== at) };
      const said = `${one.from} > ${one.to} ${canonical(one.message)}`;
      const input = { type: 'message', from: one.from, message: copyPlain(one.message) } as const;
      steps.push(...this.#inputs(without, one.to, input, said));
      if (budget.losses > 0) {
        const next = { ...without, budget: { ...budget, losses: budget.losses - 1 } };
        steps.push({ label: `${said} is lost`, next });
      }
      if (budget.duplications > 0) {
        const left = { ...budget, duplications: budget.duplications - 1 };
        const copied = { ...input, message: copyPlain(one.message) };
        const again = { ...picture, budget: left };
        steps.push(...this.#inputs(again, one.to, copied, `${said}, and again later`));
      }
    }
    return steps;
  }

  #timers(picture: Picture<M, W>, id: NodeId, node: NodePicture): StepFrom<M, W>[] {
    const { budget } = picture;
    if (budget.timers <= 0) return [];
    const left = { ...budget, timers: budget.timers - 1 };
    return node.timers.flatMap((timer) => {
      const timers = node.timers.filter((other) => other !== timer);
      const input = { type: 'timer', timer } as const;
      const after = { ...picture, budget: left };
      return this.#inputs(after, id, input, `${id} timer ${timer}`, { ...node, timers });
    });
  }

  #syncs(picture: Picture<M, W>, id: NodeId, node: NodePicture): StepFrom<M, W>[] {
    const [first] = node.syncs;
    if (first === undefined) return [];
    const input = { type: 'synced', mark: first.mark } as const;
    return this.#inputs(picture, id, input, `${id} synced`, settle(node, first.covers));
  }

  /** A crash and the start after it, as one step; what was not synced is gone, or all of it is there. */
  #crashes(picture: Picture<M, W>, id: NodeId, node: NodePicture): StepFrom<M, W>[] {
    const { budget } = picture;
    if (budget.crashes <= 0) return [];
    const after = { ...picture, budget: { ...budget, crashes: budget.crashes - 1 } };
    const step = (label: string, files: NodePicture['files']): StepFrom<M, W>[] =>
      this.#start(after, id, files).map((next) => ({ label, next }));
    const lost = step(`${id} crashes`, node.files);
    if (node.unsynced.length === 0) return lost;
    const kept = applyWrites(node.files, node.unsynced);
    return [...lost, ...step(`${id} crashes, its disk is ahead`, kept)];
  }

  #start(
    picture: Picture<M, W>,
    id: NodeId,
    files: NodePicture['files'],
  ): readonly Picture<M, W>[] {
    const machine = this.#machine(id);
    return this.#everyDraw((rng) => {
      const { state, effects } = machine.start(copyPlain(files), { self: id, now: 0, rng });
      const node = { state, timers: [], files, unsynced: [], syncs: [], number: -1 };
      return this.#carryOut(picture, id, node, effects, rng);
    });
  }

  #inputs(
    picture: Picture<M, W>,
    id: NodeId,
    input: Input<M, C> | DiskInput,
    label: string,
    node = picture.nodes.get(id),
  ): StepFrom<M, W>[] {
    if (node === undefined) return [];
    const machine = this.#machine(id);
    const outcomes = this.#everyDraw((rng) => {
      const state = copyPlain(node.state);
      const effects = machine.step(state, copyPlain(input), { self: id, now: 0, rng });
      return this.#carryOut(picture, id, { ...node, state }, effects, rng);
    });
    return outcomes.map((next) => ({ label, next }));
  }

  #carryOut(
    picture: Picture<M, W>,
    id: NodeId,
    before: NodePicture,
    effects: readonly (Effect<M, E> | DiskEffect)[],
    rng: Rng,
  ): Picture<M, W> {
    const node: MutableNode = { ...before };
    const flying = [...picture.flying];
    let { seen } = picture;
    for (const effect of effects) {
      switch (effect.type) {
        case 'send':
          // What goes to a node that is not there is lost on the way.
          if (!this.#world.nodes.has(effect.to)) break;
          flying.push(this.#flying(id, effect.to, copyPlain(effect.message)));
          break;
        case 'set-timer':
          node.timers = [...new Set([...node.timers, effect.timer])].sort();
          break;
        case 'cancel-timer':
          node.timers = node.timers.filter((timer) => timer !== effect.timer);
          break;
        case 'event':
          seen = this.#world.watch.see(seen, id, copyPlain(effect.event));
          break;
        case 'append':
        case 'replace':
        case 'remove':
          node.unsynced = [...node.unsynced, copyPlain(effect)];
          break;
        case 'sync':
          node.syncs = [...node.syncs, { mark: effect.mark, covers: node.unsynced.length }];
          break;
        default:
          unreachable(effect);
      }
    }
    const after = { ...picture, flying, seen };
    const [first] = node.syncs;
    if (!this.#world.instantSync || first === undefined) return this.#withNode(after, id, node);
    const settled = settle(node, first.covers);
    const input = { type: 'synced', mark: first.mark } as const;
    const more = this.#machine(id).step(settled.state, input, { self: id, now: 0, rng });
    return this.#carryOut(after, id, settled, more, rng);
  }

  #withNode(picture: Picture<M, W>, id: NodeId, node: NodePicture): Picture<M, W> {
    const { state, timers, files, unsynced, syncs } = node;
    const { essence, ignorable } = this.#world;
    const number = essence
      ? this.#number([essence(id, state), timers])
      : this.#number([state, timers, this.#filesNumber(files), unsynced, syncs]);
    const nodes = new Map(picture.nodes).set(id, { ...node, number });
    if (!ignorable) return { ...picture, nodes };
    const isAwaited = ({ to, message }: Flying<M>): boolean =>
      !nodes.has(to) || !ignorable(to, nodes.get(to)?.state, message);
    return { ...picture, nodes, flying: picture.flying.filter(isAwaited) };
  }

  #flying(from: NodeId, to: NodeId, message: M): Flying<M> {
    return { from, to, message, number: this.#number([from, to, message]) };
  }

  #flyingKey({ flying }: Picture<M, W>): string {
    const numbers = flying.map(({ number }) => number);
    if (!this.#world.fifo) return numbers.sort((a, b) => a - b).join();
    const links = new Map<string, number[]>();
    for (const { from, to, number } of flying) {
      const link = `${from}>${to}`;
      links.set(link, [...(links.get(link) ?? []), number]);
    }
    return [...links]
      .map(([link, queue]) => `${link}:${queue.join()}`)
      .sort()
      .join(';');
  }

  /** The number of a value: the same for equal values, and only for them. */
  #number(value: unknown): number {
    const text = canonical(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Files change seldom, and are long: their number is kept with them. */
  #filesNumber(files: NodePicture['files']): number {
    const known = this.#numbersOfFiles.get(files) ?? this.#number(files);
    this.#numbersOfFiles.set(files, known);
    return known;
  }

  #everyDraw<T>(act: Parameters<typeof everyDraw<T>>[1]): readonly T[] {
    const { outcomes, cut } = everyDraw(this.#world.drawsUpTo ?? 4, act);
    this.drawsCut += cut;
    return outcomes;
  }

  #machine(id: NodeId): Machine<unknown, M, C, E> {
    const machine = this.#world.nodes.get(nodeId(id));
    if (machine === undefined) throw new Error(`no machine for ${id}`);
    return machine;
  }
}

/** The node with its oldest sync done. */
function settle(node: NodePicture, writes: number): NodePicture {
  return {
    ...node,
    files: applyWrites(node.files, node.unsynced.slice(0, writes)),
    unsynced: node.unsynced.slice(writes),
    syncs: node.syncs.slice(1).map(({ mark, covers }) => ({ mark, covers: covers - writes })),
  };
}

function applyWrites(
  files: ReadonlyMap<string, Uint8Array>,
  writes: readonly Write[],
): ReadonlyMap<string, Uint8Array> {
  const after = new Map(files);
  for (const write of writes) {
    const before = write.type === 'append' ? (after.get(write.file) ?? []) : [];
    if (write.type === 'remove') after.delete(write.file);
    else after.set(write.file, Uint8Array.from([...before, ...write.bytes]));
  }
  return after;
}
