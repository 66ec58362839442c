// What one node knows of a ring that is too large to know: the node before it, some that follow, and fingers, which
// are nodes at distances that grow by a factor. It is plain data, changed by finger-node.ts; routing only reads it.
//
// After Chord, with a base of 4 rather than 2: a finger points to 1, 2 and 3 times each power of 4 of the ring's
// steps. A hop then leaves less than half of the way, and a third of it on average, so that even the longest of all
// ways stays within log2 n, at the price of half as many fingers again.
import type { NodeId } from '../../base/index.ts';
import {
  ahead,
  distance,
  isWithin,
  type Member,
  memberOf,
  membersFrom,
  ownerIndex,
  type Position,
  ringBits,
} from './position.ts';
import type { Router } from './router.ts';

export interface FingerTable {
  readonly self: Member;
  /** Undefined if it is not known; then nobody but the node before can say what is owned. */
  predecessor: Member | undefined;
  /** The nodes that follow, nearest first; empty if the node is alone. */
  successors: Member[];
  /** By the number of the target; those that would point to the successor are missing. */
  fingers: Map<number, Member>;
}

/** How many successors are kept: so many neighbours less one may die at once. */
export const successorsKept = 8;
const digits = 3;
/** How many targets there are. */
export const fingerTargets = (ringBits / 2) * digits;

export function loneTable(node: NodeId): FingerTable {
  return { self: memberOf(node), predecessor: undefined, successors: [], fingers: new Map() };
}

/** The position that a finger should point to. */
export function fingerTarget(self: Member, index: number): Position {
  const step = 4n ** BigInt(Math.floor(index / digits));
  return ahead(self.position, step * BigInt((index % digits) + 1));
}

/** Whether a finger would point to the successor, so that it is not needed. */
export function isShort(table: FingerTable, target: Position): boolean {
  const successor = table.successors[0];
  return !successor || isWithin(target, table.self.position, successor.position);
}

/** The table of a node among members that are all known, sorted by position: how a world is set up. */
export function tableAmong(self: Member, sorted: readonly Member[]): FingerTable {
  const table = loneTable(self.node);
  const others = membersFrom(sorted, ahead(self.position, 1n), successorsKept + 1);
  table.successors = others.filter(({ node }) => node !== self.node).slice(0, successorsKept);
  const before = sorted.at(ownerIndex(sorted, self.position) - 1);
  if (before && before.node !== self.node) table.predecessor = before;
  for (let index = fingerTargets - 1; index >= 0; index--) {
    const target = fingerTarget(self, index);
    if (isShort(table, target)) break;
    const [finger] = membersFrom(sorted, target, 1);
    if (finger && finger.node !== self.node) table.fingers.set(index, finger);
  }
  return table;
}

export function owns(table: FingerTable, position: Position): boolean {
  const { predecessor, self, successors } = table;
  if (successors.length === 0) return true;
  return predecessor !== undefined && isWithin(position, predecessor.position, self.position);
}

export function fingerRouter(table: FingerTable): Router {
  return { next: (position) => nextHop(table, position) };
}

/** The successor if the position is its own; otherwise the known node that is nearest before the position. */
export function nextHop(table: FingerTable, position: Position): NodeId {
  const { self, successors } = table;
  const successor = successors[0];
  if (owns(table, position) || successor === undefined) return self.node;
  let best = successor;
  if (isWithin(position, self.position, successor.position)) return successor.node;
  for (const known of [...table.fingers.values(), ...successors]) {
    const isOnTheWay =
      known.position !== position && isWithin(known.position, self.position, position);
    if (isOnTheWay && isWithin(known.position, best.position, position)) best = known;
  }
  return best.node;
}

/** Forgets a node that does not answer. */
export function forget(table: FingerTable, node: NodeId): void {
  table.successors = table.successors.filter((member) => member.node !== node);
  for (const [index, member] of table.fingers) {
    if (member.node === node) table.fingers.delete(index);
  }
  if (table.predecessor?.node === node) table.predecessor = undefined;
  // With no successor left, the nearest finger is the best start for finding the ring again.
  if (table.successors.length > 0) return;
  const { self } = table;
  const left = [...table.fingers.values(), ...(table.predecessor ? [table.predecessor] : [])];
  left.sort((a, b) =>
    distance(self.position, a.position) < distance(self.position, b.position) ? -1 : 1,
  );
  table.successors = left.slice(0, 1);
}

/** Takes a node and those that it says follow it as the new successors. */
export function follow(table: FingerTable, first: Member, others: readonly Member[]): void {
  const { self } = table;
  const seen = new Set<NodeId>([self.node]);
  table.successors = [first, ...others]
    .filter(({ node }) => !seen.has(node) && seen.add(node))
    .slice(0, successorsKept);
}
