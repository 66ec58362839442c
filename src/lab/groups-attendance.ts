// Who wants to be inside and who is, over the time of a run of groups: waits, sessions and the curves of
// figures 3 to 5 of paper 3.
import type { Millis, NodeId } from '../base/index.ts';
import type { Enter, Groups, GroupsEvent } from '../coordination/index.ts';
import type { Moment } from './groups-run.ts';
import { deviation, mean } from './statistics.ts';

export interface AttendanceFigures {
  readonly together: number;
  readonly latencyMs: Millis;
  readonly latencySdMs: Millis;
  readonly session: number;
  readonly entriesPerS: number;
  readonly wholePerS: number;
  readonly moments: readonly Moment[];
}

export class Attendance {
  readonly #side: ReadonlyMap<NodeId, 0 | 1>;
  readonly #leftOut: number;
  readonly #entries: number;
  readonly #askedAt = new Map<NodeId, Millis>();
  readonly #count = new Map<NodeId, number>();
  readonly #inside = new Set<NodeId>();
  readonly #waits: Millis[] = [];
  readonly #moments: Moment[] = [];
  readonly #sessions: number[] = [];
  readonly #most: [number, number] = [0, 0];
  #lastSide: 0 | 1 | undefined;
  #lastAt: Millis = 0;
  #isOver = false;

  constructor(groups: Groups, leftOut: number, entries: number) {
    const first = groups.seats[0]?.group;
    this.#side = new Map(groups.seats.map(({ node, group }) => [node, group === first ? 0 : 1]));
    this.#leftOut = leftOut;
    this.#entries = entries;
  }

  see(atMs: Millis, node: NodeId, event: GroupsEvent | Enter): void {
    if (event.type === 'enter') this.#askedAt.set(node, atMs);
    else if (event.type === 'entered') this.#enter(atMs, node);
    else if (event.type === 'left') this.#inside.delete(node);
    else return;
    const inside = this.#bySide(this.#inside);
    const waiting = this.#bySide(this.#askedAt.keys());
    const wanting = [inside[0] + waiting[0], inside[1] + waiting[1]] as const;
    const last = this.#moments.at(-1);
    if (last?.atMs === atMs) this.#moments.pop();
    this.#moments.push({ atMs, wanting, inside });
  }

  figures(): AttendanceFigures {
    const [one, two] = this.#most;
    const entries = [...this.#count.values()].reduce((sum, count) => sum + count, 0);
    return {
      together: Math.min(one, two),
      latencyMs: this.#waits.length === 0 ? 0 : mean(this.#waits),
      latencySdMs: deviation(this.#waits),
      // The first and the last session are cut off by the beginning and the end.
      session: mean(this.#sessions.length > 2 ? this.#sessions.slice(1, -1) : this.#sessions),
      entriesPerS: this.#sessions.reduce((sum, size) => sum + size, 0) / (this.#lastAt / 1000),
      wholePerS: (1000 * entries) / (this.#moments.at(-1)?.atMs ?? 1),
      moments: this.#moments,
    };
  }

  #enter(atMs: Millis, node: NodeId): void {
    const askedAt = this.#askedAt.get(node);
    this.#askedAt.delete(node);
    this.#inside.add(node);
    const count = (this.#count.get(node) ?? 0) + 1;
    this.#count.set(node, count);
    if (askedAt !== undefined && count > this.#leftOut) this.#waits.push(atMs - askedAt);
    const side = this.#side.get(node) ?? 0;
    const together = this.#bySide(this.#inside)[side];
    if (count > 1) this.#most[side] = Math.max(this.#most[side], together);
    // Once somebody has no more to do, those who go on have less company than they would.
    this.#isOver ||= count === this.#entries;
    if (this.#isOver) return;
    const session = this.#sessions.length - 1;
    if (side === this.#lastSide) this.#sessions[session] = (this.#sessions[session] ?? 0) + 1;
    else this.#sessions.push(1);
    this.#lastSide = side;
    this.#lastAt = atMs;
  }

  #bySide(nodes: Iterable<NodeId>): [number, number] {
    const counts: [number, number] = [0, 0];
    for (const node of nodes) counts[this.#side.get(node) ?? 0]++;
    return counts;
  }
}
