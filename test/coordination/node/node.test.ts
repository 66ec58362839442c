// Nodes of coordination under delays, crashes, new lives and lost links: the promises of all four schemes hold over generations,
// everybody who lives is served, and what the dead held comes back.
import { describe, expect, it } from 'vitest';
import type { NodeId } from '../../../src/base/index.ts';
import type { Wish } from '../../../src/coordination/index.ts';
import { minutes, replayOf, seedsOr } from '../seeds.ts';
import { CoordinationWorld, schemes } from './world.ts';

const seeds = seedsOr(15);

function wishOf(world: CoordinationWorld): Wish {
  const { rng } = world;
  switch (rng.below(4)) {
    case 0:
      return { scheme: 'groups', name: 'line', group: ['a', 'b', 'c'][rng.below(3)] as string };
    case 1: {
      const both = { desk: 1 + rng.below(2), lamp: 1 };
      return { scheme: 'pools', needs: rng.below(2) === 0 ? { desk: 1 } : both };
    }
    case 2:
      return { scheme: 'tokens', name: 'rate' };
    default:
      return { scheme: 'balance', cost: 1 + rng.below(5), where: { [`w${1 + rng.below(4)}`]: 3 } };
  }
}

function begin(seed: number): CoordinationWorld {
  const world = new CoordinationWorld(seed, 3 + (seed % 3), 1 + (seed % 30));
  for (const [i, definition] of schemes.entries()) {
    world.create(world.nodes[i % world.nodes.length] as NodeId, definition);
  }
  world.world.run({ until: () => world.created === schemes.length, untilMs: 30_000 });
  expect(world.created, 'all schemes are created').toBe(schemes.length);
  for (const node of world.nodes) {
    for (let i = 0; i < 12; i++) world.wish(node, wishOf(world), world.rng.below(4000));
  }
  return world;
}

function end(world: CoordinationWorld, seed: number): void {
  const isOver = (): boolean => world.waiting.size === 0 && world.held.size === 0;
  const start = world.world.now + 4500;
  world.world.run({ untilMs: start });
  world.world.run({ until: isOver, untilMs: start + 120_000 });
  const replay = replayOf('node/node.test.ts', seed);
  expect(world.faults, replay).toEqual([]);
  expect([...world.waiting.keys()], replay).toEqual([]);
  // No second has more uses than the rate says, but for how late a use may be, at either end.
  const { uses } = world;
  const most = Math.max(
    0,
    ...uses.map((at) => uses.filter((other) => other >= at && other < at + 1000).length),
  );
  expect(most, replay).toBeLessThanOrEqual(22);
}

describe('nodes of coordination', () => {
  it(
    'keep their promises, whatever the delays',
    () => {
      for (const seed of seeds) {
        const world = begin(seed);
        end(world, seed);
        expect(world.entered).toBe(world.nodes.length * 12);
        expect(world.lost).toBe(0);
      }
    },
    20 * minutes,
  );

  it(
    'go on when nodes die and come again, the first one too',
    () => {
      let lost = 0;
      for (const seed of seeds) {
        const world = begin(seed);
        const { rng, nodes } = world;
        for (let i = 0; i < 3; i++) {
          const victim = nodes[rng.below(nodes.length)] as NodeId;
          const atMs = rng.below(4000);
          world.world.after(atMs, () => {
            if (world.living.includes(victim) && world.isDispensable(victim)) world.crash(victim);
          });
          world.world.after(atMs + 100 + rng.below(1500), () => {
            if (!world.living.includes(victim)) world.restart(victim);
          });
        }
        end(world, seed);
        lost += world.lost;
      }
      // Turns at workers whose node died were lost, and were had again.
      if (seeds.length >= 100) expect(lost).toBeGreaterThan(0);
    },
    20 * minutes,
  );

  it(
    'go on when messages are lost and somebody notices',
    () => {
      for (const seed of seeds) {
        const world = begin(seed);
        const { rng, nodes } = world;
        for (let i = 0; i < 4; i++) {
          const one = rng.below(nodes.length);
          const other = (one + 1 + rng.below(nodes.length - 1)) % nodes.length;
          world.world.after(rng.below(4000), () =>
            world.cut(nodes[one] as NodeId, nodes[other] as NodeId, 1 + rng.below(800)),
          );
        }
        end(world, seed);
      }
    },
    20 * minutes,
  );

  it(
    'keep what owners have not left when they take themselves for dead and are not',
    () => {
      let lost = 0;
      for (const seed of seeds) {
        const world = begin(seed);
        world.isStubborn = true;
        const { rng, nodes } = world;
        for (let i = 0; i < 6; i++) {
          const node = nodes[rng.below(nodes.length)] as NodeId;
          const atMs = rng.below(4000);
          const forMs = rng.below(2) === 0 ? 0 : rng.below(600);
          world.world.after(atMs, () => world.world.command(node, { type: 'isolated' }));
          world.world.after(atMs + forMs, () => world.world.command(node, { type: 'connected' }));
        }
        end(world, seed);
        lost += world.lost;
      }
      expect(lost).toBeGreaterThan(0);
    },
    20 * minutes,
  );

  it(
    'do a task where its molecules lie, unless others have less to do',
    () => {
      for (const seed of seeds) {
        const world = new CoordinationWorld(seed, 3, 20);
        const wish: Wish = { scheme: 'balance', cost: 1, where: {} };
        // One after the other: each finds all nodes idle.
        for (let i = 0; i < 12; i++) {
          const node = world.nodes[i % world.nodes.length] as NodeId;
          world.wish(node, wish, 0);
          world.world.run({
            until: () => world.entered === i + 1,
            untilMs: world.world.now + 30_000,
          });
          const [held] = world.held.values();
          expect(held?.grant).toMatchObject({ worker: node, node });
          world.world.run({
            until: () => world.held.size === 0,
            untilMs: world.world.now + 30_000,
          });
        }
        // All at once at one node: others help.
        const workers = new Set<unknown>();
        for (let i = 0; i < 80; i++) world.wish(world.nodes[0] as NodeId, wish, 0);
        const isOver = (): boolean => {
          for (const { grant } of world.held.values()) {
            if (grant.scheme === 'balance') workers.add(grant.worker);
          }
          return world.entered === 92;
        };
        world.world.run({ until: isOver, untilMs: world.world.now + 120_000 });
        expect(world.entered).toBe(92);
        expect(workers.size).toBeGreaterThan(1);
        expect(world.faults).toEqual([]);
      }
    },
    20 * minutes,
  );
});
