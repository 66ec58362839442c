// Ids: branded strings, minted from a node's name and a counter (`n3`, `n3.m17`), so that they are
// short in a log and unique without chance. A node's name is never used again by another node.

declare const brand: unique symbol;

/** Text that has been declared to be an id of one kind, so that kinds cannot be mixed up. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind };

/** A machine of a distributed run, as others address it. */
export type NodeId = Id<'node'>;

/** A timer of one machine; each machine has its own names. */
export type TimerId = Id<'timer'>;

export function nodeId(text: string): NodeId {
  return text as NodeId;
}

export function timerId(text: string): TimerId {
  return text as TimerId;
}

/** The id of the `count`-th thing of a kind that a node has made: `n3.m17`. */
export function mintId<Kind extends string>(
  node: NodeId,
  kindLetter: string,
  count: number,
): Id<Kind> {
  return `${node}.${kindLetter}${count}` as Id<Kind>;
}
