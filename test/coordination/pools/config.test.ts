// What can be a scheme of pools and a wish, and what is said of what cannot.
import { describe, expect, it } from 'vitest';
import { createRng, nodeId } from '../../../src/base/index.ts';
import {
  createPoolsNode,
  type Needs,
  type PoolsOptions,
  pools,
} from '../../../src/coordination/pools/index.ts';
import { poolsOf } from '../../../src/lab/index.ts';

describe('bad options', () => {
  const good = { p: { keeper: 'n1', capacity: 2 } };
  const cases: readonly (readonly [PoolsOptions, string, string])[] = [
    [{ pools: {} }, 'pools', 'there must be at least one pool'],
    [
      { pools: { p: { keeper: '', capacity: 1 } } },
      'keeper',
      'pool "p" needs a node that keeps it',
    ],
    ...[0, -1, 1.5, Number.NaN, 1e9].map(
      (capacity) =>
        [
          { pools: { p: { keeper: 'n1', capacity } } },
          'capacity',
          `pool "p" has from 1 to 100000 resources, not ${capacity}`,
        ] as const,
    ),
    [{ pools: good, blockedMs: 0 }, 'blockedMs', 'a time above 0, not 0'],
    [{ pools: good, patienceMaxMs: Number.NaN }, 'patienceMaxMs', 'a time above 0, not NaN'],
    [{ pools: good, leaseMs: -1 }, 'leaseMs', 'a time, or 0 for none, not -1'],
    [
      { pools: good, leaseMs: 10, renewMs: 10 },
      'renewMs',
      'a time above 0 and below leaseMs, not 10',
    ],
  ];
  for (const [options, option, why] of cases) {
    it(why, () => expect(pools.configure(options)).toEqual({ ok: false, error: { option, why } }));
  }
});

describe('wishes that are refused', () => {
  const cases: readonly (readonly [Needs, string])[] = [
    [{}, 'a task needs something of at least one pool'],
    [{ p9: 1 }, 'there is no pool "p9"'],
    [{ p0: 0 }, 'of pool "p0" a task needs 1 or more, not 0'],
    [{ p0: 0.5 }, 'of pool "p0" a task needs 1 or more, not 0.5'],
    [{ p0: 3 }, 'pool "p0" has 2, never 3'],
  ];
  const ctx = { self: nodeId('t0'), now: 0, rng: createRng(0) };
  for (const [needs, why] of cases) {
    it(why, () => {
      const state = createPoolsNode(poolsOf([2]), nodeId('t0'));
      const command = { type: 'enter', request: 'x', needs } as const;
      expect(pools.step(state, { type: 'command', command }, ctx)).toEqual([
        { type: 'event', event: { type: 'refused', request: 'x', why } },
      ]);
      expect(pools.status(state).tasks).toEqual([]);
    });
  }

  it('a name in use', () => {
    const state = createPoolsNode(poolsOf([2]), nodeId('t0'));
    const command = { type: 'enter', request: 'x', needs: { p0: 1 } } as const;
    pools.step(state, { type: 'command', command }, ctx);
    const why = 'a request of this name waits or has what it wants';
    expect(pools.step(state, { type: 'command', command }, ctx)).toEqual([
      { type: 'event', event: { type: 'refused', request: 'x', why } },
    ]);
    expect(pools.status(state).tasks).toEqual([
      { request: 'x', status: 'registering', ahead: { p0: 0 } },
    ]);
  });
});
