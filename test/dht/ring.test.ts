// Positions and routers: against the naive owner, with ten thousand nodes in one world, and through joins, leaves,
// crashes and lost messages.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type Machine, type NodeId, nodeId } from '../../src/base/index.ts';
import {
  byPosition,
  distance,
  fingerNode,
  fingerRouter,
  fullRouter,
  isWithin,
  loneTable,
  type Member,
  memberOf,
  type Position,
  positionOf,
  type RingCommand,
  type RingEvent,
  type RingMessage,
  type RingNode,
  tableAmong,
} from '../../src/dht/index.ts';
import { sha1 } from '../../src/dht/ring/sha1.ts';
import { stirUp, World } from '../../src/sim/index.ts';

type RingMachine = Machine<RingNode, RingMessage, RingCommand, RingEvent>;
const seeds = 2 * Number(process.env['SEEDS'] ?? 1);
const ring = (count: number): readonly Member[] =>
  Array.from({ length: count }, (_, at) => memberOf(nodeId(`n${at}`))).sort(byPosition);

/** The definition: the member with the shortest way from the position to it. */
const naiveOwner = (members: readonly Member[], position: Position): NodeId =>
  members.reduce((best, member) =>
    distance(position, member.position) < distance(position, best.position) ? member : best,
  ).node;

describe('positions', () => {
  it('are the SHA-1 of names', () => {
    const law = fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(sha1(text)).toBe(createHash('sha1').update(text, 'utf8').digest('hex'));
    });
    fc.assert(law, { numRuns: 100 });
    for (const length of [55, 56, 63, 64, 119, 120]) {
      const text = 'x'.repeat(length);
      expect(sha1(text)).toBe(createHash('sha1').update(text).digest('hex'));
    }
  });

  it('lie between two others exactly if the way says so', () => {
    const name = fc.integer({ min: 0, max: 30 }).map((n) => positionOf(`${n}`));
    const law = fc.property(name, name, name, (position, after, upTo) => {
      fc.pre(after !== upTo);
      const way = distance(after, position);
      expect(isWithin(position, after, upTo)).toBe(way > 0n && way <= distance(after, upTo));
    });
    fc.assert(law);
    expect(isWithin(positionOf('a'), positionOf('b'), positionOf('b'))).toBe(true);
  });
});

describe('routers', () => {
  it('lead to the naive owner, in one hop or in few', () => {
    const law = fc.property(fc.integer({ min: 1, max: 60 }), fc.string(), (count, name) => {
      const members = ring(count);
      const position = positionOf(name);
      const owner = naiveOwner(members, position);
      const full = fullRouter(members);
      expect(full.next(position)).toBe(owner);
      expect(full.holders(position, 3)[0]).toBe(owner);
      expect(new Set(full.holders(position, 3)).size).toBe(Math.min(3, count));
      let at = (members[0] as Member).node;
      for (let hops = 0; ; hops++) {
        expect(hops).toBeLessThanOrEqual(count);
        const next = fingerRouter(tableAmong(memberOf(at), members)).next(position);
        if (next === at) break;
        at = next;
      }
      expect(at).toBe(owner);
    });
    fc.assert(law, { numRuns: 60 });
  });
});

/** Looks for names from nodes drawn by chance, and gives what was found wrong or not at all, and the hops. */
function lookUp(
  world: World<RingMessage, RingCommand, RingEvent>,
  live: readonly Member[],
  count: number,
) {
  const rng = createRng(world.seed).split('look-up');
  const wanted = new Map<string, NodeId>();
  const full = fullRouter(live);
  const before = world.events.length;
  for (let at = 0; at < count; at++) {
    const position = positionOf(`thing ${at}`);
    const from = (live[rng.below(live.length)] as Member).node;
    wanted.set(`${at}`, full.next(position));
    world.command(from, { type: 'find', id: `${at}`, position }, rng.below(500));
  }
  world.run({ untilMs: world.now + 1000 });
  const hops: number[] = [];
  for (const { event } of world.events.slice(before)) {
    if (event.type !== 'found' || wanted.get(event.id) !== event.owner) continue;
    wanted.delete(event.id);
    hops.push(event.hops);
  }
  const most = hops.reduce((a, b) => Math.max(a, b), 0);
  return { missed: wanted.size, most, mean: hops.reduce((a, b) => a + b, 0) / hops.length };
}

/** A world of members that know each other as well as they should. */
function settled(seed: number, count: number, machineOf?: (machine: RingMachine) => RingMachine) {
  const world = new World<RingMessage, RingCommand, RingEvent>({ seed });
  const members = ring(count);
  const options = { everyMs: 400, patienceMs: 100 };
  const change = machineOf ?? ((machine) => machine);
  const slow = { ...options, everyMs: 60_000 };
  for (const { node } of members) {
    const machine = fingerNode(count > 1000 ? slow : options, (id) =>
      tableAmong(memberOf(id), members),
    );
    world.add(node, change(machine));
  }
  const newcomer = change(fingerNode(options));
  return { world, members, newcomer };
}

