// Clusters in trouble: every scenario for a few seeds, the seeds that once failed, and flaws that the judges must see.
// `npm run sim` runs as many seeds as one likes; SEEDS=20 makes these tests so many times as long.
import { describe, expect, it } from 'vitest';
import { never, type Trouble } from '../../src/sim/index.ts';
import { runCoins } from './coin-scenario.ts';
import { flaws } from './flaws.ts';
import { scenarios } from './scenarios.ts';

const seeds = 3 * Number(process.env['SEEDS'] ?? 1);

describe('coins in a cluster', () => {
  it.each(Object.keys(scenarios))('%s', (name) => {
    for (let seed = 1; seed <= seeds; seed++) {
      expect(scenarios[name]?.run(seed).complaint, `--scenario ${name} --seed ${seed}`).toBe(
        undefined,
      );
    }
  });

  // What each of them once showed is in the history of the file that was mended.
  it.each([
    ['churn', 31],
    ['no-log', 12],
    ['in-memory', 4],
    ['in-memory', 5],
    ['come-and-go', 3],
    ['side-by-side', 6],
    ['churn', 191],
    ['in-memory', 120],
    ['come-and-go', 154],
    ['cut', 5056],
    ['churn', 2355],
    ['alone', 1758],
    ['chemistry', 881],
    ['chemistry', 1286],
    ['side-by-side', 987],
    ['three-copies', 2209],
    ['chemistry-wiped', 9663],
    ['churn', 9824],
    ['bulk', 4617],
    ['one-copy', 2926],
  ])('%s, seed %i', (name, seed) => {
    expect(scenarios[name]?.run(seed).complaint).toBe(undefined);
  });

  it('the same seed gives the same run', () => {
    const [one, two] = [1, 2].map(() => scenarios['churn']?.run(7, 'digest'));
    expect(one?.digest).toBe(two?.digest);
    expect(scenarios['churn']?.run(8, 'digest').digest).not.toBe(one?.digest);
  });

  it('trouble is real: nodes die, views change, effects are asked for again', () => {
    const runs = Array.from({ length: 4 }, (_, seed) => scenarios['churn']?.run(seed + 1));
    const sum = (of: (run: (typeof runs)[number]) => number | undefined) =>
      runs.reduce((total, run) => total + (of(run) ?? 0), 0);
    expect(sum((run) => run?.faults.crash)).toBeGreaterThan(10);
    expect(sum((run) => run?.faults['crash-at-write'])).toBeGreaterThan(3);
    expect(sum((run) => run?.faults.cut)).toBeGreaterThan(100);
    expect(sum((run) => run?.views)).toBeGreaterThan(40);
    expect(sum((run) => run?.effectsAgain)).toBeGreaterThan(0);
  });
});

describe('a judge sees', () => {
  /** Hosts that are cut off and replaced while they live: that is what a fence is for. */
  const cutOff = {
    ...{ crash: never, crashAtWrite: never, partition: { times: 1, outOf: 2 } },
    partitionTime: { minMs: 150, maxMs: 600 },
  };

  it.each<[string, keyof typeof flaws, Partial<Trouble>]>([
    ['a fence that is left out', 'noFence', cutOff],
    ['a high-water mark that is forgotten', 'forgetsMarks', {}],
    ['logs that are put together', 'unionRepair', {}],
    ['a host that counts alone', 'countsAlone', {}],
    ['an answer that comes too early', 'acknowledgesEarly', {}],
  ])('%s', (_what, flaw, trouble) => {
    const isSeen = Array.from({ length: 25 }, (_, at) => at + 1).some((seed) => {
      const setting = { seed, nodes: 3, voters: 3, replicas: 2, spec: { coins: 6 } } as const;
      return runCoins({ ...setting, trouble, spoil: flaws[flaw] }).complaint !== undefined;
    });
    expect(isSeen).toBe(true);
  });
});
