// What the owner of a node asks of it, and what the node tells: the face of peer.ts towards its driver. A driver
// carries messages, timers and the disk, calls effects, and speaks to clients.
import type { Millis, NodeId } from '../base/index.ts';
import type { FlaskApp } from './flask-app.ts';
import type { ClientId, FlaskId } from './flask-id.ts';
import type { View } from './view.ts';

export interface PeerOptions<S> {
  readonly app: FlaskApp<S>;
  /** Where other nodes reach this one; they learn it from the view, and read nothing into it. */
  readonly address: string;
  /** Whether what is synced is there after a crash. A node without a data directory has its disk in memory. */
  readonly durable: boolean;
  readonly timing?: Partial<PeerTiming>;
  /** How many reactions a slice has at first; it stays so if there is no stopwatch. */
  readonly fuel?: number;
  /** A clock of the driver, in milliseconds with fractions. Only the fuel rests on it, and that is in the log. */
  readonly stopwatch?: () => number;
  /** A log is folded into a snapshot when its tail weighs more than the last one and than this. */
  readonly snapshotLeastBytes?: number;
}

export interface PeerTiming {
  readonly heartbeatMs: Millis;
  /** Unheard of for so long, a node is suspected. */
  readonly suspectMs: Millis;
  /** What is not answered for so long is sent again. */
  readonly resendMs: Millis;
  /** How long a call to the authority waits before it is tried again. */
  readonly authorityMs: Millis;
  /** A solution whose clients are unheard of for so long is dropped. */
  readonly clientMs: Millis;
  /** How long a slice of reactions ought to take. */
  readonly sliceMs: number;
  /** The pause between two slices, in which other inputs have their turn. */
  readonly pauseMs: Millis;
}

export const usualTiming: PeerTiming = {
  heartbeatMs: 250,
  suspectMs: 2500,
  resendMs: 1000,
  authorityMs: 300,
  clientMs: 120_000,
  sliceMs: 15,
  pauseMs: 0,
};

export type PeerCommand =
  /**
   * Begin a cluster that so many voters (1, 3 or 5) decide for; it stands when so many nodes are there, or so many `members`: those
   * are in its first view, so that nobody has to join after the other.
   */
  | { readonly type: 'found'; readonly voters: number; readonly members?: number }
  /** Enter the cluster of a node that can be reached under this name; again and again until it lets us in. */
  | { readonly type: 'join'; readonly via: NodeId }
  /** Hand everything over, then go; told by `left`. */
  | { readonly type: 'leave' }
  /** May be repeated at any node, as long as all of it is the same; told by `submitted` or `refused`. */
  | {
      readonly type: 'submit';
      readonly solution: string;
      readonly spec: Uint8Array;
      readonly flasks: number;
      readonly replicas: number;
    }
  | { readonly type: 'drop'; readonly solution: string }
  /** A client is connected to this node. It has heard so much, or nothing, of each flask that it has spoken to. */
  | {
      readonly type: 'attach';
      readonly client: ClientId;
      readonly heard: readonly { readonly flask: FlaskId; readonly upTo: number }[];
    }
  | { readonly type: 'detach'; readonly client: ClientId }
  /** Numbered from 1 for each client and flask, in order. The client keeps it until it is told `taken`. */
  | {
      readonly type: 'to-flask';
      readonly client: ClientId;
      readonly flask: FlaskId;
      readonly number: number;
      readonly message: unknown;
    }
  /** A client has all messages of a flask up to this one. */
  | {
      readonly type: 'heard';
      readonly client: ClientId;
      readonly flask: FlaskId;
      readonly upTo: number;
    }
  | {
      readonly type: 'effect-answer';
      readonly flask: FlaskId;
      readonly key: string;
      readonly answer: unknown;
    }
  /** For whatever runs at another node beside its peer; told there as `aside`. */
  | { readonly type: 'say'; readonly to: NodeId; readonly message: unknown }
  /** A link to another node is up again: what was under way there may be lost. */
  | { readonly type: 'reconnected'; readonly node: NodeId }
  /** The answer to a `knock`: whether there is a process, busy or not. */
  | { readonly type: 'knocked'; readonly node: NodeId; readonly answers: boolean }
  | { readonly type: 'status'; readonly id: string };

