// A simulated world of keepers and task nodes with owners who want things again and again, watched by the checker.
import { assert, type NodeId, nodeId, type Rng, type Step, withoutDisk } from '../base/index.ts';
import {
  createPoolsNode,
  createPoolsWatch,
  type Needs,
  type PoolsCommand,
  type PoolsConfig,
  type PoolsEvent,
  type PoolsMessage,
  type PoolsOptions,
  type PoolsState,
  type PoolsWatch,
  type PrintedMessage,
  type PrintedState,
  poolsAsPrinted,
  pools as scheme,
  type Work,
  type WorkState,
  workload,
  workState,
} from '../coordination/index.ts';
import { copyPlain, type Span, World } from '../sim/index.ts';

export type EnterPools = Extract<PoolsCommand, { type: 'enter' }>;

/** A form of the protocol. */
export interface PoolsSubject<S, M> {
  readonly name: string;
  create(config: PoolsConfig, node: NodeId, life: number): S;
  readonly step: Step<S, M, PoolsCommand, PoolsEvent>;
  /** Tasks of the node that are not over. */
  openTasks(state: S): number;
}

/** What is shipped. */
export const repairedPools: PoolsSubject<PoolsState, PoolsMessage> = {
  ...{ name: 'repaired', create: createPoolsNode, step: scheme.step },
  openTasks: ({ tasks }) => tasks.length,
};

/** The same, but whoever was admitted stays so, as the paper has it: the turn of a blocked task never ends. */
export const stubbornPools: PoolsSubject<PoolsState, PoolsMessage> = {
  ...repairedPools,
  name: 'repaired, but nobody stands back',
  step: (state, input, ctx) =>
    scheme
      .step(state, input, ctx)
      .filter((effect) => effect.type !== 'set-timer' || !effect.timer.startsWith('turn')),
};

export const printedPools: PoolsSubject<PrintedState, PrintedMessage> = {
  ...{ name: 'as printed', create: poolsAsPrinted.create, step: poolsAsPrinted.step },
  openTasks: ({ tasks }) => tasks.length,
};

/** Pools p0, p1 ... of these capacities, each kept by a node of its own name. */
export function poolsOf(capacities: readonly number[], more?: Partial<PoolsOptions>): PoolsConfig {
  const pools = Object.fromEntries(
    capacities.map((capacity, i) => [`p${i}`, { keeper: `p${i}`, capacity }]),
  );
  const made = scheme.configure({ pools, ...more });
  assert(made.ok, 'pools that cannot be', made);
  return made.value;
}

export interface TaskNode {
  readonly entries: number;
  needs(made: number): Needs;
  /** How long it thinks, and stays unless `stay` says otherwise. */
  moment(rng: Rng): number;
  stay?(rng: Rng): number;
}

export class PoolsSimulation<S = PoolsState, M = PoolsMessage> {
  readonly world: World<M, PoolsCommand, PoolsEvent | EnterPools>;
  readonly watch: PoolsWatch;
  readonly #subject: PoolsSubject<S, M>;
  readonly #tasks: readonly NodeId[];
  readonly #leaseLeftMs: number;
  readonly #stalledUntil = new Map<NodeId, number>();
  readonly #lives = new Map<NodeId, number>();
  messages = 0;

  constructor(
    subject: PoolsSubject<S, M>,
    seed: number,
    config: PoolsConfig,
    tasks: readonly TaskNode[],
    latency: Span,
  ) {
    this.#subject = subject;
    this.watch = createPoolsWatch(config);
    this.#leaseLeftMs = config.leaseMs - config.renewMs - 2 * latency.maxMs;
    this.world = new World({
      seed,
      link: { latency },
      carry: (message) => {
        this.messages++;
        return copyPlain(message);
      },
    });
    this.world.watch(({ node, event }) => {
      if (event.type === 'enter') this.watch.asked(node, event.request, event.needs);
      else this.watch.see(node, event);
    });
    for (const keeper of new Set([...config.pools.values()].map((pool) => pool.keeper))) {
      this.world.add(
        keeper,
        withoutDisk(() => subject.create(config, keeper, 0), subject.step),
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
      const state = this.world.stateOf(node) as WorkState<S> | undefined;
      return (
        state === undefined || (state.left === 0 && this.#subject.openTasks(state.inner) === 0)
      );
    });
  }

  isServed(node: NodeId): boolean {
    const state = this.world.stateOf(node) as WorkState<S> | undefined;
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
      return workState(this.#subject.create(config, node, life), entries);
    };
    this.world.add(node, withoutDisk(init, workload(work, this.#subject.step)));
    this.world.command(node, { type: 'start' });
  }
}
