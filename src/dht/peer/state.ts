// All that a node keeps in its head. The parts of peer.ts share it; each file says which of it is its own.
import type { NodeId } from '../../base/index.ts';
import type { Proposer, ProposerCommand } from '../authority/proposer.ts';
import type { Voter } from '../authority/voter.ts';
import type { Channels } from '../channel.ts';
import type { ClientId, FlaskId } from '../flask-id.ts';
import type { Contact, NodeStatus, PeerPhase } from '../peer-command.ts';
import type { Cluster, PeerMessage } from '../peer-messages.ts';
import type { Replica } from '../replica.ts';
import type { FlaskPlace } from '../view.ts';
import type { Newcomer, ViewTask } from '../view-change.ts';
import type { ViewKeeper } from '../view-keeper.ts';

/** Who this node is, as its disk says (entry.ts). */
export interface Identity {
  /** Drawn when the disk was empty. */
  readonly token: string;
  /** The number of this life. */
  readonly incarnation: number;
  /** The disk was empty, or damaged, and the cluster has not been told; which of the two. */
  readonly fresh: boolean;
  readonly damaged?: boolean;
  /** It was founded as a voter, and its votes lie on this disk. Left out in directories from before this was kept. */
  readonly isVoter?: boolean;
  readonly cluster: Cluster | null;
  readonly contacts: readonly Contact[];
}

/** A log that is open. The serial tells its syncs from those of one that lay in the same file before. */
export interface OpenLog {
  readonly serial: number;
  readonly file: string;
  readonly replica: Replica;
  /** Undefined while it lies on the shelf. */
  flask: FlaskId | undefined;
}

/** A flask of which this node keeps the log, or which it runs. */
export interface Local<S> {
  readonly flask: FlaskId;
  readonly born: number;
  /** Undefined where no log is kept: one copy, on a node that comes back with nothing. */
  log: OpenLog | undefined;
  replica: Replica | undefined;
  /** The state of the flask, at its host. */
  running: Running<S> | undefined;
  /** Answers of effects that came while this node could not act for the flask. */
  answers: { readonly key: string; readonly answer: unknown }[];
}

export interface Running<S> {
  state: S;
  channels: Channels<unknown>;
  /** The record up to which the log is folded into this, and its epoch. */
  applied: number;
  appliedEpoch: number;
  /** How many inputs the flask has had in its life. */
  inputs: number;
  /** The record that began it; undefined before. */
  begunBy: number | undefined;
  /** Who wants to hear that it has begun. */
  readonly beginners: Set<NodeId>;
  /** Effects without an answer, by key; those that are to be asked for yet stand in `unasked`, too. */
  readonly effects: Map<string, OpenEffect>;
  unasked: { readonly key: string; readonly record: number }[];
  /** Events of records that do not count yet. */
  untold: Untold[];
  /** Where clients are, as far as they said. */
  readonly clients: Map<ClientId, NodeId>;
  fuel: number;
}

export interface OpenEffect {
  readonly name: string;
  readonly args: unknown;
}

export interface Untold {
  readonly record: number;
  readonly input: number;
  readonly index: number;
  readonly again: boolean;
  readonly event: unknown;
}

/** A client that is attached here, and one flask. */
export interface Session {
  /** What the client has, and what it was told, of the flask's messages. */
  heard: number;
  told: number;
  /** What the flask has not taken, in order. */
  waiting: { readonly number: number; readonly message: unknown }[];
}

export interface Submission {
  readonly spec: Uint8Array;
  /** Undefined until the view has the solution. */
  unbegun: Set<FlaskId> | undefined;
}

/** How often a silent node was knocked at since it was `heard` last: when it is next, and until when it passes for busy. In beats. */
export interface Knock {
  readonly heard: number;
  nextAt: number;
  busyUntil: number;
}

export interface StatusAsk {
  readonly told: NodeStatus[];
  readonly waitsFor: Set<NodeId>;
  readonly untilBeat: number;
}

