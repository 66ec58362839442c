// Clients of a cluster under crashes of nodes, of themselves, and while nobody hears of them: the promises of all schemes hold for
// clients as for nodes, everybody who lives is served, and a node that dies takes nothing of a client with it.
import { describe, expect, it } from 'vitest';
import type { NodeId } from '../../../src/base/index.ts';
import type { NodeEvent, Wish } from '../../../src/coordination/index.ts';
import { minutes, replayOf, seedsOr } from '../seeds.ts';
import { SimulatedClient } from './clients.ts';
import { CoordinationWorld, schemes } from './world.ts';

const seeds = seedsOr(15, [49, 88, 185, 682]);
const wishes = 10;

function wishOf({ rng }: CoordinationWorld): Wish {
  switch (rng.below(4)) {
    case 0:
      return { scheme: 'groups', name: 'line', group: ['a', 'b', 'c'][rng.below(3)] as string };
    case 1:
      return { scheme: 'pools', needs: rng.below(2) === 0 ? { desk: 1 } : { desk: 1, lamp: 1 } };
    case 2:
      return { scheme: 'tokens', name: 'rate' };
    default:
      return { scheme: 'balance', cost: 1 + rng.below(5), where: { [`w${1 + rng.below(4)}`]: 3 } };
  }
}

class ClientWorld {
  readonly nodes: CoordinationWorld;
  readonly clients: readonly SimulatedClient[];

  seen: (node: NodeId, event: NodeEvent) => void = () => {};

  constructor(seed: number) {
    this.nodes = new CoordinationWorld(seed, 3 + (seed % 3), 1 + (seed % 30));
    for (const definition of schemes) this.nodes.create(this.nodes.nodes[0] as NodeId, definition);
    this.nodes.world.run({ until: () => this.nodes.created === schemes.length, untilMs: 30_000 });
    this.clients = [1, 2, 3, 4].map((i) => new SimulatedClient(this.nodes, `client${i}`));
    this.nodes.clientEvent = (node, event) => {
      this.seen(node, event);
      const name = 'session' in event ? event.session : event.request;
      for (const client of this.clients) {
        if (name.startsWith(`${client.name}.`)) client.hear(node, event);
      }
    };
    for (const client of this.clients) {
      for (let i = 0; i < wishes; i++) client.wish(wishOf(this.nodes), this.nodes.rng.below(8000));
    }
  }

  after(ms: number, what: () => void): void {
    this.nodes.world.after(ms, what);
  }

  kill(node: NodeId): void {
    if (!this.nodes.living.includes(node) || !this.nodes.isDispensable(node)) return;
    // What it has said to other nodes may be lost with it.
    this.#links(node, 'cut');
    this.nodes.crash(node);
    for (const client of this.clients) client.nodeDied(node);
  }

  restart(node: NodeId): void {
    if (this.nodes.living.includes(node)) return;
    this.#links(node, 'mend');
    this.nodes.restart(node);
  }

  /** What is under way between two nodes is lost; those who live notice. */
  breakLink(one: NodeId, other: NodeId, forMs: number): void {
    if ([one, other].every((node) => this.nodes.living.includes(node))) {
      this.nodes.cut(one, other, forMs);
    }
  }

  #links(node: NodeId, what: 'cut' | 'mend'): void {
    const { network } = this.nodes.world;
    for (const other of this.nodes.nodes) {
      network[what](node, other);
      network[what](other, node);
    }
  }

  end(seed: number): void {
    const { world, held, faults } = this.nodes;
    const living = this.clients.filter(({ isDead }) => !isDead);
    const isOver = (): boolean =>
      held.size === 0 && living.every(({ asked, held: own }) => asked.size + own.size === 0);
    world.run({ untilMs: world.now + 8500 });
    world.run({ until: isOver, untilMs: world.now + 240_000 });
    const replay = replayOf('node/clients.test.ts', seed);
    expect(faults, replay).toEqual([]);
    expect(
      living.flatMap(({ name, asked }) => [...asked].map(([request]) => `${name} ${request}`)),
      replay,
    ).toEqual([]);
  }
}

