// A simulated world of keepers and task nodes with owners who want things again and again, watched by the checker.
import { type NodeId, nodeId, type Rng, withoutDisk } from '../../../src/base/index.ts';
import {
  createPoolsNode,
  createPoolsWatch,
  type Needs,
  type PoolsCommand,
  type PoolsConfig,
  type PoolsEvent,
  type PoolsMessage,
  type PoolsState,
  type PoolsWatch,
  pools as scheme,
} from '../../../src/coordination/pools/index.ts';
import {
  type Work,
  type WorkState,
  workload,
  workState,
} from '../../../src/coordination/workload.ts';
import { type Span, World } from '../../../src/sim/index.ts';
import type { EnterPools } from './worlds.ts';

export interface TaskNode {
  readonly entries: number;
  needs(made: number): Needs;
  /** How long it thinks, and stays unless `stay` says otherwise. */
  moment(rng: Rng): number;
  stay?(rng: Rng): number;
}

export class PoolsSimulation {
  readonly world: World<PoolsMessage, PoolsCommand, PoolsEvent | EnterPools>;
  readonly watch: PoolsWatch;
  readonly #tasks: readonly NodeId[];
  readonly #leaseLeftMs: number;
  readonly #stalledUntil = new Map<NodeId, number>();
  readonly #lives = new Map<NodeId, number>();
  messages = 0;

  constructor(seed: number, config: PoolsConfig, tasks: readonly TaskNode[], latency: Span) {
    this.watch = createPoolsWatch(config);
    this.#leaseLeftMs = config.leaseMs - config.renewMs - 2 * latency.maxMs;
    this.world = new World({
      seed,
      link: { latency },
      carry: (message) => {
        this.messages++;
        return structuredClone(message);
      },
    });
    this.world.watch(({ node, event }) => {
      if (event.type === 'enter') this.watch.asked(node, event.request, event.needs);
      else this.watch.see(node, event);
    });
    for (const keeper of new Set([...config.pools.values()].map((pool) => pool.keeper))) {
      this.world.add(
        keeper,
        withoutDisk(() => createPoolsNode(config, keeper), scheme.step),
      );
    }
    this.#tasks = tasks.map((_, i) => nodeId(`t${i}`));
    for (const [i, task] of tasks.entries()) this.#addTask(nodeId(`t${i}`), task, config);
  }

  crash(node: NodeId): void {
    if (!this.world.isUp(node)) return;
    this.world.crash(node);
    this.watch.crashed(node);
  }

  /**
   * The node does nothing for a while, and may overlook the end of its leases. That end comes no sooner than
   * `#leaseLeftMs` after a moment at which it was well.
   */
  stall(node: NodeId, forMs: number): void {
    if (!this.world.isUp(node)) return;
    const { now } = this.world;
    const before = this.#stalledUntil.get(node);
    const endsAt = now + forMs;
    if (endsAt <= (before ?? 0)) return;
    this.world.stall(node, forMs);
    this.#stalledUntil.set(node, endsAt);
    const wasWell = before === undefined || before + 2 * this.#leaseLeftMs < now;
    const left = wasWell ? this.#leaseLeftMs : 0;
    if (forMs < left) return;
    this.world.after(left, () => this.watch.condemned(node));
    this.world.after(forMs + 1, () => {
      if (this.#stalledUntil.get(node) === endsAt) this.watch.pardoned(node);
    });
  }

  /** Without its state, in a new life. */
  restart(node: NodeId): void {
    if (this.world.isUp(node)) return;
    this.world.restart(node);
    this.world.command(node, { type: 'start' });
  }

  /** Everybody who lives has been served as often as it wanted, and is gone from the pools. */
  isDone(): boolean {
    return this.#tasks.every((node) => {
      const state = this.world.stateOf(node) as WorkState<PoolsState> | undefined;
      return state === undefined || (state.left === 0 && state.inner.tasks.length === 0);
    });
  }

  isServed(node: NodeId): boolean {
    const state = this.world.stateOf(node) as WorkState<PoolsState> | undefined;
    return state?.left === 0;
  }

  #addTask(
    node: NodeId,
    { entries, needs, moment, stay = moment }: TaskNode,
    config: PoolsConfig,
  ): void {
    const work: Work<EnterPools> = {
      ...{ entries, firstMs: moment, thinkMs: moment, insideMs: stay },
      enter: (request, made) => ({ type: 'enter', request, needs: needs(made) }),
    };
    const init = () => {
      const life = this.#lives.get(node) ?? 0;
      this.#lives.set(node, life + 1);
      return workState(createPoolsNode(config, node, life), entries);
    };
    this.world.add(node, withoutDisk(init, workload(work, scheme.step)));
    this.world.command(node, { type: 'start' });
  }
}
