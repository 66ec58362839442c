// The same expansion as a recursive function; the closed form would be another job.
import type { ByHand } from '../../harness/program.ts';

export const fibonacci: ByHand<number, number> = {
  prepare: (facts) => facts[0]?.[1] as number,
  solve: expand,
  answer: (total) => [['n', total]],
};

function expand(n: number): number {
  return n > 1 ? expand(n - 1) + expand(n - 2) : 1;
}
