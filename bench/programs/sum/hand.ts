// The sum by a loop.
import type { ByHand } from '../../harness/program.ts';

export const sum: ByHand<number[], number> = {
  prepare: (facts) => facts.map((fact) => fact[1] as number),
  solve(input) {
    let total = 0;
    for (const one of input) total += one;
    return total;
  },
  answer: (total) => [['n', total]],
};
