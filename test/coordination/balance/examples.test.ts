// The two examples of the paper, to the digit, and the orders of a bundle.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { add, createBundle, type Strategy } from '../../../src/coordination/balance/bundle.ts';
import { rationalDelegations } from '../../../src/coordination/balance/search.ts';
import { type Item, itemOf, type Task } from '../../../src/coordination/balance/task.ts';

const members = ['1', '2'].map(nodeId);

/** Table 1: the data of each task with agent 1 and agent 2. A distant datum costs twice. */
const data = [
  [1, 0],
  [0, 4],
  [3, 6],
  [6, 12],
  [1, 4],
  [6, 1],
  [0, 7],
] as const;

const tasks: readonly Task[] = data.map(([one, two], index) => ({
  request: `t${index + 1}`,
  cost: one + two,
  where: [one, two].map((amount, member) => ({ node: members[member] ?? nodeId('?'), amount })),
}));

function items(numbers: readonly number[], agent: 1 | 2): readonly Item[] {
  return numbers.map((number) => itemOf(tasks[number - 1] as Task, members, agent - 1, 2));
}

type Allocation = readonly [readonly number[], readonly number[]];

function loads([one, two]: Allocation): [number, number] {
  const sum = (bundle: readonly Item[]) => bundle.reduce((total, { cost }) => total + cost, 0);
  return [sum(items(one, 1)), sum(items(two, 2))];
}

function gamma(allocation: Allocation, agent: 1 | 2): readonly string[] {
  const own = items(allocation[agent - 1] ?? [], agent);
  return rationalDelegations(own, loads(allocation), agent - 1).map(({ task }) => task.request);
}

function orders(numbers: readonly number[], agent: 1 | 2, strategy: Strategy) {
  const bundle = createBundle(strategy, 2);
  for (const item of items(numbers, agent)) add(bundle, item);
  const named = (list: readonly Item[]) => list.map(({ task }) => task.request).join(' ');
  return { runs: named(bundle.running), offers: named(bundle.offering) };
}

describe('example 1', () => {
  it('has the costs of table 1', () => {
    expect(items([1, 2, 3, 4, 5, 6, 7], 1).map(({ cost }) => cost)).toEqual([
      1, 8, 15, 30, 9, 8, 14,
    ]);
    expect(items([1, 2, 3, 4, 5, 6, 7], 2).map(({ cost }) => cost)).toEqual([
      2, 4, 12, 24, 6, 13, 7,
    ]);
  });

  const optimal: Allocation = [
    [1, 3, 5, 6],
    [2, 4, 7],
  ];
  const first: Allocation = [
    [2, 4, 6],
    [1, 3, 5, 7],
  ];
  const second: Allocation = [
    [2, 4],
    [1, 3, 5, 6, 7],
  ];
  const third: Allocation = [
    [1, 2, 4],
    [3, 5, 6, 7],
  ];

  it.each([
    { name: 'Pmks', allocation: optimal, expected: [33, 35] },
    { name: 'P', allocation: first, expected: [46, 27] },
    { name: "P'", allocation: second, expected: [38, 40] },
    { name: "P''", allocation: third, expected: [39, 38] },
  ])('has the loads of $name', ({ allocation, expected }) => {
    expect(loads(allocation)).toEqual(expected);
  });

  it.each([
    { name: 'P', allocation: first, expected: [['t2', 't6'], []] },
    { name: "P'", allocation: second, expected: [[], ['t1']] },
    { name: "P'', which is stable", allocation: third, expected: [[], []] },
  ])('has the rational delegations of $name', ({ allocation, expected }) => {
    expect([gamma(allocation, 1), gamma(allocation, 2)]).toEqual(expected);
  });

  it('has one optimum, with a makespan of 35', () => {
    const all: { makespan: number; one: readonly number[] }[] = [];
    for (let bits = 0; bits < 1 << 7; bits++) {
      const one = [1, 2, 3, 4, 5, 6, 7].filter((number) => bits & (1 << (number - 1)));
      const two = [1, 2, 3, 4, 5, 6, 7].filter((number) => !one.includes(number));
      all.push({ makespan: Math.max(...loads([one, two])), one });
    }
    const least = Math.min(...all.map(({ makespan }) => makespan));
    expect(least).toBe(35);
    expect(all.filter(({ makespan }) => makespan === least).map(({ one }) => one)).toEqual([
      optimal[0],
    ]);
  });
});

describe('example 2', () => {
  const all = [1, 2, 3, 4, 5, 6, 7];

  it('has the ownership of table 2', () => {
    const shown = (agent: 1 | 2) => items(all, agent).map(({ ownership }) => ownership.toFixed(2));
    expect(shown(1)).toEqual(['1.00', '0.00', '0.33', '0.33', '0.20', '0.86', '0.00']);
    expect(shown(2)).toEqual(['0.00', '1.00', '0.67', '0.67', '0.80', '0.14', '1.00']);
  });

  it.each([
    {
      strategy: 'situational' as const,
      expected: { runs: 't6 t1 t4 t3 t5 t2 t7', offers: 't7 t2 t5 t4 t3 t1 t6' },
    },
    {
      strategy: 'agnostic' as const,
      expected: { runs: 't4 t3 t7 t5 t2 t6 t1', offers: 't1 t2 t6 t5 t7 t3 t4' },
    },
  ])('has both orders of the $strategy strategy', ({ strategy, expected }) => {
    expect(orders(all, 1, strategy)).toEqual(expected);
  });
});
