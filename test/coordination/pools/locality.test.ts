// How far a failure reaches. T0 dies with the resource of p0. T1 needs p0 and p1 and can never be served. T2 needs p1 only and
// shares nothing with T0, but T1 was in the competition before it: by the paper's rules it waits for T1 for ever. Here T1
// stands back from time to time, and T2 is served. Leases are off, so that nothing ever comes back.
import { describe, expect, it } from 'vitest';
import { nodeId, type Step, withoutDisk } from '../../../src/base/index.ts';
import {
  createPoolsNode,
  type PoolsCommand,
  type PoolsEvent,
  type PoolsMessage,
  type PoolsState,
  pools,
} from '../../../src/coordination/pools/index.ts';
import { poolsOf } from '../../../src/lab/index.ts';
import { World } from '../../../src/sim/index.ts';

type PoolsStep = Step<PoolsState, PoolsMessage, PoolsCommand, PoolsEvent>;

/** When T2 is served after it has asked, or undefined if it is not within ten minutes. */
function servedAfter(step: PoolsStep, blockedMs: number, seed: number): number | undefined {
  const config = poolsOf([1, 1], { leaseMs: 0, blockedMs });
  const world = new World<PoolsMessage, PoolsCommand, PoolsEvent>({ seed });
  for (const name of ['p0', 'p1', 't0', 't1', 't2'].map(nodeId)) {
    world.add(
      name,
      withoutDisk(() => createPoolsNode(config, name), step),
    );
  }
  const ask = (node: string, needs: Record<string, number>, afterMs: number): void =>
    world.command(nodeId(node), { type: 'enter', request: 'x', needs }, afterMs);
  ask('t0', { p0: 1 }, 0);
  world.after(500, () => world.crash(nodeId('t0')));
  ask('t1', { p0: 1, p1: 1 }, 600);
  const askedAt = 700;
  ask('t2', { p1: 1 }, askedAt);
  world.run({ untilMs: 600_000 });
  const served = world.events.filter(({ event }) => event.type === 'entered');
  expect(served.map(({ node }) => node)).not.toContain('t1');
  const at = served.find(({ node }) => node === 't2')?.at;
  return at === undefined ? undefined : at - askedAt;
}

/** Nobody's turn ever ends. */
const neverStandingBack: PoolsStep = (state, input, ctx) =>
  pools
    .step(state, input, ctx)
    .filter((effect) => effect.type !== 'set-timer' || !effect.timer.startsWith('turn'));

describe('a failure two steps away', () => {
  it('is felt no longer than two waits', () => {
    for (const blockedMs of [100, 1000]) {
      for (const seed of [1, 2, 3]) {
        // T1 is admitted at most 2 * blockedMs; then T2 needs its five round trips of at most 20 ms.
        expect(servedAfter(pools.step, blockedMs, seed)).toBeLessThan(2 * blockedMs + 140);
      }
    }
  });

  it('is felt for ever if nobody stands back', () => {
    expect(servedAfter(neverStandingBack, 100, 1)).toBeUndefined();
  });
});
