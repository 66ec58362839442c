// The simulator itself: a small example of its use, the same bytes from the same seed, and each fault seen
// from the inside, so that no protocol is tested in a world that is kinder than it says.
import { describe, expect, it } from 'vitest';
import {
  type DurableStep,
  type Machine,
  nodeId,
  type Step,
  timerId,
  withoutDisk,
} from '../../src/base/index.ts';
import { type LinkModel, type Recording, stirUp, World, WorldError } from '../../src/sim/index.ts';

const [a, b, c] = [nodeId('a'), nodeId('b'), nodeId('c')];

// The example: a node that is told to count sends numbers to another one, which tells what it hears.
type Number = { readonly type: 'number'; readonly value: number };
type Count = { readonly to: ReturnType<typeof nodeId>; readonly upTo: number };
type Heard = { readonly heard: number; readonly at: number };

const counter: Step<{ sum: number }, Number, Count, Heard> = (state, input, ctx) => {
  switch (input.type) {
    case 'command':
      return Array.from({ length: input.command.upTo }, (_, index) => ({
        type: 'send',
        to: input.command.to,
        message: { type: 'number', value: index + 1 },
      }));
    case 'message':
      state.sum += input.message.value;
      return [{ type: 'event', event: { heard: input.message.value, at: ctx.now } }];
    case 'timer':
      return [];
  }
};
const counting = withoutDisk(() => ({ sum: 0 }), counter);

function countingWorld(
  seed: number,
  link: Partial<LinkModel> = {},
  recording: Recording = 'digest',
) {
  const world = new World<Number, Count, Heard>({ seed, link, recording });
  for (const node of [a, b, c]) world.add(node, counting);
  return world;
}

const heard = (world: World<Number, Count, Heard>) => world.events.map(({ event }) => event.heard);
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('a world', () => {
  it('delivers what is sent, in the order of the link', () => {
    const world = countingWorld(1);
    world.command(a, { to: b, upTo: 50 });
    expect(world.run({})).toBe('nothing-left');
    expect(heard(world)).toEqual(upTo(50));
    expect(world.stateOf(b)).toEqual({ sum: 1275 });
    expect(world.now).toBeLessThanOrEqual(10);
  });

  it('stops where it is asked to', () => {
    const world = countingWorld(1, { latency: { minMs: 5, maxMs: 5 } });
    world.command(a, { to: b, upTo: 3 }, 100);
    expect(world.run({ untilMs: 104 })).toBe('time');
    expect([world.now, world.events.length]).toEqual([104, 0]);
    expect(world.run({ until: () => world.events.length === 2 })).toBe('condition');
    expect(world.run({ maxSteps: 1 })).toBe('steps');
    expect([world.now, world.events.length]).toEqual([105, 3]);
  });

  it('is the same, byte by byte, for the same seed, and another for another', () => {
    const runs = [7, 7, 8].map((seed) => {
      const link = {
        fifo: false,
        loss: { times: 1, outOf: 5 },
        duplication: { times: 1, outOf: 5 },
      };
      const world = countingWorld(seed, link, 'lines');
      stirUp(world, {
        forMs: 500,
        every: { minMs: 5, maxMs: 20 },
        crash: { times: 1, outOf: 2 },
        partition: { times: 1, outOf: 3 },
        stall: { times: 1, outOf: 3 },
        clockJump: { times: 1, outOf: 3 },
      });
      for (let i = 0; i < 20; i++) world.command(a, { to: b, upTo: 5 }, i * 25);
      world.run({ untilMs: 2000 });
      return { digest: world.digest, lines: world.lines.join('\n'), faults: { ...world.faults } };
    });
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]?.digest).not.toBe(runs[0]?.digest);
    for (const kind of ['crash', 'restart', 'cut', 'stall', 'clock-jump', 'lost'] as const) {
      expect(runs[0]?.faults[kind], kind).toBeGreaterThan(0);
    }
  });

  it('names the seed when a machine refuses', () => {
    const world = countingWorld(99);
    world.watch(() => {
      throw new Error('too much');
    });
    world.command(a, { to: b, upTo: 1 }, 3);
    expect(() => world.run({})).toThrow(WorldError);
    expect(() => countingWorld(99).run({})).not.toThrow();
    world.command(a, { to: b, upTo: 1 });
    expect(() => world.run({})).toThrow(/^seed 99, \d+ ms, b: too much$/);
  });
});

