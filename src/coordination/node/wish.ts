// What somebody wants of a scheme, and what he is given: the same shape for all four, as plain data.
import type { NodeId } from '../../base/index.ts';
import type { Fence } from '../groups/index.ts';
import type { Booked, Needs } from '../pools/index.ts';

export type Wish =
  | { readonly scheme: 'tokens'; readonly name: string }
  | { readonly scheme: 'groups'; readonly name: string; readonly group: string }
  | { readonly scheme: 'pools'; readonly needs: Needs }
  | {
      readonly scheme: 'balance';
      readonly cost: number;
      /** How much of the data lies at which worker. */
      readonly where: Readonly<Record<string, number>>;
    };

/** What was entered. Each carries what a resource needs to refuse a holder that is no longer one. */
export type Grant =
  | { readonly scheme: 'tokens'; readonly token: number; readonly epoch: number }
  | { readonly scheme: 'groups'; readonly fence: Fence }
  | { readonly scheme: 'pools'; readonly units: readonly Booked[] }
  /** `node` is where the worker is. */
  | { readonly scheme: 'balance'; readonly worker: string; readonly node: NodeId };
