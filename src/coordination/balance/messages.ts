// The messages of balance. Each member opens one deal at a time (an auction or an exchange) and numbers its deals, so that a
// receiver needs to remember only the last one of each: what is repeated is answered as before, what is
// older is ignored.
import type { NodeId } from '../../base/index.ts';
import type { Enter, Entered, Leave, Refused, RequestId, Start } from '../scheme.ts';
import type { Task } from './task.ts';

/** How much somebody has to do, and how much of it a second takes if that is known yet. */
export interface Load {
  readonly cost: number;
  readonly speed: number | null;
}

/** What a member has to do as things are. Others believe the last one that it said, not that came last. */
export interface Stated extends Load {
  readonly count: number;
}

interface InDeal {
  readonly deal: number;
  readonly load: Stated;
}

export type BalanceMessage =
  /** To all: so much have I to do. */
  | { readonly type: 'inform'; readonly load: Stated }
  /** Initiator to those who may bid: who takes any of these? */
  | ({ readonly type: 'call'; readonly tasks: readonly Task[] } & InDeal)
  /** Bidder to initiator: these, if I get them all; none is a refusal. `busy` is with its other open bids. */
  | ({ readonly type: 'bid'; readonly takes: readonly RequestId[]; readonly busy: Load } & InDeal)
  /** Initiator to a bidder who gets nothing, or to whom an exchange was proposed in vain. */
  | ({ readonly type: 'close' } & InDeal)
  /** Initiator to winner, repeated until it is answered; `without` is its load without what others get. */
  | ({ readonly type: 'award'; readonly tasks: readonly Task[]; readonly without: Load } & InDeal)
  /** Asker to one peer: these cost less with you, what do you give for them? */
  | ({ readonly type: 'swap'; readonly tasks: readonly Task[] } & InDeal)
  /** Peer to asker: give me these, get those, and my load, open bids included, goes from `busy` to `after`. */
  | ({
      readonly type: 'swap-yes';
      readonly give: readonly RequestId[];
      readonly get: readonly Task[];
      readonly busy: Load;
      readonly after: Load;
    } & InDeal)
  | ({ readonly type: 'swap-no' } & InDeal)
  /** Asker to peer, repeated until it is answered: its load goes from `before` to `after`. */
  | ({ readonly type: 'accept'; readonly before: Load; readonly after: Load } & InDeal)
  /** The answer to an award or an accept; with it tasks have changed hands. */
  | ({ readonly type: 'confirm' } & InDeal)
  /** The answer to an award or an accept that is no longer an improvement. */
  | ({ readonly type: 'decline' } & InDeal);

export type BalanceCommand =
  | Start
  /** Offers a task: whoever does it soonest for all shall do it. */
  | (Enter & Omit<Task, 'request'>)
  /** A task that was entered here is done. */
  | Leave;

export type BalanceEvent =
  /** A task is this member's to do, now. */
  | (Entered & { readonly task: Task })
  | Refused
  /** Tasks have changed hands, told by the one who takes: the loads of giver and taker as they saw them. */
  | {
      readonly type: 'delegated' | 'swapped';
      readonly from: NodeId;
      readonly took: readonly RequestId[];
      readonly gave: readonly RequestId[];
      readonly loads: {
        readonly giverBefore: number;
        readonly giverAfter: number;
        readonly takerBefore: number;
        readonly takerAfter: number;
      };
    };
