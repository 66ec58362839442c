// Routing: which node to hand a thing to, so that it comes to the owner of a position. Two kinds: with everybody
// known, in one hop (this file); with a few fingers, in at most log2 n hops (finger-router.ts).
import type { NodeId } from '../../base/index.ts';
import { byPosition, type Member, membersFrom, ownerIndex, type Position } from './position.ts';

/** One node's knowledge of the ring. */
export interface Router {
  /** The next node on the way to the owner; the node itself if it is the owner. */
  next(position: Position): NodeId;
}

/** A router that knows all members: what real clusters use, up to about a thousand nodes. */
export interface FullRouter extends Router {
  /** The members that hold a position: its owner, then those that follow. */
  holders(position: Position, count: number): readonly NodeId[];
}

export function fullRouter(members: readonly Member[]): FullRouter {
  const sorted = [...members].sort(byPosition);
  return {
    next: (position) => (sorted[ownerIndex(sorted, position)] as Member).node,
    holders: (position, count) => membersFrom(sorted, position, count).map(({ node }) => node),
  };
}
