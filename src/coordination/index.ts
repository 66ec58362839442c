// What other folders may use of coordination: the shape of a scheme, then one block for each scheme.

export * from './balance/index.ts';
export * from './groups/index.ts';
export * from './node/index.ts';
export * from './pools/index.ts';
export type {
  BadOption,
  Enter,
  Entered,
  Leave,
  Refused,
  RequestId,
  Scheme,
  Start,
} from './scheme.ts';
export * from './tokens/index.ts';
export { thinkTimer, type Work, type WorkState, workload, workState } from './workload.ts';