describe('the network', () => {
  const links: readonly {
    name: string;
    link: Partial<LinkModel>;
    fault?: 'lost' | 'duplicated' | 'reordered';
  }[] = [
    { name: 'loses', link: { loss: { times: 1, outOf: 4 } }, fault: 'lost' },
    { name: 'repeats', link: { duplication: { times: 1, outOf: 4 } }, fault: 'duplicated' },
    { name: 'reorders where it may', link: { fifo: false }, fault: 'reordered' },
    { name: 'keeps the order where it must', link: { latency: { minMs: 0, maxMs: 99 } } },
  ];
  it.each(links)('$name, and counts it', ({ link, fault }) => {
    const world = countingWorld(3, link);
    world.command(a, { to: b, upTo: 200 });
    world.run({});
    const got = heard(world);
    const { lost, duplicated, reordered } = world.faults;
    expect(got.length).toBe(200 - lost + duplicated);
    expect(lost > 0).toBe(fault === 'lost');
    expect(duplicated > 0).toBe(fault === 'duplicated');
    expect(reordered > 0).toBe(fault === 'reordered');
    const inOrder = got.every((value, at) => at === 0 || value >= (got[at - 1] as number));
    expect(inOrder).toBe(fault !== 'reordered');
  });

  it('cuts one direction, also for what is on its way', () => {
    const world = countingWorld(4, { latency: { minMs: 10, maxMs: 10 } });
    world.command(a, { to: b, upTo: 2 });
    world.command(a, { to: b, upTo: 3 }, 20);
    world.command(b, { to: a, upTo: 4 }, 20);
    world.command(a, { to: b, upTo: 1 }, 40);
    world.after(5, () => world.network.cut(a, b));
    world.after(35, () => world.network.mend(a, b));
    world.run({});
    expect(world.events.map(({ node, event }) => `${node}${event.heard}`)).toEqual([
      'a1',
      'a2',
      'a3',
      'a4',
      'b1',
    ]);
    expect(world.faults.cut).toBe(5);
  });
});

describe('nodes', () => {
  it('forget all in a crash, and hear nothing while they are down', () => {
    const world = countingWorld(5, { latency: { minMs: 1, maxMs: 1 } });
    world.command(a, { to: b, upTo: 3 });
    world.after(10, () => world.crash(b));
    world.command(a, { to: b, upTo: 2 }, 20);
    world.after(30, () => world.restart(b));
    world.command(a, { to: b, upTo: 1 }, 40);
    world.run({});
    expect(world.stateOf(b)).toEqual({ sum: 1 });
    expect(world.faults['to-the-dead']).toBe(2);
  });

  it('stall and go on; a clock may jump', () => {
    const world = countingWorld(6, { latency: { minMs: 1, maxMs: 1 } });
    world.command(a, { to: b, upTo: 2 });
    world.stall(b, 500);
    world.jumpClock(b, -10_000);
    world.run({});
    expect(world.events.map(({ at, event }) => [at, event.at, event.heard])).toEqual([
      [500, -9500, 1],
      [500, -9500, 2],
    ]);
  });

  it('hear in order what came while they stalled, also when the stall was drawn out', () => {
    const world = countingWorld(6, { latency: { minMs: 1, maxMs: 1 } });
    world.stall(b, 100);
    world.command(a, { to: b, upTo: 1 });
    world.after(50, () => world.stall(b, 100));
    world.command(a, { to: b, upTo: 2 }, 60);
    world.run({});
    const heard = world.events.map(({ at, event }) => [at, event.heard]);
    expect(heard).toEqual([
      [150, 1],
      [150, 1],
      [150, 2],
    ]);
  });

  it('share nothing with each other', () => {
    type List = { readonly list: number[] };
    const keeper: Step<List, List, 'send', never> = (state, input, ctx) => {
      if (input.type === 'message') input.message.list.push(99);
      if (input.type !== 'command') return [];
      return [{ type: 'send', to: ctx.self === a ? b : a, message: state }];
    };
    const world = new World<List, 'send', never>({ seed: 1 });
    for (const node of [a, b])
      world.add(
        node,
        withoutDisk(() => ({ list: [1] }), keeper),
      );
    world.command(a, 'send');
    world.run({});
    expect(world.stateOf(a)).toEqual({ list: [1] });
  });

  it('have timers that can be moved and cancelled, and that a crash ends', () => {
    const [tick, tock] = [timerId('tick'), timerId('tock')];
    type Command = 'set' | 'cancel';
    const step: Step<null, never, Command, string> = (_state, input) => {
      if (input.type === 'timer') return [{ type: 'event', event: input.timer }];
      if (input.type === 'command' && input.command === 'cancel') {
        return [{ type: 'cancel-timer', timer: tick }];
      }
      return [tick, tock].map((timer) => ({ type: 'set-timer', timer, afterMs: 100 }));
    };
    const world = new World<never, Command, string>({ seed: 1 });
    world.add(
      a,
      withoutDisk(() => null, step),
    );
    world.command(a, 'set');
    world.command(a, 'set', 50);
    world.command(a, 'cancel', 120);
    world.command(a, 'set', 200);
    world.after(250, () => world.crash(a));
    world.after(260, () => world.restart(a));
    world.run({});
    expect(world.events.map(({ at, event }) => `${at} ${event}`)).toEqual(['150 tock']);
  });
});

