// Worlds too large for all interleavings: flasks that draw pairs until none is left, with messages in any order that channels
// allow. And the schedules that stop the printed protocol, as regressions.
import { describe, expect, test } from 'vitest';
import { createRng, type NodeId, nodeId, type Rng } from '../../../src/base/index.ts';
import {
  flaskId,
  type MoleculeId,
  type PolicyOptions,
  usualPolicy,
} from '../../../src/dht/index.ts';
import { type CaptureFlask, type FlaskMessage, newFlask, stepFlask } from './capture-flask.ts';

const step = stepFlask();

/** Flasks and the channels between them; whoever drives it decides which channel delivers next. */
class Flasks {
  readonly flasks = new Map<string, CaptureFlask>();
  readonly links = new Map<string, { from: NodeId; to: NodeId; queue: FlaskMessage[] }>();
  messages = 0;

  constructor(
    owned: Readonly<Record<string, readonly MoleculeId[]>>,
    policy: Partial<PolicyOptions>,
  ) {
    for (const [name, ids] of Object.entries(owned)) {
      this.flasks.set(name, newFlask(name, ids, policy));
    }
  }

  flask(name: string): CaptureFlask {
    const flask = this.flasks.get(name);
    if (flask === undefined) throw new Error(`no flask ${name}`);
    return flask;
  }

  /** Tries these molecules wherever they are; what is on its way cannot be found. */
  attempt(by: string, ids: readonly MoleculeId[]): void {
    const combination = ids.map((id) => ({ id, holder: flaskId(this.holderOf(id) ?? by) }));
    this.input(by, { type: 'command', command: { combination } });
  }

  holderOf(id: MoleculeId): string | undefined {
    return [...this.flasks.values()].find(
      ({ free, shelf }) => free.includes(id) || shelf.includes(id),
    )?.capture.self;
  }

  /** Delivers the next message of one channel. */
  deliver(from: string, to: string): string {
    const message = this.links.get(`${from}>${to}`)?.queue.shift();
    if (message === undefined) throw new Error(`nothing from ${from} to ${to}`);
    this.input(to, { type: 'message', from: nodeId(from), message });
    return message.type === 'gift' ? 'gift' : message.message.type;
  }

  deliverAny(rng: Rng): boolean {
    const busy = [...this.links.values()].filter(({ queue }) => queue.length > 0);
    const link = busy[rng.below(Math.max(1, busy.length))];
    if (link !== undefined) this.deliver(link.from, link.to);
    return link !== undefined;
  }

  sum(count: (flask: CaptureFlask) => number): number {
    return [...this.flasks.values()].reduce((total, flask) => total + count(flask), 0);
  }

  private input(name: string, input: Parameters<typeof step>[1]): void {
    const flask = this.flask(name);
    for (const effect of step(flask, input)) {
      if (effect.type !== 'send') continue;
      const link = `${name}>${effect.to}`;
      const known = this.links.get(link) ?? { from: nodeId(name), to: effect.to, queue: [] };
      this.links.set(link, known);
      known.queue.push(effect.message);
      this.messages++;
    }
    expect(flask.complaint).toBeUndefined();
  }
}

/** Draws pairs for flasks that have nothing under way, until at most one molecule is left. */
function run(seed: number, size: number, arity: number, policy: Partial<PolicyOptions>): Flasks {
  const rng = createRng(seed);
  const names = Array.from({ length: size }, (_, i) => `f${i}`);
  const ids = Array.from({ length: size * 3 }, (_, i) => i);
  const owned = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  for (const id of ids) owned[names[rng.below(size)] ?? '']?.push(id);
  const world = new Flasks(owned, policy);
  for (let steps = 0; steps < 400_000; steps++) {
    if (rng.below(4) > 0 && world.deliverAny(rng)) continue;
    const left = ids.filter((id) => world.holderOf(id) !== undefined);
    const idle = names.filter((name) => world.flask(name).capture.attempts.size === 0);
    const by = idle[rng.below(Math.max(1, idle.length))];
    if (by !== undefined && left.length >= arity) {
      const drawn = Array.from({ length: arity }, () => left.splice(rng.below(left.length), 1));
      world.attempt(by, drawn.flat());
    } else if (!world.deliverAny(rng) && left.length < arity) return world;
  }
  throw new Error('it does not end');
}

