// The capture of one flask as a part of it: it brings the molecules of a combination under one owner, this flask, which then
// reacts by itself. The flask hands it suggestions, messages and arrivals, and carries out the effects in order. The files
// before it are holder.ts, requester.ts, optimistic.ts, pessimistic.ts and policy.ts.
//
// There are no timeouts. Flasks outlive their hosts and channels between them deliver exactly once, in order, so every message is
// answered, or its sender waits for an attempt that ends. That a molecule has one owner does not rest on the capture at
// all; what rests on it is that promises are kept and that of those in conflict somebody gets on.
import { unreachable } from '../../base/index.ts';
import type { FlaskId } from '../flask-id.ts';
import {
  type Attempt,
  type Capture,
  claimKey,
  type Holding,
  tell,
  type Work,
} from './capture-state.ts';
import { forget } from './holder.ts';
import type { CaptureEffect, CaptureMessage, Gift, RuleName } from './messages.ts';
import { advanceOptimist, answerFetch, fetchPart } from './optimistic.ts';
import { advancePessimist, answerQuery, keepPromise, queryPart } from './pessimistic.ts';
import {
  chooseMode,
  hearRate,
  isAwake,
  type PolicyOptions,
  recordOf,
  usualPolicy,
} from './policy.ts';
import { abort, begin, receive, type Wanted } from './requester.ts';

export function newCapture(self: FlaskId, policy: Partial<PolicyOptions> = {}): Capture {
  return {
    ...{ self, policy: { ...usualPolicy, ...policy }, lastAttempt: 0, captures: 0 },
    ...{ attempts: new Map(), claims: new Map(), locks: new Map(), records: new Map() },
  };
}

/** Tries to get a combination. Its molecules may lie here, too: they are locked like all others. */
export function attemptCapture(
  capture: Capture,
  holding: Holding,
  rule: RuleName,
  combination: readonly Wanted[],
): readonly CaptureEffect[] {
  const work: Work = { capture, holding, effects: [] };
  const record = recordOf(capture.records, rule);
  if (!isAwake(record)) {
    tell(work, { type: 'aborted', attempt: 0, rule, reason: 'dormant' });
    return work.effects;
  }
  const mode = chooseMode(record, combination.length, capture.policy);
  if (mode !== record.mode) tell(work, { type: 'mode', rule, mode });
  record.mode = mode;
  const made = begin(work, rule, mode, combination);
  ask(work, made);
  return work.effects;
}

/** A message of another flask. */
export function hearCapture(
  capture: Capture,
  holding: Holding,
  from: FlaskId,
  message: CaptureMessage,
): readonly CaptureEffect[] {
  const work: Work = { capture, holding, effects: [] };
  hearRate(recordOf(capture.records, message.rule), message.rate, capture.policy);
  handle(work, from, message);
  return withoutSelf(work);
}

/** Molecules that another flask gave have come in, and lie on the shelf. */
export function welcomeGift(
  capture: Capture,
  holding: Holding,
  from: FlaskId,
  gift: Gift,
): readonly CaptureEffect[] {
  const work: Work = { capture, holding, effects: [] };
  hearRate(recordOf(capture.records, gift.rule), gift.rate, capture.policy);
  welcome(work, from, gift);
  return withoutSelf(work);
}

/** Molecules are born that the rule could use: a dormant flask wakes. */
export function wakeCapture(capture: Capture, rule: RuleName): void {
  const record = capture.records.get(rule);
  if (record !== undefined) record.skipsLeft = 0;
}

/** Nothing is under way here, as requester or as holder. */
export function isCaptureQuiet({ attempts, claims }: Capture): boolean {
  return attempts.size === 0 && claims.size === 0;
}

/** Asks this flask first, which answers at once: an attempt that fails here bothers nobody. */
function ask(work: Work, made: Attempt): void {
  const { self, attempts } = work.capture;
  const own = made.parts.get(self);
  const others = [...made.parts].filter(([holder]) => holder !== self);
  if (own !== undefined) {
    if (made.mode === 'optimistic') fetchPart(work, made, self, own);
    else queryPart(work, made, self, own, others.length === 0);
    carryOutOwn(work);
  }
  if (!attempts.has(made.number)) return;
  const isLast = others.length === 1 && own?.state !== 'asked';
  for (const [holder, part] of others) {
    if (made.mode === 'optimistic') fetchPart(work, made, holder, part);
    else queryPart(work, made, holder, part, isLast);
  }
}

function handle(work: Work, from: FlaskId, message: CaptureMessage): void {
  switch (message.type) {
    case 'QUERY':
      answerQuery(work, from, message);
      break;
    case 'FETCH':
      if (message.captures !== undefined) answerQuery(work, from, message);
      else if (!keepPromise(work, from, message.attempt)) answerFetch(work, from, message);
      break;
    case 'GIVE_UP':
      forget(work, claimKey(from, message.attempt));
      break;
    case 'RESP_OK':
    case 'RESP_TAKEN':
    case 'RESP_REMOVED':
      handleAnswer(work, from, message);
      break;
    default:
      unreachable(message);
  }
}

/** An answer to an attempt that has ended, or to none, is dropped. */
function handleAnswer(
  work: Work,
  from: FlaskId,
  message: CaptureMessage & { type: 'RESP_OK' | 'RESP_TAKEN' | 'RESP_REMOVED' },
): void {
  const asker = work.capture.attempts.get(message.attempt);
  const part = asker?.parts.get(from);
  if (asker === undefined || part === undefined) return;
  if (message.type !== 'RESP_OK') {
    const reason = message.type === 'RESP_TAKEN' ? 'taken' : 'removed';
    abort(work, asker, reason, message.id, from);
  } else if (part.state === 'asked') {
    part.state = 'promised';
    advancePessimist(work, asker);
  }
}

function welcome(work: Work, from: FlaskId, gift: Gift): void {
  const made = receive(work, from, gift);
  if (made === undefined) return;
  if (made.mode === 'optimistic') advanceOptimist(work, made);
  else advancePessimist(work, made);
}

function withoutSelf(work: Work): readonly CaptureEffect[] {
  carryOutOwn(work);
  return work.effects;
}

/** What this flask sends and gives to itself is carried out on the spot, in order, and leaves no effect. */
function carryOutOwn(work: Work): void {
  const { capture, effects } = work;
  for (let at = 0; at < effects.length; ) {
    const effect = effects[at];
    if (effect?.type === 'send' && effect.to === capture.self) {
      effects.splice(at, 1);
      handle(work, capture.self, effect.message);
    } else if (effect?.type === 'give' && effect.to === capture.self) {
      effects.splice(at, 1);
      welcome(work, capture.self, effect.gift);
    } else at++;
  }
}
