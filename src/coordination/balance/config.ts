// What a user says of a balanced job, checked and filled in. The usual values are those that came out best: winner by
// cost, batches of 16, swaps of up to 256 (docs/adr/0062-balance-swaps.md); the paper's own protocol is
// `{ winner: 'load', batch: 1, swap: 0 }`.
import { fail, type Millis, type NodeId, nodeId, ok, type Result } from '../../base/index.ts';
import type { BadOption } from '../scheme.ts';
import type { Strategy } from './bundle.ts';

export interface BalanceOptions {
  readonly members: readonly string[];
  readonly strategy?: Strategy;
  /** Who gets a task, among those for whom it is rational: the least loaded (paper), or whom it costs least. */
  readonly winner?: 'load' | 'cost';
  /** How many tasks are offered at once. */
  readonly batch?: number;
  /** How many tasks each side may put into an exchange; 0 for no exchanges. */
  readonly swap?: number;
  /** How much dearer work on distant data is. */
  readonly remoteFactor?: number;
  /** How long answers are awaited, and after how long an award is repeated. */
  readonly replyMs?: Millis;
  /** After how long a member that found nothing to offer looks again. */
  readonly searchMs?: Millis;
  /** By how much a load has to change, or for how long it may have changed, until everybody is told. */
  readonly informMs?: Millis;
  /** `off`: tasks are passed on but not run. */
  readonly execution?: 'on' | 'off';
}

export interface BalanceConfig {
  readonly members: readonly NodeId[];
  readonly strategy: Strategy;
  readonly winner: 'load' | 'cost';
  readonly batch: number;
  readonly swap: number;
  readonly remoteFactor: number;
  readonly replyMs: Millis;
  readonly searchMs: Millis;
  readonly informMs: Millis;
  readonly execution: 'on' | 'off';
}

/** After a refused exchange: the first pause, how it grows, and the longest. */
export const swapPause = { firstMs: 50, growth: 1.3, longestMs: 2000 } as const;

/** How many tasks a search looks at once it has something to show. */
export const searchMax = 2000;

export function configureBalance(options: BalanceOptions): Result<BalanceConfig, BadOption> {
  const members = options.members.map(nodeId);
  const { strategy = 'situational', winner = 'cost', execution = 'on' } = options;
  const { batch = 16, swap = 256, remoteFactor = 2 } = options;
  const { replyMs = 100, searchMs = 250, informMs = 1000 } = options;
  const wrong =
    wrongMembers(members) ??
    wrongWhole('batch', batch, 1) ??
    wrongWhole('swap', swap, 0) ??
    wrongNumber('remoteFactor', remoteFactor, 1) ??
    wrongNumber('replyMs', replyMs, 1) ??
    wrongNumber('searchMs', searchMs, 1) ??
    wrongNumber('informMs', informMs, 0);
  if (wrong) return fail(wrong);
  return ok({
    ...{ members, strategy, winner, execution, batch, swap, remoteFactor },
    ...{ replyMs, searchMs, informMs },
  });
}

function wrongMembers(members: readonly NodeId[]): BadOption | undefined {
  if (members.length === 0) return { option: 'members', why: 'at least one member is needed' };
  if (new Set(members).size === members.length) return undefined;
  return { option: 'members', why: 'a member is listed twice' };
}

function wrongWhole(option: string, value: number, least: number): BadOption | undefined {
  if (Number.isInteger(value) && value >= least) return undefined;
  return { option, why: `${option} must be a whole number of at least ${least}, not ${value}` };
}

function wrongNumber(option: string, value: number, least: number): BadOption | undefined {
  if (Number.isFinite(value) && value >= least) return undefined;
  return { option, why: `${option} must be a number of at least ${least}, not ${value}` };
}
