// How a view may change. Each change is a pure function from a view to the next one, or a refusal; whoever wants one
// tries it on the newest view until the authority takes it (view-keeper.ts). After it in the walk: fence.ts.
//
// Invariants. The host of a flask comes from the replicas it had before: only they have all of its log. A flask never
// loses its last replica: rather than guess, it waits for that node. Every change of a flask raises its epoch.
import { fail, type NodeId, ok, type Result } from '../base/index.ts';
import type { FlaskId } from './flask-id.ts';
import {
  type FlaskPlace,
  isUp,
  memberNamed,
  placeOf,
  type View,
  type ViewMember,
  wantedPlaces,
} from './view.ts';

export type ViewChange =
  /** Once, at the beginning: flasks on their first nodes. */
  | {
      readonly type: 'found';
      readonly nodes: readonly NodeId[];
      readonly flasks: readonly FlaskId[];
      readonly copies: number;
    }
  /** A node has started, for the first time or again, with its disk as it left it. */
  | { readonly type: 'join'; readonly node: NodeId; readonly incarnation: number }
  /** A node wants to go, once it is not needed any more. */
  | { readonly type: 'leave'; readonly node: NodeId; readonly incarnation: number }
  /** A node is gone: it crashed, or has left and is not needed. */
  | { readonly type: 'remove'; readonly node: NodeId; readonly incarnation: number }
  /**
   * A node has all of a flask's log, and becomes a replica. The host asks for it, and lets nothing count without
   * that node from the moment it asks: the node may be the next host.
   */
  | {
      readonly type: 'caught-up';
      readonly flask: FlaskId;
      readonly epoch: number;
      readonly node: NodeId;
    }
  /** A flask moves to where it ought to lie: all of those nodes are replicas already. */
  | { readonly type: 'settle'; readonly flask: FlaskId; readonly epoch: number };

/** `done` if the view is so already: whoever asks twice is content. */
export type ViewRefusal = { readonly type: 'done' | 'refused'; readonly reason: string };

/** What remains to be done until every flask lies where it ought to. */
export type ViewTask =
  | {
      readonly type: 'catch-up';
      readonly flask: FlaskId;
      readonly epoch: number;
      readonly node: NodeId;
    }
  | { readonly type: 'settle'; readonly flask: FlaskId; readonly epoch: number };

export function changeView(view: View, change: ViewChange): Result<View, ViewRefusal> {
  const next = tryChange(view, change);
  return next.ok ? ok({ ...next.value, version: view.version + 1 }) : next;
}

export function tasksOf(view: View): readonly ViewTask[] {
  const wanted = wantedPlaces(view);
  return view.flasks.flatMap(({ flask, epoch, host, replicas }): readonly ViewTask[] => {
    const nodes = wanted.get(flask);
    // While the host is gone nobody can hand anything on.
    if (nodes === undefined || !isUp(view, host)) return [];
    const missing = nodes.filter((node) => !replicas.includes(node));
    if (missing.length > 0) {
      return missing.map((node) => ({ type: 'catch-up', flask, epoch, node }));
    }
    const isSettled = host === nodes[0] && replicas.length === nodes.length;
    return isSettled ? [] : [{ type: 'settle', flask, epoch }];
  });
}

function tryChange(view: View, change: ViewChange): Result<View, ViewRefusal> {
  switch (change.type) {
    case 'found':
      return found(view, change.nodes, change.flasks, change.copies);
    case 'join':
      return join(view, change.node, change.incarnation);
    case 'leave':
      return ofMember(view, change, (member) =>
        member.state === 'leaving'
          ? done('it is leaving already')
          : ok(withMember(view, { ...member, state: 'leaving' })),
      );
    case 'remove':
      return ofMember(view, change, (member) => remove(view, member));
    case 'caught-up':
      return ofFlask(view, change, (place) => caughtUp(view, place, change.node));
    case 'settle':
      return ofFlask(view, change, (place) => settle(view, place));
  }
}

function found(
  view: View,
  nodes: readonly NodeId[],
  flasks: readonly FlaskId[],
  copies: number,
): Result<View, ViewRefusal> {
  if (view.version > 0) return done('there is a cluster already');
  if (nodes.length === 0 || copies < 1) return refused('a cluster has nodes, and keeps copies');
  const members = sorted(
    nodes.map((node) => ({ node, incarnation: 1, state: 'up' }) as const),
    ({ node }) => node,
  );
  const places = sorted(
    flasks.map((flask) => ({ flask, epoch: 0, host: nodes[0] as NodeId, replicas: [] })),
    ({ flask }) => flask,
  );
  const empty: View = { ...view, copies, members, flasks: places };
  const wanted = wantedPlaces(empty);
  const placed = places.map((place) => {
    const replicas = wanted.get(place.flask) as readonly NodeId[];
    return { ...place, epoch: 1, host: replicas[0] as NodeId, replicas };
  });
  return ok({ ...empty, flasks: placed });
}