/** Whatever happens to nodes, every client has all that it wished for and loses nothing of it. */
function keepAll(trouble: (world: ClientWorld) => void): void {
  let entered = 0;
  for (const seed of seeds) {
    const world = new ClientWorld(seed);
    trouble(world);
    world.end(seed);
    for (const client of world.clients) {
      expect(client.lost, replayOf('node/clients.test.ts', seed)).toBe(0);
      entered += client.entered;
    }
  }
  expect(entered).toBe(seeds.length * 4 * wishes);
}

describe('clients of nodes of coordination', () => {
  it(
    'keep what they hold when nodes die, the first one too',
    () =>
      keepAll((world) => {
        const { nodes } = world;
        const killAndRestart = (victim: NodeId, atMs: number): void => {
          world.after(atMs, () => world.kill(victim));
          world.after(atMs + 100 + nodes.rng.below(1500), () => world.restart(victim));
        };
        const any = nodes.nodes[nodes.rng.below(nodes.nodes.length)] as NodeId;
        killAndRestart(any, nodes.rng.below(8000));
        // And in the moment in which it tells a client that something is his.
        world.seen = (node, { type }) => {
          if (type === 'entered' && nodes.rng.below(20) === 0) killAndRestart(node, 0);
        };
      }),
    20 * minutes,
  );

  it(
    'keep what they hold when links break, nodes take themselves for dead, and one of them dies',
    () =>
      keepAll((world) => {
        const { nodes } = world;
        const { rng } = nodes;
        const any = (): NodeId => nodes.nodes[rng.below(nodes.nodes.length)] as NodeId;
        for (let i = 0; i < 4; i++) {
          const [one, other] = [any(), any()];
          const forMs = 1 + rng.below(800);
          if (one !== other) world.after(rng.below(8000), () => world.breakLink(one, other, forMs));
          const [lonely, atMs] = [any(), rng.below(8000)];
          const tell = (type: 'isolated' | 'connected', afterMs: number): void =>
            world.after(afterMs, () => nodes.world.command(lonely, { type }));
          tell('isolated', atMs);
          tell('connected', atMs + (rng.below(2) === 0 ? 0 : rng.below(600)));
        }
        const victim = any();
        world.after(rng.below(8000), () => world.kill(victim));
      }),
    20 * minutes,
  );

  it(
    'do not take for theirs what others have when all nodes have died and come again',
    () => {
      let [lost, entered] = [0, 0];
      for (const seed of seeds) {
        const world = new ClientWorld(seed);
        const { nodes } = world;
        const [silent, others] = [world.clients.slice(0, 2), world.clients.slice(2)];
        world.after(2000 + nodes.rng.below(4000), () => {
          for (const client of silent) client.cutOff(14_000);
          // Others come soon, when somebody has created all anew.
          for (const client of others) client.cutOff(4000);
          for (const node of nodes.nodes) nodes.crash(node);
          world.after(nodes.rng.below(1500), () => {
            for (const node of nodes.nodes) nodes.restart(node);
            for (const definition of schemes) nodes.create(nodes.nodes[0] as NodeId, definition);
          });
        });
        world.end(seed);
        for (const client of silent) lost += client.lost;
        for (const client of others) entered += client.entered;
      }
      expect(entered).toBeGreaterThanOrEqual(seeds.length * 2 * wishes);
      if (seeds.length >= 15) expect(lost).toBeGreaterThan(0);
    },
    20 * minutes,
  );

  it(
    'give back what they held when they die or are not heard of, whatever becomes of nodes',
    () => {
      let lost = 0;
      for (const seed of seeds) {
        const world = new ClientWorld(seed);
        const { nodes } = world;
        const [first, ...others] = world.clients;
        world.after(nodes.rng.below(8000), () => first?.die());
        const silent = others.slice(0, 2);
        for (const client of silent) {
          const cutMs = nodes.rng.below(25_000);
          world.after(nodes.rng.below(8000), () => client.cutOff(cutMs));
        }
        const victim = nodes.nodes[nodes.rng.below(nodes.nodes.length)] as NodeId;
        world.after(nodes.rng.below(8000), () => world.kill(victim));
        world.end(seed);
        for (const client of silent) lost += client.lost;
      }
      if (seeds.length >= 100) expect(lost).toBeGreaterThan(0);
    },
    20 * minutes,
  );
});
