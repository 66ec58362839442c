// Walking tokens between nodes that die, come again, lose links and take themselves for dead: every period keeps its share, no
// token is used twice in one, everybody who lives is served, also clients, and a new rate is followed.
import { describe, expect, it } from 'vitest';
import type { NodeId } from '../../../src/base/index.ts';
import { createWatch } from '../../../src/coordination/index.ts';
import { minutes, replayOf, seedsOr } from '../seeds.ts';
import { SimulatedClient } from './clients.ts';
import { CoordinationWorld, made } from './world.ts';

const seeds = seedsOr(15);
const wish = { scheme: 'tokens', name: 'hub' } as const;
const [rate, periodMs, tokens] = [20, 500, 10];

class WalkingWorld {
  readonly nodes: CoordinationWorld;
  readonly clients: readonly SimulatedClient[];
  readonly times: number[] = [];
  readonly #seed: number;

  /** The watch is told of the fastest rate that there will be. */
  constructor(seed: number, fastest = rate) {
    this.#seed = seed;
    const keepMs = [250, 500, 900][seed % 3] as number;
    const more = { periodMs, keepMs, delayMs: (seed % 2) * 5, changeMs: 1 + (seed % 4) * 5 };
    const hub = made('tokens', 'hub', { rate, scheme: 'walking', ...more });
    const nodes = new CoordinationWorld(seed, 2 + (seed % 4), 1 + (seed % 30), [hub]);
    this.nodes = nodes;
    const watch = createWatch({
      periodMs: (periodMs * rate) / fastest,
      shares: [1, 2, 5].map((n) => ({
        ...{ lengthMs: n * periodMs, usesMax: (n * tokens * fastest) / rate },
      })),
    });
    nodes.world.watch(({ event, at }) => {
      if (event.type !== 'entered' || event.grant.scheme !== 'tokens') return;
      const { token, epoch } = event.grant;
      this.times.push(at);
      const fault = watch({ token, epoch, wishMs: 0, atMs: at });
      if (fault !== undefined) nodes.faults.push(fault);
    });
    nodes.create(nodes.nodes[seed % nodes.nodes.length] as NodeId, hub);
    nodes.world.run({ until: () => nodes.created === 1, untilMs: 30_000 });
    this.clients = [1, 2].map((i) => new SimulatedClient(nodes, `client${i}`));
    nodes.clientEvent = (node, event) => {
      const name = 'session' in event ? event.session : event.request;
      for (const client of this.clients) {
        if (name.startsWith(`${client.name}.`)) client.hear(node, event);
      }
    };
  }

  wish(each: number, overMs: number): void {
    const { nodes, rng } = this.nodes;
    for (const owner of [...nodes, ...this.clients]) {
      for (let i = 0; i < each; i++) {
        if (typeof owner === 'string') this.nodes.wish(owner, wish, rng.below(overMs));
        else owner.wish(wish, rng.below(overMs));
      }
    }
  }

  after(ms: number, what: () => void): void {
    this.nodes.world.after(ms, what);
  }

  any(): NodeId {
    const { nodes, rng } = this.nodes;
    return nodes[rng.below(nodes.length)] as NodeId;
  }

  killAndRestart(victim: NodeId, forMs: number): void {
    const { nodes } = this;
    if (!nodes.living.includes(victim) || !nodes.isDispensable(victim)) return;
    nodes.crash(victim);
    for (const client of this.clients) client.nodeDied(victim);
    this.after(forMs, () => nodes.restart(victim));
  }

  end(overMs: number): void {
    const { world, waiting, faults } = this.nodes;
    const asked = (): number => this.clients.reduce((sum, client) => sum + client.asked.size, 0);
    world.run({ untilMs: world.now + overMs });
    world.run({ until: () => waiting.size + asked() === 0, untilMs: world.now + 120_000 });
    const replay = replayOf('node/walking.test.ts', this.#seed);
    expect(faults, replay).toEqual([]);
    expect([waiting.size, asked()], replay).toEqual([0, 0]);
  }
}

describe('walking tokens between nodes', () => {
  it(
    'keep every period while nodes die and come again',
    () => {
      for (const seed of seeds) {
        const world = new WalkingWorld(seed);
        world.wish(12, 4000);
        const { rng } = world.nodes;
        for (let i = 0; i < 3; i++) {
          const [victim, atMs, forMs] = [world.any(), rng.below(4000), 100 + rng.below(1500)];
          world.after(atMs, () => world.killAndRestart(victim, forMs));
        }
        world.end(4500);
      }
    },
    20 * minutes,
  );

  it(
    'keep every period while links break and nodes take themselves for dead',
    () => {
      for (const seed of seeds) {
        const world = new WalkingWorld(seed);
        world.nodes.isStubborn = true;
        world.wish(12, 4000);
        const { nodes } = world;
        const { rng } = nodes;
        for (let i = 0; i < 4; i++) {
          const [one, other, forMs] = [world.any(), world.any(), 1 + rng.below(800)];
          if (one !== other) world.after(rng.below(4000), () => nodes.cut(one, other, forMs));
          const [lonely, atMs] = [world.any(), rng.below(4000)];
          world.after(atMs, () => nodes.world.command(lonely, { type: 'isolated' }));
          const backMs = atMs + rng.below(600);
          world.after(backMs, () => nodes.world.command(lonely, { type: 'connected' }));
        }
        world.end(4500);
      }
    },
    20 * minutes,
  );

  it(
    'follow a faster rate, also when a node dies meanwhile',
    () => {
      for (const seed of seeds) {
        const world = new WalkingWorld(seed, 2 * rate);
        world.wish(20, 4000);
        const { nodes } = world;
        const resize = { type: 'resize', request: 'more', name: 'hub', rate: 2 * rate } as const;
        world.after(1000, () => nodes.world.command(nodes.nodes[0] as NodeId, resize));
        const [victim, atMs] = [nodes.nodes.at(-1) as NodeId, 500 + nodes.rng.below(3000)];
        world.after(atMs, () => world.killAndRestart(victim, 1000));
        world.end(4500);
      }
    },
    20 * minutes,
  );

  it(
    'keep a slower rate from a period after it was told',
    () => {
      for (const seed of seeds) {
        const world = new WalkingWorld(seed);
        world.wish(24, 1000);
        const { nodes } = world;
        const resize = { type: 'resize', request: 'less', name: 'hub', rate: rate / 2 } as const;
        world.after(1000, () => nodes.world.command(nodes.nodes[0] as NodeId, resize));
        const from = nodes.world.now + 1000 + 2 * periodMs;
        world.end(4500);
        const slow = world.times.filter((at) => at >= from);
        // All of it can be used: nothing is lost of it on the way.
        expect(slow.length).toBeGreaterThan(10);
        const most = Math.max(
          ...slow.map((at) => slow.filter((one) => one >= at && one < at + 1000).length),
        );
        expect(most, replayOf('node/walking.test.ts', seed)).toBeLessThanOrEqual(rate / 2);
        const needMs = ((slow.length - 1) * 1000) / (rate / 2);
        expect((slow.at(-1) as number) - from).toBeLessThan(1.5 * needMs + 2000);
      }
    },
    20 * minutes,
  );
});
