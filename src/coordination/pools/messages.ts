// What tasks and keepers of pools say to each other. Links are reliable and keep the order between two nodes; without the
// order tasks hang (they never break a rule).

/** A task's name: the node of its agent, which life of the node, and a count. Never used again. */
export type TaskId = string;

/** The smaller the number, the stronger the task; equal numbers go by name. The paper's numbered ticket. */
export type Ticket = number;

/** What a task asks of one pool. A task sends forms of one kind to all of its pools together. */
export type FormKind =
  /** I am there: tell me of the pool from now on. */
  | 'register'
  /** I am in the competition. Others that come later wait for me. */
  | 'admit'
  /** I am no longer in the competition, for a while. */
  | 'suspend'
  /** Put me at the end of the queue. */
  | 'request'
  /** Take me out of the queue. */
  | 'withdraw'
  /** Move me one place ahead. */
  | 'advance'
  /** Promise me what I need, if I stand where there is enough for me. */
  | 'order'
  /** I have the promises of all pools: book it. */
  | 'win'
  /** I am done, or I give up: forget me, whatever I have. */
  | 'release';

export interface Form {
  readonly type: 'form';
  readonly pool: string;
  readonly task: TaskId;
  readonly kind: FormKind;
  /** How much is needed; and, once there is one, the ticket. */
  readonly amount: number;
  readonly ticket: Ticket;
  /** Which life of its node the task belongs to: a later one ends all tasks of earlier ones. */
  readonly life: number;
}

/** One request of the queue, as others see it. */
export interface Queued {
  readonly task: TaskId;
  readonly ticket: Ticket;
  readonly amount: number;
  readonly ordered: boolean;
}

/** A resource that was booked. Its fence grows with each booking: the resource itself can refuse an earlier holder. */
export interface Unit {
  readonly unit: number;
  readonly fence: number;
}

/** What a task is told of a pool. */
export interface Snapshot {
  readonly type: 'snapshot';
  readonly pool: string;
  readonly task: TaskId;
  /** It is the answer to a form of this task; each form has one. */
  readonly answer: boolean;
  /** False once the task is forgotten, by its own wish or because its node was not heard of. */
  readonly registered: boolean;
  /** While the task is not admitted: who else is. */
  readonly admitted: readonly TaskId[];
  /** Who is before the task in the queue; the whole queue, if it is not in it. */
  readonly ahead: readonly Queued[];
  readonly free: number;
  readonly mine: 'nothing' | 'queued' | 'ordered' | 'booked';
  readonly units: readonly Unit[];
}

export type PoolsMessage =
  | Form
  | Snapshot
  /** My tasks at your pools are alive. */
  | { readonly type: 'alive'; readonly beat: number }
  | { readonly type: 'alive-heard'; readonly beat: number };

/** The smaller ticket is the stronger. */
export function isStronger(a: Ticket, taskA: TaskId, b: Ticket, taskB: TaskId): boolean {
  return a < b || (a === b && taskA < taskB);
}
