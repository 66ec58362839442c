// What nodes of coordination say to each other, what their owners want of them, and what they tell.
//
// Nodes go from one generation to the next whenever it changes who is there (generation.ts). What members of schemes say belongs
// to one generation and means nothing in another.
import type { NodeId } from '../../base/index.ts';
import type { RequestId, Start } from '../scheme.ts';
import type { Definition } from './definition.ts';
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
  | {
      readonly type: 'claims';
      readonly generation: number;
      readonly held: readonly Holding[];
      readonly known: readonly Made[];
    }
  /** From the first node, once all have said so: go on, with these nodes, this and that. */
  | {
      readonly type: 'begin';
      readonly generation: number;
      readonly nodes: readonly NodeId[];
      readonly held: readonly Holding[];
      readonly known: readonly Made[];
    }
  | { readonly type: 'begun'; readonly generation: number }
  /** To the first node: something may have been lost since this generation began. */
  | { readonly type: 'again'; readonly generation: number };

export type NodeMessage = SchemeMessage | ControlMessage;

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
  | { readonly type: 'enter'; readonly request: RequestId; readonly wish: Wish }
  | { readonly type: 'leave'; readonly request: RequestId }
  /** These nodes are there, in one order for all; numbers of views grow, and nodes that are gone have stopped. */
  | { readonly type: 'view'; readonly number: number; readonly nodes: readonly NodeId[] }
  /** Messages from or to another node may have been lost. */
  | { readonly type: 'reconnected' }
  /** This node may have been taken for dead: it holds nothing any more, and takes no part until it is `connected`. */
  | { readonly type: 'isolated' }
  | { readonly type: 'connected' };

export type NodeEvent =
  /** A creation or a resize is done. */
  | { readonly type: 'done'; readonly request: RequestId }
  | { readonly type: 'entered'; readonly request: RequestId; readonly grant: Grant }
  | { readonly type: 'refused'; readonly request: RequestId; readonly why: string }
  /** What was entered is so no longer, against the will of its owner, who must stop at once. */
  | { readonly type: 'lost'; readonly request: RequestId };
