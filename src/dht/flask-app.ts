// What runs in a flask, as the cluster sees it: a deterministic step machine. Every input is one record of the
// flask's log and its state is the fold of its log, so that whoever takes a flask over replays the inputs and has
// the same state, and the same messages under the same numbers. It reads no clock and draws no chance that is
// not in its state. Who hosts it is peer.ts; what it carries over the network is in peer-messages.ts.
import type { Endpoint, FlaskId } from './flask-id.ts';

export type FlaskInput =
  /** The first input of every flask of a solution, once. */
  | { readonly type: 'begin'; readonly spec: Uint8Array }
  /** Exactly once, and in order for each sender. */
  | { readonly type: 'message'; readonly from: Endpoint; readonly message: unknown }
  /** An effect that this flask asked for has answered; once for each key. */
  | { readonly type: 'answer'; readonly key: string; readonly answer: unknown }
  /** Go on reacting, at most so many reactions. */
  | { readonly type: 'run'; readonly reactions: number };

/** What comes of an input. It leaves the node only when the input's record counts. */
export type FlaskOutput =
  /** To another flask of the solution, or to a client that has spoken to this flask. */
  | { readonly type: 'send'; readonly to: Endpoint; readonly message: unknown }
  /** Run by the host, and again after a take-over unless the answer is in the log. A key is used once. */
  | {
      readonly type: 'effect';
      readonly key: string;
      readonly name: string;
      readonly args: unknown;
    }
  /** For observers: traces, checkers, statistics. */
  | { readonly type: 'event'; readonly event: unknown };

/** Messages, answers and events are plain data (pack.ts); what is bulky in them is bytes. */
export interface FlaskApp<S> {
  create(flask: FlaskId): S;
  restore(flask: FlaskId, snapshot: Uint8Array): S;
  /** The host itself goes on from `restore` of this, so that it and a replay agree. Null: not now, ask again later. */
  snapshot(state: S): Uint8Array | null;
  /** May change the state in place. */
  step(state: S, input: FlaskInput): readonly FlaskOutput[];
  /** Wants a `run` as soon as other inputs have been served. */
  isHungry(state: S): boolean;
  /** Advisory, for people; plain data, and not logged. */
  status(state: S): unknown;
}
