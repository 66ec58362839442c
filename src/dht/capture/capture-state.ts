// The state of the capture in one flask: both of its sides, as requester and as holder. Plain data, so that it belongs into a
// snapshot of the flask and can be replayed.
import type { FlaskId } from '../flask-id.ts';
import type {
  CaptureEffect,
  CaptureEvent,
  CaptureMessage,
  CaptureMode,
  MoleculeId,
  RuleName,
} from './messages.ts';
import { ownRate, type PolicyOptions, type Records, recordOf } from './policy.ts';

export interface Capture {
  readonly self: FlaskId;
  readonly policy: PolicyOptions;
  /** The number of the newest attempt. */
  lastAttempt: number;
  /** Completed captures: whoever has fewer comes first. */
  captures: number;
  readonly attempts: Map<number, Attempt>;
  /** What others, and this flask itself, have asked of it as a holder; by `claimKey`. */
  readonly claims: Map<string, Claim>;
  /** The molecules on the shelf, each with the claim it is kept for and those that wait for it. */
  readonly locks: Map<MoleculeId, Lock>;
  readonly records: Records;
}

/** The requester's side of an attempt that is under way. */
export interface Attempt {
  readonly number: number;
  readonly rule: RuleName;
  readonly mode: CaptureMode;
  /** Frozen when the attempt begins: an order that moved under way would let two wait for each other. */
  readonly captures: number;
  /** As it was suggested; a reaction takes its molecules in this order. */
  readonly ids: readonly MoleculeId[];
  readonly parts: Map<FlaskId, Part>;
}

/** What an attempt wants of one holder. */
export interface Part {
  readonly ids: readonly MoleculeId[];
  state: 'asked' | 'promised' | 'fetching' | 'here';
}

/** The holder's side: what one attempt wants of this flask. */
export interface Claim {
  readonly from: FlaskId;
  readonly attempt: number;
  readonly rule: RuleName;
  /** Undefined for optimists, who come last: they wait for nobody, so everybody may wait for them. */
  readonly captures: number | undefined;
  readonly ids: readonly MoleculeId[];
  /** How many of them are not kept for it yet. */
  missing: number;
  /** Give, rather than promise, as soon as nothing is missing. */
  readonly isFetch: boolean;
}

export interface Lock {
  readonly claim: string;
  /** Claims that come before it in the order; each waits until this one ends. */
  waiters: string[];
}

/** Which molecules a flask owns, on the shelf or off it; those that have reacted or left are gone. */
export interface Holding {
  has(id: MoleculeId): boolean;
}

/** One step under way: the state, what the flask owns, and what is to be done. */
export interface Work {
  readonly capture: Capture;
  readonly holding: Holding;
  readonly effects: CaptureEffect[];
}

export function claimKey(from: FlaskId, attempt: number): string {
  return `${from} ${attempt}`;
}

type WithoutNews<M> = M extends CaptureMessage ? Omit<M, 'rate'> : never;

/** Sends a message, with the news of this flask's own success. */
export function send(
  { capture, effects }: Work,
  to: FlaskId,
  message: WithoutNews<CaptureMessage>,
): void {
  const rate = ownRate(recordOf(capture.records, message.rule), capture.policy);
  effects.push({ type: 'send', to, message: { ...message, rate } });
}

export function tell({ effects }: Work, event: CaptureEvent): void {
  effects.push({ type: 'event', event });
}
