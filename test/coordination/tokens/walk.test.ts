// Figures 3 and 4 of the paper, decision by decision: a table of what a member has and what it does with a token.
import { describe, expect, it } from 'vitest';
import { createRng, nodeId } from '../../../src/base/index.ts';
import type { TokensCommand, WalkingToken } from '../../../src/coordination/tokens/messages.ts';
import { type WalkState, walk } from '../../../src/coordination/tokens/walk.ts';

const now = 100_000;
const period = 16_000;

interface More {
  readonly keepMs?: number;
  readonly capture?: 'strict';
  readonly hopMs?: number;
  readonly keepers?: readonly string[];
  readonly neighbours?: Readonly<Record<string, readonly string[]>>;
}

function member(more: More = {}): WalkState {
  const config = walk.configure({
    ...{ ratePerSecond: 1, keepers: ['b'], tokens: 16, leaseMs: 0, acknowledge: false },
    ...{ keepMs: 16_000, delayMsMin: 1000, changeMsMin: 1000 },
    ...{ neighbours: { a: ['b'], b: ['a'] }, ...more },
  });
  if (!config.ok) throw new Error(config.error.why);
  const state = walk.create(config.value, nodeId('a'));
  command(state, { type: 'start' }, 0);
  return state;
}

function ctx(at: number) {
  return { self: nodeId('a'), now: at, rng: createRng(1) };
}

function command(state: WalkState, given: TokensCommand, at = now) {
  return walk.step(state, { type: 'command', command: given }, ctx(at));
}

function token(number: number, freeMs: number): WalkingToken {
  const lease = { epoch: 1, endMs: Number.MAX_SAFE_INTEGER, periodMs: period, version: 0 };
  return { token: number, ...lease, freeMs, hop: 1 };
}

function arrive(state: WalkState, number: number, freeMs: number, at = now) {
  const message = { type: 'token', token: token(number, freeMs), toSinceMs: null } as const;
  return walk.step(state, { type: 'message', from: nodeId('b'), message }, ctx(at));
}

/** The tokens that a step let go. */
function released(effects: ReturnType<typeof walk.step>): readonly number[] {
  return effects.flatMap((effect) =>
    effect.type === 'send' && effect.message.type === 'token' ? [effect.message.token.token] : [],
  );
}

describe('figure 4: a token arrives', () => {
  it.each([
    { what: 'is wanted and free', wish: 500, free: 0, at: 1000, takes: true },
    { what: 'is free only later', wish: 500, free: 9000, at: 9000, takes: true },
    { what: 'is wanted only later', wish: 8000, free: 0, at: 8000, takes: true },
    { what: 'would be kept longer than τ until it is free', wish: 0, free: 16_001, takes: false },
    { what: 'would be kept longer than τ until the wish', wish: 16_001, free: 0, takes: false },
    { what: 'is wanted at the very end of τ', wish: 16_000, free: 0, at: 16_000, takes: true },
  ])('that $what', ({ wish, free, at, takes }) => {
    const state = member();
    command(state, { type: 'enter', request: 'r', wishMs: now + wish });
    expect(released(arrive(state, 3, now + free))).toEqual(takes ? [] : [3]);
    const { held } = walk.status(state);
    expect(held?.atMs).toBe(at === undefined ? undefined : now + at);
  });

  it('that nobody wants goes on', () => {
    expect(released(arrive(member(), 3, now))).toEqual([3]);
  });

  it.each([
    { what: 'a whole δ sooner', free: 8000, takes: true },
    { what: 'not quite δ sooner', free: 9001, takes: false },
  ])('beside one that is held, $what', ({ free, takes }) => {
    const state = member();
    command(state, { type: 'enter', request: 'r', wishMs: now });
    arrive(state, 1, now + 10_000);
    expect(released(arrive(state, 2, now + free))).toEqual([takes ? 1 : 2]);
    expect(walk.status(state).held?.token).toBe(takes ? 2 : 1);
  });

  it('is not taken by a strict member if it would idle', () => {
    const state = member({ capture: 'strict' });
    command(state, { type: 'enter', request: 'r', wishMs: now + 8000 });
    expect(released(arrive(state, 3, now))).toEqual([3]);
    expect(released(arrive(state, 3, now + 8000))).toEqual([]);
  });
});