export type PeerEvent =
  /** Under which address nodes are reached that may be spoken to from now on. */
  | { readonly type: 'contacts'; readonly contacts: readonly Contact[] }
  /** The cluster that this node founds stands when so many more have come; told when it changes. */
  | { readonly type: 'founding'; readonly missing: number }
  /** This node is a member; `incarnation` is that of this life. */
  | { readonly type: 'joined'; readonly incarnation: number }
  | { readonly type: 'turned-away'; readonly reason: string }
  | { readonly type: 'left' }
  /** A newer view is known. */
  | { readonly type: 'view'; readonly view: View }
  /** A node has been silent for some time: is there a process at all? Who cannot tell need not answer. */
  | { readonly type: 'knock'; readonly node: NodeId }
  /** Whether a majority of the voters answers; told when it changes. */
  | { readonly type: 'authority'; readonly reachable: boolean }
  /** Every flask of the solution has begun. */
  | { readonly type: 'submitted'; readonly solution: string }
  /** It cannot begin; or it was dropped, and a client that is attached here waits for it. */
  | { readonly type: 'refused'; readonly solution: string; readonly reason: string }
  | { readonly type: 'dropped'; readonly solution: string }
  /** Nobody has heard of a client of this solution for long: this node asks for it to be dropped. */
  | { readonly type: 'abandoned'; readonly solution: string }
  /** What the solution had is gone for good; a sentence says why. Told at every node. */
  | { readonly type: 'lost'; readonly solution: string; readonly reason: string }
  /** For a client that is attached here; it drops numbers that it has seen. */
  | {
      readonly type: 'to-client';
      readonly client: ClientId;
      readonly flask: FlaskId;
      readonly number: number;
      readonly message: unknown;
    }
  /** The flask has all messages of the client up to this one, for good. */
  | {
      readonly type: 'taken';
      readonly client: ClientId;
      readonly flask: FlaskId;
      readonly upTo: number;
    }
  /** To be called; the answer comes back as a command, or never, if this node hosts the flask no more. */
  | {
      readonly type: 'effect';
      readonly flask: FlaskId;
      readonly key: string;
      readonly name: string;
      readonly args: unknown;
    }
  /** This node hosts the flask no more: what was called for it need not be answered. */
  | { readonly type: 'unhosted'; readonly flask: FlaskId }
  /** Said at another node; whoever runs beside the peer judges it. */
  | { readonly type: 'aside'; readonly from: NodeId; readonly message: unknown }
  /** A link is up again: what was said aside meanwhile, in either direction, may be lost. */
  | { readonly type: 'reconnected'; readonly node: NodeId }
  /** Told by the app. `record` and `index` name it; after a take-over it may be told `again`. */
  | {
      readonly type: 'app-event';
      readonly flask: FlaskId;
      readonly record: number;
      readonly index: number;
      readonly again: boolean;
      readonly event: unknown;
    }
  /** The disk holds what it must not: this flask, or this node as a voter, stays silent. */
  | { readonly type: 'damaged'; readonly file: string; readonly reason: string }
  /** What the nodes of the cluster said of themselves, and who said nothing in time. */
  | {
      readonly type: 'status';
      readonly id: string;
      readonly view: View;
      readonly nodes: readonly NodeStatus[];
      readonly silent: readonly NodeId[];
    };

export interface Contact {
  readonly node: NodeId;
  readonly address: string;
}

/** One node, as it sees itself. */
export interface NodeStatus {
  readonly node: NodeId;
  readonly phase: PeerPhase;
  readonly incarnation: number;
  readonly viewVersion: number;
  readonly flasks: readonly FlaskStatus[];
}

/** `alone`: in no cluster yet. */
export type PeerPhase = 'alone' | 'joining' | 'member' | 'leaving' | 'left';

export interface FlaskStatus {
  readonly flask: FlaskId;
  readonly role: 'host' | 'replica';
  readonly epoch: number;
  /** Records in all, and how many of them count; both 0 where no log is kept. */
  readonly records: number;
  readonly counted: number;
  readonly logBytes: number;
  readonly isHungry: boolean;
  /** Messages posted and not yet acknowledged. */
  readonly waiting: number;
  /** What the app says of itself; null at a replica. */
  readonly app: unknown;
}