describe('a ring of ten thousand nodes', () => {
  const size = 10_000;

  it('finds every owner in at most log2 n hops, also after joins and leaves', () => {
    const { world, members, newcomer } = settled(1, size);
    const first = lookUp(world, members, 700);
    expect(first.missed).toBe(0);
    expect(first.most).toBeLessThanOrEqual(Math.log2(size));
    expect(first.mean).toBeLessThan(0.5 * Math.log2(size));
    const leaving = members.filter((_, at) => at % 400 === 7).map(({ node }) => node);
    for (const node of leaving) world.command(node, { type: 'leave' });
    const joining = Array.from({ length: 25 }, (_, at) => nodeId(`late${at}`));
    for (const [at, node] of joining.entries()) {
      world.add(node, newcomer);
      world.command(node, { type: 'join', contact: (members[at] as Member).node });
    }
    world.run({ untilMs: world.now + 3000 });
    const live = [
      ...members.filter(({ node }) => !leaving.includes(node)),
      ...joining.map(memberOf),
    ];
    const second = lookUp(world, live.sort(byPosition), 300);
    expect(second.missed).toBe(0);
    expect(second.most).toBeLessThanOrEqual(Math.log2(size));
  }, 60_000);

  it('would need many more with no fingers', () => {
    const lame = (machine: RingMachine): RingMachine => ({
      ...machine,
      start(files, ctx) {
        const { state, effects } = machine.start(files, ctx);
        state.table.fingers.clear();
        return { state, effects };
      },
    });
    const { world, members } = settled(1, 150, lame);
    expect(lookUp(world, members, 20).most).toBeGreaterThan(Math.log2(150));
  });
});

describe('a ring in change', () => {
  /** Nodes join one after another, some leave, some crash, messages are lost; then calm. */
  function change(seed: number, machineOf?: (machine: RingMachine) => RingMachine) {
    const { world, members, newcomer } = settled(seed, 12, machineOf);
    const late = Array.from({ length: 12 }, (_, at) => nodeId(`late${at}`));
    const [contact] = members as readonly [Member, ...Member[]];
    world.network.model = { ...world.network.model, loss: { times: 1, outOf: 30 } };
    const gone = new Set<NodeId>();
    for (const [at, node] of late.entries()) {
      world.after(100 + 150 * at, () => {
        world.add(node, newcomer);
        world.command(node, { type: 'join', contact: contact.node });
      });
      const victim = (members[at] as Member).node;
      if (at % 3 === 1) world.command(victim, { type: 'leave' }, 1000 + 200 * at);
      if (at % 3 === 2) world.after(1000 + 200 * at, () => world.crash(victim));
      if (at % 3 !== 0) gone.add(victim);
    }
    stirUp(world, {
      forMs: 4000,
      every: { minMs: 50, maxMs: 200 },
      stall: { times: 1, outOf: 9 },
      stallTime: { minMs: 10, maxMs: 60 },
    });
    world.run({ untilMs: 4001 });
    // Calm has brought back all that had crashed; these stay away.
    for (const node of gone) world.crash(node);
    world.run({ untilMs: 20_000 });
    const live = [...members, ...late.map(memberOf)].filter(({ node }) => !gone.has(node));
    return { world, live: live.sort(byPosition) };
  }

  it('comes to rest with every node in its place, and finds every owner', () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { world, live } = change(seed);
      for (const [at, { node }] of live.entries()) {
        const { table } = world.stateOf(node) as RingNode;
        const [before, after] = [live.at(at - 1), live[(at + 1) % live.length]];
        expect(table.successors[0]?.node, `seed ${seed}, after ${node}`).toBe(after?.node);
        expect(table.predecessor?.node, `seed ${seed}, before ${node}`).toBe(before?.node);
      }
      expect(lookUp(world, live, 100).missed, `seed ${seed}`).toBe(0);
    }
  });

  it('the check sees nodes that do not tell their successor that they are there', () => {
    const shy = (machine: RingMachine): RingMachine => ({
      ...machine,
      step: (state, input, ctx) =>
        machine
          .step(state, input, ctx)
          .filter((effect) => effect.type !== 'send' || effect.message.type !== 'notify'),
    });
    const { world, live } = change(1, shy);
    expect(lookUp(world, live, 100).missed).toBeGreaterThan(0);
  });

  it('starts with one node that owns everything', () => {
    const world = new World<RingMessage, RingCommand, RingEvent>({ seed: 1 });
    const machine = fingerNode({ everyMs: 100, patienceMs: 50 }, loneTable);
    for (const node of [nodeId('a'), nodeId('b')]) world.add(node, machine);
    const live = [memberOf(nodeId('a')), memberOf(nodeId('b'))].sort(byPosition);
    expect(
      lookUp(
        world,
        live.filter(({ node }) => node === 'a'),
        5,
      ),
    ).toMatchObject({ missed: 0, most: 0 });
    world.command(nodeId('b'), { type: 'join', contact: nodeId('a') });
    world.run({ untilMs: 3000 });
    expect(lookUp(world, live, 20)).toMatchObject({ missed: 0, most: 1 });
  });
});
