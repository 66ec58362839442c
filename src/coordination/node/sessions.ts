// The clients of a cluster at one of its nodes. A client is no node: nobody waits for it, and it takes no part in anything. A node has
// its session: enters and leaves for it, and leaves everything once nothing was heard of it for longer than its lease. When
// the node dies, the first node has the session from the next generation on (notes.ts), and the client finds it there.
//
// The lease: a client counts from when it spoke, the node from when it heard, and a tenth more. So a client knows that its holds
// are gone before anybody else has them, as far as clocks run alike.
import { type Ctx, timerId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import { leave } from './members.ts';
import type { Holding } from './messages.ts';
import { type NodeState, type Out, tell } from './node-state.ts';

/** For so long a client may trust what it heard last. */
export const sessionLeaseMs = 10_000;
export const patienceMs = sessionLeaseMs * 1.1;

export const sessionsTimer = timerId('sessions');
const lookMs = 500;

/** A client has come, with a session that it had or with a new one. */
export function attach(
  state: NodeState,
  session: string,
  isNew: boolean,
  ctx: Ctx,
  out: Out,
): void {
  if (!state.isRunning || state.isIsolated) {
    tell({ type: 'busy', session }, out);
    return;
  }
  const elsewhere = [...state.notes.values()].find((note) => note.session === session);
  if (!state.sessions.has(session) && elsewhere !== undefined) {
    tell({ type: 'elsewhere', session, node: elsewhere.owner }, out);
    return;
  }
  if (!state.sessions.has(session) && !isNew) {
    tell({ type: 'ended', session }, out);
    return;
  }
  open(state, session, ctx, out);
  const own = [...state.wishes].filter(([, wished]) => wished.session === session);
  const held = own.flatMap(([request, { grant, unnoted }]) =>
    grant !== null && unnoted === null ? [{ request, grant }] : [],
  );
  const waiting = own.flatMap(([request, { grant, unnoted }]) =>
    grant === null || unnoted !== null ? [request] : [],
  );
  tell({ type: 'attached', session, held, waiting }, out);
}

function open(state: NodeState, session: string, ctx: Ctx, out: Out): void {
  if (state.sessions.size === 0) {
    out.effects.push({ type: 'set-timer', timer: sessionsTimer, afterMs: lookMs });
  }
  state.sessions.set(session, { heardMs: ctx.now });
}

/** The client lives, and is told that it was heard. */
export function hearOf(state: NodeState, session: string, ctx: Ctx, out: Out): void {
  const known = state.sessions.get(session);
  if (known !== undefined) known.heardMs = ctx.now;
  tell({ type: known === undefined ? 'ended' : 'alive', session }, out);
}

/** Whether a client may ask for this: it has a session here, and has not asked before. */
export function isWelcome(
  state: NodeState,
  session: string,
  request: RequestId,
  out: Out,
): boolean {
  if (!state.sessions.has(session)) tell({ type: 'ended', session }, out);
  return state.sessions.has(session) && !state.wishes.has(request);
}

/** Leaves all that a client has and waits for. */
export function endSession(state: NodeState, session: string, out: Out): void {
  for (const [request, wished] of [...state.wishes]) {
    if (wished.session === session) leave(state, request, out);
  }
  // Between generations it is still listed: else what it held would be taken for an orphan's.
  if (state.isRunning) state.sessions.delete(session);
  else state.sessions.set(session, { heardMs: Number.NEGATIVE_INFINITY });
  tell({ type: 'ended', session }, out);
}

/** Gives up the clients that nothing was heard of for too long. */
export function endSilent(state: NodeState, ctx: Ctx, out: Out): void {
  const all = state.isRunning ? [...state.sessions] : [];
  for (const [session, { heardMs }] of all) {
    if (ctx.now - heardMs > patienceMs) endSession(state, session, out);
  }
  if (state.sessions.size > 0) {
    out.effects.push({ type: 'set-timer', timer: sessionsTimer, afterMs: lookMs });
  }
}

/**
 * The first node has the sessions of those whom nobody else speaks for, and a node that has dropped its own after it spoke for them
 * has them again; they have the whole lease to come.
 */
export function adoptOrphans(state: NodeState, held: readonly Holding[], ctx: Ctx, out: Out): void {
  const before = new Set(state.sessions.keys());
  for (const { owner, request, wish, grant, session, isOrphan } of held) {
    if (owner !== state.self || session === undefined) continue;
    if (!isOrphan && before.has(session)) continue;
    if (!state.sessions.has(session)) open(state, session, ctx, out);
    if (!state.wishes.has(request)) {
      state.wishes.set(request, { wish, grant, session, aim: null, unnoted: null });
    }
  }
}

/** This node may have been taken for dead: its clients are better off elsewhere, where what they hold is known. */
export function dropSessions(state: NodeState, out: Out): void {
  for (const [request, { session }] of [...state.wishes]) {
    if (session !== null) state.wishes.delete(request);
  }
  for (const session of state.sessions.keys()) tell({ type: 'busy', session }, out);
  state.sessions.clear();
  state.leaving.clear();
}
