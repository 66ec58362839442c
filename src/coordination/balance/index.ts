// What others may use of balance: who runs a task that can be run anywhere, at different costs.
export { type BalanceStatus, balance } from './balance.ts';
export type { Strategy } from './bundle.ts';
export type { BalanceConfig, BalanceOptions } from './config.ts';
export type { BalanceCommand, BalanceEvent, BalanceMessage, Load } from './messages.ts';
export { type Task, wrongTask } from './task.ts';
