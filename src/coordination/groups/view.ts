// Who of the members is alive, as an authority outside of the scheme has decided it. Views are numbered;
// a member that came back after a crash stands in the view with a later `since`. Forks are
// placed by views alone, so that a member keeps nothing on a disk: what it held comes back to the
// others with the view that says that it is gone or new.
//
// Whoever decides views promises one thing: a member that a view leaves out or renews has stopped, or its
// lease has run out (member.ts), before that view is handed to anybody else.
import type { NodeId } from '../../base/index.ts';
import type { Groups } from './layout.ts';

export interface View {
  readonly number: number;
  readonly members: readonly Living[];
}

export interface Living {
  readonly node: NodeId;
  /** The number of the view in which this life of the member began. */
  readonly since: number;
}

/** Everybody is there from the beginning. */
export function firstView(groups: Groups): View {
  return { number: 0, members: groups.seats.map(({ node }) => ({ node, since: 0 })) };
}

/** The next view, without one member. */
export function viewWithout(view: View, gone: NodeId): View {
  const members = view.members.filter(({ node }) => node !== gone);
  return { number: view.number + 1, members };
}

/** The next view, in which a member begins a new life. */
export function viewWithNew(view: View, newcomer: NodeId): View {
  const number = view.number + 1;
  const others = view.members.filter(({ node }) => node !== newcomer);
  return { number, members: [...others, { node: newcomer, since: number }] };
}

/** Since when a member lives, or undefined if the view does not know it. */
export function sinceIn(view: View, node: NodeId): number | undefined {
  return view.members.find((living) => living.node === node)?.since;
}

/**
 * Where the fork of a pair lies at first: with the one that has lived longer. A newcomer holds nothing,
 * so that whoever was inside without it stays inside rightly.
 */
export function holdsFirst(self: Living, peer: Living): boolean {
  return self.since < peer.since || (self.since === peer.since && self.node < peer.node);
}

/**
 * The number of an entry. Of two entries that exclude each other the later one has the larger fence, also when
 * the first one's holder was declared dead and went on: a resource that remembers the largest
 * fence it has seen, and refuses smaller ones, is safe against it.
 */
export interface Fence {
  readonly view: number;
  readonly count: number;
}

export function fenceBefore(a: Fence, b: Fence): boolean {
  return a.view < b.view || (a.view === b.view && a.count < b.count);
}

export function laterFence(a: Fence, b: Fence): Fence {
  return fenceBefore(a, b) ? b : a;
}
