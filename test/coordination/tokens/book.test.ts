// BOOK step by step, in calm worlds: when wishes are served, what becomes of slots that are given back or missed, how capacity
// returns from a keeper that is gone, and from when on a new rate holds.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { book } from '../../../src/coordination/tokens/book.ts';
import type { BookOptions } from '../../../src/coordination/tokens/config.ts';
import type { TokensEvent } from '../../../src/coordination/tokens/messages.ts';
import { TightLoop } from '../../../src/sim/index.ts';

function world(options: BookOptions, members: readonly string[]) {
  const config = book.configure(options);
  if (!config.ok) throw new Error(config.error.why);
  const loop = new TightLoop(1, book.step, () => 10);
  const events: (TokensEvent & { readonly node: string; readonly at: number })[] = [];
  loop.onEvent = (node, event) => events.push({ ...event, node, at: loop.now });
  for (const name of members) loop.add(name, book.create(config.value, nodeId(name)));
  for (const name of members) loop.command(name, { type: 'start' });
  loop.run(1000);
  loop.now = 1000;
  const entered = () =>
    events.flatMap((event) => (event.type === 'entered' ? [[event.request, event.at]] : []));
  return { loop, events, entered };
}

const alone: BookOptions = { ratePerSecond: 2, keepers: ['a'], leadMs: 0, skewMs: 100 };

describe('wishes', () => {
  it('are served a period apart, none before its time', () => {
    const { loop, entered } = world(alone, ['a']);
    for (const [request, wishMs] of [
      ['x', 1000],
      ['y', 1000],
      ['z', 1900],
    ] as const) {
      loop.command('a', { type: 'enter', request, wishMs });
    }
    loop.run(5000);
    expect(entered()).toEqual([
      ['x', 1000],
      ['y', 1500],
      ['z', 2000],
    ]);
  });

  it('that are withdrawn leave their slot to others', () => {
    const { loop, entered } = world(alone, ['a']);
    for (const request of ['x', 'y', 'z']) loop.command('a', { type: 'enter', request });
    loop.run(1200);
    loop.command('a', { type: 'leave', request: 'y' });
    loop.run(1201);
    loop.command('a', { type: 'enter', request: 'w' });
    loop.run(5000);
    expect(entered()).toEqual([
      ['x', 1000],
      ['w', 1500],
      ['z', 2000],
    ]);
  });

  it('whose slot passed while the member stood still are asked for again', () => {
    const { loop, entered, events } = world({ ...alone, slackMs: 50 }, ['a']);
    loop.command('a', { type: 'enter', request: 'x', wishMs: 3000 });
    loop.run(2500);
    const state = loop.stateOf('a');
    loop.stop('a');
    loop.now = 3100;
    loop.restart('a', state);
    loop.command('a', { type: 'start' });
    loop.run(6000);
    expect(events.map(({ type }) => type)).toContain('missed');
    expect(entered()).toEqual([['x', 3500]]);
  });

  it('wait for a moment at which somebody has room', () => {
    const { loop, entered } = world({ ...alone, ratePerSecond: 4, keepers: ['a', 'b'] }, [
      'a',
      'b',
      'c',
    ]);
    for (let count = 0; count < 8; count++) {
      loop.command('c', { type: 'enter', request: `r${count}`, wishMs: 3000 });
    }
    loop.run(6000);
    const times = entered()
      .map(([, at]) => Number(at))
      .sort((a, b) => a - b);
    expect(times).toHaveLength(8);
    // Two tokens, one use each half second: never more, and all done about when the last could be at best.
    for (const [index, at] of times.entries()) {
      expect((times[index + 2] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(500);
    }
    expect(times.at(-1)).toBeLessThanOrEqual(4500 + 1000);
  });
});

describe('leases', () => {
  it('bring the capacity of a dead keeper back, in the next epoch, after its last slot', () => {
    const options = { ...alone, ratePerSecond: 2, keepers: ['a', 'b'], ledger: 'a', leaseMs: 4000 };
    const { loop, events } = world(options, ['a', 'b', 'c']);
    loop.stop('b');
    loop.run(12_000);
    const issued = events.flatMap((event) => (event.type === 'issued' ? [event] : []));
    const again = issued.filter(({ epoch }) => epoch === 2);
    expect(again).toMatchObject([{ token: 1, to: 'a' }]);
    // The last renewal was answered before 1 s: its lease ended by 5 s, and clocks may differ by 0.1 s.
    expect(again[0]?.at).toBeGreaterThan(4100);
    expect(again[0]?.at).toBeLessThan(5200);
    expect(book.status(loop.stateOf('a')).kept.map(({ token }) => token)).toEqual([0, 1]);
  });
});

describe('resizing', () => {
  it('holds from the first moment that was not yet given away', () => {
    const { loop, events, entered } = world(alone, ['a']);
    for (const request of ['x', 'y', 'z']) loop.command('a', { type: 'enter', request });
    loop.run(1100);
    loop.command('a', { type: 'resize', ratePerSecond: 1 });
    for (const request of ['u', 'v']) loop.command('a', { type: 'enter', request });
    loop.run(9000);
    expect(events.filter(({ type }) => type === 'resized')).toMatchObject([
      { ratePerSecond: 1, fromMs: 2500 },
    ]);
    expect(entered()).toEqual([
      ['x', 1000],
      ['y', 1500],
      ['z', 2000],
      ['u', 2500],
      ['v', 3500],
    ]);
  });
});
