// What nodes of coordination say to each other, what their owners want of them, and what they tell.
//
// Nodes go from one generation to the next whenever it changes who is there (generation.ts). What members of schemes say belongs
// to one generation and means nothing in another.
import type { NodeId } from '../../base/index.ts';
import type { RequestId, Start } from '../scheme.ts';
import type { Definition, SchemeName } from './definition.ts';
import type { Status } from './status.ts';
import type { Grant, Wish } from './wish.ts';

/** A definition, and who made it: the same maker has made it once, however often he asks. */
export interface Made {
  readonly definition: Definition;
  readonly by: string;
}

/** What somebody holds, wherever he is. */
export interface Holding {
  readonly owner: NodeId;
  readonly request: RequestId;
  readonly wish: Wish;
  readonly grant: Grant;
  /** Of a client: the session that it belongs to. */
  readonly session?: string;
  /** Nobody speaks for it, so the first node does from now on, until its client comes or is given up. */
  readonly isOrphan?: true;
}

/** What a node says between two generations. */
export interface Claims {
  /** The last generation that it had a say in before, and the last that it has begun. */
  readonly saidIn: number;
  readonly begun: number;
  readonly held: readonly Holding[];
  readonly known: readonly Made[];
  /** What clients of other nodes hold, as far as those have said so. */
  readonly notes: readonly Holding[];
  /** The sessions that are here, or were until just now: what such a one holds and is not claimed it has left. */
  readonly sessions: readonly string[];
  /** For how long clients are given nothing to hold yet. */
  readonly quietMs: number;
}

/** Between members of schemes, and between them and those who have wishes. */
export type SchemeMessage =
  /** A message between two members of a scheme. */
  | {
      readonly type: 'member';
      readonly generation: number;
      readonly scheme: string;
      readonly from: NodeId;
      readonly to: NodeId;
      readonly message: unknown;
    }
  /** A command for a member that another node hosts. */
  | {
      readonly type: 'command';
      readonly generation: number;
      readonly scheme: string;
      readonly to: NodeId;
      readonly command: unknown;
    }
  /** From the host of a worker to whoever offered the task. */
  | {
      readonly type: 'won';
      readonly generation: number;
      readonly request: RequestId;
      readonly worker: NodeId;
    };

/** To and from the first node, which has the last word; all of them may be repeated. */
export type ControlMessage =
  /** To the first node: please define this; or, if it `replaces`, define it anew. */
  | {
      readonly type: 'create';
      readonly request: RequestId;
      readonly made: Made;
      readonly replaces: boolean;
    }
  /** From the first node to all: this is defined from now on. */
  | {
      readonly type: 'define';
      readonly generation: number;
      readonly number: number;
      readonly made: Made;
    }
  | { readonly type: 'defined'; readonly generation: number; readonly number: number }
  /** From the first node, once all others know it; or why not. */
  | { readonly type: 'created'; readonly request: RequestId; readonly why: string | null }
  /** From the first node: stop, and say what you hold and what you know. */
  | { readonly type: 'gather'; readonly generation: number }
  | ({ readonly type: 'claims'; readonly generation: number } & Claims)
  /** From the first node, once all have said so: go on, with these nodes, this and that. */
  | {
      readonly type: 'begin';
      readonly generation: number;
      readonly nodes: readonly NodeId[];
      readonly held: readonly Holding[];
      readonly known: readonly Made[];
      readonly quietMs: number;
    }
  | { readonly type: 'begun'; readonly generation: number }
  /** To the first node: something may have been lost since this generation began. */
  | { readonly type: 'again'; readonly generation: number };

/**
 * What clients hold is known to all nodes before the client is told, so that it outlives the node that has the session; and is
 * forgotten by all before anybody else may have it, so that nobody takes it for held by two.
 */
export type NoteMessage =
  | { readonly type: 'note'; readonly generation: number; readonly holding: Holding }
  | { readonly type: 'noted'; readonly generation: number; readonly request: RequestId }
  | { readonly type: 'forget'; readonly generation: number; readonly request: RequestId }
  | { readonly type: 'forgot'; readonly generation: number; readonly request: RequestId };

/** The scheme that a question is about. */
export interface Asked {
  readonly scheme: SchemeName;
  readonly name: string;
}

export type NodeMessage = SchemeMessage | ControlMessage | NoteMessage;

export type NodeCommand =
  | Start
  /** `by` names the creation, whoever asks for it: a repetition of it is no second one. */
  | {
      readonly type: 'create';
      readonly request: RequestId;
      readonly definition: Definition;
      readonly by?: string;
    }
  | {
      readonly type: 'resize';
      readonly request: RequestId;
      readonly name: string;
      readonly rate: number;
    }
  | {
      readonly type: 'enter';
      readonly request: RequestId;
      readonly wish: Wish;
      /** Whose it is, if not the owner's: it ends with that session. */
      readonly session?: string;
    }
  /** How does it stand? */
  | ({ readonly type: 'status'; readonly request: RequestId } & Asked)
  | SessionCommand
  | { readonly type: 'leave'; readonly request: RequestId }
  /**
   * These nodes are there, in one order for all; numbers of views grow, and nodes that are gone have stopped. `isBack` if some of
   * them have lived before, so that there may be clients from then.
   */
  | {
      readonly type: 'view';
      readonly number: number;
      readonly nodes: readonly NodeId[];
      readonly isBack?: boolean;
    }
  /** Messages from or to another node may have been lost. */
  | { readonly type: 'reconnected' }
  /** This node may have been taken for dead: it holds nothing any more, and takes no part until it is `connected`. */
  | { readonly type: 'isolated' }
  | { readonly type: 'connected' };

/** Of clients, who are no nodes: each has a session at one of them, by a name that is never used again. */
export type SessionCommand =
  /** A client has come: with a session that it had, or with a new one. */
  | { readonly type: 'attach'; readonly session: string; readonly isNew: boolean }
  /** Something was heard of the client; it lives. */
  | { readonly type: 'heard'; readonly session: string }
  /** The client leaves everything. */
  | { readonly type: 'end'; readonly session: string };

export type SessionEvent =
  /** It is here; what it holds, and what it waits for. */
  | {
      readonly type: 'attached';
      readonly session: string;
      readonly held: readonly { readonly request: RequestId; readonly grant: Grant }[];
      readonly waiting: readonly RequestId[];
    }
  | { readonly type: 'alive'; readonly session: string }
  /** It is at another node. */
  | { readonly type: 'elsewhere'; readonly session: string; readonly node: NodeId }
  /** There is no such session, or no more. */
  | { readonly type: 'ended'; readonly session: string }
  /** This node cannot serve it now. */
  | { readonly type: 'busy'; readonly session: string };

export type NodeEvent = RequestEvent | SessionEvent;

export type RequestEvent =
  /** A creation or a resize is done. */
  | { readonly type: 'done'; readonly request: RequestId }
  | { readonly type: 'entered'; readonly request: RequestId; readonly grant: Grant }
  | { readonly type: 'status'; readonly request: RequestId; readonly status: Status }
  | { readonly type: 'refused'; readonly request: RequestId; readonly why: string }
  /** What was entered is so no longer, against the will of its owner, who must stop at once. */
  | { readonly type: 'lost'; readonly request: RequestId };
