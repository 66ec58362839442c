// What a node of coordination remembers, and how it says things: the common ground of node.ts, members.ts, naming.ts and
// generation.ts.
import { assert, type Effect, type NodeId, type TimerId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import type { Aim } from './aim.ts';
import type { Definition, SchemeName } from './definition.ts';
import type { Kit } from './kit.ts';
import type {
  Asked,
  Claims,
  Holding,
  Made,
  NodeEvent,
  NodeMessage,
  NoteMessage,
  SchemeMessage,
} from './messages.ts';
import type { Grant, Wish } from './wish.ts';

/** A scheme as this node runs it. */
export interface Instance {
  readonly kit: Kit;
  readonly hosts: ReadonlyMap<NodeId, NodeId>;
  readonly ledger: NodeId | null;
  /** The members that are hosted here. */
  readonly members: Map<NodeId, unknown>;
}

/** A wish of this node's owner: which member has it, and what came of it; neither between generations. */
export interface Wished {
  readonly wish: Wish;
  aim: Aim | null;
  grant: Grant | null;
  /** Whose it is, if a client's. */
  readonly session: string | null;
  /** Who has not confirmed yet that it knows of the grant; null once its client may be told. */
  unnoted: Set<NodeId> | null;
}

/** What a client has left: the member that has it hears of that when no node takes it for held any more. */
export interface Leaving {
  readonly session: string;
  readonly aim: Aim;
  /** Who has not confirmed yet that it has forgotten. */
  readonly unforgotten: Set<NodeId>;
}

/** What the first node is about to settle. */
export interface Leading {
  readonly generation: number;
  readonly nodes: readonly NodeId[];
  /** Some of them have lived before. */
  readonly isBack: boolean;
  /** What each node has said; all of them have, once the generation has begun. */
  readonly claims: Map<NodeId, Claims>;
  hasBegun: boolean;
  /** Who has not confirmed that it has begun. */
  readonly slow: Set<NodeId>;
  /** Definitions that not all nodes have confirmed, with whom to tell then. */
  readonly defining: Map<number, Defining>;
  defined: number;
  /** Those that were answered lately, by who asked: a repetition that comes late must not undo what came after it. */
  readonly answered: Set<string>;
}

export interface Defining {
  readonly made: Made;
  readonly waits: Set<NodeId>;
  readonly to: NodeId;
  readonly request: RequestId;
}

export interface NodeState {
  readonly self: NodeId;
  /** All nodes of this generation, in one order everywhere; the first one leads. */
  nodes: readonly NodeId[];
  generation: number;
  /** The generation that it had a say in before this one, and the last that it has begun. */
  saidIn: number;
  begun: number;
  /** Between two generations nothing is granted. */
  isRunning: boolean;
  view: number;
  leading: Leading | null;
  /** What was defined, by scheme and name, and by whom. */
  readonly definitions: Map<string, Definition>;
  readonly makers: Map<string, string>;
  /** The number under which the first node told of each, in this generation. */
  readonly numbers: Map<string, number>;
  /** What runs here; all pools share one instance. */
  readonly instances: Map<string, Instance>;
  readonly wishes: Map<RequestId, Wished>;
  /** Creations of this node's owner that are not answered. */
  readonly creations: Map<RequestId, { readonly made: Made; readonly replaces: boolean }>;
  /** Questions of this node's owner that came between generations. */
  readonly asked: Map<RequestId, Asked>;
  /** The clients that are served here, and when each was heard of. */
  readonly sessions: Map<string, { heardMs: number }>;
  /** Until then clients are given nothing to hold: others may not know yet that they have lost it. */
  quietUntilMs: number;
  /** What clients of other nodes hold, by request. */
  readonly notes: Map<RequestId, Holding>;
  /** What clients of this node have left and not all nodes have forgotten, by request; settled when a generation begins. */
  readonly leaving: Map<RequestId, Leaving>;
  /** Messages of members for schemes or generations that are not known here yet. */
  early: { readonly from: NodeId; readonly message: SchemeMessage }[];
  /** Notes from nodes that have begun a generation which this one has not. */
  earlyNotes: { readonly from: NodeId; readonly message: NoteMessage }[];
  /** Timers of members that are set. */
  readonly timers: Set<TimerId>;
  /** The generation in which something may have been lost. */
  doubted: number | null;
  /** It may have been taken for dead, and takes no part. */
  isIsolated: boolean;
  isRepeating: boolean;
}

/** What a step wants done, and what it has said to itself: heard in turn, after all that came before it. */
export interface Out {
  readonly effects: Effect<NodeMessage, NodeEvent>[];
  readonly own: NodeMessage[];
}

/** A node that knows who is there. Without nodes it waits for a view. */
export function createCoordination(nodes: readonly NodeId[], self: NodeId): NodeState {
  assert(nodes.length === 0 || nodes.includes(self), 'a node of coordination is one of all', self);
  const isFirst = nodes[0] === self;
  return {
    ...{ self, nodes, generation: 0, saidIn: 0, begun: 0, isRunning: nodes.length > 0, view: 0 },
    leading: isFirst ? { ...leadingOf(0, nodes), hasBegun: true, slow: new Set() } : null,
    ...{ definitions: new Map(), makers: new Map(), numbers: new Map() },
    ...{ instances: new Map(), wishes: new Map() },
    ...{
      creations: new Map(),
      asked: new Map(),
      early: [],
      earlyNotes: [],
      timers: new Set(),
      doubted: null,
      isIsolated: false,
    },
    ...{ sessions: new Map(), quietUntilMs: Number.NEGATIVE_INFINITY },
    ...{ notes: new Map(), leaving: new Map(), isRepeating: false },
  };
}

export function leadingOf(generation: number, nodes: readonly NodeId[], isBack = false): Leading {
  return {
    ...{ generation, nodes, isBack, claims: new Map(), hasBegun: false, slow: new Set(nodes) },
    ...{ defining: new Map(), defined: 0, answered: new Set() },
  };
}

export function sendTo(state: NodeState, to: NodeId, message: NodeMessage, out: Out): void {
  if (to === state.self) out.own.push(message);
  else out.effects.push({ type: 'send', to, message });
}

/** A command for a member, wherever it is hosted. */
export function order(state: NodeState, at: Aim, command: unknown, out: Out): void {
  const host = state.instances.get(at.scheme)?.hosts.get(at.member);
  assert(host !== undefined, 'a wish belongs to a member', at);
  const { generation } = state;
  sendTo(
    state,
    host,
    { type: 'command', generation, scheme: at.scheme, to: at.member, command },
    out,
  );
}

/** Wishes are named apart among all nodes: a task may be run by any. */
export function nameOf(owner: NodeId, request: RequestId): RequestId {
  return JSON.stringify([owner, request]);
}

/** A member is told that a wish of this node is left. */
export function orderLeave(state: NodeState, at: Aim, request: RequestId, out: Out): void {
  order(state, at, { type: 'leave', request: nameOf(state.self, request) }, out);
}

export function tell(event: NodeEvent, out: Out): void {
  out.effects.push({ type: 'event', event });
}

export function refuse(request: RequestId, why: string, out: Out): void {
  tell({ type: 'refused', request, why }, out);
}

export function keyOf(scheme: SchemeName, name: string): string {
  return scheme === 'balance' ? 'balance' : `${scheme} ${name}`;
}
