// A sum for each array.
import type { ByHand } from '../../harness/program.ts';

export const nested: ByHand<number[][], number[]> = {
  prepare(facts) {
    const bags: number[][] = [];
    for (const [, bag, x] of facts) {
      bags[bag as number] ??= [];
      bags[bag as number]?.push(x as number);
    }
    return bags;
  },
  solve: (bags) => bags.map((bag) => bag.reduce((a, b) => a + b, 0)),
  answer: (sums) => sums.map((sum) => ['n', sum]),
};
