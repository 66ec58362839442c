// The messages of the token schemes, by who sends them to whom, and the wishes and news of a member.
// Leases are common to both machines; the rest belongs to one of them.
import type { Millis, NodeId } from '../../base/index.ts';
import type { Enter, Entered, Leave, Refused, RequestId, Start } from '../scheme.ts';

/** Tokens are numbered from 0; a number is the same token through all epochs. */
export type TokenNumber = number;

/** A right to one use each `periodMs`, for a while. */
export interface Lease {
  readonly token: TokenNumber;
  /** Counts how often the token had to be made anew; a resource that has seen a later one refuses. */
  readonly epoch: number;
  /** No use at or after this moment. */
  readonly endMs: Millis;
  readonly periodMs: Millis;
  /** Counts the resizes that the period takes account of. */
  readonly version: number;
}

/** What a holder says of a token when it wants the lease to go on, or has learned a new period. */
export interface Holding {
  readonly token: TokenNumber;
  readonly epoch: number;
  /** The first moment that the holder has not given away yet. */
  readonly freeMs: Millis;
  readonly version: number;
}

export type LedgerMessage =
  /** Holder to ledger: I am here since then, and remember nothing of before. */
  | { readonly type: 'hello'; readonly sinceMs: Millis }
  /** Holder to ledger. */
  | { readonly type: 'renew'; readonly sinceMs: Millis; readonly holdings: readonly Holding[] }
  /** Ledger to holder, the answer to both: these leases hold on; `sinceMs` is the holder's own. */
  | { readonly type: 'renewed'; readonly sinceMs: Millis; readonly leases: readonly Lease[] }
  /** Ledger to holder: a token that nobody has, free from `freeMs` on. */
  | {
      readonly type: 'issue';
      readonly sinceMs: Millis;
      readonly lease: Lease;
      readonly freeMs: Millis;
    };

/**
 * One attempt of a member to get a slot, never used for another: a keeper gives one slot to each, and what
 * is returned late cannot be mistaken for what was granted since.
 */
export type AskId = string;

/** How busy a keeper is, as of `stampMs`; a keeper without a token has no next free moment. */
export interface Rumour {
  readonly keeper: NodeId;
  readonly nextMs: Millis | null;
  readonly stampMs: Millis;
}

export type BookMessage =
  | LedgerMessage
  /** Member to keeper, or once more from keeper to keeper: a slot not before the wish. */
  | {
      readonly type: 'reserve';
      readonly member: NodeId;
      readonly request: RequestId;
      readonly ask: AskId;
      readonly wishMs: Millis;
      /** What the keeper that passed it on knew of the others; null from the member itself. */
      readonly rumours: readonly Rumour[] | null;
    }
  /** Keeper to member: the slot is yours, whatever becomes of me. */
  | {
      readonly type: 'grant';
      readonly request: RequestId;
      readonly ask: AskId;
      readonly token: TokenNumber;
      readonly epoch: number;
      readonly slotMs: Millis;
    }
  /** Keeper to member: nothing to give at present, ask again later. */
  | { readonly type: 'busy'; readonly request: RequestId }
  /** Member to keeper: I shall not use what you granted. */
  | { readonly type: 'return'; readonly ask: AskId }
  /** Keeper to keeper. */
  | { readonly type: 'gossip'; readonly rumours: readonly Rumour[] };

/** A token as it walks. */
export interface WalkingToken extends Lease {
  /** t_u: the earliest moment of its next use. */
  readonly freeMs: Millis;
  /** Counts its steps, so that a step that is told twice is taken once. */
  readonly hop: number;
}

export type WalkMessage =
  | LedgerMessage
  /** Holder to neighbour; `toSinceMs` is the life of the neighbour that is meant, if it is known. */
  | { readonly type: 'token'; readonly token: WalkingToken; readonly toSinceMs: Millis | null }
  /** Neighbour to holder: this step is taken. */
  | { readonly type: 'arrived'; readonly token: TokenNumber; readonly hop: number }
  /** Neighbour to holder: this step is not for this life of mine, which I have not taken it in. */
  | {
      readonly type: 'not-me';
      readonly token: TokenNumber;
      readonly hop: number;
      readonly sinceMs: Millis;
    };

export type TokensCommand =
  | Start
  /** One use, at `wishMs` or as soon after it as can be; now unless said. */
  | (Enter & { readonly wishMs?: Millis })
  | Leave
  /** To the ledger only. */
  | { readonly type: 'resize'; readonly ratePerSecond: number };

export type TokensEvent =
  | (Entered & {
      readonly token: TokenNumber;
      readonly epoch: number;
      readonly wishMs: Millis;
      readonly atMs: Millis;
    })
  | Refused
  /** A slot came and went unused; the wish stays and is asked for again. */
  | { readonly type: 'missed'; readonly request: RequestId; readonly slotMs: Millis }
  /** A token was given to a member that had none of it, for the first time or again. */
  | {
      readonly type: 'issued';
      readonly token: TokenNumber;
      readonly epoch: number;
      readonly to: NodeId;
    }
  /** From `fromMs` on, every window keeps the new rate. */
  | { readonly type: 'resized'; readonly ratePerSecond: number; readonly fromMs: Millis };
