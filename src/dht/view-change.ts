// How a view may change. Each change is a pure function from a view to the next one, or a refusal; whoever wants one
// tries it on the newest view until the authority takes it (view-keeper.ts). After it in the walk: fence.ts.
//
// Invariants. The host of a flask comes from the replicas it had before: only they have all of its log. A flask never
// loses its last replica: rather than guess, it waits for that node. If that node has nothing to come back with,
// its solution is lost, and the view says so. Every change of a flask raises its epoch to the version of the view
// that makes it, so that an epoch is never used twice, not even by another flask of the same name.
import { fail, type NodeId, ok, type Result } from '../base/index.ts';
import { type FlaskId, flaskOf, isPlainName, solutionOf } from './flask-id.ts';
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
  /** Once, at the beginning: the first members. */
  | { readonly type: 'found'; readonly members: readonly Newcomer[] }
  /**
   * A node has started. `fresh` if its disk has lost something since it last joined: then it counts as a replica of nothing, as does
   * one with another token, whose disk was empty. One with the same token that has not heard yet of having joined has promised nothing so far.
   */
  | ({ readonly type: 'join'; readonly fresh: boolean } & Newcomer)
  /** A solution with its flasks, on as many nodes as it wants copies. */
  | {
      readonly type: 'create';
      readonly solution: string;
      readonly flasks: number;
      readonly copies: number;
    }
  | { readonly type: 'drop'; readonly solution: string }
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
      readonly incarnation: number;
    }
  /** A flask moves to where it ought to lie: all of those nodes are replicas already. */
  | { readonly type: 'settle'; readonly flask: FlaskId; readonly epoch: number };

export type Newcomer = Omit<ViewMember, 'state'>;

/** `done` if the view is so already: whoever asks twice is content. */
export type ViewRefusal = { readonly type: 'done' | 'refused'; readonly reason: string };

/** What remains to be done until every flask lies where it ought to. */
export type ViewTask =
  | {
      readonly type: 'catch-up';
      readonly flask: FlaskId;
      readonly epoch: number;
      readonly node: NodeId;
      readonly incarnation: number;
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
      return missing.map((node) => {
        const incarnation = memberNamed(view, node)?.incarnation ?? 0;
        return { type: 'catch-up', flask, epoch, node, incarnation };
      });
    }
    const isSettled = host === nodes[0] && replicas.length === nodes.length;
    return isSettled ? [] : [{ type: 'settle', flask, epoch }];
  });
}

function tryChange(view: View, change: ViewChange): Result<View, ViewRefusal> {
  switch (change.type) {
    case 'found':
      return view.version > 0
        ? done('there is a cluster already')
        : ok(found(view, change.members));
    case 'join':
      return join(view, newcomer(change), change.fresh);
    case 'create':
      return create(view, change.solution, change.flasks, change.copies);
    case 'drop':
      return view.solutions.some(({ solution }) => solution === change.solution)
        ? ok(withoutSolution(view, change.solution, undefined))
        : done('there is no such solution');
    case 'leave':
      return ofMember(view, change, (member) =>
        member.state === 'leaving'
          ? done('it is leaving already')
          : ok(withMember(view, { ...member, state: 'leaving' })),
      );
    case 'remove':
      return ofMember(view, change, (member) => remove(view, member));
    case 'caught-up':
      return ofFlask(view, change, (place) =>
        caughtUp(view, place, change.node, change.incarnation),
      );
    case 'settle':
      return ofFlask(view, change, (place) => settle(view, place));
  }
}

function found(view: View, members: readonly Newcomer[]): View {
  let founded = view;
  for (const member of members) {
    founded = withMember(founded, { ...newcomer(member), state: 'up' });
  }
  return founded;
}

function join(view: View, member: Newcomer, fresh: boolean): Result<View, ViewRefusal> {
  const { node, incarnation } = member;
  const known = memberNamed(view, node);
  if (view.version === 0) return refused('there is no cluster to join');
  if (known && incarnation < known.incarnation) return refused('a later life has joined');
  if (known && incarnation === known.incarnation) {
    if (known.token !== member.token) return refused('another life has joined');
    return known.state === 'gone' ? refused('this life was declared over') : done('it has joined');
  }
  const isEmpty = known !== undefined && (fresh || known.token !== member.token);
  const left = isEmpty ? without(view, { ...known, durable: false }) : view;
  const joined = withMember(left, { ...member, state: 'up' });
  // What its earlier life may still have under way is fenced off.
  const epoch = view.version + 1;
  const fenced = joined.flasks.map((place) =>
    place.replicas.includes(node) ? { ...place, epoch } : place,
  );
  return ok({ ...joined, flasks: fenced });
}