describe('larger worlds end, with every molecule accounted for', () => {
  const modes: [string, Partial<PolicyOptions>][] = [
    ['adaptive', {}],
    ['pessimistic', { mode: 'pessimistic' }],
    ['never dormant', { dormant: undefined }],
    ['short memory', { ownSize: 3, othersSize: 3 }],
  ];
  test.each(modes)('%s', (_, policy) => {
    for (const [size, arity] of [
      [3, 2],
      [8, 2],
      [8, 3],
      [20, 2],
      [12, 4],
    ] as const) {
      for (let seed = 1; seed <= 4; seed++) {
        const world = run(seed, size, arity, policy);
        const captured = world.sum(({ captured }) => captured);
        expect(captured).toBe(Math.floor((size * 3) / arity));
        expect(world.sum(({ reacted }) => reacted.length)).toBe(captured * arity);
        expect(world.sum(({ free }) => free.length)).toBe((size * 3) % arity);
        const open = world.sum(({ shelf, capture }) => shelf.length + capture.claims.size);
        expect(open).toBe(0);
      }
    }
  });

  test('some flasks fall asleep, and some change their ways', () => {
    const world = run(1, 20, 2, usualPolicy);
    const records = [...world.flasks.values()].map(({ capture }) => capture.records.get('r'));
    expect(records.some((record) => (record?.naps ?? 0) > 0)).toBe(true);
    expect(records.some((record) => record?.mode === 'pessimistic')).toBe(true);
  });
});

describe('schedules that stop the printed protocol', () => {
  // Section 3.6.2, lemma 3: low is promised m before high asks; high asks for n before low. As printed high is told TAKEN at
  // x, low is told TAKEN at y, both give up, and this may happen for ever.
  test('two requesters that are first at one holder each do not both give up', () => {
    for (let round = 0; round < 100; round++) {
      const world = new Flasks(
        { high: [], low: [], x: ['m'], y: ['n'] },
        { mode: 'pessimistic', dormant: undefined },
      );
      world.flask('low').capture.captures = 1;
      world.attempt('low', ['m', 'n']);
      expect(world.deliver('low', 'x')).toBe('QUERY');
      world.attempt('high', ['m', 'n']);
      expect(world.deliver('high', 'y')).toBe('QUERY');
      expect(world.deliver('high', 'x')).toBe('QUERY');
      expect(world.deliver('low', 'y')).toBe('QUERY');
      expect(world.deliver('x', 'low')).toBe('RESP_OK');
      expect(world.deliver('y', 'high')).toBe('RESP_OK');
      expect(world.deliver('y', 'low')).toBe('RESP_TAKEN');
      expect(world.deliver('low', 'x')).toBe('GIVE_UP');
      expect(world.deliver('x', 'high')).toBe('RESP_OK');
      const rng = createRng(round);
      while (world.deliverAny(rng));
      expect(world.flask('high').captured).toBe(1);
      expect(world.flask('low').aborted).toBe(1);
    }
  });

  // Algorithm 4, line 2, and Abandon of Algorithm 3: a refused requester frees what it was refused, and a third one gets it.
  test('GIVE_UP of a refused requester frees nothing', () => {
    const world = new Flasks(
      { a: [], b: [], c: [], x: ['m'], y: ['n'] },
      { mode: 'pessimistic', dormant: undefined },
    );
    world.attempt('a', ['m', 'n']);
    world.deliver('a', 'x');
    world.attempt('b', ['m', 'n']);
    world.deliver('b', 'y');
    world.deliver('b', 'x');
    expect(world.deliver('x', 'a')).toBe('RESP_OK');
    expect(world.deliver('x', 'b')).toBe('RESP_TAKEN');
    expect(world.deliver('b', 'y')).toBe('GIVE_UP');
    expect(world.flask('x').shelf).toEqual(['m']);
    world.attempt('c', ['m', 'n']);
    expect(world.deliver('c', 'x')).toBe('QUERY');
    expect(world.deliver('x', 'c')).toBe('RESP_TAKEN');
  });

  // Algorithm 3, line 9: "all responses have arrived" is true after a refusal, too.
  test('molecules that come in after a refusal make no reaction, and stay', () => {
    const world = new Flasks(
      { a: [], b: ['k'], x: ['m'], y: ['n'] },
      { mode: 'optimistic', dormant: undefined },
    );
    world.attempt('a', ['m', 'n']);
    world.attempt('b', ['k', 'n']);
    world.deliver('b', 'y');
    world.deliver('a', 'y');
    expect(world.deliver('y', 'a')).toBe('RESP_REMOVED');
    expect(world.flask('a').aborted).toBe(1);
    world.deliver('a', 'x');
    expect(world.deliver('x', 'a')).toBe('gift');
    expect(world.flask('a')).toMatchObject({ captured: 0, free: ['m'], shelf: [] });
    expect(world.deliver('y', 'b')).toBe('gift');
    expect(world.flask('b').reacted).toEqual(['k', 'n']);
  });
});
