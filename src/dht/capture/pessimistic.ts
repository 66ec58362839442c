// How both sides behave when possible reactions are scarce (section 3.1 of the paper): first promises, then molecules.
//
//   requester        holder
//      | --- QUERY ---> |   free: kept for the requester; not here: RESP_REMOVED
//      |                |   kept for one that comes later in the order: the requester waits, without an answer
//      |                |   kept for one that comes before it: RESP_TAKEN
//      | <-- RESP_OK -- |   a promise, once all that was asked here is kept
//      | --- FETCH ---> |   when all holders have promised; GIVE_UP when one refuses
//      | <--- gift ---- |
//
// This is wait-die locking in the paper's order (fewest captures, then name), frozen for the attempt. It takes the place of the three
// phases QUERY, COMMITMENT, FETCH, which let two requesters refuse each other: one is committed here before the other's QUERY
// comes, the other is ranked first there. Here whoever comes first in the order is never refused a molecule that
// exists, so of all attempts in conflict at least one ends in a reaction.
//
// A requester that lacks nothing but the molecules of one holder sends QUERY and FETCH in one: one round trip, as optimists.
import type { FlaskId } from '../flask-id.ts';
import { type Attempt, type Claim, claimKey, type Part, send, type Work } from './capture-state.ts';
import { claimOf, comesBefore, give, keepFor, refuse, refuseRemoved, settle } from './holder.ts';
import type { CaptureMessage, MoleculeId } from './messages.ts';
import { fetchPart } from './optimistic.ts';
import { complete } from './requester.ts';

/** The requester asks one holder. `isLast`: all others have promised. */
export function queryPart(
  work: Work,
  attempt: Attempt,
  holder: FlaskId,
  part: Part,
  isLast: boolean,
): void {
  const { number, rule, captures } = attempt;
  const { ids } = part;
  if (isLast) part.state = 'fetching';
  const type = isLast ? 'FETCH' : 'QUERY';
  send(work, holder, { type, attempt: number, rule, captures, ids });
}

/** The holder judges a claim: each of its molecules is kept for it, waited for, or refused with all the others. */
export function answerQuery(
  work: Work,
  from: FlaskId,
  message: CaptureMessage & { type: 'QUERY' | 'FETCH' },
): void {
  const { capture, effects } = work;
  const { attempt, rule, captures, ids } = message;
  const key = claimKey(from, attempt);
  // An attempt asks once.
  if (capture.claims.has(key)) return;
  const claim: Claim = {
    ...{ from, attempt, rule, captures, ids },
    ...{ missing: ids.length, isFetch: message.type === 'FETCH' },
  };
  if (refuseRemoved(work, claim)) return;
  const mustDie = (id: MoleculeId): boolean => {
    const lock = capture.locks.get(id);
    return lock !== undefined && !comesBefore(claim, claimOf(capture, lock.claim));
  };
  const taken = ids.find(mustDie);
  if (taken !== undefined) {
    refuse(work, claim, 'RESP_TAKEN', taken);
    return;
  }
  capture.claims.set(key, claim);
  const free = ids.filter((id) => !capture.locks.has(id));
  if (free.length > 0) effects.push({ type: 'lock', ids: free });
  for (const id of ids) {
    const lock = capture.locks.get(id);
    if (lock === undefined) keepFor(work, id, claim);
    else lock.waiters.push(key);
  }
  settle(work, claim);
}

/** A FETCH of one that was promised all it wants. False if there is no such promise. */
export function keepPromise(work: Work, from: FlaskId, attempt: number): boolean {
  const claim = work.capture.claims.get(claimKey(from, attempt));
  if (claim === undefined || claim.missing > 0) return false;
  give(work, claim);
  return true;
}

/** A promise or molecules have come in: when nothing is missing, all that is promised is fetched. */
export function advancePessimist(work: Work, attempt: Attempt): void {
  const parts = [...attempt.parts];
  if (parts.every(([, { state }]) => state === 'here')) {
    complete(work, attempt);
    return;
  }
  if (parts.some(([, { state }]) => state === 'asked' || state === 'fetching')) return;
  for (const [holder, part] of parts) {
    if (part.state === 'promised') fetchPart(work, attempt, holder, part);
  }
}
