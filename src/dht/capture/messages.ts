// The messages of the capture, under the names of the paper (Bertier, Obrovac, Tedeschi, "Adaptive atomic capture of
// multiple molecules", sections 3.1 to 3.3), and what a step of the capture wants done. The walk goes on in holder.ts.
//
// A requester wants the molecules of one combination; holders own them. All of a requester's wishes at one holder travel
// in one message and are granted or refused together. Two messages of the paper are gone:
//   COMMITMENT  a holder commits itself with its answer to QUERY. A commitment of its own opens the gap in which each of
//               two requesters is refused because of the other, and both give up.
//   REACTION    it says that a molecule which the holder still keeps is used up. Here a molecule goes to the requester with
//               its ownership, so the holder has nothing left to be told about.
// RESP_MOLECULE is the `Gift`: its molecules travel in bulk, in a message of the flask.
import type { FlaskId } from '../flask-id.ts';

/** The name of a molecule, unique in its solution; how it is made is the flask's affair. */
export type MoleculeId = string | number;

/** The name of a rule; success is counted for each rule by itself (section 3.5.1). */
export type RuleName = string;

/** What every message carries: the attempt it belongs to, and the sender's success with the rule (section 3.3.1). */
interface Carried {
  /** The requester's number for the attempt; answers repeat it, so that late ones are known as such. */
  readonly attempt: number;
  readonly rule: RuleName;
  /** The share of the sender's own attempts that ended in a reaction, from 0 to 1. */
  readonly rate: number;
}

export type CaptureMessage =
  /**
   * Requester to holder, pessimistic (Algorithm 1, line 13, and COMMITMENT, line 22): promise me these molecules. `captures` is
   * the number of captures the requester had completed when the attempt began: with its name, its place in the order.
   */
  | (Carried & {
      readonly type: 'QUERY';
      readonly captures: number;
      readonly ids: readonly MoleculeId[];
    })
  /**
   * Requester to holder: give me these molecules. Optimistic (Algorithm 3, line 3): if they are free. Pessimistic (Algorithm 1,
   * line 31): you have promised them. With `captures` it is the QUERY and the FETCH in one, for a requester that lacks nothing
   * else: give them as soon as you could promise them.
   */
  | (Carried & {
      readonly type: 'FETCH';
      readonly captures?: number;
      readonly ids: readonly MoleculeId[];
    })
  /**
   * Requester to holder (Algorithm 1, line 39): forget this attempt. It counts for the sender's own claims only; as printed
   * it frees what others hold.
   */
  | (Carried & { readonly type: 'GIVE_UP' })
  /** Holder to requester (Algorithm 2, line 17): all that you asked of me is kept for you until you FETCH or GIVE_UP. */
  | (Carried & { readonly type: 'RESP_OK' })
  /** Holder to requester (Algorithm 2, line 19; 4, line 9): `id` is promised to one that comes before you. I keep nothing for you. */
  | (Carried & { readonly type: 'RESP_TAKEN'; readonly id: MoleculeId })
  /** Holder to requester (Algorithm 2, line 5; 4, line 7): `id` is not mine any more. I keep nothing for you. */
  | (Carried & { readonly type: 'RESP_REMOVED'; readonly id: MoleculeId });

/** Molecules on their way to a new owner (RESP_MOLECULE); the flask sends their contents along. */
export interface Gift extends Carried {
  readonly ids: readonly MoleculeId[];
}

/** What a step wants done, in this order. */
export type CaptureEffect =
  | { readonly type: 'send'; readonly to: FlaskId; readonly message: CaptureMessage }
  /** Out of the engine, onto the shelf: still owned, but nobody reacts with it. */
  | { readonly type: 'lock'; readonly ids: readonly MoleculeId[] }
  /** Off the shelf, back into the engine. */
  | { readonly type: 'unlock'; readonly ids: readonly MoleculeId[] }
  /** Off the shelf, to another flask, which owns them from now on. */
  | { readonly type: 'give'; readonly to: FlaskId; readonly gift: Gift }
  | { readonly type: 'event'; readonly event: CaptureEvent };

export type CaptureEvent =
  /** All molecules of the combination lie on the shelf: take them off and let them react, in this step. */
  | {
      readonly type: 'captured';
      readonly attempt: number;
      readonly rule: RuleName;
      readonly ids: readonly MoleculeId[];
    }
  /** Nothing came of it. What has arrived is free in this flask, which owns it. A dormant flask had not even begun. */
  | {
      readonly type: 'aborted';
      readonly attempt: number;
      readonly rule: RuleName;
      readonly reason: 'taken' | 'removed' | 'dormant';
      /** The molecule that was refused. */
      readonly id?: MoleculeId;
    }
  /** This flask asks for this rule's molecules in another way from now on. */
  | { readonly type: 'mode'; readonly rule: RuleName; readonly mode: CaptureMode | 'dormant' }
  /** A holder's word: the molecules stay on the shelf until their taker fetches them or gives up. */
  | {
      readonly type: 'promised' | 'released';
      readonly to: FlaskId;
      readonly attempt: number;
      readonly ids: readonly MoleculeId[];
    };

export type CaptureMode = 'optimistic' | 'pessimistic';
