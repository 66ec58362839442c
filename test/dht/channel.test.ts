// Channels: exactly once and in order over loss, repetition, reordering, cut links, and crashes of both sides with
// disks that lose what was not synced. Whole worlds by chance, tiny ones in every interleaving.
import { describe, expect, it } from 'vitest';
import { type NodeId, nodeId } from '../../src/base/index.ts';
import {
  acknowledged,
  arrive,
  type ChannelMessage,
  loadChannels,
  noChannels,
  post,
  resend,
  saveChannels,
  take,
  toSend,
} from '../../src/dht/channel.ts';
import { flaskId } from '../../src/dht/flask-id.ts';
import { explore, stirUp, World, withAnyState } from '../../src/sim/index.ts';
import {
  type Body,
  type Flaws,
  type PostCommand,
  passed,
  type TinyFlask,
  tinyFlask,
} from './tiny-flask.ts';

const seeds = 25 * Number(process.env['SEEDS'] ?? 1);
const names = ['a', 'b', 'c'].map(nodeId);
const pairs = names.flatMap((from) =>
  names.filter((to) => to !== from).map((to) => [from, to] as const),
);

function complaintOf(stateOf: (node: NodeId) => unknown, atEnd: boolean): string | undefined {
  for (const [from, to] of pairs) {
    const [sender, receiver] = [stateOf(from), stateOf(to)] as [TinyFlask?, TinyFlask?];
    if (!sender || !receiver) continue;
    const { posted, took } = passed(sender, flaskId(from), receiver, flaskId(to));
    const expected = atEnd ? posted : posted.slice(0, took.length);
    if (took.join() !== expected.join()) return `${from} > ${to}: ${took} of ${posted}`;
  }
  return undefined;
}

/** A world of three flasks that post to each other through trouble. */
function troubled(seed: number, flaws: Flaws) {
  const world = new World<ChannelMessage<Body>, PostCommand, never>({
    seed,
    link: { fifo: false, loss: { times: 1, outOf: 5 }, duplication: { times: 1, outOf: 5 } },
    syncTime: { minMs: 0, maxMs: 20 },
  });
  for (const name of names) world.add(name, tinyFlask(flaws));
  stirUp(world, {
    forMs: 1500,
    every: { minMs: 20, maxMs: 80 },
    crash: { times: 1, outOf: 2 },
    down: { minMs: 5, maxMs: 100 },
    crashAtWrite: { times: 1, outOf: 100 },
    partition: { times: 1, outOf: 4 },
  });
  for (let count = 0; count < 60; count++) {
    const [from, to] = pairs[world.rng.below(pairs.length)] as readonly [NodeId, NodeId];
    world.command(from, { to: flaskId(to), body: `${count}` }, world.rng.below(1500));
  }
  try {
    const end = world.run({ untilMs: 20_000 });
    return { world, end, complaint: complaintOf((node) => world.stateOf(node), true) };
  } catch (error) {
    return { world, complaint: (error as Error).message };
  }
}

describe('channels', () => {
  it('bring everything exactly once and in order, through every trouble', () => {
    const struck = new Map<string, number>();
    let took = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const { world, end, complaint } = troubled(seed, {});
      expect(complaint, `seed ${seed}`).toBeUndefined();
      // Nothing is left to resend.
      expect(end, `seed ${seed}`).toBe('nothing-left');
      for (const node of names) took += (world.stateOf(node) as TinyFlask).took.length;
      for (const [kind, count] of Object.entries(world.faults)) {
        struck.set(kind, (struck.get(kind) ?? 0) + count);
      }
    }
    expect(took).toBeGreaterThan(30 * seeds);
    for (const kind of ['lost', 'duplicated', 'reordered', 'cut', 'crash', 'torn-write']) {
      expect(struck.get(kind), kind).toBeGreaterThan(0);
    }
  });

  const flaws: readonly [string, Flaws][] = [
    ['a message sent before its record is durable', { sendsEarly: true }],
    ['an acknowledgement before the record is durable', { acknowledgesEarly: true }],
    ['a high-water mark left out of the snapshot', { forgetsMarks: true }],
    ['an outbox trimmed when sent', { trimsWhenSent: true }],
  ];
  it.each(flaws)('the checker sees %s', (_name, planted) => {
    const seen = Array.from({ length: 40 }).some((_, seed) => troubled(seed, planted).complaint);
    expect(seen).toBe(true);
  });

  it.each([
    ['loss and repetition', { losses: 1, duplications: 1, timers: 1 }, 2],
    ['a crash of either side', { crashes: 1, timers: 1 }, 2],
  ])('hold in every interleaving of a tiny world with %s', (_name, budget, posts) => {
    const [a, b] = names as [NodeId, NodeId];
    const found = explore<ChannelMessage<Body>, PostCommand, never, null>({
      nodes: new Map([a, b].map((node) => [node, withAnyState(tinyFlask())])),
      commands: Array.from({ length: posts }, (_, at) => ({
        node: a,
        command: { to: flaskId('b'), body: `${at}` },
      })),
      watch: { start: null, see: () => null },
      budget,
      invariant: ({ stateOf }) => complaintOf(stateOf, false),
    });
    expect(found.violation).toBeUndefined();
    expect(found.complete).toBe(true);

    expect(found.states).toBeGreaterThan(1000);
  });
});

describe('one channel', () => {
  const [a, b] = [flaskId('a'), flaskId('b')];

  it('numbers, holds back what is not durable, sends once, and again when asked', () => {
    const channels = noChannels<string>();
    for (const [record, body] of ['x', 'y', 'z'].entries()) post(channels, b, body, record + 1);
    const posts = (first: number, ...bodies: string[]) => [
      { to: b, message: { type: 'posts', first, bodies } },
    ];
    expect(toSend(channels, 2)).toEqual(posts(1, 'x', 'y'));
    expect(toSend(channels, 2)).toEqual([]);
    expect(toSend(channels, 3)).toEqual(posts(3, 'z'));
    acknowledged(channels, b, 1);
    resend(channels, b);
    expect(toSend(channels, 3, 1)).toEqual(posts(2, 'y'));
    acknowledged(channels, b, 99);
    expect(toSend(loadChannels(saveChannels(channels), 3), 3)).toEqual(posts(2, 'y', 'z'));
  });

  it('takes what is next, not what is known or what is ahead', () => {
    const channels = noChannels<string>();
    expect(arrive(channels, a, 2, ['y'])).toEqual([]);
    expect(arrive(channels, a, 1, ['x', 'y'])).toEqual([
      { number: 1, body: 'x' },
      { number: 2, body: 'y' },
    ]);
    take(channels, a, 1, 1);
    take(channels, a, 2, 2);
    expect(arrive(channels, a, 1, ['x', 'y'])).toEqual([]);
    const taken = (upTo: number) => [{ to: a, message: { type: 'taken', upTo } }];
    expect(toSend(channels, 0)).toEqual(taken(0));
    expect(toSend(channels, 1)).toEqual(taken(1));
    expect(toSend(channels, 2)).toEqual(taken(2));
    expect(toSend(channels, 2)).toEqual([]);
    expect(() => take(channels, a, 2, 3)).toThrow(/in order, each once/);
  });
});