describe('figure 3: a use is over', () => {
  function use(state: WalkState, nextWishMs: number | undefined) {
    command(state, { type: 'enter', request: 'r1', wishMs: now - 5000 }, now - 5000);
    arrive(state, 7, now - 5000, now - 5000);
    const timer = { type: 'timer', timer: 'use' as never } as const;
    const [entered] = walk.step(state, timer, ctx(now));
    expect(entered).toMatchObject({ event: { type: 'entered', request: 'r1', token: 7 } });
    if (nextWishMs !== undefined) {
      command(state, { type: 'enter', request: 'r2', wishMs: nextWishMs });
    }
    return released(command(state, { type: 'leave', request: 'r1' }));
  }

  it.each([
    { what: 'kept for a wish within τ', wish: 8000, keepMs: 16_000, at: 16_000 },
    { what: 'let go for a wish after τ', wish: 16_001, keepMs: 16_000, at: undefined },
    { what: 'let go without a wish', wish: undefined, keepMs: 16_000, at: undefined },
    { what: 'let go if the period is longer than τ', wish: 10, keepMs: 15_999, at: undefined },
    { what: 'kept for a wish after the period', wish: 19_000, keepMs: 20_000, at: 19_000 },
  ])('the token is $what', ({ wish, keepMs, at }) => {
    const state = member({ keepMs });
    const gone = use(state, wish === undefined ? undefined : now + wish);
    expect(gone).toEqual(at === undefined ? [7] : []);
    expect(walk.status(state).held?.atMs).toBe(at === undefined ? undefined : now + at);
  });

  it('a token that it kept is let go when a better one comes: none leaks', () => {
    const state = member();
    use(state, now + 1000);
    expect(released(arrive(state, 8, now))).toEqual([7]);
    expect(walk.status(state).held).toMatchObject({ token: 8 });
  });

  it('a token that arrives during a use goes on', () => {
    const state = member();
    command(state, { type: 'enter', request: 'r', wishMs: now });
    command(state, { type: 'enter', request: 's', wishMs: now });
    arrive(state, 7, now);
    walk.step(state, { type: 'timer', timer: 'use' as never }, ctx(now + 1000));
    expect(released(arrive(state, 8, now, now + 1100))).toEqual([8]);
  });
});

describe('a token that rests before it goes on', () => {
  const rested = { type: 'timer', timer: 'rest:3' as never } as const;

  it('goes on when it has rested, once', () => {
    const state = member({ hopMs: 50 });
    expect(released(arrive(state, 3, now))).toEqual([]);
    expect(walk.status(state).resting).toBe(1);
    expect(released(walk.step(state, rested, ctx(now + 50)))).toEqual([3]);
    expect(released(walk.step(state, rested, ctx(now + 60)))).toEqual([]);
  });

  it('is taken for a wish that comes meanwhile, the one that is free first', () => {
    const state = member({ hopMs: 50 });
    arrive(state, 3, now + 9000);
    arrive(state, 4, now + 3000);
    command(state, { type: 'enter', request: 'r', wishMs: now });
    expect(walk.status(state)).toMatchObject({ held: { token: 4, atMs: now + 3000 }, resting: 1 });
    expect(released(walk.step(state, rested, ctx(now + 50)))).toEqual([3]);
  });

  it('is taken after a use, if it is free before the one that was used', () => {
    const state = member({ hopMs: 50 });
    command(state, { type: 'enter', request: 'r', wishMs: now });
    command(state, { type: 'enter', request: 's', wishMs: now });
    arrive(state, 7, now);
    arrive(state, 3, now + 4000);
    walk.step(state, { type: 'timer', timer: 'use' as never }, ctx(now + 1000));
    command(state, { type: 'leave', request: 'r' }, now + 1000);
    expect(walk.status(state)).toMatchObject({ held: { token: 3, atMs: now + 4000 }, resting: 1 });
  });

  it('stays with a member that is all alone, whatever τ is', () => {
    const state = member({ keepers: ['a'], neighbours: { a: [] }, keepMs: 1 });
    expect(released(arrive(state, 3, now + 9000))).toEqual([]);
    expect(walk.status(state).resting).toBe(1);
    command(state, { type: 'enter', request: 'r', wishMs: now });
    expect(walk.status(state)).toMatchObject({ held: { token: 3, atMs: now + 9000 }, resting: 0 });
  });
});

describe('a resize', () => {
  function hear(state: WalkState, leases: readonly { token: number }[]) {
    const more = { epoch: 1, endMs: Number.MAX_SAFE_INTEGER, periodMs: 20_000, version: 1 };
    const message = {
      ...({ type: 'renewed', sinceMs: 0 } as const),
      leases: leases.map((lease) => ({ ...more, ...lease })),
    } as const;
    return walk.step(state, { type: 'message', from: nodeId('b'), message }, ctx(now));
  }
  const confirmed = (effects: ReturnType<typeof walk.step>): readonly number[] =>
    effects.flatMap((effect) =>
      effect.type === 'send' && effect.message.type === 'renew'
        ? effect.message.holdings.map(({ token: number }) => number)
        : [],
    );

  it('is learnt by a token that rests here, and by one that comes from a member that had not heard', () => {
    const state = member({ hopMs: 50 });
    arrive(state, 3, now + 1000);
    expect(confirmed(hear(state, [{ token: 3 }, { token: 4 }]))).toEqual([3]);
    const effects = arrive(state, 4, now + 1000);
    expect(confirmed(effects)).toEqual([4]);
    command(state, { type: 'enter', request: 'r', wishMs: now });
    // Four seconds more from use to use than when it was used last.
    expect(walk.status(state).held?.atMs).toBe(now + 5000);
  });
});
