// What others may use of a node of coordination: the machine that runs all four schemes, and what can be said to it.

export { type Known, whyNot, workersOf } from './aim.ts';
export { type Definition, define, isNoName, type SchemeName } from './definition.ts';
export type { Given } from './given.ts';
export type {
  Asked,
  NodeCommand,
  NodeEvent,
  NodeMessage,
  RequestEvent,
  SessionEvent,
} from './messages.ts';
export { stepCoordination } from './node.ts';
export { createCoordination, type NodeState } from './node-state.ts';
export { type TokensDefinition, type Walking, wrongRateOf } from './rates.ts';
export { sessionLeaseMs } from './sessions.ts';
export {
  type BalanceLoads,
  type GroupsStatus,
  type PoolStatus,
  type Status,
  type Statuses,
  statusOf,
  type TokensStatus,
} from './status.ts';
export type { Grant, Wish } from './wish.ts';
