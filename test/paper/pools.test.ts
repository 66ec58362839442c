// Paper 5, failure-resistant resource management: its claims at small scale, as shapes.
import { describe, expect, it } from 'vitest';
import {
  costOf,
  type PoolsSubject,
  printedPools,
  repairedPools,
  runCrashTrial,
  runTrial,
  stubbornPools,
} from '../../src/lab/index.ts';

const seeds = Array.from({ length: 25 }, (_, seed) => seed + 1);

describe('section 1: cost of a task without conflicts is of the order of its resources', () => {
  it('messages are, alone: 12 for each pool', () => {
    for (const pools of [1, 3, 6]) {
      expect(costOf(repairedPools, pools, 0).messages).toBe(12 * pools);
      expect(costOf(printedPools, pools, 0).messages).toBe(12 * pools);
    }
  });

  it('time is better than that: as many round trips for 6 pools as for 1', () => {
    expect(costOf(repairedPools, 6, 0).roundTrips).toBe(costOf(repairedPools, 1, 0).roundTrips);
  });

  it('as printed everybody at the same pools pays: at least 4 times the messages beside 8 others', () => {
    const [alone, beside] = [costOf(printedPools, 2, 0), costOf(printedPools, 2, 8)];
    expect(beside.messages).toBeGreaterThan(4 * alone.messages);
    expect(costOf(repairedPools, 2, 8)).toEqual(costOf(repairedPools, 2, 0));
  });
});

describe('section 4: mutual exclusion, no starvation', () => {
  const unserved = <S, M>(subject: PoolsSubject<S, M>): number =>
    seeds.filter((seed) => {
      const { tasks, served } = runTrial(subject, seed, 100, 30_000);
      return served < tasks;
    }).length;

  it('as printed somebody waits for ever in two runs of three or more', () => {
    expect(unserved(printedPools)).toBeGreaterThan((2 / 3) * seeds.length);
  });

  it('as printed somebody keeps a part for ever in a sixth of the runs or more', () => {
    const partly = seeds.filter((seed) => runTrial(printedPools, seed, 100, 30_000).partly > 0);
    expect(partly.length).toBeGreaterThan(seeds.length / 6);
  });

  it('repaired everybody is served', () => {
    expect(unserved(repairedPools)).toBe(0);
  });
});

describe('section 1: a failure is felt only by those who share resources with the failed', () => {
  /** Runs in which a task two steps away, or farther, is never served. */
  const disturbed = <S, M>(subject: PoolsSubject<S, M>, of: readonly number[]): readonly number[] =>
    of.filter((seed) => {
      const { diedInTheMiddle, byDistance } = runCrashTrial(subject, seed, 100, 30_000);
      return diedInTheMiddle && byDistance.slice(1).some(({ unserved }) => unserved > 0);
    });

  it('does not hold with the errata settled; it does if blocked tasks stand back', () => {
    const reached = disturbed(
      stubbornPools,
      Array.from({ length: 120 }, (_, seed) => seed + 1),
    );
    expect(reached.length).toBeGreaterThan(0);
    expect(disturbed(repairedPools, [...reached, ...seeds])).toEqual([]);
  });
});
