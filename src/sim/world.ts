// A world of machines in one process, from one seed: a virtual clock, a queue of what is to happen, a network
// and a disk for each node. It is the driver of machines in the simulator; what goes wrong and when is
// planned in faults.ts, what must hold is judged by whoever watches the events.
import {
  assert,
  createRng,
  type DiskEffect,
  type DiskInput,
  type Effect,
  EventQueue,
  type Input,
  type Machine,
  type Millis,
  type NodeId,
  type Rng,
  type TimerId,
  unreachable,
} from '../base/index.ts';
import { type Chance, drawMs, happens, never, type Span } from './chance.ts';
import { type FaultCounts, History, type Recording } from './history.ts';
import { type LinkModel, Network } from './network.ts';
import { contextOf, newNode, type SimNode } from './node.ts';
import { canonical, copyPlain } from './plain.ts';
import { worldError } from './world-error.ts';

export interface WorldOptions<M> {
  readonly seed: number;
  /** How links behave; what is not said is as in `calmLink`. */
  readonly link?: Partial<LinkModel>;
  /** How long a sync takes. */
  readonly syncTime?: Span;
  /** What arrives of a message that is sent: a copy, unless a codec is put here. Undefined: it is dropped. */
  readonly carry?: (message: M) => M | undefined;
  /** What is told of the history: its digest, unless it is wanted as lines, or nobody asks. */
  readonly recording?: Recording;
}

/** Something that a machine told, with its moment. */
export interface Told<E> {
  readonly at: Millis;
  readonly node: NodeId;
  readonly event: E;
}

export type RunEnd = 'nothing-left' | 'condition' | 'time' | 'steps';

export const calmLink: LinkModel = {
  latency: { minMs: 1, maxMs: 10 },
  fifo: true,
  loss: never,
  duplication: never,
};

type Item<M, C> =
  | {
      readonly type: 'input';
      readonly to: NodeId;
      readonly input: Input<M, C> | DiskInput;
      /** The life of the node that had it already, and stalled. */
      readonly life?: number;
    }
  | { readonly type: 'timer'; readonly to: NodeId; readonly timer: TimerId; readonly set: number }
  | {
      readonly type: 'disk';
      readonly to: NodeId;
      readonly life: number;
      readonly mark: number;
      readonly upTo: number;
    }
  | { readonly type: 'action'; readonly act: () => void };

export class World<M, C, E> {
  readonly seed: number;
  readonly network: Network;
  readonly events: Told<E>[] = [];
  /** Chance for whoever plans faults or load; machines and links have their own. */
  readonly rng: Rng;
  /** How likely a node dies at a write to its disk, and how long it then stays down. */
  crashAtWrite: { readonly chance: Chance; readonly down: Span } = {
    chance: never,
    down: { minMs: 1, maxMs: 1 },
  };
  readonly #history: History;
  readonly #queue = new EventQueue<Item<M, C>>();
  readonly #nodes = new Map<NodeId, SimNode<M, C, E>>();
  readonly #watchers: ((told: Told<E>) => void)[] = [];
  readonly #options: WorldOptions<M>;
  readonly #diskRng: Rng;
  #now: Millis = 0;
  #timersSet = 0;

