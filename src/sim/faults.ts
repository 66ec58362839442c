// What goes wrong in a world, and when: a plan of faults drawn from the world's seed. A time of trouble is
// followed by calm, in which all nodes are up and all links whole, so that a run can also be asked
// whether it ends.
import type { Millis, NodeId } from '../base/index.ts';
import { type Chance, drawMs, happens, never, pick, type Span } from './chance.ts';
import type { World } from './world.ts';

export interface Trouble {
  /** How long it lasts; then everything is mended. */
  readonly forMs: Millis;
  /** How often something of the following is tried. */
  readonly every: Span;
  readonly crash?: Chance;
  /** After a crash: how long the node stays down, and how likely its disk is then empty. */
  readonly down?: Span;
  readonly wipe?: Chance;
  /** A node dies in the middle of its effects, at a write. */
  readonly crashAtWrite?: Chance;
  /** Two sides that do not hear each other, or one that is not heard. */
  readonly partition?: Chance;
  readonly partitionTime?: Span;
  readonly stall?: Chance;
  readonly stallTime?: Span;
  readonly clockJump?: Chance;
  readonly jumpMsMax?: Millis;
  /** The nodes that may suffer; all of them, if nothing is said. */
  readonly victims?: readonly NodeId[];
  /** At most so many of them are down at once. */
  readonly downAtMost?: number;
}

/** Plans trouble from now on. */
export function stirUp<M, C, E>(world: World<M, C, E>, trouble: Trouble): void {
  const endsAt = world.now + trouble.forMs;
  const down = trouble.down ?? { minMs: 10, maxMs: 500 };
  world.crashAtWrite = { chance: trouble.crashAtWrite ?? never, down };
  const again = (): void => {
    const waitMs = Math.max(1, drawMs(world.rng, trouble.every));
    world.after(waitMs, () => {
      if (world.now >= endsAt) return;
      strike(world, trouble, down);
      again();
    });
  };
  again();
  world.after(trouble.forMs, () => calmDown(world));
}

/** All links are whole and lose nothing, all nodes are up, nobody dies at a write. */
export function calmDown<M, C, E>(world: World<M, C, E>): void {
  world.crashAtWrite = { ...world.crashAtWrite, chance: never };
  world.network.model = { ...world.network.model, loss: never, duplication: never };
  world.network.mendAll();
  for (const node of world.nodes) world.restart(node);
}

function strike<M, C, E>(world: World<M, C, E>, trouble: Trouble, down: Span): void {
  const { rng } = world;
  const victims = trouble.victims ?? world.nodes;
  const victim = pick(rng, victims);
  if (victim === undefined) return;
  const downNow = victims.filter((node) => !world.isUp(node)).length;
  if (downNow < (trouble.downAtMost ?? victims.length) && happens(rng, trouble.crash ?? never)) {
    world.crash(victim);
    const wiped = happens(rng, trouble.wipe ?? never);
    world.after(Math.max(1, drawMs(rng, down)), () => {
      if (wiped && !world.isUp(victim)) world.wipe(victim);
      world.restart(victim);
    });
  }
  if (happens(rng, trouble.partition ?? never)) partition(world, trouble);
  if (happens(rng, trouble.stall ?? never)) {
    world.stall(victim, drawMs(rng, trouble.stallTime ?? { minMs: 10, maxMs: 1000 }));
  }
  if (happens(rng, trouble.clockJump ?? never)) {
    const most = trouble.jumpMsMax ?? 60_000;
    world.jumpClock(victim, rng.below(2 * most + 1) - most);
  }
}

/** Splits the nodes in two by chance; one partition in three is cut in one direction only. */
function partition<M, C, E>(world: World<M, C, E>, trouble: Trouble): void {
  const { rng, network } = world;
  const here: NodeId[] = [];
  const there: NodeId[] = [];
  for (const node of world.nodes) (rng.below(2) === 0 ? here : there).push(node);
  const oneWay = rng.below(3) === 0;
  const cuts = here.flatMap((a) => there.map((b) => [a, b] as const));
  for (const [a, b] of cuts) {
    network.cut(a, b);
    if (!oneWay) network.cut(b, a);
  }
  const time = drawMs(rng, trouble.partitionTime ?? { minMs: 50, maxMs: 1000 });
  world.after(time, () => {
    for (const [a, b] of cuts) {
      network.mend(a, b);
      if (!oneWay) network.mend(b, a);
    }
  });
}
