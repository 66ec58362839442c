// Pools of resources, of which a task takes what it needs, all at once: what the rest of coordination may use of this folder.
import type { Scheme } from '../scheme.ts';
import { configurePools, type PoolsConfig, type PoolsOptions } from './config.ts';
import type { PoolsMessage } from './messages.ts';
import {
  createNode,
  type PoolsCommand,
  type PoolsEvent,
  type PoolsState,
  stepNode,
} from './node.ts';
import { type PoolsStatus, statusOf } from './status.ts';

/** A task gets all that it needs of several pools, or nothing yet; nobody waits for ever. */
export const pools: Scheme<
  PoolsOptions,
  PoolsConfig,
  PoolsState,
  PoolsMessage,
  PoolsCommand,
  PoolsEvent,
  PoolsStatus
> = {
  name: 'pools',
  configure: configurePools,
  create: createNode,
  step: stepNode,
  status: statusOf,
};

export { createPoolsWatch, type PoolsWatch } from './checker.ts';
export type { Needs, PoolOptions, PoolsConfig, PoolsOptions } from './config.ts';
export type { PoolsMessage } from './messages.ts';
export {
  type Booked,
  createNode as createPoolsNode,
  type PoolsCommand,
  type PoolsEvent,
  type PoolsState,
} from './node.ts';
export type { PoolsStatus } from './status.ts';
export { type PrintedState, poolsAsPrinted } from './variants/as-printed.ts';
export type { PrintedMessage } from './variants/printed-pool.ts';
