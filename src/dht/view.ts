// The view: who belongs to the cluster, and where each flask lies. All nodes act on it, and it changes only by
// compare-and-set at the authority (view-keeper.ts), one change after another (view-change.ts). This file has
// the data, and where flasks ought to lie. Before it in the walk: ring/; after it: view-change.ts.
import type { NodeId } from '../base/index.ts';
import { type FlaskId, solutionOf } from './flask-id.ts';
import { byPosition, type Member, ownerIndex, type Position, positionOf } from './ring/position.ts';

export interface View {
  /** The version of the register that holds it; 0 before there is a cluster. */
  readonly version: number;
  /** Sorted by name. Those that are gone stay, so that no incarnation comes twice. */
  readonly members: readonly ViewMember[];
  /** Sorted by name. */
  readonly solutions: readonly ViewSolution[];
  /** The names of the solutions that were dropped last: a late request must not bring one back. */
  readonly dropped: readonly string[];
  /** Sorted by name. */
  readonly flasks: readonly FlaskPlace[];
}

export interface ViewMember {
  readonly node: NodeId;
  /** Grows with each start of the node. */
  readonly incarnation: number;
  /** Drawn when its disk was empty: it tells two lives apart that have forgotten how many there were before. */
  readonly token: string;
  /** `leaving` still serves, but nothing new is placed there. */
  readonly state: 'up' | 'leaving' | 'gone';
  /** Where the others reach it; means something to transports only. */
  readonly address: string;
  /** Whether it has its logs again when it comes back after a crash. */
  readonly durable: boolean;
}

export interface ViewSolution {
  readonly solution: string;
  readonly flasks: number;
  /** How many nodes keep the log of each of its flasks, if there are enough. */
  readonly copies: number;
  /** Why it is lost, if it is: it has no flasks any more. */
  readonly lost: string | null;
}

export interface FlaskPlace {
  readonly flask: FlaskId;
  /** The version of the view in which it came to be: two flasks of one name are told apart by it. */
  readonly born: number;
  readonly copies: number;
  /** The version of the view that put it here. Messages of lower epochs are refused. */
  readonly epoch: number;
  /** Acts for the flask; one of the replicas. */
  readonly host: NodeId;
  /** The nodes whose logs are complete: a record counts when all of them have it. Never empty. */
  readonly replicas: readonly NodeId[];
}

export const noView: View = { version: 0, members: [], solutions: [], dropped: [], flasks: [] };

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

/**
 * Each member lies at sixteen points of the ring, so that shares come out even: two hashes, each begun at eight of its digits, since it is
 * the first ones that order points. A node asks for them as it starts, and hashes are what takes time.
 */
const hashesPerMember = 2;
const digitsApart = 5;

/**
 * Where each flask ought to lie: the first distinct members clockwise from its position, the host first. No member
 * hosts more of a solution than its fair share and a quarter; who is full is passed over, for the next one on
 * the ring. Solutions do not see each other, so that one that comes or goes moves nothing of the others.
 */
export function wantedPlaces(view: View): ReadonlyMap<FlaskId, readonly NodeId[]> {
  const nodes = view.members.filter(({ state }) => state === 'up').map(({ node }) => node);
  if (nodes.length === 0) return new Map();
  const ring: Member[] = nodes
    .flatMap((node) => pointsOf(node).map((position) => ({ node, position })))
    .sort(byPosition);
  const wanted = new Map<FlaskId, readonly NodeId[]>();
  let solution: string | undefined;
  let hosted = new Map<NodeId, number>();
  for (const { flask, copies } of view.flasks) {
    if (solutionOf(flask) !== solution) hosted = new Map();
    solution = solutionOf(flask);
    const most = hostsMost(view, solution, nodes.length);
    const order = distinctFrom(ring, flask, nodes.length);
    const host = order.find((node) => (hosted.get(node) ?? 0) < most) ?? (order[0] as NodeId);
    hosted.set(host, (hosted.get(host) ?? 0) + 1);
    const others = order.filter((node) => node !== host);
    wanted.set(flask, [host, ...others.slice(0, copies - 1)]);
  }
  return wanted;
}

function hostsMost(view: View, solution: string, nodes: number): number {
  const flasks = view.solutions.find((one) => one.solution === solution)?.flasks ?? 0;
  const share = flasks / nodes;
  return Math.max(1, Math.ceil(share), Math.floor(share * 1.25));
}

/** All nodes, in the order in which they come clockwise from a flask's position. */
function distinctFrom(ring: readonly Member[], flask: FlaskId, count: number): readonly NodeId[] {
  const first = ownerIndex(ring, placeOnRing(flask));
  const order = new Set<NodeId>();
  for (let step = 0; order.size < count; step++) {
    order.add((ring[(first + step) % ring.length] as Member).node);
  }
  return [...order];
}

function pointsOf(node: NodeId): readonly Position[] {
  return Array.from({ length: hashesPerMember }, (_, hash) =>
    placeOnRing(`${node}/${hash}`),
  ).flatMap(turnsOf);
}

function turnsOf(hash: Position): readonly Position[] {
  return Array.from({ length: hash.length / digitsApart }, (_, turn) => {
    const at = turn * digitsApart;
    return (hash.slice(at) + hash.slice(0, at)) as Position;
  });
}

/** Positions by name, remembered: every change of a view asks for the same ones. */
const remembered = new Map<string, Position>();

function placeOnRing(name: string): Position {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  if (remembered.size > 20_000) remembered.clear();
  const position = positionOf(name);
  remembered.set(name, position);
  return position;
}
