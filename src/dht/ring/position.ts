// Positions on the ring: 160 bits, written as 40 hexadecimal digits, so that text order is ring order. A position
// belongs to the first member at or after it, clockwise.
import { assert, type Id, type NodeId } from '../../base/index.ts';
import { sha1 } from './sha1.ts';

export type Position = Id<'position'>;

/** A node with its place. */
export interface Member {
  readonly node: NodeId;
  readonly position: Position;
}

export const ringBits = 160;
const ringSize = 1n << BigInt(ringBits);

/** Where a name lies. */
export function positionOf(name: string): Position {
  return sha1(name) as Position;
}

export function memberOf(node: NodeId): Member {
  return { node, position: positionOf(node) };
}

/** Whether walking clockwise from `after` one meets `position` no later than `upTo`; the whole ring if both are one. */
export function isWithin(position: Position, after: Position, upTo: Position): boolean {
  return after < upTo ? after < position && position <= upTo : after < position || position <= upTo;
}

/** How far it is clockwise. */
export function distance(from: Position, to: Position): bigint {
  const way = BigInt(`0x${to}`) - BigInt(`0x${from}`);
  return way < 0n ? way + ringSize : way;
}

/** The position so far ahead. */
export function ahead(position: Position, by: bigint): Position {
  const sum = (BigInt(`0x${position}`) + by) % ringSize;
  return sum.toString(16).padStart(ringBits / 4, '0') as Position;
}

export function byPosition(a: Member, b: Member): number {
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}

/** The index of the first member at or after a position, among members sorted by position. */
export function ownerIndex(sorted: readonly Member[], position: Position): number {
  assert(sorted.length > 0, 'a ring has members');
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Member).position < position) low = middle + 1;
    else high = middle;
  }
  return low % sorted.length;
}

/** The first `count` members at or after a position, each once: the owner, then its neighbours. */
export function membersFrom(
  sorted: readonly Member[],
  position: Position,
  count: number,
): readonly Member[] {
  if (sorted.length === 0) return [];
  const first = ownerIndex(sorted, position);
  const length = Math.min(count, sorted.length);
  return Array.from({ length }, (_, i) => sorted[(first + i) % sorted.length] as Member);
}
