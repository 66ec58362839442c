// The view: who belongs to the cluster, and where each flask lies. All nodes act on it, and it changes only by
// compare-and-set at the authority (view-keeper.ts), one change after another (view-change.ts). This file has
// the data, and where flasks ought to lie. Before it in the walk: ring/; after it: view-change.ts.
import type { NodeId } from '../base/index.ts';
import type { FlaskId } from './flask-id.ts';
import { byPosition, type Member, ownerIndex, positionOf } from './ring/position.ts';

export interface View {
  /** The version of the register that holds it; 0 before there is a cluster. */
  readonly version: number;
  /** How many nodes keep the log of each flask, if there are enough. */
  readonly copies: number;
  /** Sorted by name. Those that are gone stay, so that no incarnation comes twice. */
  readonly members: readonly ViewMember[];
  /** Sorted by name. */
  readonly flasks: readonly FlaskPlace[];
}

export interface ViewMember {
  readonly node: NodeId;
  /** Grows with each start of the node. */
  readonly incarnation: number;
  /** `leaving` still serves, but nothing new is placed there. */
  readonly state: 'up' | 'leaving' | 'gone';
}

export interface FlaskPlace {
  readonly flask: FlaskId;
  /** Grows with each change of host or replicas. Messages of lower epochs are refused. */
  readonly epoch: number;
  /** Acts for the flask; one of the replicas. */
  readonly host: NodeId;
  /** The nodes whose logs are complete: a record counts when all of them have it. Never empty. */
  readonly replicas: readonly NodeId[];
}

export const noView: View = { version: 0, copies: 1, members: [], flasks: [] };

export function memberNamed(view: View, node: NodeId): ViewMember | undefined {
  return view.members.find((member) => member.node === node);
}

export function placeOf(view: View, flask: FlaskId): FlaskPlace | undefined {
  return view.flasks.find((place) => place.flask === flask);
}

export function isUp(view: View, node: NodeId): boolean {
  const member = memberNamed(view, node);
  return member !== undefined && member.state !== 'gone';
}

/** Each member lies at so many points of the ring, so that shares come out even. */
const pointsPerMember = 16;

/**
 * Where each flask ought to lie: the first distinct members clockwise from its position, the host first. No member
 * hosts more than its fair share and a quarter; who is full is passed over, for the next one on the ring.
 */
export function wantedPlaces(view: View): ReadonlyMap<FlaskId, readonly NodeId[]> {
  const nodes = view.members.filter(({ state }) => state === 'up').map(({ node }) => node);
  if (nodes.length === 0) return new Map();
  const ring: Member[] = nodes
    .flatMap((node) =>
      Array.from({ length: pointsPerMember }, (_, point) => ({
        node,
        position: positionOf(`${node}/${point}`),
      })),
    )
    .sort(byPosition);
  const copies = Math.min(view.copies, nodes.length);
  const hostsMost = Math.ceil((view.flasks.length / nodes.length) * 1.25);
  const hosted = new Map<NodeId, number>();
  const wanted = new Map<FlaskId, readonly NodeId[]>();
  for (const { flask } of view.flasks) {
    const order = distinctFrom(ring, flask, nodes.length);
    const host = order.find((node) => (hosted.get(node) ?? 0) < hostsMost) ?? (order[0] as NodeId);
    hosted.set(host, (hosted.get(host) ?? 0) + 1);
    const others = order.filter((node) => node !== host);
    wanted.set(flask, [host, ...others.slice(0, copies - 1)]);
  }
  return wanted;
}

/** All nodes, in the order in which they come clockwise from a flask's position. */
function distinctFrom(ring: readonly Member[], flask: FlaskId, count: number): readonly NodeId[] {
  const first = ownerIndex(ring, positionOf(flask));
  const order = new Set<NodeId>();
  for (let step = 0; order.size < count; step++) {
    order.add((ring[(first + step) % ring.length] as Member).node);
  }
  return [...order];
}
