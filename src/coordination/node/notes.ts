// What clients hold, known at every node. A client is told of a grant when all nodes know of it, and all hear when it is left: so
// what a client holds outlives the node that has its session. Nodes that die are nobody's loss but their own: what was
// noted is looked for among those who live when a generation begins (generation.ts).
import type { NodeId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import type { Claims, Holding, NoteMessage } from './messages.ts';
import { type NodeState, type Out, sendTo, tell, type Wished } from './node-state.ts';
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
  const others = state.nodes.filter((node) => node !== state.self);
  const holding = holdingOf(state, request);
  // A use of a token is a moment: nobody can have it later.
  if (wished.session === null || grant.scheme === 'tokens' || holding === null) {
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
    case 'forget':
      state.notes.delete(message.request);
      break;
  }
}

export function hearEarlyNotes(state: NodeState, out: Out): void {
  for (const { from, message } of state.earlyNotes.splice(0)) hearNote(state, from, message, out);
}

/** What a client held is left. */
export function forget(state: NodeState, request: RequestId, out: Out): void {
  if (!state.isRunning) return;
  const { generation } = state;
  for (const node of state.nodes) {
    if (node !== state.self) sendTo(state, node, { type: 'forget', generation, request }, out);
  }
}

/** All nodes know what clients of others hold, as a generation begins. */
export function keepNotes(state: NodeState, held: readonly Holding[]): void {
  state.notes.clear();
  for (const holding of held) {
    const { owner, request, session, grant } = holding;
    if (session === undefined || owner === state.self || grant.scheme === 'tokens') continue;
    state.notes.set(request, holding);
  }
}

/**
 * What clients hold and no node claims: the node that had the session is gone, or knows it no more. Where it does know the session
 * and does not claim, the client has left.
 */
export function orphansOf(
  nodes: readonly NodeId[],
  claims: ReadonlyMap<NodeId, Claims>,
): readonly Holding[] {
  const [first] = nodes;
  if (first === undefined) return [];
  const said = [...claims.values()];
  const claimed = new Set(
    said.flatMap(({ held }) => held.filter(({ session }) => session !== undefined)).map(requestOf),
  );
  const orphans = new Map<RequestId, Holding>();
  for (const note of said.flatMap(({ notes }) => notes)) {
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
