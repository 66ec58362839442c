// Everything a reader may observe, as data. Traces, journals, the REPL's stories, statistics and replay are
// readers of this one stream; written out, it is one JSON value a line.
import type { JsonValue } from './json.ts';

/** How a run ended, or that it has not. */
export type Status = 'inert' | 'open' | 'stopped' | 'faulted';

export type Event =
  /** Molecules came from outside, into the outermost solution. */
  | { readonly type: 'inject'; readonly put: readonly Put[] }
  | ReactionEvent
  /** An effect of reaction `n` is about to be run under `key`. */
  | {
      readonly type: 'effect';
      readonly key: string;
      readonly name: string;
      readonly args: readonly JsonValue[];
    }
  /** It answered, or failed; what its product put out, once that is complete. */
  | {
      readonly type: 'answer';
      readonly key: string;
      readonly answer: JsonValue;
      readonly failed: boolean;
      readonly put: readonly Put[];
    }
  /** A stage of solution `in` came to rest and the next one began. */
  | { readonly type: 'stage'; readonly in: string }
  /** Solution `in` is inert. */
  | { readonly type: 'inert'; readonly in: string }
  /** The run is over. */
  | { readonly type: 'end'; readonly status: Status; readonly reactions: number };

export interface ReactionEvent {
  readonly type: 'reaction';
  /** Counted from 1. */
  readonly n: number;
  /** The solution in which it happened: `s0` is the outermost one. */
  readonly in: string;
  /** The rule's occurrence, and its name. */
  readonly rule: string;
  readonly name: string | null;
  /** The occurrence in each slot, catalysts first, then all that opened solutions gave, in order. */
  readonly took: readonly string[];
  /** How many of them were only read. */
  readonly catalysts: number;
  /** What it put out at once. */
  readonly put: readonly Put[];
  /** The message, when a product could not be evaluated. */
  readonly fault: string | null;
}

export interface Put {
  readonly id: string;
  readonly molecule: JsonValue;
}

export function moleculeId(id: number): string {
  return `m${id}`;
}

export function solutionId(id: number): string {
  return `s${id}`;
}
