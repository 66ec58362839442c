// Bad options and calls of the token schemes, and what the watch says of uses.
import { describe, expect, it } from 'vitest';
import { createRng, nodeId } from '../../../src/base/index.ts';
import { book } from '../../../src/coordination/tokens/book.ts';
import type { BookOptions, WalkOptions } from '../../../src/coordination/tokens/config.ts';
import type { TokensCommand } from '../../../src/coordination/tokens/messages.ts';
import { walk } from '../../../src/coordination/tokens/walk.ts';
import { createWatch, type Use } from '../../../src/coordination/tokens/watch.ts';

describe('bad options', () => {
  const good: BookOptions = { ratePerSecond: 10, keepers: ['a', 'b'] };
  it.each<{ more: Partial<BookOptions>; option: string }>([
    { more: { ratePerSecond: 0 }, option: 'ratePerSecond' },
    { more: { ratePerSecond: Number.NaN }, option: 'ratePerSecond' },
    { more: { ratePerSecond: Number.POSITIVE_INFINITY }, option: 'ratePerSecond' },
    { more: { keepers: [] }, option: 'keepers' },
    { more: { keepers: ['a', 'a'] }, option: 'keepers' },
    { more: { leaseMs: -1 }, option: 'leaseMs' },
    { more: { leaseMs: 100 }, option: 'periodMs' },
    { more: { slackMs: 201 }, option: 'slackMs' },
    { more: { gossipMs: 0 }, option: 'gossipMs' },
    { more: { pendingMax: 0 }, option: 'pendingMax' },
  ])('of book: $option', ({ more, option }) => {
    const result = book.configure({ ...good, ...more });
    expect(!result.ok && result.error.option).toBe(option);
  });

  const walking: WalkOptions = { ...good, neighbours: { a: ['b'], b: ['a'] } };
  it.each<{ more: Partial<WalkOptions>; option: string }>([
    { more: { tokens: 0 }, option: 'tokens' },
    { more: { tokens: 1.5 }, option: 'tokens' },
    { more: { keepMs: 0 }, option: 'keepMs' },
    { more: { leaseMs: 700 }, option: 'keepMs' },
    { more: { neighbours: { a: [], b: ['a'] } }, option: 'neighbours' },
    { more: { neighbours: { a: ['b'] } }, option: 'neighbours' },
    { more: { hopMs: -1 }, option: 'hopMs' },
  ])('of walk: $option', ({ more, option }) => {
    const result = walk.configure({ ...walking, ...more });
    expect(!result.ok && result.error.option).toBe(option);
  });

  it('good ones pass', () => {
    expect(book.configure(good)).toMatchObject({ ok: true, value: { periodMs: 200, tokens: 2 } });
    expect(walk.configure(walking)).toMatchObject({ ok: true, value: { periodMs: 200 } });
  });
});

describe('bad calls', () => {
  const config = book.configure({ ratePerSecond: 1, keepers: ['a'], pendingMax: 2 });
  if (!config.ok) throw new Error(config.error.why);
  const state = book.create(config.value, nodeId('a'));
  const call = (command: TokensCommand) =>
    book
      .step(state, { type: 'command', command }, { self: nodeId('a'), now: 0, rng: createRng(1) })
      .flatMap((effect) => (effect.type === 'event' ? [effect.event] : []));

  it.each([
    { request: 'r', wishMs: Number.NaN, why: 'a wish needs a time, not NaN' },
    { request: 'one', wishMs: 0, why: 'a wish with this name is open already' },
    { request: 'three', wishMs: 0, why: '2 wishes are open already' },
  ])('$why', ({ request, wishMs, why }) => {
    call({ type: 'enter', request: 'one' });
    if (request === 'three') call({ type: 'enter', request: 'two' });
    expect(call({ type: 'enter', request, wishMs })).toEqual([{ type: 'refused', request, why }]);
  });

  it('leaving what nobody knows does nothing', () => {
    expect(call({ type: 'leave', request: 'nobody' })).toEqual([]);
  });
});

describe('the watch complains of', () => {
  const options = { periodMs: 100, shares: [{ lengthMs: 100, usesMax: 2 }] };
  const use = (token: number, atMs: number, more: Partial<Use> = {}): Use => ({
    ...{ token, epoch: 1, wishMs: 0, atMs, ...more },
  });
  it.each([
    { what: 'nothing', uses: [use(0, 0), use(1, 50), use(0, 100), use(1, 150)], says: [] },
    {
      what: 'one token used too soon',
      uses: [use(0, 0), use(0, 99)],
      says: ['sooner than 100 ms'],
    },
    {
      ...{ what: 'a full window', uses: [use(0, 0), use(1, 10), use(2, 20), use(3, 130)] },
      says: ['3 uses within 100 ms'],
    },
    {
      ...{ what: 'an earlier epoch', uses: [use(0, 0, { epoch: 2 }), use(0, 200)] },
      says: ['epoch 1 used at 200, after epoch 2'],
    },
    {
      ...{ what: 'a use before the wish', uses: [use(0, 5, { wishMs: 6 })] },
      says: ['wished for 6'],
    },
  ])('$what', ({ uses, says }) => {
    const watch = createWatch(options);
    const said = uses.flatMap((each) => watch(each) ?? []);
    expect(said).toHaveLength(says.length);
    for (const [index, part] of says.entries()) expect(said[index]).toContain(part);
  });
});
