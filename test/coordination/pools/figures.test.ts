// What a task costs: 12 messages for each of its pools when it is alone, in five round trips; little more beside others who
// have what they need, where the printed form sends every form on to everybody.
import { describe, expect, it } from 'vitest';
import { costOf, repairedPools } from '../../../src/lab/index.ts';

describe('a task', () => {
  for (const pools of [1, 2, 3, 4]) {
    it(`alone at ${pools} pools: ${12 * pools} messages, 5 round trips`, () => {
      expect(costOf(repairedPools, pools, 0)).toEqual({ messages: 12 * pools, roundTrips: 5 });
    });
  }
  it('beside 16 others at 2 large pools: as many', () => {
    expect(costOf(repairedPools, 2, 16)).toEqual({ messages: 24, roundTrips: 5 });
  });
});
