// Which pools there are, how many resources each has, and which node keeps it: the fixed part of a scheme, checked once.
import { fail, type Millis, type NodeId, nodeId, ok, type Result } from '../../base/index.ts';
import type { BadOption } from '../scheme.ts';

export interface PoolsOptions {
  readonly pools: Readonly<Record<string, PoolOptions>>;
  /** How long a task waits behind the same requests before it moves ahead of them: the paper's gamma. */
  readonly blockedMs?: Millis;
  /** How long a task goes on being admitted without success, at most; see task.ts. */
  readonly patienceMaxMs?: Millis;
  /** A node that is not heard of for so long has lost all it has; 0: nobody ever has. */
  readonly leaseMs?: Millis;
  /** How often a node says that it is there, while it has tasks. */
  readonly renewMs?: Millis;
}

export interface PoolOptions {
  readonly keeper: string;
  readonly capacity: number;
}

export interface PoolsConfig {
  readonly pools: ReadonlyMap<string, { readonly keeper: NodeId; readonly capacity: number }>;
  readonly blockedMs: Millis;
  readonly patienceMaxMs: Millis;
  readonly leaseMs: Millis;
  readonly renewMs: Millis;
}

/** How much of which pool a task needs, all of it at once. */
export type Needs = Readonly<Record<string, number>>;

const most = 100_000;

export function configurePools(options: PoolsOptions): Result<PoolsConfig, BadOption> {
  const pools = new Map<string, { keeper: NodeId; capacity: number }>();
  const names = Object.keys(options.pools).sort();
  if (names.length === 0) return bad('pools', 'there must be at least one pool');
  for (const name of names) {
    const { keeper = '', capacity = 0 } = options.pools[name] ?? {};
    if (keeper === '') return bad('keeper', `pool "${name}" needs a node that keeps it`);
    if (!Number.isSafeInteger(capacity) || capacity < 1 || capacity > most) {
      return bad('capacity', `pool "${name}" has from 1 to ${most} resources, not ${capacity}`);
    }
    pools.set(name, { keeper: nodeId(keeper), capacity });
  }
  const { blockedMs = 1000, leaseMs = 10_000 } = options;
  const { patienceMaxMs = blockedMs * 1024, renewMs = leaseMs / 4 } = options;
  for (const [option, ms] of Object.entries({ blockedMs, patienceMaxMs })) {
    if (!(ms > 0 && ms < Number.POSITIVE_INFINITY)) return bad(option, `a time above 0, not ${ms}`);
  }
  if (!(leaseMs >= 0 && leaseMs < Number.POSITIVE_INFINITY)) {
    return bad('leaseMs', `a time, or 0 for none, not ${leaseMs}`);
  }
  if (leaseMs > 0 && !(renewMs > 0 && renewMs < leaseMs)) {
    return bad('renewMs', `a time above 0 and below leaseMs, not ${renewMs}`);
  }
  return ok({ pools, blockedMs, patienceMaxMs, leaseMs, renewMs });
}

/** What is wrong with a wish, as a sentence, or undefined. */
export function wrongNeeds(config: PoolsConfig, needs: Needs): string | undefined {
  const names = Object.keys(needs);
  if (names.length === 0) return 'a task needs something of at least one pool';
  for (const name of names) {
    const pool = config.pools.get(name);
    const amount = needs[name] ?? 0;
    if (pool === undefined) return `there is no pool "${name}"`;
    if (!Number.isSafeInteger(amount) || amount < 1) {
      return `of pool "${name}" a task needs 1 or more, not ${amount}`;
    }
    if (amount > pool.capacity) return `pool "${name}" has ${pool.capacity}, never ${amount}`;
  }
  return undefined;
}

function bad(option: string, why: string): Result<never, BadOption> {
  return fail({ option, why });
}
