// All interleavings of tiny worlds of pools: nobody has what another one has, everybody has all or nothing, and from every state one
// can be reached in which all are served and gone. VERIFY=1 adds the cases that take minutes.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import type { Needs } from '../../../src/coordination/pools/index.ts';
import { type Found, interleave } from '../interleavings.ts';
import { minutes } from '../seeds.ts';
import { type PoolsWorld, poolsWorld, printedWorld, tinyConfig } from './worlds.ts';

const verify = process.env['VERIFY'] !== undefined;

type Case = readonly [capacities: readonly number[], needs: readonly Needs[]];

const one = { p0: 1 };
const other = { p1: 1 };
const both = { p0: 1, p1: 1 };

const cases: readonly Case[] = [
  [[1, 1], [both]],
  [[1], [one, one]],
  [[2], [one, one]],
  [[2], [{ p0: 2 }, one]],
  [
    [1, 1],
    [both, other],
  ],
  [
    [1, 1],
    [other, both],
  ],
  [
    [2, 1],
    [{ p0: 2, p1: 1 }, one],
  ],
];

/** They have more states than can be walked through; so many of them are. */
const cutShort: readonly Case[] = [
  [
    [1, 1],
    [both, both],
  ],
  [[1], [one, one, one]],
  [[2], [one, { p0: 2 }, one]],
];

function check(found: Found): void {
  expect(found.violation?.steps, found.violation?.complaint).toBeUndefined();
  expect(found.stuck).toBeUndefined();
  expect(found.cut).toBe(0);
}

describe('pools, all interleavings', () => {
  for (const [capacities, needs] of cases) {
    it(`capacities ${capacities.join()}, needs ${JSON.stringify(needs)}`, () => {
      const found = interleave(poolsWorld(tinyConfig(capacities), needs));
      check(found);
      expect(found.complete).toBe(true);
    });
  }
  for (const [capacities, needs] of verify ? cutShort : []) {
    it(
      `capacities ${capacities.join()}, needs ${JSON.stringify(needs)}, in part`,
      () => {
        const world = poolsWorld(tinyConfig(capacities), needs);
        check(interleave({ ...world, maxStates: 1_000_000 }));
      },
      30 * minutes,
    );
  }
});

/** Task t0 may crash at any moment; the keepers are told some time later, or never. */
function crashWorld(
  capacities: readonly number[],
  needs: readonly Needs[],
  told: boolean,
): PoolsWorld {
  const node = nodeId('t0');
  const gone = capacities.map((_, i) => ({
    node: nodeId(`p${i}`),
    after: [0],
    command: { type: 'gone', node } as const,
  }));
  return {
    ...poolsWorld(tinyConfig(capacities), needs),
    notices: [{ node, after: [], crash: true }, ...(told ? gone : [])],
  };
}

describe('pools, a crash at any moment', () => {
  it('what the dead task had comes back', () => {
    check(interleave(crashWorld([1], [one, one], true)));
    check(interleave(crashWorld([2], [{ p0: 2 }, one], true)));
    check(interleave(crashWorld([1, 1], [both, other], true)));
  });

  it('without being told of it, whoever needs the same resource waits for ever', () => {
    expect(interleave(crashWorld([1], [one, one], false)).stuck).toBeDefined();
  });

  it('so does whoever comes after one that died admitted, even where there is enough: hence leases', () => {
    expect(interleave(crashWorld([2], [one, one], false)).stuck).toBeDefined();
    check(interleave(crashWorld([2], [one, one], true)));
  });
});

describe('pools as printed, known bad ways', () => {
  const stuckIn = (capacities: readonly number[], needs: readonly Needs[]): Found =>
    interleave({ ...printedWorld(tinyConfig(capacities), needs), maxOnLink: 6 });

  it('one task, two pools: it leaves when the first has confirmed, and the other stays booked', () => {
    const { stuck = [] } = stuckIn([1, 1], [both]);
    expect(stuck.at(-1)).toContain('"type":"situation"');
    expect(stuck).toHaveLength(24);
  });

  it('two tasks, one pool: the first winner blocks the pool for ever', () => {
    expect(stuckIn([1], [one, one]).stuck).toBeDefined();
  });
});
