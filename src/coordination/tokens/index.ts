// What others may use of tokens: shares of a capped rate. `book` is the usual scheme, `walk` the one of the paper.
export { type BookStatus, book, book as tokens } from './book.ts';
export type {
  BookConfig,
  BookOptions,
  TokensConfig,
  TokensOptions,
  WalkConfig,
  WalkOptions,
} from './config.ts';
export { wrongRate } from './config.ts';
export type {
  BookMessage,
  TokensCommand,
  TokensEvent,
  WalkMessage,
} from './messages.ts';
export type { LedgerState, LedgerStatus } from './status.ts';
export { type WalkStatus, walk } from './walk.ts';
export { createWatch, type Use, type Watch, type WatchOptions } from './watch.ts';
