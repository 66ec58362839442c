// The two examples of the paper, to the digit, and the orders of a bundle.
import { describe, expect, it } from 'vitest';
import {
  allocations,
  allTasks,
  bestAllocations,
  gammaOf,
  itemsOf,
  loadsOf,
  ordersOf,
} from '../../../src/lab/index.ts';

describe('example 1', () => {
  it('has the costs of table 1', () => {
    expect(itemsOf(allTasks, 1).map(({ cost }) => cost)).toEqual([1, 8, 15, 30, 9, 8, 14]);
    expect(itemsOf(allTasks, 2).map(({ cost }) => cost)).toEqual([2, 4, 12, 24, 6, 13, 7]);
  });

  it.each([
    { name: 'Pmks', allocation: allocations.Pmks, expected: [33, 35] },
    { name: 'P', allocation: allocations.P, expected: [46, 27] },
    { name: "P'", allocation: allocations["P'"], expected: [38, 40] },
    { name: "P''", allocation: allocations["P''"], expected: [39, 38] },
  ])('has the loads of $name', ({ allocation, expected }) => {
    expect(loadsOf(allocation)).toEqual(expected);
  });

  it.each([
    { name: 'P', allocation: allocations.P, expected: [['t2', 't6'], []] },
    { name: "P'", allocation: allocations["P'"], expected: [[], ['t1']] },
    { name: "P'', which is stable", allocation: allocations["P''"], expected: [[], []] },
  ])('has the rational delegations of $name', ({ allocation, expected }) => {
    expect([gammaOf(allocation, 1), gammaOf(allocation, 2)]).toEqual(expected);
  });

  it('has one optimum, with a makespan of 35', () => {
    expect(bestAllocations()).toEqual({ makespan: 35, ones: [allocations.Pmks[0]] });
  });
});

describe('example 2', () => {
  it('has the ownership of table 2', () => {
    const shown = (agent: 1 | 2) =>
      itemsOf(allTasks, agent).map(({ ownership }) => ownership.toFixed(2));
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
    expect(ordersOf(allTasks, 1, strategy)).toEqual(expected);
  });
});
