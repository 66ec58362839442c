// The side that has the molecules. A claim is what one attempt wants of this flask; a lock keeps one molecule for one
// claim. How a claim is judged stands in optimistic.ts and pessimistic.ts; here is what follows. A refused claim is forgotten at
// once with all that it held here, since an attempt that lacks one molecule has no use for the others.
//
// Invariant: a molecule on the shelf has a lock, its claim exists, and every waiter comes before that claim in the order. So
// claims wait only for later ones, or for optimists, who wait for nobody: no circle of waiting can close.
import { assert } from '../../base/index.ts';
import { type Capture, type Claim, claimKey, send, tell, type Work } from './capture-state.ts';
import type { MoleculeId } from './messages.ts';
import { ownRate, recordOf } from './policy.ts';

/** Whether `a` comes before `b`: fewest captures, then flask, then attempt (section 3.1, conflict resolution). */
export function comesBefore(a: Claim, b: Claim): boolean {
  if (b.captures === undefined) return a.captures !== undefined;
  if (a.captures === undefined) return false;
  if (a.captures !== b.captures) return a.captures < b.captures;
  if (a.from !== b.from) return a.from < b.from;
  return a.attempt < b.attempt;
}

export function claimOf({ claims }: Capture, key: string): Claim {
  const claim = claims.get(key);
  assert(claim !== undefined, 'a lock belongs to a claim', key);
  return claim;
}

/** Keeps a molecule for a claim; it is on the shelf already or comes out of the engine now. */
export function keepFor(work: Work, id: MoleculeId, claim: Claim): void {
  work.capture.locks.set(id, { claim: claimKey(claim.from, claim.attempt), waiters: [] });
  claim.missing--;
}

/** Says so when a claim has all it wants here. */
export function settle(work: Work, claim: Claim): void {
  if (claim.missing > 0) return;
  const { from, attempt, rule, ids, isFetch } = claim;
  if (isFetch) {
    give(work, claim);
    return;
  }
  tell(work, { type: 'promised', to: from, attempt, ids });
  send(work, from, { type: 'RESP_OK', attempt, rule });
}

/** The molecules leave with their ownership; those that wait for them wait in vain. */
export function give(work: Work, claim: Claim): void {
  const { capture, effects } = work;
  const { from, attempt, rule, ids } = claim;
  const gift = {
    attempt,
    rule,
    ids,
    rate: ownRate(recordOf(capture.records, rule), capture.policy),
  };
  capture.claims.delete(claimKey(from, attempt));
  effects.push({ type: 'give', to: from, gift });
  remove(work, ids);
}

/** These molecules are off the shelf for good. */
export function remove(work: Work, ids: readonly MoleculeId[]): void {
  for (const id of ids) {
    const lock = work.capture.locks.get(id);
    work.capture.locks.delete(id);
    for (const waiter of lock?.waiters ?? []) refuseWaiter(work, waiter, 'RESP_REMOVED', id);
  }
}

/** Refuses a claim; it has been entered, or not yet. */
export function refuse(
  work: Work,
  claim: Pick<Claim, 'from' | 'attempt' | 'rule'>,
  type: 'RESP_TAKEN' | 'RESP_REMOVED',
  id: MoleculeId,
): void {
  const { from, attempt, rule } = claim;
  send(work, from, { type, attempt, rule, id });
  forget(work, claimKey(from, attempt));
}

/** Refuses a claim on something that is not here any more. */
export function refuseRemoved(work: Work, claim: Claim): boolean {
  const removed = claim.ids.find((id) => !work.holding.has(id));
  if (removed === undefined) return false;
  refuse(work, claim, 'RESP_REMOVED', removed);
  return true;
}

/** Forgets a claim. Each molecule it held goes to the first of those that wait for it, or is free. */
export function forget(work: Work, key: string): void {
  const { capture, effects } = work;
  const claim = capture.claims.get(key);
  if (claim === undefined) return;
  capture.claims.delete(key);
  if (claim.missing === 0 && !claim.isFetch) {
    const { from, attempt, ids } = claim;
    tell(work, { type: 'released', to: from, attempt, ids });
  }
  const free: MoleculeId[] = [];
  for (const id of claim.ids) {
    const lock = capture.locks.get(id);
    if (lock === undefined) continue;
    if (lock.claim !== key) lock.waiters = lock.waiters.filter((waiter) => waiter !== key);
    else if (lock.waiters.length > 0) passOn(work, id, lock.waiters);
    else {
      capture.locks.delete(id);
      free.push(id);
    }
  }
  if (free.length > 0) effects.push({ type: 'unlock', ids: free });
}

/**
 * The first in the order gets the molecule, and the others are told: they come after it, and whoever waits for one that comes
 * before it may wait in a circle.
 */
function passOn(work: Work, id: MoleculeId, waiters: readonly string[]): void {
  const { capture } = work;
  const claims = waiters.map((key) => claimOf(capture, key));
  const first = claims.reduce((best, claim) => (comesBefore(claim, best) ? claim : best));
  keepFor(work, id, first);
  settle(work, first);
  for (const claim of claims) {
    if (claim !== first) refuseWaiter(work, claimKey(claim.from, claim.attempt), 'RESP_TAKEN', id);
  }
}

/** A waiter may be gone: refused, a moment ago, for another molecule of the same claim. */
function refuseWaiter(
  work: Work,
  key: string,
  type: 'RESP_TAKEN' | 'RESP_REMOVED',
  id: MoleculeId,
): void {
  const claim = work.capture.claims.get(key);
  if (claim !== undefined) refuse(work, claim, type, id);
}
