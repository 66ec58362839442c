// What others may use of balance: who runs a task that can be run anywhere, at different costs.
export { loadsOf, type WorkerLoad } from './agent.ts';
export { type BalanceStatus, balance } from './balance.ts';
export { add as addItem, createBundle, type Strategy } from './bundle.ts';
export type { BalanceConfig, BalanceOptions } from './config.ts';
export type { BalanceCommand, BalanceEvent, BalanceMessage, Load } from './messages.ts';
export { rationalDelegations } from './search.ts';
export { type Item, itemOf, type Task, wrongTask } from './task.ts';
export { type StealingMessage, stealing } from './variants/stealing.ts';
