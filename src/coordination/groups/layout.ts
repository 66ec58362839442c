// Who is in which group, and which groups must never be inside together: the fixed part of a scheme,
// checked once. Groups never change while a scheme runs; who of them is alive does (view.ts).
import { fail, type NodeId, nodeId, ok, type Result } from '../../base/index.ts';
import type { BadOption } from '../scheme.ts';

/** A scheme as its creator says it. */
export interface GroupsOptions {
  /** The members of each group, by the name of the group. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** Pairs of groups that exclude each other. */
  readonly conflicts: readonly (readonly [string, string])[];
  /**
   * An authority prolongs the lease of each member; one whose lease has run out is out. Without it
   * (the default) a member that is cut off goes on, and only its fence tells.
   */
  readonly needsLease?: boolean;
}

/** A member and its group, as another member sees it. */
export interface Seat {
  readonly node: NodeId;
  readonly group: string;
}

/** A checked scheme. Seats are sorted by name, so that every walk through them is the same walk. */
export interface Groups {
  readonly needsLease: boolean;
  readonly seats: readonly Seat[];
  readonly groupOf: ReadonlyMap<NodeId, string>;
  /** For each member those of the groups in conflict with its own. */
  readonly competitorsOf: ReadonlyMap<NodeId, readonly Seat[]>;
}

/** The scheme, or what is wrong with it. */
export function configureGroups(options: GroupsOptions): Result<Groups, BadOption> {
  const names = Object.keys(options.members);
  if (names.length === 0) return bad('members', 'there must be at least one group');
  const groupOf = new Map<NodeId, string>();
  for (const [group, nodes] of Object.entries(options.members)) {
    if (nodes.length === 0) return bad('members', `group "${group}" has no members`);
    for (const node of nodes) {
      const other = groupOf.get(nodeId(node));
      if (other !== undefined)
        return bad('members', `"${node}" is listed twice, in "${other}" and "${group}"`);
      groupOf.set(nodeId(node), group);
    }
  }
  const excluded = new Set<string>();
  for (const [a, b] of options.conflicts) {
    for (const name of [a, b]) {
      if (!names.includes(name)) return bad('conflicts', `"${name}" is not a group`);
    }
    if (a === b) return bad('conflicts', `group "${a}" cannot be in conflict with itself`);
    excluded.add(pairOf(a, b)).add(pairOf(b, a));
  }
  const seats = [...groupOf].map(([node, group]) => ({ node, group })).sort(byNode);
  const competitorsOf = new Map(
    seats.map(({ node, group }) => [
      node,
      seats.filter((seat) => excluded.has(pairOf(group, seat.group))),
    ]),
  );
  return ok({ needsLease: options.needsLease ?? false, seats, groupOf, competitorsOf });
}

/** Conflicts of a pipeline: each group with the next one. */
export function pipeline(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.slice(1).map((name, i) => [names[i] ?? name, name] as const);
}

/** Conflicts where only one group at a time may be inside. */
export function allInConflict(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
}

export function inConflict(groups: Groups, a: NodeId, b: NodeId): boolean {
  return groups.competitorsOf.get(a)?.some(({ node }) => node === b) ?? false;
}

function bad(option: string, why: string): Result<never, BadOption> {
  return fail({ option, why });
}

function pairOf(a: string, b: string): string {
  return JSON.stringify([a, b]);
}

function byNode(a: Seat, b: Seat): number {
  return a.node < b.node ? -1 : 1;
}
