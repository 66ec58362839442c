// A world of members with an authority that is no node: it prolongs leases, decides views, and hands them to everybody with
// delays of their own. Members crash, start again, or stand still until their lease is long over.
import { type NodeId, withoutDisk } from '../../../src/base/index.ts';
import {
  createGroupsWatch,
  createMember,
  firstView,
  type Groups,
  type GroupsCommand,
  type GroupsEvent,
  type GroupsMessage,
  type GroupsWatch,
  groups as scheme,
  type View,
  viewWithNew,
  viewWithout,
} from '../../../src/coordination/groups/index.ts';
import type { Enter } from '../../../src/coordination/scheme.ts';
import {
  type Work,
  type WorkState,
  workload,
  workState,
} from '../../../src/coordination/workload.ts';
import { type Span, World } from '../../../src/sim/index.ts';

const leaseMs = 200;
const renewEveryMs = 60;

export class GuardedWorld {
  readonly world: World<GroupsMessage, GroupsCommand, GroupsEvent | Enter>;
  readonly watch: GroupsWatch;
  messages = 0;
  readonly #groups: Groups;
  /** When each lease that was handed out ends. */
  readonly #leaseEnds = new Map<NodeId, number>();
  readonly #stalledUntil = new Map<NodeId, number>();
  #view: View;

  constructor(seed: number, groups: Groups, work: Work, latency: Span) {
    this.#groups = groups;
    this.#view = firstView(groups);
    this.watch = createGroupsWatch(groups);
    this.world = new World({
      seed,
      link: { latency },
      carry: (message) => {
        this.messages++;
        return structuredClone(message);
      },
    });
    this.world.watch(({ node, event }) => {
      if (event.type === 'enter') this.watch.asked(node, event.request);
      else this.watch.see(node, event);
    });
    const step = workload(work, scheme.step);
    for (const { node } of groups.seats) {
      const init = () => workState(createMember(groups, node, this.#view), work.entries);
      this.world.add(node, withoutDisk(init, step));
      this.#begin(node);
    }
  }

  crash(node: NodeId): void {
    if (!this.world.isUp(node)) return;
    this.world.crash(node);
    this.watch.crashed(node);
    this.#condemn(node);
  }

  restart(node: NodeId): void {
    if (this.world.isUp(node) || this.#isListed(node)) return;
    this.#decide(viewWithNew(this.#view, node));
    this.world.restart(node);
    this.#begin(node);
  }

  /** The member does nothing for a while, and is not told of it. */
  stall(node: NodeId, forMs: number): void {
    if (!this.world.isUp(node)) return;
    this.world.stall(node, forMs);
    this.#stalledUntil.set(node, this.world.now + forMs);
    if (forMs > leaseMs) this.#condemn(node);
  }

  /** Runs until the time of trouble is over and everybody who lives is served, or time is up. */
  run(troubleMs: number, untilMs: number): void {
    this.world.run({ untilMs: troubleMs });
    this.world.run({ untilMs, until: () => this.#isDone() });
  }

  #isDone(): boolean {
    return this.#groups.seats.every(({ node }) => {
      const state = this.world.stateOf(node) as WorkState<unknown> | undefined;
      return state === undefined || state.left === 0;
    });
  }

  #begin(node: NodeId): void {
    this.world.command(node, { type: 'start' });
    if (this.#groups.needsLease) this.#renew(node);
  }

  #renew(node: NodeId): void {
    if (!this.world.isUp(node)) return;
    const stalled = (this.#stalledUntil.get(node) ?? 0) > this.world.now;
    if (!stalled && !this.#isListed(node)) this.#decide(viewWithNew(this.#view, node));
    if (!stalled) {
      this.world.command(node, { type: 'lease', forMs: leaseMs });
      this.#leaseEnds.set(node, this.world.now + leaseMs);
    }
    this.world.after(renewEveryMs, () => this.#renew(node));
  }

  /** Once its lease is over, a member that is not seen leaves the view. */
  #condemn(node: NodeId): void {
    const endsAt = this.#leaseEnds.get(node) ?? 0;
    this.world.after(Math.max(1, endsAt - this.world.now + 1), () => {
      const stalled = (this.#stalledUntil.get(node) ?? 0) > this.world.now;
      if ((this.world.isUp(node) && !stalled) || !this.#isListed(node)) return;
      this.#decide(viewWithout(this.#view, node));
      this.watch.condemned(node, this.#view.number);
    });
  }

  #decide(view: View): void {
    this.#view = view;
    for (const { node } of this.#groups.seats) {
      this.world.command(node, { type: 'view', view }, this.world.rng.below(50));
    }
  }

  #isListed(node: NodeId): boolean {
    return this.#view.members.some((living) => living.node === node);
  }
}
