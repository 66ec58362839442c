// The sieve as it is usually written: an array of flags. Nothing is assumed of the order of the input.
import type { ByHand } from '../../harness/program.ts';

export const primes: ByHand<number[], number[]> = {
  prepare: (facts) => facts.map((fact) => fact[1] as number),
  solve(input) {
    const largest = input.reduce((a, b) => Math.max(a, b), 0);
    const present = new Uint8Array(largest + 1);
    for (const one of input) present[one] = 1;
    const left: number[] = [];
    for (let n = 2; n <= largest; n++) {
      if (present[n] === 0) continue;
      left.push(n);
      for (let multiple = 2 * n; multiple <= largest; multiple += n) present[multiple] = 0;
    }
    return left;
  },
  answer: (left) => left.map((n) => ['n', n]),
};
