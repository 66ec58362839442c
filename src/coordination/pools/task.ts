// A task in the game for resources (sections 2 and 3 of the paper): register everywhere, wait for those who were in the competition
// before, then queue everywhere, get a promise everywhere, book everywhere. A task decides only when
// every form it has sent is answered, so that what it knows includes all it has done. The other side is pool.ts.
//
// Departures from the paper, each needed (see docs/adr): it is admitted only after it has seen itself registered everywhere; it
// orders only where it stands within what is free; it wins only when all orders were accepted, else it takes
// everything back; it is gone only when all pools have confirmed; and one that waits too long stands back for a
// while, or those behind it would wait for somebody whom it waits for: that is how a failure spreads.
import type { Millis, NodeId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import {
  type FormKind,
  isStronger,
  type Queued,
  type Snapshot,
  type TaskId,
  type Ticket,
  type Unit,
} from './messages.ts';

export interface Task {
  readonly id: TaskId;
  readonly request: RequestId;
  status:
    | 'registering'
    | 'trying'
    | 'advancing'
    | 'ordering'
    | 'winning'
    | 'accessing'
    | 'releasing'
    | 'suspended';
  /** 0 until it is admitted. */
  ticket: Ticket;
  /** Its requests are in the queues. */
  requested: boolean;
  /** How long it will be admitted next time. */
  patienceMs: Millis;
  /** For each pool the requests without promise that were ahead when the alarm was set; undefined: it is not set. */
  blocking: readonly (readonly TaskId[])[] | undefined;
  readonly views: PoolView[];
}

/** What a task knows of one of its pools. */
export interface PoolView {
  readonly pool: string;
  readonly keeper: NodeId;
  readonly amount: number;
  /** Forms that are not answered yet. */
  awaiting: number;
  /** Those who were admitted before this task came and have been ever since; unknown before the first answer. */
  predecessors: readonly TaskId[] | undefined;
  ahead: readonly Queued[];
  free: number;
  mine: Snapshot['mine'];
  units: readonly Unit[];
}

/** What a task can do to the world; node.ts carries it out. */
export interface Hands {
  send(view: PoolView, kind: FormKind): void;
  nextTicket(): Ticket;
  setTimer(name: TaskTimer, afterMs: Millis): void;
  cancelTimer(name: TaskTimer): void;
  accessing(): void;
  readonly blockedMs: Millis;
  readonly patienceMaxMs: Millis;
}

/** `alarm`: blocked for long. `turn`: the time of being admitted, or of standing back, is over. */
export type TaskTimer = 'alarm' | 'turn';

export function begin(task: Task, hands: Hands): void {
  sendAll(task, 'register', hands);
}

/** What a keeper has shown. The caller has seen to it that the task is still registered there. */
export function learn(task: Task, view: PoolView, snapshot: Snapshot, hands: Hands): void {
  if (snapshot.answer && view.awaiting > 0) view.awaiting--;
  const { admitted } = snapshot;
  view.predecessors = view.predecessors?.filter((other) => admitted.includes(other)) ?? admitted;
  view.ahead = snapshot.ahead;
  view.free = snapshot.free;
  view.mine = snapshot.mine;
  view.units = snapshot.units;
  decide(task, hands);
}

/** The owner is done, or does not want it any more. */
export function release(task: Task, hands: Hands): void {
  task.status = 'releasing';
  stopTimers(task, hands);
  sendAll(task, 'release', hands);
}

/** Every pool has confirmed: nobody knows the task any more. */
export function isOver(task: Task): boolean {
  return task.status === 'releasing' && isFresh(task);
}

/** The keeper has forgotten the task by now, whether it has heard of the release or not. */
export function confirmAt(task: Task, keeper: NodeId): void {
  for (const view of task.views) if (view.keeper === keeper) view.awaiting = 0;
}

export function ring(task: Task, timer: TaskTimer, hands: Hands): void {
  if (timer === 'alarm') ringAlarm(task, hands);
  else ringTurn(task, hands);
}

function decide(task: Task, hands: Hands): void {
  if (!isFresh(task)) return;
  switch (task.status) {
    case 'registering':
      if (task.views.every(({ predecessors }) => predecessors?.length === 0)) {
        task.ticket = hands.nextTicket();
        admit(task, hands);
      }
      break;
    case 'advancing':
    case 'trying':
      task.status = 'trying';
      if (!task.views.every((view) => mayQueue(task, view))) stepBack(task, hands);
      else if (!task.requested) queueUp(task, hands);
      else if (task.views.every((view) => isWithinFree(view))) order(task, hands);
      else setAlarm(task, hands);
      break;
    case 'ordering':
      if (task.views.every(({ mine }) => mine === 'ordered')) {
        task.status = 'winning';
        sendAll(task, 'win', hands);
      } else {
        task.status = 'trying';
        stepBack(task, hands);
      }
      break;
    case 'winning':
      // Invariant: a promise is kept (pool.ts), so that every pool has booked what it was asked for.
      task.status = 'accessing';
      stopTimers(task, hands);
      hands.accessing();
      break;
    case 'accessing':
    case 'releasing':
    case 'suspended':
      break;
  }
}

function admit(task: Task, hands: Hands): void {
  task.status = 'trying';
  sendAll(task, 'admit', hands);
  hands.setTimer('turn', task.patienceMs);
}

function queueUp(task: Task, hands: Hands): void {
  task.requested = true;
  sendAll(task, 'request', hands);
}

function order(task: Task, hands: Hands): void {
  task.status = 'ordering';
  dropAlarm(task, hands);
  sendAll(task, 'order', hands);
}

/** The regressive behaviour: out of all queues. */
function stepBack(task: Task, hands: Hands): void {
  dropAlarm(task, hands);
  if (!task.requested) return;
  task.requested = false;
  sendAll(task, 'withdraw', hands);
}

/** Condition (p3) of the paper: those who are stronger, or promised something, leave enough. */
function mayQueue(task: Task, view: PoolView): boolean {
  const weighty = view.ahead.filter(
    (other) => other.ordered || isStronger(other.ticket, other.task, task.ticket, task.id),
  );
  return sumOf(weighty) + view.amount <= view.free;
}

/** All who are ahead, of any kind, leave enough. */
function isWithinFree(view: PoolView): boolean {
  return sumOf(view.ahead) + view.amount <= view.free;
}

function sumOf(requests: readonly Queued[]): number {
  return requests.reduce((sum, { amount }) => sum + amount, 0);
}

function isFresh(task: Task): boolean {
  return task.views.every(({ awaiting }) => awaiting === 0);
}

function blockersOf(view: PoolView): readonly TaskId[] {
  if (isWithinFree(view)) return [];
  return view.ahead.filter(({ ordered }) => !ordered).map(({ task }) => task);
}

/** Set once, when the task is blocked by somebody whom it may pass. */
function setAlarm(task: Task, hands: Hands): void {
  if (task.blocking !== undefined) return;
  const blocking = task.views.map(blockersOf);
  if (blocking.every((blockers) => blockers.length === 0)) return;
  task.blocking = blocking;
  hands.setTimer('alarm', hands.blockedMs);
}

function dropAlarm(task: Task, hands: Hands): void {
  if (task.blocking === undefined) return;
  task.blocking = undefined;
  hands.cancelTimer('alarm');
}

/** If the same requests are still ahead, the task moves past them; if others are, it begins to wait for them. */
function ringAlarm(task: Task, hands: Hands): void {
  const before = task.blocking;
  task.blocking = undefined;
  if (task.status !== 'trying' || !task.requested || before === undefined) return;
  if (!isFresh(task)) return;
  const now = task.views.map(blockersOf);
  if (JSON.stringify(now) !== JSON.stringify(before)) {
    setAlarm(task, hands);
    return;
  }
  task.status = 'advancing';
  for (const [i, view] of task.views.entries()) {
    if ((now[i]?.length ?? 0) > 0) post(view, 'advance', hands);
  }
}

/** Being admitted or standing back is over. Who is about to hear something waits for it: no forms pile up. */
function ringTurn(task: Task, hands: Hands): void {
  const { status } = task;
  if (status === 'registering' || status === 'accessing' || status === 'releasing') return;
  if (!isFresh(task)) {
    hands.setTimer('turn', hands.blockedMs);
  } else if (status === 'suspended') {
    task.patienceMs = Math.min(task.patienceMs * 2, hands.patienceMaxMs);
    admit(task, hands);
  } else {
    dropAlarm(task, hands);
    task.status = 'suspended';
    task.requested = false;
    sendAll(task, 'suspend', hands);
    hands.setTimer('turn', hands.blockedMs);
  }
}

function stopTimers(task: Task, hands: Hands): void {
  dropAlarm(task, hands);
  hands.cancelTimer('turn');
}

function sendAll(task: Task, kind: FormKind, hands: Hands): void {
  for (const view of task.views) post(view, kind, hands);
}

function post(view: PoolView, kind: FormKind, hands: Hands): void {
  view.awaiting++;
  hands.send(view, kind);
}