function join(view: View, node: NodeId, incarnation: number): Result<View, ViewRefusal> {
  const known = memberNamed(view, node);
  if (view.version === 0) return refused('there is no cluster to join');
  if (known && incarnation < known.incarnation) return refused('a later life has joined');
  if (known && incarnation === known.incarnation) {
    return known.state === 'gone' ? refused('this life was declared over') : done('it has joined');
  }
  const joined = withMember(view, { node, incarnation, state: 'up' });
  // What its earlier life may still have under way is fenced off.
  const fenced = view.flasks.map((place) =>
    place.replicas.includes(node) ? { ...place, epoch: place.epoch + 1 } : place,
  );
  return ok({ ...joined, flasks: fenced });
}

function remove(view: View, member: ViewMember): Result<View, ViewRefusal> {
  const { node } = member;
  const flasks = view.flasks.map((place): FlaskPlace => {
    const replicas = place.replicas.filter((other) => other !== node);
    if (replicas.length === place.replicas.length || replicas.length === 0) return place;
    const isOrphan = place.host === node;
    // A replica that is up itself takes over; if none is, the first that comes back.
    const heir = replicas.find((other) => isUp(view, other)) ?? (replicas[0] as NodeId);
    return { ...place, epoch: place.epoch + 1, host: isOrphan ? heir : place.host, replicas };
  });
  const isNeeded = flasks.some(({ replicas }) => replicas.includes(node));
  if (member.state === 'leaving' && isNeeded) return refused('a flask has no other replica');
  return ok({ ...withMember(view, { ...member, state: 'gone' }), flasks });
}

function caughtUp(view: View, place: FlaskPlace, node: NodeId): Result<View, ViewRefusal> {
  if (place.replicas.includes(node)) return done('it is a replica');
  if (!isUp(view, node)) return refused('it is not a member');
  const replicas = [...place.replicas, node];
  return ok(withPlace(view, { ...place, epoch: place.epoch + 1, replicas }));
}

function settle(view: View, place: FlaskPlace): Result<View, ViewRefusal> {
  const wanted = wantedPlaces(view).get(place.flask) ?? [];
  const host = wanted[0];
  if (host === undefined) return refused('no node is up');
  if (wanted.some((node) => !place.replicas.includes(node))) return refused('a node lacks its log');
  if (place.host === host && place.replicas.length === wanted.length) return done('it is settled');
  return ok(withPlace(view, { ...place, epoch: place.epoch + 1, host, replicas: wanted }));
}

function ofMember(
  view: View,
  { node, incarnation }: { readonly node: NodeId; readonly incarnation: number },
  act: (member: ViewMember) => Result<View, ViewRefusal>,
): Result<View, ViewRefusal> {
  const member = memberNamed(view, node);
  if (!member) return refused('it is not a member');
  if (member.incarnation > incarnation) return done('that life is over');
  if (member.incarnation < incarnation) return refused('that life has not joined');
  return member.state === 'gone' ? done('it is gone') : act(member);
}

function ofFlask(
  view: View,
  { flask, epoch }: { readonly flask: FlaskId; readonly epoch: number },
  act: (place: FlaskPlace) => Result<View, ViewRefusal>,
): Result<View, ViewRefusal> {
  const place = placeOf(view, flask);
  if (!place) return refused('there is no such flask');
  return place.epoch === epoch ? act(place) : refused('the flask has another epoch');
}

function withMember(view: View, member: ViewMember): View {
  const others = view.members.filter(({ node }) => node !== member.node);
  return { ...view, members: sorted([...others, member], ({ node }) => node) };
}

function withPlace(view: View, place: FlaskPlace): View {
  const flasks = view.flasks.map((other) => (other.flask === place.flask ? place : other));
  return { ...view, flasks };
}

function sorted<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function done(reason: string): Result<never, ViewRefusal> {
  return fail({ type: 'done', reason });
}

function refused(reason: string): Result<never, ViewRefusal> {
  return fail({ type: 'refused', reason });
}