  constructor(options: WorldOptions<M>) {
    const rng = createRng(options.seed);
    this.seed = options.seed;
    this.#options = options;
    this.#history = new History(options.recording ?? 'digest');
    this.network = new Network({ ...calmLink, ...options.link }, rng.split('net'), this.#history);
    this.#diskRng = rng.split('disk');
    this.rng = rng.split('world');
  }

  get now(): Millis {
    return this.#now;
  }

  get nodes(): readonly NodeId[] {
    return [...this.#nodes.keys()];
  }

  get faults(): Readonly<FaultCounts> {
    return this.#history.faults;
  }

  /** Equal for two runs exactly if they were equal, step by step. */
  get digest(): string {
    return this.#history.digest;
  }

  get lines(): readonly string[] {
    return this.#history.lines;
  }

  /** Adds a node and starts it. */
  add<S>(id: NodeId, machine: Machine<S, M, C, E>): void {
    assert(!this.#nodes.has(id), 'two nodes with one name', id);
    const node = newNode(id, machine, createRng(this.seed).split(`node ${id}`));
    this.#nodes.set(id, node);
    this.#start(node);
  }

  isUp(id: NodeId): boolean {
    return this.#node(id).up;
  }

  /** The state of a node that is up, for those who judge; nobody changes it. */
  stateOf(id: NodeId): unknown {
    return this.#node(id).state;
  }

  watch(watcher: (told: Told<E>) => void): void {
    this.#watchers.push(watcher);
  }

  /** Hands a node a command, now or after a while; a node that is down then never hears of it. */
  command(id: NodeId, command: C, afterMs: Millis = 0): void {
    const input = { type: 'command', command } as const;
    this.#queue.push(this.#now + afterMs, { type: 'input', to: id, input });
  }

  /** Does something to the world later: a fault, a load, a repair. */
  after(afterMs: Millis, act: () => void): void {
    this.#queue.push(this.#now + afterMs, { type: 'action', act });
  }

  /** Stops a node as by a power cut: its state is gone, and what was not synced may be. */
  crash(id: NodeId): void {
    const node = this.#node(id);
    if (!node.up) return;
    this.#fault('crash', id);
    node.up = false;
    node.state = undefined;
    node.timers.clear();
    node.disk.crash(this.#diskRng, this.#history);
  }

  restart(id: NodeId): void {
    const node = this.#node(id);
    if (node.up) return;
    this.#fault('restart', id);
    this.#start(node);
  }

  /** Empties the disk of a node that is down. */
  wipe(id: NodeId): void {
    const node = this.#node(id);
    assert(!node.up, 'only the disk of a node that is down is wiped', id);
    this.#fault('wiped-disk', id);
    node.disk.wipe();
  }

  /** Flips one bit on the disk of a node that is down. */
  flipBit(id: NodeId): void {
    const node = this.#node(id);
    assert(!node.up, 'only the disk of a node that is down is damaged', id);
    if (node.disk.flipBit(this.#diskRng)) this.#fault('bit-flip', id);
  }

  /** A node does nothing for a while; what comes meanwhile waits. */
  stall(id: NodeId, forMs: Millis): void {
    this.#fault('stall', id);
    const node = this.#node(id);
    node.stalledUntil = Math.max(node.stalledUntil, this.#now + forMs);
  }

  /** Moves a node's wall clock; spans, and so timers, are measured by another clock and stay right. */
  jumpClock(id: NodeId, byMs: Millis): void {
    this.#fault('clock-jump', id);
    this.#node(id).clockAheadMs += byMs;
  }

  /** Runs until a condition holds, a moment or a number of steps is reached, or nothing is left to happen. */
  run(limits: { untilMs?: Millis; maxSteps?: number; until?: () => boolean }): RunEnd {
    const { untilMs = Number.POSITIVE_INFINITY, maxSteps = 10_000_000, until } = limits;
    for (let steps = 0; steps < maxSteps; steps++) {
      if (until?.()) return 'condition';
      const nextAt = this.#queue.nextAt;
      if (nextAt === undefined) return 'nothing-left';
      if (nextAt > untilMs) {
        this.#now = untilMs;
        return 'time';
      }
      this.#next();
    }
    return 'steps';
  }

  #next(): void {
    const next = this.#queue.pop();
    if (next === undefined) return;
    this.#now = next.at;
    const { item } = next;
    if (item.type === 'action') {
      item.act();
      return;
    }
    const node = this.#node(item.to);
    if (node.stalledUntil > this.#now && node.up) {
      const { life } = node;
      const held = item.type === 'input' ? { ...next, item: { ...item, life } } : next;
      this.#queue.putOff(held, node.stalledUntil);
      return;
    }
    switch (item.type) {
      case 'input':
        // What a process had when it died is gone with it.
        if ((item.life ?? node.life) !== node.life) this.#fault('to-the-dead', node.id);
        else this.#deliver(node, item.input);
        break;
      case 'timer':
        if (node.timers.get(item.timer) !== item.set) break;
        node.timers.delete(item.timer);
        this.#give(node, { type: 'timer', timer: item.timer });
        break;
      case 'disk':
        if (!node.up || node.life !== item.life) break;
        node.disk.settle(item.upTo - node.writesSettled);
        node.writesSettled = Math.max(node.writesSettled, item.upTo);
        this.#give(node, { type: 'synced', mark: item.mark });
        break;
      default:
        unreachable(item);
    }
  }

  #deliver(node: SimNode<M, C, E>, input: Input<M, C> | DiskInput): void {
    if (input.type === 'message' && this.network.dropsOnCut(input.from, node.id)) return;
    if (node.up) this.#give(node, input);
    else this.#fault('to-the-dead', node.id);
  }

  #give(node: SimNode<M, C, E>, input: Input<M, C> | DiskInput): void {
    this.#history.add(() => `${this.#now} ${node.id} < ${canonical(input)}`);
    this.#blame(node, () => {
      const effects = node.machine.step(node.state, input, contextOf(node, this.#now));
      this.#carryOut(node, effects);
    });
  }

  #start(node: SimNode<M, C, E>): void {
    node.life++;
    node.up = true;
    node.stalledUntil = 0;
    node.writesSettled = 0;
    this.#history.add(() => `${this.#now} ${node.id} starts`);
    this.#blame(node, () => {
      const { state, effects } = node.machine.start(node.disk.files(), contextOf(node, this.#now));
      node.state = state;
      this.#carryOut(node, effects);
    });
  }

  #carryOut(node: SimNode<M, C, E>, effects: readonly (Effect<M, E> | DiskEffect)[]): void {
    for (const effect of effects) {
      this.#history.add(() => `${this.#now} ${node.id} > ${canonical(effect)}`);
      const writes = isWrite(effect) || effect.type === 'sync';
      if (writes && this.#diesAtWrite(node)) return;
      this.#carryOutOne(node, effect);
      if (writes && this.#diesAtWrite(node)) return;
      // A watcher may have stopped the node.
      if (!node.up) return;
    }
  }

  #carryOutOne(node: SimNode<M, C, E>, effect: Effect<M, E> | DiskEffect): void {
    switch (effect.type) {
      case 'send':
        this.#send(node.id, effect.to, effect.message);
        break;
      case 'set-timer': {
        const set = this.#timersSet++;
        node.timers.set(effect.timer, set);
        const item = { type: 'timer', to: node.id, timer: effect.timer, set } as const;
        this.#queue.push(this.#now + effect.afterMs, item);
        break;
      }
      case 'cancel-timer':
        node.timers.delete(effect.timer);
        break;
      case 'event': {
        const told = { at: this.#now, node: node.id, event: copyPlain(effect.event) };
        this.events.push(told);
        for (const watcher of this.#watchers) watcher(told);
        break;
      }
      case 'append':
      case 'replace':
      case 'remove':
        node.disk.write(effect);
        break;
      case 'sync':
        this.#sync(node, effect.mark);
        break;
      default:
        unreachable(effect);
    }
  }

  #send(from: NodeId, to: NodeId, message: M): void {
    for (const at of this.network.arrivals(from, to, this.#now)) {
      const arriving = this.#options.carry ? this.#options.carry(message) : copyPlain(message);
      if (arriving === undefined) continue;
      const input = { type: 'message', from, message: arriving } as const;
      if (this.#nodes.has(to)) this.#queue.push(at, { type: 'input', to, input });
      else this.#fault('to-the-dead', to);
    }
  }

  #sync(node: SimNode<M, C, E>, mark: number): void {
    const time = drawMs(this.#diskRng, this.#options.syncTime ?? { minMs: 0, maxMs: 4 });
    const upTo = node.writesSettled + node.disk.pendingWrites;
    const item = { type: 'disk', to: node.id, life: node.life, mark, upTo } as const;
    this.#queue.push(this.#now + time, item);
  }

  #diesAtWrite(node: SimNode<M, C, E>): boolean {
    if (!happens(this.#diskRng, this.crashAtWrite.chance)) return false;
    this.#fault('crash-at-write', node.id);
    this.crash(node.id);
    this.after(drawMs(this.#diskRng, this.crashAtWrite.down), () => this.restart(node.id));
    return true;
  }

  #fault(kind: keyof FaultCounts, id: NodeId): void {
    this.#history.fault(kind);
    this.#history.add(() => `${this.#now} ${id} ! ${kind}`);
  }

  /** What goes wrong inside a machine names the seed that shows it again. */
  #blame(node: SimNode<M, C, E>, act: () => void): void {
    try {
      act();
    } catch (error) {
      throw worldError(`seed ${this.seed}, ${this.#now} ms, ${node.id}`, error);
    }
  }

  #node(id: NodeId): SimNode<M, C, E> {
    const node = this.#nodes.get(id);
    assert(node !== undefined, 'no such node', id);
    return node;
  }
}

function isWrite({ type }: Effect<unknown, unknown> | DiskEffect): boolean {
  return type === 'append' || type === 'replace' || type === 'remove';
}
