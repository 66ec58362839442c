// The order in which the pending molecules of a store have their turns.
import { assert, InvariantError, type Rng } from '../base/index.ts';
import { takeFirst } from './inflow.ts';
import type { Live } from './live.ts';
import { PENDING, type Store } from './store.ts';

/** Where rules wait, data is considered one time in so many; in small solutions more often. */
const BY_CHANCE = 8;
const BY_CHANCE_IN_SMALL = 2;

/**
 * The store whose turn it is, by chance. Rules mostly come first: they are few, and what comes after them meets them,
 * which takes less than to look through all that is there when a rule comes last. In large solutions products mostly
 * come before what came in: then few of them have to be kept at a time.
 */
export function pickStore(live: Live, small: boolean, rng: Rng): Store {
  return small ? pickInSmall(live, rng) : pickInLarge(live, rng);
}

/** Each molecule that waits is as likely as any other. */
function pickInSmall({ stores, pending }: Live, rng: Rng): Store {
  let waiting = 0;
  let only: Store | null = null;
  let rules: Store | null = null;
  for (let i = 0; i < stores.length; i++) {
    const store = stores[i] as Store;
    if (store.pending === 0) continue;
    if (store.of.template !== null) rules = store;
    waiting++;
    only = store;
  }
  assert(only !== null, 'in a busy solution something is pending');
  if (waiting === 1) return only;
  if (rules !== null && isRulesTurn(true, rng)) return rules;
  let chosen = rng.below(pending);
  for (let i = 0; i < stores.length; i++) {
    const store = stores[i] as Store;
    chosen -= store.pending;
    if (chosen < 0) return store;
  }
  return only;
}

function pickInLarge({ stores }: Live, rng: Rng): Store {
  let waiting = 0;
  let productive = 0;
  let only: Store | null = null;
  let rules: Store | null = null;
  for (let i = 0; i < stores.length; i++) {
    const store = stores[i] as Store;
    if (store.pending === 0) continue;
    if (store.of.template !== null) rules = store;
    if (store.stack.length > store.base) productive++;
    waiting++;
    only = store;
  }
  assert(only !== null, 'in a busy solution something is pending');
  if (waiting === 1) return only;
  if (rules !== null && isRulesTurn(false, rng)) return rules;
  if (productive > 0 && productive < waiting && rng.below(BY_CHANCE) > 0) {
    return pickProductive(stores, productive > 1 ? rng.below(productive) : 0);
  }
  let chosen = rng.below(waiting);
  for (let i = 0; i < stores.length; i++) {
    const store = stores[i] as Store;
    if (store.pending > 0 && chosen-- === 0) return store;
  }
  return only;
}

/** Whether rules that wait go before data that does. */
export function isRulesTurn(small: boolean, rng: Rng): boolean {
  return rng.below(small ? BY_CHANCE_IN_SMALL : BY_CHANCE) > 0;
}

function pickProductive(stores: readonly Store[], chosen: number): Store {
  let left = chosen;
  for (const store of stores) {
    if (store.pending > 0 && store.stack.length > store.base && left-- === 0) return store;
  }
  throw new InvariantError('one of the stores has products that wait');
}

/** The row whose turn is next: the youngest product, or the first of those that came in together; -1 when none is. */
export function takeNext(store: Store): number {
  const { stack, patient } = store;
  if (patient && !store.eager && isWaiting(store)) {
    const row = takeFirst(store);
    if (row >= 0) return row;
  }
  while (stack.length > store.base) {
    const row = (patient ? stack[store.base++] : stack.pop()) as number;
    if (store.state[row] === PENDING) return row;
  }
  stack.length = 0;
  store.base = 0;
  return takeFirst(store);
}

/** Any of them, by chance. */
export function takeAny(store: Store, rng: Rng): number {
  const { stack } = store;
  while (isWaiting(store)) {
    const row = takeFirst(store);
    if (row >= 0) stack.push(row);
  }
  while (stack.length > store.base) {
    const count = stack.length - store.base;
    const at = store.base + (count > 1 ? rng.below(count) : 0);
    const row = stack[at] as number;
    const last = stack.pop() as number;
    if (at < stack.length) stack[at] = last;
    if (store.state[row] === PENDING) return row;
  }
  return -1;
}

/**
 * Those that have waited longest are the next, the oldest product and the first of those that came in together: whatever
 * else is produced, each has its turn in the end.
 */
export function takeOldest(store: Store, rng: Rng): void {
  const { stack } = store;
  if (stack.length === store.base) return;
  if (store.patient) {
    // They stand in line already, behind what came in; of that there may always be more.
    store.eager = isWaiting(store) && rng.below(BY_CHANCE) === 0;
    compact(store);
    return;
  }
  const oldest = stack[store.base] as number;
  if (stack.length - store.base > 1) {
    store.base++;
    stack.push(oldest);
  }
  const first = isWaiting(store) ? takeFirst(store) : -1;
  if (first >= 0) stack.push(first);
  compact(store);
}

function compact(store: Store): void {
  const { stack } = store;
  if (store.base > 1024 && 2 * store.base > stack.length) {
    stack.splice(0, store.base);
    store.base = 0;
  }
}

function isWaiting(store: Store): boolean {
  return store.from < store.to || store.later !== null;
}

/** Its turn is to come again, if it is still there. */
export function waitAgain(store: Store, row: number): void {
  if (store.state[row] === PENDING) store.stack.push(row);
}
