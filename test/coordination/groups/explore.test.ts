// All interleavings of tiny worlds of members: nobody conflicting is inside together, nobody enters without having asked, every
// state leads to one in which all are served, and no run goes on for ever. VERIFY=1 adds the cases that take
// minutes. Then the printed algorithms: the ways in which they are known to go wrong must be found.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import {
  coordinator,
  createMember,
  firstView,
  ra1,
  ra2,
  twoFgme,
  viewWithNew,
  viewWithout,
} from '../../../src/coordination/groups/index.ts';
import { thinkTimer, workState } from '../../../src/coordination/workload.ts';
import { groupsOf, type Shape } from '../../../src/lab/index.ts';
import { explore } from '../../../src/sim/index.ts';
import { type Found, follow, type Interleavings, interleave } from '../interleavings.ts';
import { minutes } from '../seeds.ts';
import { type ForksWorld, forksWorld, simWorld, variantWorld } from './worlds.ts';

const verify = process.env['VERIFY'] !== undefined;

type Case = readonly [sizes: readonly number[], shape: Shape, entries: number | readonly number[]];

const quick: readonly Case[] = [
  [[1, 1], 'path', 3],
  [[1, 2], 'path', 1],
  [[1, 2], 'path', 2],
  [[2, 2], 'path', 1],
  [[1, 1, 1], 'path', 2],
  [[1, 1, 1], 'all', 1],
];

const long: readonly Case[] = [
  [[1, 2], 'path', 3],
  [[2, 2], 'path', 2],
  [[2, 2], 'path', [3, 2, 2, 1]],
  [[3, 2], 'path', 1],
  [[2, 3], 'path', 1],
  [[1, 1, 1], 'path', 3],
  [[2, 1, 2], 'path', 1],
  [[1, 2, 1], 'path', 2],
  [[1, 1, 1, 1], 'path', 2],
  [[2, 2, 1], 'path', 1],
  [[1, 1, 1], 'all', 3],
  [[1, 1, 1, 1], 'all', 1],
  [[2, 1, 1], 'all', 1],
];

function entriesOf(
  sizes: readonly number[],
  entries: number | readonly number[],
): readonly number[] {
  if (typeof entries !== 'number') return entries;
  return sizes.flatMap((size) => Array<number>(size).fill(entries));
}

function check(found: Found): void {
  expect(found.violation?.steps, found.violation?.complaint).toBeUndefined();
  expect(found.stuck).toBeUndefined();
  expect(found).toMatchObject({ complete: true, cut: 0, hasCycle: false });
}

describe('forks, all interleavings', () => {
  for (const [sizes, shape, entries] of verify ? [...quick, ...long] : quick) {
    it(
      `${sizes.join('-')} ${shape}, entries ${entries.toString()}`,
      () => {
        const groups = groupsOf(sizes, shape);
        check(interleave(forksWorld(groups, entriesOf(sizes, entries))));
      },
      30 * minutes,
    );
  }
});

describe('forks, a crash at any moment', () => {
  const crashWorld = (sizes: readonly number[], victim: string, again: boolean): ForksWorld => {
    const groups = groupsOf(sizes, 'path');
    const node = nodeId(victim);
    const without = viewWithout(firstView(groups), node);
    const renewed = viewWithNew(without, node);
    const others = groups.seats.map((seat) => seat.node).filter((other) => other !== node);
    const tellAll = (view: typeof without, after: number) =>
      others.map((other) => ({
        node: other,
        after: [after],
        command: { type: 'view', view } as const,
      }));
    const restart = workState(createMember(groups, node, renewed), 1);
    return {
      ...forksWorld(groups, entriesOf(sizes, 1)),
      notices: [
        { node, after: [], crash: true },
        ...(again
          ? [{ node, after: [0], restart, timers: [thinkTimer] }, ...tellAll(renewed, 1)]
          : tellAll(without, 0)),
      ],
    };
  };
  // The victim never crashes in some runs, and then the views are never told: still everybody is served.
  const cases = [
    [[1, 1], 'a1', false],
    [[1, 1], 'a1', true],
    [[1, 1], 'b1', true],
    [[1, 2], 'a1', false],
    [[1, 2], 'b1', false],
    ...(verify
      ? ([
          [[1, 2], 'a1', true],
          [[1, 2], 'b1', true],
          [[2, 2], 'a1', false],
        ] as const)
      : []),
  ] as const;
  for (const [sizes, victim, again] of cases) {
    it(
      `${sizes.join('-')}, ${victim}${again ? ', which comes again' : ''}`,
      () => check(interleave(crashWorld(sizes, victim, again))),
      30 * minutes,
    );
  }
});

