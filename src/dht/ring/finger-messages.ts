// What the nodes of a ring with fingers say to each other, what they are told and what they tell.
import type { Millis, NodeId } from '../../base/index.ts';
import type { Member, Position } from './position.ts';

export type RingMessage =
  /** Looks for the owner; `last` if the sender believes that it is the receiver. */
  | {
      readonly type: 'find';
      readonly id: string;
      readonly asker: NodeId;
      readonly position: Position;
      readonly hops: number;
      readonly last: boolean;
    }
  /** The find is in good hands. */
  | { readonly type: 'got'; readonly id: string; readonly asker: NodeId }
  | { readonly type: 'found'; readonly id: string; readonly owner: Member; readonly hops: number }
  | { readonly type: 'ask-neighbours' }
  | {
      readonly type: 'neighbours';
      readonly predecessor: Member | null;
      readonly successors: readonly Member[];
    }
  /** The sender believes that it comes right before the receiver. */
  | { readonly type: 'notify'; readonly member: Member }
  | {
      readonly type: 'leaving';
      readonly predecessor: Member | null;
      readonly successors: readonly Member[];
    };

export type RingCommand =
  | { readonly type: 'join'; readonly contact: NodeId }
  | { readonly type: 'leave' }
  | { readonly type: 'find'; readonly id: string; readonly position: Position };

export type RingEvent =
  | { readonly type: 'found'; readonly id: string; readonly owner: NodeId; readonly hops: number }
  | { readonly type: 'joined' }
  | { readonly type: 'left' };

export interface RingOptions {
  /** How often a node looks after its neighbours and one of its fingers. */
  readonly everyMs: Millis;
  /** After so long without an answer a node is taken for gone. */
  readonly patienceMs: Millis;
}
