// Euclid over the list.
import type { ByHand } from '../../harness/program.ts';

export const gcd: ByHand<number[], number> = {
  prepare: (facts) => facts.map((fact) => fact[1] as number),
  solve(input) {
    let common = 0;
    for (const one of input) {
      let rest = one;
      while (rest !== 0) [common, rest] = [rest, common % rest];
    }
    return common;
  },
  answer: (common) => [['n', common]],
};
