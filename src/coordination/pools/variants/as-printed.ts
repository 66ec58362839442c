// Winkowski's protocol (section 3, "Implementation") as printed, except that creation sets the destinations and sending a form
// removes from them (else no task would move), and that a pool tells who uses its resources (the text has the
// resources themselves, among which no task will ever find its name). It is UNSAFE and it hangs: see the comments. One
// resource of each pool, no leases. Kept to be compared and caught; what is used is ../task.ts and ../pool.ts.
import { type Ctx, type Effect, type Input, type NodeId, timerId } from '../../../base/index.ts';
import { send, tell } from '../../effects.ts';
import type { RequestId } from '../../scheme.ts';
import type { PoolsConfig } from '../config.ts';
import { isStronger, type TaskId, type Ticket } from '../messages.ts';
import type { PoolsCommand, PoolsEvent } from '../node.ts';
import {
  nothing,
  type PrintedKind,
  type PrintedMessage,
  type PrintedPool,
  receiveForm,
  type Situation,
} from './printed-pool.ts';

interface PrintedTask {
  readonly id: TaskId;
  readonly request: RequestId;
  readonly interest: readonly string[];
  status:
    | 'registering'
    | 'admitted'
    | 'trying'
    | 'ordering'
    | 'winning'
    | 'accessing'
    | 'releasing';
  ticket: Ticket;
  destinations: string[];
  readonly about: Record<string, Situation & { predecessors: TaskId[] }>;
}

export interface PrintedState {
  readonly self: NodeId;
  readonly keepers: Readonly<Record<string, NodeId>>;
  readonly capacities: Readonly<Record<string, number>>;
  made: number;
  tasks: PrintedTask[];
  readonly pools: PrintedPool[];
}

type Effects = Effect<PrintedMessage, PoolsEvent>[];

function create(config: PoolsConfig, self: NodeId): PrintedState {
  const entries = [...config.pools];
  return {
    self,
    keepers: Object.fromEntries(entries.map(([name, { keeper }]) => [name, keeper])),
    capacities: Object.fromEntries(entries.map(([name, { capacity }]) => [name, capacity])),
    ...{ made: 0, tasks: [] },
    pools: entries
      .filter(([, { keeper }]) => keeper === self)
      .map(([name, { capacity }]) => ({ name, capacity, ...nothing() })),
  };
}

function step(
  state: PrintedState,
  input: Input<PrintedMessage, PoolsCommand>,
  _ctx: Ctx,
): readonly Effect<PrintedMessage, PoolsEvent>[] {
  const effects: Effects = [];
  if (input.type === 'message' && input.message.type === 'form') {
    const { pool: name } = input.message;
    const pool = state.pools.find((one) => one.name === name);
    if (pool !== undefined) effects.push(...receiveForm(pool, input.message));
  } else if (input.type === 'message' && input.message.type === 'situation') {
    const { pool, task: id, now } = input.message;
    const task = state.tasks.find((one) => one.id === id);
    if (task !== undefined) receiveSituation(state, task, pool, now, effects);
  } else if (input.type === 'timer') {
    for (const task of state.tasks)
      if (task.status === 'releasing') sendOneRelease(state, task, effects);
  } else if (input.type === 'command' && input.command.type === 'enter') {
    state.made++;
    const interest = Object.keys(input.command.needs).sort();
    const task: PrintedTask = {
      ...{ id: `${state.self}.${state.made}`, request: input.command.request, interest },
      ...{ status: 'registering', ticket: 0, destinations: [...interest] },
      about: Object.fromEntries(interest.map((pool) => [pool, { ...nothing(), predecessors: [] }])),
    };
    state.tasks.push(task);
    act(state, task, effects);
  } else if (input.type === 'command' && input.command.type === 'leave') {
    const { request } = input.command;
    const task = state.tasks.find((one) => one.request === request && one.status === 'accessing');
    if (task === undefined) return effects;
    effects.push(tell({ type: 'left', request }));
    task.status = 'releasing';
    task.destinations = [...task.interest];
    sendOneRelease(state, task, effects);
  }
  return effects;
}

export const poolsAsPrinted = {
  name: 'pools as printed',
  unsafe: 'tasks hang, and some get a part of what they need',
  create,
  step,
};

