// What nodes say to each other, all of it. Messages may be lost, repeated and late; links are FIFO in practice, but
// nothing rests on it. Some are bulky (logs, specs, posts): a transport cuts them in pieces if it must.
import type { NodeId } from '../base/index.ts';
import type { AuthorityMessage } from './authority/messages.ts';
import type { ChannelMessage } from './channel.ts';
import type { Endpoint, FlaskId } from './flask-id.ts';
import type { NodeStatus } from './peer-command.ts';
import type { ReplicaMessage } from './replica.ts';
import type { View } from './view.ts';
import type { Newcomer } from './view-change.ts';

/** A node as one speaks of it before there is a view. The token is drawn when its disk is empty: a wiped disk has another. */
export interface Candidate {
  readonly node: NodeId;
  readonly token: string;
  readonly address: string;
}

/** What is fixed for ever when a cluster is founded. */
export interface Cluster {
  readonly id: string;
  readonly voters: readonly Candidate[];
}

export type PeerMessage =
  /** To a node of a cluster: let me in. It names the cluster to which its disk belongs, if it has one. */
  | { readonly type: 'ask-in'; readonly newcomer: Newcomer; readonly cluster: string | null }
  | { readonly type: 'welcome'; readonly cluster: Cluster; readonly view: View }
  | { readonly type: 'turned-away'; readonly reason: string }
  /** Founder to the other voters, until each has answered. */
  | { readonly type: 'found-voter'; readonly cluster: Cluster }
  | { readonly type: 'voter-founded'; readonly token: string }
  | { readonly type: 'authority'; readonly message: AuthorityMessage }
  /** I am here, I know the view of this version, and I have not heard of these for too long. */
  | {
      readonly type: 'heartbeat';
      readonly incarnation: number;
      readonly version: number;
      readonly suspects: readonly NodeId[];
    }
  | { readonly type: 'view'; readonly view: View }
  /** With the life of its sender: what a life has confirmed is nothing that the next one has. */
  | {
      readonly type: 'replica';
      readonly flask: FlaskId;
      readonly incarnation: number;
      readonly message: ReplicaMessage;
    }
  /** Between flasks, and between a flask and the node to which a client is attached. */
  | {
      readonly type: 'channel';
      readonly from: Endpoint;
      readonly to: Endpoint;
      readonly message: ChannelMessage<unknown>;
    }
  /** To the host of flasks that have not begun, until it has answered for each. */
  | { readonly type: 'begin'; readonly flasks: readonly FlaskId[]; readonly spec: Uint8Array }
  | { readonly type: 'begun'; readonly flasks: readonly FlaskId[] }
  /** Between those who run at nodes beside the peers: it may be lost, as any message. */
  | { readonly type: 'aside'; readonly message: unknown }
  | { readonly type: 'ask-status'; readonly id: string }
  | { readonly type: 'status'; readonly id: string; readonly status: NodeStatus };
