// How both sides behave while possible reactions abound (section 3.2 of the paper): fetch at once, first come, first served.
//
//   requester        holder
//      | --- FETCH ---> |   free: off it goes, with its ownership
//      | <--- gift ---- |   promised or reserved: RESP_TAKEN; not here: RESP_REMOVED
//
// The paper's holder keeps a molecule it has given until REACTION or GIVE_UP, and refuses it to everybody meanwhile. With one owner
// for each molecule there is a better way: it is given for good. A success costs one round trip instead of one and a half and half
// of the messages, and an abort costs no message: the requester keeps what came in, free for all, itself included. What is
// lost is that a molecule has travelled in vain, which is rare while this mode is in use.
import type { FlaskId } from '../flask-id.ts';
import { type Attempt, claimKey, type Part, send, type Work } from './capture-state.ts';
import { give, keepFor, refuse, refuseRemoved } from './holder.ts';
import type { CaptureMessage } from './messages.ts';
import { complete } from './requester.ts';

/** The requester asks one holder. */
export function fetchPart(
  work: Work,
  { number, rule }: Attempt,
  holder: FlaskId,
  part: Part,
): void {
  part.state = 'fetching';
  send(work, holder, { type: 'FETCH', attempt: number, rule, ids: part.ids });
}

/** The holder gives all or nothing: a part of what somebody needs is of no use to anybody. */
export function answerFetch(
  work: Work,
  from: FlaskId,
  { attempt, rule, ids }: CaptureMessage & { type: 'FETCH' },
): void {
  const { capture, effects } = work;
  const claim = {
    ...{ from, attempt, rule, captures: undefined, ids },
    ...{ missing: ids.length, isFetch: true },
  };
  if (refuseRemoved(work, claim)) return;
  const taken = ids.find((id) => capture.locks.has(id));
  if (taken !== undefined) {
    refuse(work, claim, 'RESP_TAKEN', taken);
    return;
  }
  capture.claims.set(claimKey(from, attempt), claim);
  effects.push({ type: 'lock', ids });
  for (const id of ids) keepFor(work, id, claim);
  give(work, claim);
}

/** Something has come in. */
export function advanceOptimist(work: Work, attempt: Attempt): void {
  const parts = [...attempt.parts.values()];
  if (parts.every(({ state }) => state === 'here')) complete(work, attempt);
}