function create(
  view: View,
  solution: string,
  count: number,
  copies: number,
): Result<View, ViewRefusal> {
  const known = view.solutions.find((one) => one.solution === solution);
  if (known?.lost) return refused(known.lost);
  if (known) {
    const isSame = known.flasks === count && known.copies === copies;
    return isSame ? done('it is there') : refused(`there is another solution named ${solution}`);
  }
  if (view.dropped.includes(solution)) return refused('it was dropped');
  const up = view.members.filter(({ state }) => state === 'up');
  if (!isPlainName(solution)) return refused(`${solution} cannot name a solution`);
  if (!Number.isInteger(count) || count < 1 || count > flasksMost) {
    return refused(`a solution has from 1 to ${flasksMost} flasks, not ${count}`);
  }
  if (!Number.isInteger(copies) || copies < 1) return refused(`${copies} replicas cannot be kept`);
  if (copies > up.length) {
    return refused(`${copies} replicas need as many nodes, and ${up.length} are up`);
  }
  const born = view.version + 1;
  const first = (up[0] as ViewMember).node;
  const made = Array.from({ length: count }, (_, index) => {
    return { flask: flaskOf(solution, index), born, copies, epoch: born, host: first };
  }).map((place): FlaskPlace => ({ ...place, replicas: [] }));
  const solutions = sorted(
    [...view.solutions, { solution, flasks: count, copies, lost: null }],
    (one) => one.solution,
  );
  const flasks = sorted([...view.flasks, ...made], ({ flask }) => flask);
  const wanted = wantedPlaces({ ...view, solutions, flasks });
  const placed = flasks.map((place) => {
    const replicas = place.born === born ? (wanted.get(place.flask) ?? [first]) : place.replicas;
    return place.born === born ? { ...place, host: replicas[0] as NodeId, replicas } : place;
  });
  return ok({ ...view, solutions, flasks: placed });
}

const flasksMost = 4096;
const droppedMost = 64;

function remove(view: View, member: ViewMember): Result<View, ViewRefusal> {
  const isNeeded = view.flasks.some(({ replicas }) => replicas.every((one) => one === member.node));
  if (member.state === 'leaving' && isNeeded) return refused('a flask has no other replica');
  return ok(withMember(without(view, member), { ...member, state: 'gone' }));
}

/** The flasks as they are when a node is gone. */
function without(view: View, { node, durable }: ViewMember): View {
  const lost = new Map<string, string>();
  const epoch = view.version + 1;
  const flasks = view.flasks.map((place): FlaskPlace => {
    const replicas = place.replicas.filter((other) => other !== node);
    if (replicas.length === place.replicas.length) return place;
    if (replicas.length === 0) {
      const why = `node ${node} is gone, and had the only copy of flask ${place.flask}`;
      if (!durable) lost.set(solutionOf(place.flask), why);
      return place;
    }
    const isOrphan = place.host === node;
    // A replica that is up itself takes over; if none is, the first that comes back.
    const heir = replicas.find((other) => isUp(view, other)) ?? (replicas[0] as NodeId);
    return { ...place, epoch, host: isOrphan ? heir : place.host, replicas };
  });
  let now: View = { ...view, flasks };
  for (const [solution, why] of lost) now = withoutSolution(now, solution, why);
  return now;
}

/** A solution that is dropped, or lost: then the view remembers why. */
function withoutSolution(view: View, solution: string, lost: string | undefined): View {
  const isDropped = lost === undefined;
  return {
    ...view,
    dropped: isDropped ? [...view.dropped, solution].slice(-droppedMost) : view.dropped,
    flasks: view.flasks.filter(({ flask }) => solutionOf(flask) !== solution),
    solutions: view.solutions.flatMap((one) => {
      if (one.solution !== solution) return [one];
      return isDropped ? [] : [{ ...one, lost }];
    }),
  };
}

function newcomer({ node, incarnation, token, address, durable }: Newcomer): Newcomer {
  return { node, incarnation, token, address, durable };
}

function caughtUp(
  view: View,
  place: FlaskPlace,
  node: NodeId,
  incarnation: number,
): Result<View, ViewRefusal> {
  if (place.replicas.includes(node)) return done('it is a replica');
  if (!isUp(view, node)) return refused('it is not a member');
  if (memberNamed(view, node)?.incarnation !== incarnation) return refused('that life is over');
  const replicas = [...place.replicas, node];
  return ok(withPlace(view, { ...place, replicas }));
}

function settle(view: View, place: FlaskPlace): Result<View, ViewRefusal> {
  const wanted = wantedPlaces(view).get(place.flask) ?? [];
  const host = wanted[0];
  if (host === undefined) return refused('no node is up');
  if (wanted.some((node) => !place.replicas.includes(node))) return refused('a node lacks its log');
  if (place.host === host && place.replicas.length === wanted.length) return done('it is settled');
  return ok(withPlace(view, { ...place, host, replicas: wanted }));
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
  const moved = { ...place, epoch: view.version + 1 };
  const flasks = view.flasks.map((other) => (other.flask === place.flask ? moved : other));
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