describe('disks', () => {
  // Writes the bytes 1, 2, 3, ... one at a time, the next when the last is durable, and tells at its start
  // what it finds.
  const bytesOf = (files: ReadonlyMap<string, Uint8Array>) => [...(files.get('f') ?? [])];
  const lastFound = (world: World<never, never, unknown>) =>
    (world.events.at(-1)?.event as { found: number[] } | undefined)?.found ?? [];
  const writeNext = (value: number) =>
    [
      { type: 'append', file: 'f', bytes: Uint8Array.of(value, value) },
      { type: 'sync', mark: value },
    ] as const;
  const step: DurableStep<{ last: number }, never, never, unknown> = (state, input) => {
    if (input.type !== 'synced') return [];
    state.last = input.mark + 1;
    return [{ type: 'event', event: { synced: input.mark } }, ...writeNext(state.last)];
  };
  const writer: Machine<{ last: number }, never, never, unknown> = {
    start: (files) => {
      const found = bytesOf(files);
      const last = found.length === 0 ? 1 : 100;
      const event = { type: 'event', event: { found } } as const;
      return { state: { last }, effects: last === 1 ? [event, ...writeNext(1)] : [event] };
    },
    step,
  };

  it('keep what was synced, and of the rest some beginning, torn or not', () => {
    const endings = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const world = new World<never, never, unknown>({ seed, syncTime: { minMs: 5, maxMs: 5 } });
      world.add(a, writer);
      world.run({ untilMs: 17 });
      expect(world.events.at(-1)?.event).toEqual({ synced: 3 });
      world.crash(a);
      world.restart(a);
      const found = lastFound(world);
      expect(found.slice(0, 6)).toEqual([1, 1, 2, 2, 3, 3]);
      expect(found.length).toBeLessThanOrEqual(8);
      const tail = found.slice(6);
      const isWhole = tail.length === 0 || (tail[0] === 4 && tail[1] === 4);
      expect(world.faults['unsynced-lost'] > 0 || tail.length === 2).toBe(true);
      expect(isWhole || world.faults['torn-write'] === 1).toBe(true);
      endings.add(tail.map((byte) => (byte === 4 || byte === 0 ? byte : 'noise')).join());
    }
    expect([...endings].sort()).toEqual(
      expect.arrayContaining(['', '0,0', '4', '4,0', '4,4', '4,noise']),
    );
  });

  it('are wiped and damaged only when asked', () => {
    const world = new World<never, never, unknown>({ seed: 2, syncTime: { minMs: 5, maxMs: 5 } });
    world.add(a, writer);
    world.run({ untilMs: 6 });
    world.crash(a);
    world.restart(a);
    const before = lastFound(world);
    world.crash(a);
    world.flipBit(a);
    world.restart(a);
    const flips = lastFound(world).map((byte, at) => byte ^ (before[at] as number));
    expect(flips.filter((bits) => bits !== 0)).toHaveLength(1);
    expect(world.faults['bit-flip']).toBe(1);
    world.crash(a);
    world.wipe(a);
    world.restart(a);
    expect(world.events.at(-1)?.event).toEqual({ found: [] });
  });

  it('may take a node down in the middle of its effects', () => {
    const world = new World<never, never, unknown>({ seed: 3 });
    world.crashAtWrite = { chance: { times: 1, outOf: 3 }, down: { minMs: 5, maxMs: 5 } };
    world.add(a, writer);
    world.run({ untilMs: 1000 });
    expect(world.faults['crash-at-write']).toBeGreaterThan(0);
    expect(world.faults.crash).toBe(world.faults['crash-at-write']);
  });
});
