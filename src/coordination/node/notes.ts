// What clients hold, known at every node. A client is told of a grant when all nodes know of it: so what a client holds outlives the
// node that has its session. What it leaves is free when all nodes have forgotten it: so whatever dies, no node remembers a hold of
// what somebody else has by now. Nodes that die are nobody's loss but their own: what was noted is looked for among those
// who live when a generation begins (generation.ts).
import type { NodeId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import type { Claims, Holding, NoteMessage } from './messages.ts';
import {
  type Leaving,
  type NodeState,
  type Out,
  orderLeave,
  sendTo,
  tell,
  type Wished,
} from './node-state.ts';
import type { Grant } from './wish.ts';

/** What is held here under a request, if it is. */
export function holdingOf(state: NodeState, request: RequestId): Holding | null {
  const wished = state.wishes.get(request);
  if (wished === undefined || wished.grant === null) return null;
  const { wish, grant, session } = wished;
  return { owner: state.self, request, wish, grant, ...(session === null ? {} : { session }) };
}

/** A wish is granted. The owner is told at once, a client when all nodes know. */
export function grantTo(
  state: NodeState,
  request: RequestId,
  wished: Wished,
  grant: Grant,
  out: Out,
): void {
  wished.grant = grant;
  const others = othersOf(state);
  const holding = holdingOf(state, request);
  if (!isNoted(wished.session, grant) || holding === null) {
    tellGranted(wished, request, out);
    return;
  }
  wished.unnoted = new Set(others);
  if (others.length === 0) tellGranted(wished, request, out);
  const { generation } = state;
  for (const node of others) sendTo(state, node, { type: 'note', generation, holding }, out);
}

export function tellGranted(wished: Wished, request: RequestId, out: Out): void {
  wished.unnoted = null;
  if (wished.grant !== null) tell({ type: 'entered', request, grant: wished.grant }, out);
}

/** A note of an earlier generation is void: what it said is in the claims of its owner. One that comes early is kept. */
export function hearNote(state: NodeState, from: NodeId, message: NoteMessage, out: Out): void {
  const { generation } = message;
  if (generation < state.generation) return;
  if (generation > state.generation || !state.isRunning) {
    state.earlyNotes.push({ from, message });
    return;
  }
  switch (message.type) {
    case 'note': {
      const { request } = message.holding;
      state.notes.set(request, message.holding);
      sendTo(state, from, { type: 'noted', generation, request }, out);
      break;
    }
    case 'noted': {
      const wished = state.wishes.get(message.request);
      wished?.unnoted?.delete(from);
      if (wished?.unnoted?.size === 0) tellGranted(wished, message.request, out);
      break;
    }
    case 'forget': {
      const { request } = message;
      state.notes.delete(request);
      sendTo(state, from, { type: 'forgot', generation, request }, out);
      break;
    }
    case 'forgot':
      state.leaving.get(message.request)?.unforgotten.delete(from);
      free(state, message.request, out);
      break;
  }
}

export function hearEarlyNotes(state: NodeState, out: Out): void {
  for (const { from, message } of state.earlyNotes.splice(0)) hearNote(state, from, message, out);
}

/** What was granted is left: free at once, or, where all have noted it, when all have forgotten. */
export function giveBack(
  state: NodeState,
  request: RequestId,
  held: { readonly grant: Grant; readonly session: string | null; readonly aim: Leaving['aim'] },
  out: Out,
): void {
  const { grant, session, aim } = held;
  if (!isNoted(session, grant)) {
    orderLeave(state, aim, request, out);
    return;
  }
  const { generation } = state;
  const others = othersOf(state);
  state.leaving.set(request, { session, aim, unforgotten: new Set(others) });
  for (const node of others) sendTo(state, node, { type: 'forget', generation, request }, out);
  free(state, request, out);
}

/** Others may have it, if nobody takes it for held. */
function free(state: NodeState, request: RequestId, out: Out): void {
  const leaving = state.leaving.get(request);
  if (leaving === undefined || leaving.unforgotten.size > 0) return;
  state.leaving.delete(request);
  orderLeave(state, leaving.aim, request, out);
}

/** Only what clients hold is noted. A use of a token is a moment: nobody can have it later. */
function isNoted(session: string | null | undefined, grant: Grant): session is string {
  return typeof session === 'string' && grant.scheme !== 'tokens';
}

function othersOf({ nodes, self }: NodeState): readonly NodeId[] {
  return nodes.filter((node) => node !== self);
}

/** The sessions that this node can speak for: where it does not claim a hold of one, the client has left it. */
export function spokenFor({ sessions, leaving }: NodeState): readonly string[] {
  return [...new Set([...sessions.keys(), ...[...leaving.values()].map(({ session }) => session)])];
}

/** All nodes know what clients of others hold, as a generation begins. */
export function keepNotes(state: NodeState, held: readonly Holding[]): void {
  state.notes.clear();
  for (const holding of held) {
    const { owner, request, session, grant } = holding;
    if (owner !== state.self && isNoted(session, grant)) state.notes.set(request, holding);
  }
}

/**
 * What clients hold and no node claims: the node that had the session is gone, or knows it no more. Where it does know the session
 * and does not claim, the client has left. Whoever has begun the last generation knows all that was held then; what others have
 * noted before may have been left, and be somebody else's since.
 */
export function orphansOf(
  nodes: readonly NodeId[],
  claims: ReadonlyMap<NodeId, Claims>,
  lastBegun: number,
): readonly Holding[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const said = [...claims.values()];
  const claimed = new Set(
    said.flatMap(({ held }) => held.filter(({ session }) => session !== undefined)).map(requestOf),
  );
  const orphans = new Map<RequestId, Holding>();
  const upToDate = said.filter(({ begun }) => begun === lastBegun);
  for (const note of upToDate.flatMap(({ notes }) => notes)) {
    const { owner, request, session } = note;
    if (session === undefined || claimed.has(request)) continue;
    if (claims.get(owner)?.sessions.includes(session)) continue;
    orphans.set(request, { ...note, owner: first, isOrphan: true });
  }
  return [...orphans.values()];
}

function requestOf({ request }: Holding): RequestId {
  return request;
}