describe('the walk itself', () => {
  it('reaches as many states as the explorer of the simulator', () => {
    for (const [sizes, entries] of [
      [[1, 1], 2],
      [[1, 2], 1],
    ] as const) {
      const groups = groupsOf(sizes, 'path');
      const ours = interleave(forksWorld(groups, entriesOf(sizes, entries)));
      const theirs = explore(simWorld(groups, entries));
      expect(theirs).toMatchObject({ complete: true, states: ours.states });
    }
  });
});

describe('coordinators, all interleavings', () => {
  const cases: readonly Case[] = [
    [[1, 2], 'path', 2],
    [[2, 2], 'path', 1],
    [[1, 1, 1], 'path', 2],
    [[2, 2, 1], 'path', 1],
    [[1, 1, 1], 'all', 1],
    ...(verify
      ? ([
          [[1, 2], 'path', 3],
          [[2, 2], 'path', 2],
          [[3, 3], 'path', 1],
          [[2, 2, 2], 'all', 1],
        ] as const)
      : []),
  ];
  for (const [sizes, shape, entries] of cases) {
    it(
      `${sizes.join('-')} ${shape}, entries ${entries.toString()}`,
      () => {
        const groups = groupsOf(sizes, shape);
        check(interleave(variantWorld(coordinator, groups, entriesOf(sizes, entries))));
      },
      30 * minutes,
    );
  }
});

describe('RA1 and RA2, all interleavings', () => {
  it('RA1 1-1, 3 entries', () =>
    check(interleave(variantWorld(ra1, groupsOf([1, 1], 'path'), [3, 3]))));
  it('RA1 1-2, 1 entry', () =>
    check(interleave(variantWorld(ra1, groupsOf([1, 2], 'path'), [1, 1, 1]))));
  it('RA2 1-2, 1 entry', () =>
    check(interleave(variantWorld(ra2, groupsOf([1, 2], 'path'), [1, 1, 1]))));
  if (verify) {
    it(
      'RA1 2-2, 1 entry',
      () => check(interleave(variantWorld(ra1, groupsOf([2, 2], 'path'), [1, 1, 1, 1]))),
      30 * minutes,
    );
    it(
      'RA2 1-2, 2 entries',
      () => check(interleave(variantWorld(ra2, groupsOf([1, 2], 'path'), [2, 2, 2]))),
      30 * minutes,
    );
  }
});

describe('known bad ways', () => {
  const wayOf = (name: string): readonly string[] =>
    readFileSync(new URL(`traces/${name}.txt`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');

  function checkBad<S, M, C, E>(
    name: string,
    world: Interleavings<S, M, C, E>,
    complaint: string,
    length: number,
  ): void {
    it(name, () => {
      const way = wayOf(name);
      expect(way).toHaveLength(length);
      expect(follow(world, way).complaint).toBe(complaint);
      // One step earlier all was well: it is the last step that breaks it.
      expect(follow(world, way.slice(0, -1)).complaint).toBeUndefined();
    });
  }

  const two = variantWorld(twoFgme, groupsOf([2, 2], 'path'), [1, 1, 1, 1]);
  checkBad('two-fgme-both-inside', two, 'a2 and b1 are inside together', 26);
  const oneTwo = variantWorld(twoFgme, groupsOf([1, 2], 'path'), [2, 2, 2]);
  checkBad('two-fgme-not-asked', oneTwo, 'a1 is inside without having asked', 27);
  const path = variantWorld(ra2, groupsOf([1, 1, 1, 1], 'path'), [1, 0, 1, 1]);
  checkBad('ra2-on-a-path', path, 'c1 and d1 are inside together', 15);

  it('are found by the walk: 2-FGME, one against two, two entries each', () => {
    expect(interleave(oneTwo).violation?.steps).toHaveLength(27);
    // Without the complaint the walk goes on, and finds that some runs never end well.
    expect(interleave({ ...oneTwo, invariant: () => undefined }).stuck).toBeDefined();
  });
});
