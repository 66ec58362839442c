// The coordination schemes for TypeScript: what `import { tokens, groups, pools, balance } from 'hocl/coordination'` gives. No
// chemistry is needed. The four belong to this process; `connect` gives those of a cluster, and whoever wants others makes them
// with `createCoordination`.
import type { Result } from '../../base/index.ts';
import {
  type BalanceLoads,
  type Booked,
  type Fence,
  type GroupsStatus,
  type Needs,
  type PoolStatus,
  type SchemeName,
  type Statuses,
  type TokensStatus,
  type Walking,
  type Wish,
  wrongRateOf,
} from '../../coordination/index.ts';
import { type ConnectOptions, connectTo } from './connect.ts';
import { type Coordination, CoordinationError, type Stay } from './coordination.ts';
import { oneProcess } from './one-process.ts';
import { definitionOf, nameIn, wishOf } from './wishes.ts';

export type {
  BalanceLoads,
  Booked,
  Fence,
  GroupsStatus,
  Needs,
  PoolStatus,
  TokensStatus,
  Walking,
} from '../../coordination/index.ts';
export type { ConnectOptions } from './connect.ts';
export { type Coordination, CoordinationError, type Stay } from './coordination.ts';

export interface WaitOptions {
  /** Gives up waiting when it is aborted. */
  readonly signal?: AbortSignal;
}

/** What is held until it is left. */
export interface Hold {
  /** Aborted when it is lost, which only a cluster can do: whoever holds it must stop. Others may have it soon. */
  readonly lost: AbortSignal;
}

/** A rate, and how its tokens get to those who want them: booked with those who keep them, or walking from node to node. */
export type TokensOptions =
  | { readonly rate: number; readonly scheme?: 'booked' }
  | ({ readonly rate: number; readonly scheme: 'walking' } & Walking);

/** Shares of a limited rate. */
export interface Tokens {
  /** A rate for all who use it: `rate` uses a second. */
  create(name: string, options: TokensOptions): Promise<void>;
  /** Another rate from now on. */
  resize(name: string, rate: number): Promise<void>;
  /** Waits for its turn: one use, now. */
  use(name: string, options?: WaitOptions): Promise<void>;
  /** Waits for its turn and runs `body` then; gives what it gives. */
  use<T>(name: string, body: () => T | Promise<T>, options?: WaitOptions): Promise<T>;
  /** How they stand, as far as the node knows that is asked: of one process, all. */
  status(name: string): Promise<TokensStatus>;
}

export interface GroupStay extends Hold {
  /** Larger than that of every earlier stay that it excludes: a resource can refuse an older one. */
  readonly fence: Fence;
  leave(): void;
}

/** Group mutual exclusion: many of one group together, never two groups that are in conflict. */
export interface Groups {
  create(
    name: string,
    options: {
      /** The names of the groups. */
      readonly members: readonly string[];
      /** Pairs of groups that exclude each other; of neighbours in the list; or of all. */
      readonly conflicts: readonly (readonly [string, string])[] | 'pipeline' | 'all';
    },
  ): Promise<void>;
  enter(name: string, group: string, options?: WaitOptions): Promise<GroupStay>;
  enter<T>(
    name: string,
    group: string,
    body: (stay: GroupStay) => T | Promise<T>,
    options?: WaitOptions,
  ): Promise<T>;
  /** Who is inside and who waits, as far as the node knows that is asked. */
  status(name: string): Promise<GroupsStatus>;
}

export interface PoolHold extends Hold {
  /** The resources, each with its pool, its number there, and a fence that grows with every holder. */
  readonly units: readonly Booked[];
  release(): void;
}

/** Pools of resources, of which one takes all that it needs at once. */
export interface Pools {
  create(name: string, options: { readonly capacity: number }): Promise<void>;
  /** `['printer', 'licence']`, or `{ printer: 2, licence: 1 }`. */
  take(needs: readonly string[] | Needs, options?: WaitOptions): Promise<PoolHold>;
  take<T>(
    needs: readonly string[] | Needs,
    body: (hold: PoolHold) => T | Promise<T>,
    options?: WaitOptions,
  ): Promise<T>;
  /** How much is taken and how many wait, as far as the node knows that is asked. */
  status(name: string): Promise<PoolStatus>;
}

export interface Turn extends Hold {
  /** Who does the task. */
  readonly worker: string;
  done(): void;
}

/** Tasks that any of several workers can do, at different costs. */
export interface Balance {
  create(options: {
    readonly workers: readonly string[];
    /** How much dearer work on data is that lie at another worker; 2 unless told. */
    readonly remoteFactor?: number;
  }): Promise<void>;
  /** `where` says how much of the data lies at which worker. */
  task(cost: number, where?: Needs, options?: WaitOptions): Promise<Turn>;
  task<T>(
    cost: number,
    where: Needs,
    body: (turn: Turn) => T | Promise<T>,
    options?: WaitOptions,
  ): Promise<T>;
  /** What the workers have to do, as far as the node knows that is asked. */
  status(): Promise<BalanceLoads>;
}

