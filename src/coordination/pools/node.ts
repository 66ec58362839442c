// One node of a scheme of pools, as a machine: the agent of its tasks (task.ts) and the keeper of its pools (pool.ts). It carries
// forms and snapshots between them, also to itself, and looks after leases (lease.ts). What must survive a crash is the
// state of a node that keeps pools; a node that only has tasks may come back without its state, in a
// later life, and what it had comes back to the pools.
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type NodeId,
  timerId,
} from '../../base/index.ts';
import { send, tell } from '../effects.ts';
import type { Enter, Entered, Leave, Refused, RequestId, Start } from '../scheme.ts';
import { type Needs, type PoolsConfig, wrongNeeds } from './config.ts';
import {
  beatIsDue,
  beatWasHeard,
  endLeases,
  holdLease,
  type Lease,
  leaseOfTimer,
} from './lease.ts';
import type { FormKind, PoolsMessage, Snapshot, Unit } from './messages.ts';
import { createPool, dropNode, type Pool, type Shown, takeForm } from './pool.ts';
import {
  begin,
  confirmAt,
  type Hands,
  isOver,
  learn,
  release,
  ring,
  type Task,
  type TaskTimer,
} from './task.ts';

export type PoolsCommand =
  | Start
  | (Enter & { readonly needs: Needs })
  | Leave
  /** There is one more pool, at every node from now on. */
  | {
      readonly type: 'open';
      readonly pool: string;
      readonly keeper: NodeId;
      readonly capacity: number;
    }
  /** An authority has declared a node dead: what its tasks have at the pools kept here is free. */
  | { readonly type: 'gone'; readonly node: NodeId };

export interface Booked extends Unit {
  readonly pool: string;
}

export type PoolsEvent =
  | (Entered & { readonly units: readonly Booked[] })
  | { readonly type: 'left'; readonly request: RequestId }
  /** The resources were this request's and are no longer, against its will: its owner must stop at once. */
  | { readonly type: 'lost'; readonly request: RequestId }
  | Refused;

export interface PoolsState {
  readonly self: NodeId;
  readonly config: PoolsConfig & {
    readonly pools: Map<string, { readonly keeper: NodeId; readonly capacity: number }>;
  };
  readonly life: number;
  /** Tasks made so far. */
  made: number;
  /** The largest ticket that was seen: later tasks are weaker. */
  clock: number;
  tasks: Task[];
  readonly pools: Pool[];
  readonly leases: Lease[];
}

export type Effects = Effect<PoolsMessage, PoolsEvent>[];

/** `life` is larger than ever before if the node comes back without its state. */
export function createNode(config: PoolsConfig, self: NodeId, life = 0): PoolsState {
  const kept = [...config.pools].filter(([, { keeper }]) => keeper === self);
  const pools = kept.map(([name, { capacity }]) => createPool(name, capacity));
  const own = { ...config, pools: new Map(config.pools) };
  return { self, config: own, life, made: 0, clock: 0, tasks: [], pools, leases: [] };
}

export function stepNode(
  state: PoolsState,
  input: Input<PoolsMessage, PoolsCommand>,
  _ctx: Ctx,
): readonly Effect<PoolsMessage, PoolsEvent>[] {
  const effects: Effects = [];
  switch (input.type) {
    case 'message':
      hear(state, input.from, input.message, effects);
      break;
    case 'timer':
      ringTimer(state, input.timer, effects);
      break;
    case 'command':
      obey(state, input.command, effects);
      break;
  }
  return effects;
}

function obey(state: PoolsState, command: PoolsCommand, effects: Effects): void {
  switch (command.type) {
    case 'start':
      startAgain(state, effects);
      break;
    case 'enter': {
      const isKnown = ({ request, status }: Task): boolean =>
        request === command.request && status !== 'releasing';
      const why = state.tasks.some(isKnown)
        ? 'a request of this name waits or has what it wants'
        : wrongNeeds(state.config, command.needs);
      if (why === undefined) createTask(state, command.request, command.needs, effects);
      else effects.push(tell({ type: 'refused', request: command.request, why }));
      break;
    }
    case 'leave':
      for (const task of state.tasks) {
        if (task.request !== command.request || task.status === 'releasing') continue;
        if (task.status === 'accessing')
          effects.push(tell({ type: 'left', request: task.request }));
        release(task, handsOf(state, task, effects));
      }
      break;
    case 'open': {
      const { pool, keeper, capacity } = command;
      assert(!state.config.pools.has(pool), 'a pool is opened once', pool);
      state.config.pools.set(pool, { keeper, capacity });
      if (keeper === state.self) state.pools.push(createPool(pool, capacity));
      break;
    }
    case 'gone':
      dropAt(state, command.node, effects);
      break;
  }
}

function createTask(state: PoolsState, request: RequestId, needs: Needs, effects: Effects): void {
  state.made++;
  const views = Object.keys(needs)
    .sort()
    .map((pool) => {
      const keeper = state.config.pools.get(pool)?.keeper;
      assert(keeper !== undefined, 'a pool that nobody keeps', pool);
      const unknown = { predecessors: undefined, ahead: [], free: 0, units: [] };
      return {
        pool,
        keeper,
        amount: needs[pool] ?? 0,
        awaiting: 0,
        mine: 'nothing' as const,
        ...unknown,
      };
    });
  const task: Task = {
    id: `${state.self}.${state.life}.${state.made}`,
    request,
    ...{ status: 'registering', ticket: 0, requested: false, blocking: undefined },
    patienceMs: Math.min(2 * state.config.blockedMs, state.config.patienceMaxMs),
    views,
  };
  state.tasks.push(task);
  for (const { keeper } of views) holdLease(state, keeper, effects);
  begin(task, handsOf(state, task, effects));
}

