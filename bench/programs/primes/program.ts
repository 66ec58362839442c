// The sieve: a number goes when another divides it. No index helps: every pair has to be looked at.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const primes: Program = {
  name: 'primes',
  title: 'the primes up to N, by elimination',
  sizes: { small: [100, 1_000], large: [10_000, 20_000] },
  naiveUpTo: 100,
  input: { n: 1 },
  answer: { n: 1 },
  generate: (size) => times(size - 1, (i) => ['n', i + 2]),
  leftOut: {},
};
