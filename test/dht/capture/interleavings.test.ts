// All interleavings of tiny worlds of the real capture: no deadlock, no broken promise, one owner for each molecule, and
// among pessimists at least one that gets what it wants. Planted bugs are found.
import { describe, expect, test } from 'vitest';
import { withoutDisk } from '../../../src/base/index.ts';
import { copyPlain, explore, withAnyState } from '../../../src/sim/index.ts';
import type { CaptureFlask } from './capture-flask.ts';
import { captureWorld, type TinyCaptures, walk } from './tiny-captures.ts';

/** The paper's lemma 3: two requesters on the same two molecules, at two holders. */
const twoOnTwo: Omit<TinyCaptures, 'mode'> = {
  owns: { a: [], b: [], x: ['m'], y: ['n'] },
  attempts: [
    { by: 'a', wants: ['m', 'n'] },
    { by: 'b', wants: ['m', 'n'] },
  ],
};

const threeOnTwo: Omit<TinyCaptures, 'mode'> = {
  owns: { a: [], b: [], c: [], x: ['m'], y: ['n'] },
  attempts: ['a', 'b', 'c'].map((by) => ({ by, wants: ['m', 'n'] })),
};

/** Each wants its own molecule and the next one's. */
const cycle: Omit<TinyCaptures, 'mode'> = {
  owns: { a: ['m'], b: ['n'], c: ['o'] },
  attempts: [
    { by: 'a', wants: ['m', 'n'] },
    { by: 'b', wants: ['n', 'o'] },
    { by: 'c', wants: ['o', 'm'] },
  ],
};

/** The same, but the molecules lie at three others. */
const farCycle: Omit<TinyCaptures, 'mode'> = {
  owns: { a: [], b: [], c: [], x: ['m'], y: ['n'], z: ['o'] },
  attempts: cycle.attempts,
};

const swap: Omit<TinyCaptures, 'mode'> = {
  owns: { a: ['m'], b: ['n'] },
  attempts: [
    { by: 'a', wants: ['m', 'n'] },
    { by: 'b', wants: ['n', 'm'] },
  ],
};

/** Two attempts of one flask at a time, one of them on molecules of the same holder. */
const twoAtOnce: Omit<TinyCaptures, 'mode'> = {
  owns: { a: ['k'], b: [], x: ['m', 'n'] },
  attempts: [
    { by: 'a', wants: ['k', 'm'] },
    { by: 'a', wants: ['m', 'n'] },
    { by: 'b', wants: ['n', 'k'] },
  ],
};

/** One after the other: the second attempt begins while answers to the first are still on their way. */
const inTurn: TinyCaptures = {
  owns: { a: ['k'], b: [], x: ['m'], y: ['n'] },
  attempts: [
    { by: 'a', wants: ['m', 'n'] },
    { by: 'b', wants: ['m', 'n'] },
    { by: 'b', wants: ['n', 'k'] },
  ],
  ...{ mode: 'pessimistic', inTurn: true },
};

const worlds = { twoOnTwo, threeOnTwo, cycle, farCycle, swap, twoAtOnce };

const holds = (world: TinyCaptures): number => {
  const found = walk(world);
  expect(found.violation).toBeUndefined();
  expect(found.stuck).toBeUndefined();
  expect(found).toMatchObject({ complete: true, hasCycle: false, cut: 0 });
  return found.states;
};

describe('pessimists: nobody is stuck, somebody succeeds', () => {
  test.each(Object.entries(worlds))('%s', (_, world) => {
    expect(holds({ ...world, mode: 'pessimistic' })).toBeGreaterThan(10);
  });

  test('whoever has captured less comes first, and then gets all it wants', () => {
    // In every end somebody succeeds, and a conflict is never lost by all, whoever comes first in the order.
    for (const before of [{ a: 1 }, { b: 1 }, { a: 1, b: 2 }, { a: 2, b: 1 }]) {
      holds({ ...farCycle, mode: 'pessimistic', before });
    }
  });

  test('with a second try for all, nobody who waits is forgotten', () => {
    const attempts = [
      ...cycle.attempts,
      ...cycle.attempts.map(({ by }) => ({ by, wants: ['n', 'o'] })),
    ];
    holds({ ...cycle, attempts, mode: 'pessimistic' });
  });
});

describe('optimists: nobody is stuck, though all may abort', () => {
  test.each(Object.entries(worlds))('%s', (_, world) => {
    holds({ ...world, mode: 'optimistic', atLeast: 0 });
  });

  test('and all do abort in some order', () => {
    expect(walk({ ...twoOnTwo, mode: 'optimistic', atLeast: 1 }).stuck).toBeDefined();
  });
});

describe('both at once: nobody is stuck, no word is broken', () => {
  test.each(Object.entries(worlds))('%s', (_, world) => {
    for (const one of ['a', 'b']) {
      holds({ ...world, mode: 'pessimistic', modes: { [one]: 'optimistic' }, atLeast: 0 });
      holds({ ...world, mode: 'optimistic', modes: { [one]: 'pessimistic' }, atLeast: 0 });
    }
  });
});

describe('planted bugs are found', () => {
  test('GIVE_UP from anybody takes a promise back', () => {
    const found = walk({ ...threeOnTwo, mode: 'pessimistic', flaws: { anyGiveUp: true } });
    expect(found.violation?.complaint).toContain('had all promises');
  });

  test('an answer to an attempt that has ended misleads the next one', () => {
    const found = walk({ ...inTurn, flaws: { anyAttempt: true } });
    expect(found.violation?.complaint).toContain('had all promises');
    holds(inTurn);
  });

  test('a queue that tells nobody leaves its waiters waiting', () => {
    const found = walk({ ...threeOnTwo, mode: 'pessimistic', flaws: { silentQueue: true } });
    expect(found.stuck).toBeDefined();
  });

  test('an optimist that is given what is promised', () => {
    const world: TinyCaptures = { ...twoOnTwo, mode: 'pessimistic', modes: { b: 'optimistic' } };
    const found = walk({ ...world, flaws: { brokenWord: true } });
    expect(found.violation?.complaint).toContain('promised');
  });
});

test('the explorer of the simulator sees the same: as many states, and nothing wrong', () => {
  for (const world of [twoOnTwo, cycle]) {
    const {
      players,
      notices = [],
      invariant,
      isGoal,
    } = captureWorld({
      ...{ ...world, mode: 'pessimistic' },
    });
    const statesIn = (stateOf: (id: (typeof players)[number]['id']) => unknown) =>
      players.map(({ id }) => stateOf(id) as CaptureFlask);
    const explored = explore({
      nodes: new Map(
        players.map(({ id, start, step }) => [
          id,
          withAnyState(withoutDisk(() => copyPlain(start), step)),
        ]),
      ),
      commands: notices.flatMap((notice) =>
        'command' in notice ? [{ node: notice.node, command: notice.command }] : [],
      ),
      watch: { start: 0, see: (seen: number) => seen },
      fifo: true,
      invariant: ({ stateOf }) => invariant(statesIn(stateOf)),
      atEnd: ({ stateOf }) => (isGoal(statesIn(stateOf)) ? undefined : 'nobody got on'),
    });
    expect(explored.violation).toBeUndefined();
    expect(explored).toMatchObject({
      complete: true,
      states: walk({ ...world, mode: 'pessimistic' }).states,
    });
  }
});
