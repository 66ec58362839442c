// A pool and its keeper (the paper's resource manager): who is registered, admitted, queued, promised and served. It takes
// forms one by one and shows each task what it may know. It decides nothing for a task, and trusts no task's view: a
// promise is given by what stands here. Tasks are in task.ts.
//
// Invariant: the amounts promised never exceed what is free. So a win always finds what it was promised.
import { assert, type NodeId } from '../../base/index.ts';
import type { Form, Queued, Snapshot, TaskId, Ticket, Unit } from './messages.ts';

export interface Pool {
  readonly name: string;
  registered: Registered[];
  admitted: TaskId[];
  queue: Request[];
  readonly units: { user: TaskId; fence: number }[];
}

interface Registered {
  readonly task: TaskId;
  readonly node: NodeId;
  readonly life: number;
}

interface Request {
  readonly task: TaskId;
  readonly ticket: Ticket;
  readonly amount: number;
  ordered: boolean;
}

/** A snapshot, and the node of the task that it is for. */
export interface Shown {
  readonly to: NodeId;
  readonly snapshot: Snapshot;
}

const nobody: TaskId = '';

export function createPool(name: string, capacity: number): Pool {
  const units = Array.from({ length: capacity }, () => ({ user: nobody, fence: 0 }));
  return { name, registered: [], admitted: [], queue: [], units };
}

/** Takes one form. The sender is always shown the pool, others when what they see has changed. */
export function takeForm(pool: Pool, from: NodeId, form: Form): readonly Shown[] {
  const before = lookOf(pool);
  apply(pool, from, form);
  checkPromises(pool);
  return [
    { to: from, snapshot: snapshotFor(pool, form.task, true) },
    ...changes(pool, before, form.task),
  ];
}

/** Forgets all tasks of a node, or those of its lives before `life`; they are told, should they be alive. */
export function dropNode(
  pool: Pool,
  node: NodeId,
  life = Number.POSITIVE_INFINITY,
): readonly Shown[] {
  const before = lookOf(pool);
  const dropped = pool.registered.filter((one) => one.node === node && one.life < life);
  for (const { task } of dropped) forget(pool, task);
  return [
    ...dropped.map(({ task }) => ({ to: node, snapshot: snapshotFor(pool, task, false) })),
    ...changes(pool, before, nobody),
  ];
}

export function freeOf(pool: Pool): number {
  return pool.units.filter(({ user }) => user === nobody).length;
}

function apply(pool: Pool, from: NodeId, form: Form): void {
  const { task, ticket, amount } = form;
  if (form.kind === 'register') {
    if (!isRegistered(pool, task)) pool.registered.push({ task, node: from, life: form.life });
    return;
  }
  // Whoever was dropped is told so by the answer.
  if (!isRegistered(pool, task)) return;
  const at = pool.queue.findIndex((request) => request.task === task);
  const request = pool.queue[at];
  switch (form.kind) {
    case 'admit':
      if (!pool.admitted.includes(task)) pool.admitted.push(task);
      break;
    case 'suspend':
      leaveQueue(pool, task);
      pool.admitted = pool.admitted.filter((other) => other !== task);
      break;
    case 'request':
      if (request === undefined) pool.queue.push({ task, ticket, amount, ordered: false });
      break;
    case 'withdraw':
      leaveQueue(pool, task);
      break;
    case 'advance':
      advance(pool, at);
      break;
    case 'order':
      if (request !== undefined && isWithinFree(pool, at)) request.ordered = true;
      break;
    case 'win':
      if (request?.ordered) book(pool, request);
      break;
    case 'release':
      forget(pool, task);
      break;
  }
}

/** All up to and with this request can be served by what is free. */
function isWithinFree(pool: Pool, at: number): boolean {
  const amounts = pool.queue.slice(0, at + 1).map(({ amount }) => amount);
  return amounts.reduce((sum, amount) => sum + amount, 0) <= freeOf(pool);
}

/** One place ahead, but never past a promise. */
function advance(pool: Pool, at: number): void {
  const request = pool.queue[at];
  const before = pool.queue[at - 1];
  if (request === undefined || before === undefined || before.ordered) return;
  pool.queue[at - 1] = request;
  pool.queue[at] = before;
}

function book(pool: Pool, { task, amount }: Request): void {
  const free = pool.units.filter(({ user }) => user === nobody);
  for (const unit of free.slice(0, amount)) {
    unit.user = task;
    unit.fence++;
  }
  // Whoever is served is out of the competition: else it would block the pool until it releases.
  leaveQueue(pool, task);
  pool.admitted = pool.admitted.filter((other) => other !== task);
}

function leaveQueue(pool: Pool, task: TaskId): void {
  pool.queue = pool.queue.filter((request) => request.task !== task);
}

function forget(pool: Pool, task: TaskId): void {
  leaveQueue(pool, task);
  pool.admitted = pool.admitted.filter((other) => other !== task);
  pool.registered = pool.registered.filter((one) => one.task !== task);
  for (const unit of pool.units) if (unit.user === task) unit.user = nobody;
}

function checkPromises(pool: Pool): void {
  const promised = pool.queue.filter(({ ordered }) => ordered).map(({ amount }) => amount);
  const sum = promised.reduce((total, amount) => total + amount, 0);
  assert(sum <= freeOf(pool), 'more is promised than is free', pool.name);
}

function isRegistered(pool: Pool, task: TaskId): boolean {
  return pool.registered.some((one) => one.task === task);
}

/** What each registered task sees now. */
function lookOf(pool: Pool): ReadonlyMap<TaskId, string> {
  return new Map(
    pool.registered.map(({ task }) => [task, JSON.stringify(snapshotFor(pool, task, false))]),
  );
}

/** Snapshots for all but one, where something has changed. That more are admitted now concerns nobody. */
function changes(pool: Pool, before: ReadonlyMap<TaskId, string>, but: TaskId): readonly Shown[] {
  return pool.registered.flatMap(({ task, node }) => {
    if (task === but) return [];
    const snapshot = snapshotFor(pool, task, false);
    return isNews(before.get(task), snapshot) ? [{ to: node, snapshot }] : [];
  });
}

function isNews(before: string | undefined, snapshot: Snapshot): boolean {
  if (before === undefined) return true;
  const old = JSON.parse(before) as Snapshot;
  const gone = old.admitted.some((task) => !snapshot.admitted.includes(task));
  return (
    gone || JSON.stringify({ ...old, admitted: snapshot.admitted }) !== JSON.stringify(snapshot)
  );
}

/** What a task may see. Only what it can decide by: a task that has what it wants is not disturbed. */
function snapshotFor(pool: Pool, task: TaskId, answer: boolean): Snapshot {
  const registered = isRegistered(pool, task);
  const common = { type: 'snapshot', pool: pool.name, task, answer, registered } as const;
  const units: Unit[] = pool.units.flatMap(({ user, fence }, unit) =>
    user === task ? [{ unit, fence }] : [],
  );
  if (!registered || units.length > 0) {
    const mine = units.length > 0 ? 'booked' : 'nothing';
    return { ...common, admitted: [], ahead: [], free: 0, mine, units };
  }
  const at = pool.queue.findIndex((request) => request.task === task);
  const ahead: Queued[] = (at < 0 ? pool.queue : pool.queue.slice(0, at)).map((one) => ({
    ...one,
  }));
  const admitted = pool.admitted.includes(task) ? [] : [...pool.admitted];
  const mine = at < 0 ? 'nothing' : pool.queue[at]?.ordered ? 'ordered' : 'queued';
  return { ...common, admitted, ahead, free: freeOf(pool), mine, units };
}
