// The largest number by a loop.
import type { ByHand } from '../../harness/program.ts';

export const max: ByHand<number[], number> = {
  prepare: (facts) => facts.map((fact) => fact[1] as number),
  solve(input) {
    let largest = input[0] as number;
    for (const one of input) if (one > largest) largest = one;
    return largest;
  },
  answer: (largest) => [['n', largest]],
};