export interface Schemes {
  readonly tokens: Tokens;
  readonly groups: Groups;
  readonly pools: Pools;
  readonly balance: Balance;
}

/** The coordination of this process. Give it to a solution, and its rules see the same schemes. */
export const coordination: Coordination = oneProcess();

export const { tokens, groups, pools, balance }: Schemes = schemesOf(coordination);

/** A coordination of its own, apart from that of the process. */
export function createCoordination(): Coordination {
  return oneProcess();
}

/** The schemes of a cluster. They are shared by all that are connected to it, by their names. */
export interface Cluster extends Schemes {
  /** The same for a solution: its rules see the schemes of the cluster. */
  readonly coordination: Coordination;
  /** Leaves everything that is held and gives up what is waited for. */
  close(): Promise<void>;
}

/**
 * Connects to a running cluster by the address of one of its nodes, or of several in case one is away. A connection keeps the process
 * until it is closed.
 */
export async function connect(
  address: string | readonly string[],
  options: ConnectOptions = {},
): Promise<Cluster> {
  const addresses = typeof address === 'string' ? [address] : address;
  const { coordination: known, close } = await connectTo(addresses, options);
  return { ...schemesOf(known), coordination: known, close };
}

/** The four schemes of a coordination. */
export function schemesOf(known: Coordination): Schemes {
  const create = async (scheme: Wish['scheme'], ...args: readonly unknown[]): Promise<void> => {
    await known.create(rightOf(definitionOf(scheme, args)));
  };
  const enter = async (
    name: string,
    args: readonly unknown[],
    options: WaitOptions = {},
  ): Promise<Stay> => known.enter(rightOf(wishOf(name, args)), options.signal);

  const status = async <S extends SchemeName>(
    scheme: S,
    ...args: readonly unknown[]
  ): Promise<Statuses[S]> => known.status(scheme, rightOf(nameIn(scheme, args)));

  return {
    tokens: {
      create: (name, options) => create('tokens', name, options),
      status: (name) => status('tokens', name),
      async resize(name, rate) {
        const wrong = wrongRateOf(name, rate);
        if (wrong !== undefined) throw new CoordinationError(wrong);
        await known.resize(name, rate);
      },
      async use<T>(name: string, body?: Body<void, T> | WaitOptions, options?: WaitOptions) {
        const stay = await enter('tokens.use', [name], optionsOf(body, options));
        return within(stay, undefined, typeof body === 'function' ? body : () => undefined as T);
      },
    },
    groups: {
      create: (name, options) => create('groups', name, options),
      status: (name) => status('groups', name),
      async enter<T>(
        name: string,
        group: string,
        body?: Body<GroupStay, T> | WaitOptions,
        options?: WaitOptions,
      ) {
        const stay = await enter('groups.enter', [name, group], optionsOf(body, options));
        const { fence } = stay.grant as { readonly fence: Fence };
        const hold: GroupStay = { lost: stay.lost, fence, leave: stay.leave };
        return (typeof body === 'function' ? within(stay, hold, body) : hold) as T;
      },
    },
    pools: {
      create: (name, options) => create('pools', name, options),
      status: (name) => status('pools', name),
      async take<T>(
        needs: readonly string[] | Needs,
        body?: Body<PoolHold, T> | WaitOptions,
        options?: WaitOptions,
      ) {
        const stay = await enter('pools.take', [needs], optionsOf(body, options));
        const { units } = stay.grant as { readonly units: readonly Booked[] };
        const hold: PoolHold = { lost: stay.lost, units, release: stay.leave };
        return (typeof body === 'function' ? within(stay, hold, body) : hold) as T;
      },
    },
    balance: {
      create: (options) => create('balance', options),
      status: () => status('balance'),
      async task<T>(
        cost: number,
        where: Needs = {},
        body?: Body<Turn, T> | WaitOptions,
        options?: WaitOptions,
      ) {
        const stay = await enter('balance.task', [cost, where], optionsOf(body, options));
        const { worker } = stay.grant as { readonly worker: string };
        const hold: Turn = { lost: stay.lost, worker, done: stay.leave };
        return (typeof body === 'function' ? within(stay, hold, body) : hold) as T;
      },
    },
  };
}

type Body<H, T> = (hold: H) => T | Promise<T>;

function optionsOf(
  body: ((...args: never[]) => unknown) | WaitOptions | undefined,
  options: WaitOptions | undefined,
): WaitOptions {
  return (typeof body === 'function' ? options : body) ?? {};
}

/** Runs a body inside of what was entered, which is left whatever happens. */
async function within<H, T>(stay: Stay, hold: H, body: Body<H, T>): Promise<T> {
  try {
    return await body(hold);
  } finally {
    stay.leave();
  }
}

function rightOf<T>(result: Result<T, string>): T {
  if (!result.ok) throw new CoordinationError(result.error);
  return result.value;
}
