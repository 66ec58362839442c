// The side that wants a combination. What it asks, and in which way, stands in optimistic.ts and pessimistic.ts; here is how an
// attempt begins and ends, and what happens with molecules that come in. The first refusal ends an attempt; what comes
// in for one that has ended stays in this flask all the same, which owns it now.
import { assert } from '../../base/index.ts';
import type { FlaskId } from '../flask-id.ts';
import { type Attempt, type Part, send, tell, type Work } from './capture-state.ts';
import { forget, remove } from './holder.ts';
import type { CaptureMode, Gift, MoleculeId, RuleName } from './messages.ts';
import { countOutcome, recordOf } from './policy.ts';

/** One molecule of a suggested combination, and the flask that is believed to own it. */
export interface Wanted {
  readonly id: MoleculeId;
  readonly holder: FlaskId;
}

export function begin(
  { capture }: Work,
  rule: RuleName,
  mode: CaptureMode,
  combination: readonly Wanted[],
): Attempt {
  const ids = combination.map(({ id }) => id);
  assert(ids.length > 0 && new Set(ids).size === ids.length, 'a molecule is wanted once', ids);
  const parts = new Map<FlaskId, Part>();
  for (const { id, holder } of combination) {
    const part = parts.get(holder);
    parts.set(holder, { ids: [...(part?.ids ?? []), id], state: 'asked' });
  }
  const number = ++capture.lastAttempt;
  const attempt: Attempt = { number, rule, mode, captures: capture.captures, ids, parts };
  capture.attempts.set(number, attempt);
  return attempt;
}

/** A holder says no: the attempt is over, and the other holders need not keep anything for it. */
export function abort(
  work: Work,
  attempt: Attempt,
  reason: 'taken' | 'removed',
  id: MoleculeId,
  refusedBy: FlaskId,
): void {
  const { number, rule, parts } = attempt;
  work.capture.attempts.delete(number);
  for (const [holder, { state }] of parts) {
    // An optimist has nothing to give back: either it was given a molecule, and owns it, or nobody keeps one for it.
    if (holder === refusedBy || state === 'here' || attempt.mode === 'optimistic') continue;
    send(work, holder, { type: 'GIVE_UP', attempt: number, rule });
  }
  forget(work, reservation(number));
  tell(work, { type: 'aborted', attempt: number, rule, reason, id });
  count(work, attempt, false);
}

/** Given molecules have come in. They are kept for their attempt if it is still under way, else they are free. */
export function receive(work: Work, from: FlaskId, gift: Gift): Attempt | undefined {
  const { capture, effects } = work;
  const attempt = capture.attempts.get(gift.attempt);
  const part = attempt?.parts.get(from);
  if (attempt === undefined || part === undefined) {
    effects.push({ type: 'unlock', ids: gift.ids });
    return undefined;
  }
  part.state = 'here';
  const key = reservation(attempt.number);
  const before = capture.claims.get(key)?.ids ?? [];
  const { number, rule, mode } = attempt;
  capture.claims.set(key, {
    ...{ from: capture.self, attempt: number, rule, ids: [...before, ...gift.ids] },
    ...{ captures: mode === 'optimistic' ? undefined : attempt.captures },
    ...{ missing: 0, isFetch: true },
  });
  for (const id of gift.ids) capture.locks.set(id, { claim: key, waiters: [] });
  return attempt;
}

/** All parts are here: the combination is this flask's own, and reacts now. */
export function complete(work: Work, attempt: Attempt): void {
  const { capture } = work;
  const { number, rule, ids } = attempt;
  capture.attempts.delete(number);
  capture.claims.delete(reservation(number));
  capture.captures++;
  tell(work, { type: 'captured', attempt: number, rule, ids });
  remove(work, ids);
  count(work, attempt, true);
}

function count(work: Work, { rule, mode }: Attempt, isSuccess: boolean): void {
  const { capture } = work;
  const record = recordOf(capture.records, rule);
  const fellAsleep = countOutcome(record, capture.self, mode, isSuccess, capture.policy);
  if (fellAsleep) tell(work, { type: 'mode', rule, mode: 'dormant' });
}

/** The claim of this flask on what has come in for one of its attempts; its claim as a requester has another name. */
function reservation(attempt: number): string {
  return `here ${attempt}`;
}
