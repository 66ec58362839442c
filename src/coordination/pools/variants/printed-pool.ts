// The resource manager of Winkowski's protocol as printed: it takes forms and sends its whole situation to everybody after each.
// The tasks, and what is wrong with all this, are in as-printed.ts.
import type { Effect, NodeId } from '../../../base/index.ts';
import { send } from '../../effects.ts';
import type { TaskId, Ticket } from '../messages.ts';

export type PrintedKind =
  | 'registration'
  | 'admission'
  | 'request'
  | 'order'
  | 'withdrawal'
  | 'winning'
  | 'releasing';

export interface PrintedRequest {
  readonly task: TaskId;
  readonly ticket: Ticket;
}

/** The whole state of a pool, which is sent to every registered task after every form. */
export interface Situation {
  applications: TaskId[];
  admissions: TaskId[];
  requests: PrintedRequest[];
  orders: TaskId[];
  users: TaskId[];
}

export type PrintedMessage =
  | ({ readonly type: 'form'; readonly pool: string; readonly kind: PrintedKind } & PrintedRequest)
  | {
      readonly type: 'situation';
      readonly pool: string;
      readonly task: TaskId;
      readonly now: Situation;
    };

export interface PrintedPool extends Situation {
  readonly name: string;
  readonly capacity: number;
}

export const nothing = (): Situation => ({
  ...{ applications: [], admissions: [], requests: [], orders: [], users: [] },
});

/** Actions of resource managers. */
export function receiveForm(
  pool: PrintedPool,
  form: Extract<PrintedMessage, { type: 'form' }>,
): readonly Effect<PrintedMessage, never>[] {
  const { task, ticket } = form;
  const without = (tasks: TaskId[]): TaskId[] => tasks.filter((other) => other !== task);
  switch (form.kind) {
    case 'registration':
      add(pool.applications, task);
      break;
    case 'admission':
      add(pool.admissions, task);
      break;
    case 'request':
      if (!pool.requests.some((one) => one.task === task)) pool.requests.push({ task, ticket });
      break;
    case 'order':
      add(pool.orders, task);
      break;
    case 'withdrawal':
      pool.requests = pool.requests.filter((one) => one.task !== task);
      pool.orders = without(pool.orders);
      break;
    case 'winning':
      // Nothing happens where nothing is free, and nobody is told: the task waits for ever. Where something is, the request,
      // the order and the admission of the winner stay for ever, and block the pool.
      if (pool.users.length < pool.capacity) pool.users.push(task);
      break;
    case 'releasing':
      if (pool.users.includes(task)) {
        pool.applications = without(pool.applications);
        pool.users = without(pool.users);
      }
      break;
  }
  const { applications, admissions, requests, orders, users } = pool;
  const now: Situation = {
    ...{ applications: [...applications], admissions: [...admissions] },
    ...{ requests: [...requests], orders: [...orders], users: [...users] },
  };
  const told = form.kind === 'releasing' ? new Set([...applications, task]) : applications;
  return [...told].map((one) => {
    const to = one.slice(0, one.lastIndexOf('.')) as NodeId;
    return send(to, { type: 'situation', pool: pool.name, task: one, now } as const);
  });
}

function add(tasks: TaskId[], task: TaskId): void {
  if (!tasks.includes(task)) tasks.push(task);
}