function receiveSituation(
  state: PrintedState,
  task: PrintedTask,
  pool: string,
  now: Situation,
  effects: Effects,
): void {
  const about = task.about[pool];
  if (about === undefined) return;
  const wasThere = about.applications.includes(task.id);
  const isThere = now.applications.includes(task.id);
  if (task.status === 'releasing' && wasThere && !isThere) {
    // The first pool that confirms is enough, and the others may never hear of it.
    state.tasks = state.tasks.filter((other) => other !== task);
    return;
  }
  const isFirst = task.status === 'registering' && !wasThere && isThere;
  about.predecessors = isFirst
    ? [...now.admissions]
    : about.predecessors.filter((other) => now.admissions.includes(other));
  about.applications = now.applications;
  about.requests = now.requests;
  about.users = now.users;
  // What is known of orders and of resources in use is never refreshed.
  act(state, task, effects);
}

/** Actions of tasks, as long as there is one. */
function act(state: PrintedState, task: PrintedTask, effects: Effects): void {
  while (actOnce(state, task, effects)) {}
}

/**
 * True if the status has changed. Alarm-clock and advancing forms have no place here: whenever the alarm could be set, the
 * task may also order, and orders.
 */
function actOnce(state: PrintedState, task: PrintedTask, effects: Effects): boolean {
  switch (task.status) {
    case 'registering':
      sendAll(state, task, 'registration', effects);
      // Nothing is known yet, so that nobody is known to have been there before.
      if (task.interest.some((pool) => (task.about[pool]?.predecessors.length ?? 0) > 0))
        return false;
      task.ticket = state.made;
      moveOn(task, 'admitted');
      return true;
    case 'admitted':
      sendAll(state, task, 'admission', effects);
      moveOn(task, 'trying');
      return true;
    case 'trying':
    case 'ordering':
      if (!mayGoOn(state, task)) {
        withdraw(state, task, effects);
        return false;
      }
      sendAll(state, task, task.status === 'trying' ? 'request' : 'order', effects);
      if (!hasAllRequests(task)) return false;
      moveOn(task, task.status === 'trying' ? 'ordering' : 'winning');
      return true;
    case 'winning':
      sendAll(state, task, 'winning', effects);
      if (!task.interest.every((pool) => task.about[pool]?.users.includes(task.id))) return false;
      moveOn(task, 'accessing');
      effects.push(
        tell({
          ...{ type: 'entered', request: task.request },
          units: task.interest.map((pool) => ({ pool, unit: 0, fence: 0 })),
        }),
      );
      return false;
    case 'accessing':
    case 'releasing':
      return false;
  }
}

/** Condition (p3). As what is in use is not known, all resources count as accessible. */
function mayGoOn(state: PrintedState, task: PrintedTask): boolean {
  return task.interest.every((pool) => {
    const { requests = [], orders = [] } = task.about[pool] ?? {};
    const at = requests.findIndex((one) => one.task === task.id);
    const before = (at < 0 ? requests : requests.slice(0, at)).filter(
      (one) => orders.includes(one.task) || isStronger(one.ticket, one.task, task.ticket, task.id),
    );
    return before.length < (state.capacities[pool] ?? 0);
  });
}

function hasAllRequests(task: PrintedTask): boolean {
  return task.interest.every((pool) =>
    task.about[pool]?.requests.some((one) => one.task === task.id),
  );
}

/** To the pools that it has NOT sent its forms to, and again with every situation it hears of. */
function withdraw(state: PrintedState, task: PrintedTask, effects: Effects): void {
  for (const pool of task.destinations) post(state, task, pool, 'withdrawal', effects);
}

function moveOn(task: PrintedTask, status: PrintedTask['status']): void {
  task.status = status;
  task.destinations = [...task.interest];
}

function sendAll(
  state: PrintedState,
  task: PrintedTask,
  kind: PrintedKind,
  effects: Effects,
): void {
  for (const pool of task.destinations) post(state, task, pool, kind, effects);
  task.destinations = [];
}

/** Releasing forms are sent one after the other; the next one when the timer says so. */
function sendOneRelease(state: PrintedState, task: PrintedTask, effects: Effects): void {
  const pool = task.destinations.shift();
  if (pool === undefined) return;
  post(state, task, pool, 'releasing', effects);
  if (task.destinations.length > 0) {
    effects.push({ type: 'set-timer', timer: timerId('release'), afterMs: 1 });
  }
}

function post(
  state: PrintedState,
  task: PrintedTask,
  pool: string,
  kind: PrintedKind,
  effects: Effects,
): void {
  const to = state.keepers[pool];
  if (to === undefined) return;
  effects.push(send(to, { type: 'form', pool, kind, task: task.id, ticket: task.ticket }));
}