/** Of a saved state the pools are still true. Timers are gone, and so are those who asked: their tasks give up. */
function startAgain(state: PoolsState, effects: Effects): void {
  endLeases(state);
  for (const task of state.tasks) {
    if (task.status === 'accessing') effects.push(tell({ type: 'lost', request: task.request }));
    if (task.status !== 'releasing') release(task, handsOf(state, task, effects));
  }
  const nodes = new Set(state.pools.flatMap((pool) => pool.registered.map(({ node }) => node)));
  for (const node of nodes) watchNode(state, node, effects);
}

function hear(state: PoolsState, from: NodeId, message: PoolsMessage, effects: Effects): void {
  switch (message.type) {
    case 'form': {
      const pool = state.pools.find(({ name }) => name === message.pool);
      if (pool === undefined) return;
      if (message.kind === 'register') {
        for (const each of state.pools) show(dropNode(each, from, message.life), effects);
        watchNode(state, from, effects);
      }
      show(takeForm(pool, from, message), effects);
      break;
    }
    case 'snapshot':
      hearSnapshot(state, message, effects);
      break;
    case 'alive': {
      const isKnown = state.pools.some((pool) => pool.registered.some(({ node }) => node === from));
      if (!isKnown) return;
      watchNode(state, from, effects);
      effects.push(send(from, { type: 'alive-heard', beat: message.beat }));
      break;
    }
    case 'alive-heard':
      beatWasHeard(state, from, message.beat, effects);
      break;
  }
}

function hearSnapshot(state: PoolsState, snapshot: Snapshot, effects: Effects): void {
  const task = state.tasks.find(({ id }) => id === snapshot.task);
  const view = task?.views.find(({ pool }) => pool === snapshot.pool);
  if (task === undefined || view === undefined) return;
  for (const { ticket } of snapshot.ahead) state.clock = Math.max(state.clock, ticket);
  learn(task, view, snapshot, handsOf(state, task, effects));
  if (isOver(task)) state.tasks = state.tasks.filter((other) => other !== task);
  else if (!snapshot.registered && task.status !== 'releasing') drop(state, task, effects);
}

/** A keeper has forgotten the task, or may have: it gives up everything. A wish that was not granted begins again. */
function drop(state: PoolsState, task: Task, effects: Effects): void {
  const wasServed = task.status === 'accessing';
  if (wasServed) effects.push(tell({ type: 'lost', request: task.request }));
  release(task, handsOf(state, task, effects));
  if (wasServed) return;
  const needs = Object.fromEntries(task.views.map(({ pool, amount }) => [pool, amount]));
  createTask(state, task.request, needs, effects);
}

function ringTimer(state: PoolsState, timer: string, effects: Effects): void {
  const [what = '', who = ''] = timer.split(' ');
  if (what === 'gone') {
    dropAt(state, who as NodeId, effects);
  } else if (what === 'beat') {
    beatIsDue(state, who as NodeId, effects);
  } else if (what === 'lease') {
    const keeper = leaseOfTimer(state, timer, effects);
    if (keeper !== undefined) loseAt(state, keeper, effects);
  } else {
    const task = state.tasks.find(({ id }) => id === who);
    if (task !== undefined) ring(task, what as TaskTimer, handsOf(state, task, effects));
  }
}

/** The lease at a keeper is over: it forgets all tasks of this node, should it have been cut off or not. */
function loseAt(state: PoolsState, keeper: NodeId, effects: Effects): void {
  const hit = state.tasks.filter(({ views }) => views.some((view) => view.keeper === keeper));
  for (const task of hit) {
    if (task.status !== 'releasing') drop(state, task, effects);
    confirmAt(task, keeper);
  }
  state.tasks = state.tasks.filter((task) => !isOver(task));
}

/** Begins, or begins again, to count how long a node is not heard of. A tenth more than the node itself counts. */
function watchNode({ self, config }: PoolsState, node: NodeId, effects: Effects): void {
  if (node === self || config.leaseMs === 0) return;
  const afterMs = config.leaseMs * 1.1;
  effects.push({ type: 'set-timer', timer: timerId(`gone ${node}`), afterMs });
}

function dropAt(state: PoolsState, node: NodeId, effects: Effects): void {
  for (const pool of state.pools) show(dropNode(pool, node), effects);
}

function show(shown: readonly Shown[], effects: Effects): void {
  for (const { to, snapshot } of shown) effects.push(send(to, snapshot));
}

function handsOf(state: PoolsState, task: Task, effects: Effects): Hands {
  const { blockedMs, patienceMaxMs } = state.config;
  return {
    blockedMs,
    patienceMaxMs,
    send: ({ pool, keeper, amount }, kind: FormKind) => {
      const { ticket, id } = task;
      const form = {
        type: 'form',
        pool,
        task: id,
        kind,
        amount,
        ticket,
        life: state.life,
      } as const;
      effects.push(send(keeper, form));
    },
    nextTicket: () => {
      state.clock++;
      return state.clock;
    },
    setTimer: (name, afterMs) => {
      effects.push({ type: 'set-timer', timer: timerId(`${name} ${task.id}`), afterMs });
    },
    cancelTimer: (name) => {
      effects.push({ type: 'cancel-timer', timer: timerId(`${name} ${task.id}`) });
    },
    accessing: () => {
      const units = task.views.flatMap(({ pool, units }) =>
        units.map((unit) => ({ pool, ...unit })),
      );
      effects.push(tell({ type: 'entered', request: task.request, units }));
    },
  };
}