/** For which part a sync was asked. */
export type SyncPart =
  | { readonly type: 'identity'; readonly write: number }
  | { readonly type: 'voter'; readonly mark: number }
  | { readonly type: 'proposer'; readonly mark: number }
  | { readonly type: 'log'; readonly serial: number; readonly mark: number };

export interface Delivery {
  readonly from: NodeId;
  readonly message: PeerMessage;
}

/** A cluster in the making: it stands when there are so many candidates. */
export interface Founding {
  readonly voters: number;
  readonly members: number;
  readonly candidates: readonly Newcomer[];
  /** How many it was told to wait for last. */
  readonly missing?: number;
}

export interface Peer<S> {
  identity: Identity;
  /** How often the identity was written, and up to which of these it is durable. */
  identityWrites: number;
  identityDurable: number;
  phase: PeerPhase;
  /** It was asked to leave, in this life or in one before. */
  wantsToLeave: boolean;
  /** Whom to ask for entry. */
  via: NodeId | undefined;
  founding: Founding | undefined;
  /** Who is in the first view beside its founder; empty once it is founded. */
  foundedWith: readonly Newcomer[];
  /** Voters that have not said that they are founded; the founder reminds them. */
  unfounded: Set<NodeId>;
  readonly voter: Voter;
  /** Undefined until the voters are known. */
  proposer: Proposer | undefined;
  /** What the keeper of the view asks of the voters, until they are known. */
  heldCall: ProposerCommand | undefined;
  /** What the disk says of proposers before. */
  readonly proposerLife: Uint8Array | undefined;
  isAuthorityReachable: boolean;
  readonly keeper: ViewKeeper;
  /** The places of the view, by flask. */
  places: ReadonlyMap<FlaskId, FlaskPlace>;
  /** What this host has to do about its flasks. */
  tasks: ReadonlyMap<FlaskId, readonly ViewTask[]>;
  /** The life in which each member was when places were looked at last. */
  readonly lives: Map<NodeId, number>;
  /** This life is in the view, and the disk knows: only then logs are kept and flasks are run. */
  acts: boolean;
  /** Logs that were on the disk at the start and are not in use yet, by file. */
  readonly shelf: Map<string, OpenLog>;
  /** Logs that are open, by serial. */
  readonly logs: Map<number, OpenLog>;
  serials: number;
  readonly locals: Map<FlaskId, Local<S>>;
  /** Messages for flasks that are not ready for them. */
  readonly early: Map<FlaskId, Delivery[]>;
  /** Messages of this node to itself, oldest first. */
  here: Delivery[];
  /** Flasks with which something was done in this step. */
  readonly dirty: Set<FlaskId>;
  readonly hungry: Set<FlaskId>;
  readonly submissions: Map<string, Submission>;
  readonly toldLost: Set<string>;
  readonly sessions: Map<ClientId, Map<FlaskId, Session>>;
  readonly asks: Map<string, StatusAsk>;
  /** Whether the timers of work and of messages to itself are set. */
  isWorkSet: boolean;
  isHereSet: boolean;
  /** How many heartbeats this life has sent: its measure of time, which no jump of a clock changes. */
  beat: number;
  /** The beat at which each node was last heard of, and whom it suspected then. */
  readonly heard: Map<NodeId, number>;
  readonly suspectedBy: Map<NodeId, readonly NodeId[]>;
  /** What is known of nodes that are silent and may be busy. */
  readonly knocks: Map<NodeId, Knock>;
  /** For how many beats nobody has spoken for a client, by the flask 0 that lies here (abandoned.ts). */
  readonly unheard: Map<FlaskId, number>;
  /** The beat at which a node was last shown the view. */
  readonly shown: Map<NodeId, number>;
  readonly syncs: Map<number, readonly SyncPart[]>;
  syncCount: number;
}
