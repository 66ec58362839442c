// A join of two without a key that never matches: every pair has to be looked at.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const never2: Program = {
  name: 'never2',
  title: 'two kinds, N / 2 of each; no pair of them reacts',
  sizes: { small: [100, 1_000], large: [10_000] },
  naiveUpTo: 100,
  input: { a: 1, b: 1 },
  answer: { hit: 1 },
  generate(size) {
    const half = size / 2;
    return [
      ...times(half, (i) => ['a', i + 1] as const),
      ...times(half, (i) => ['b', i + 1] as const),
    ];
  },
  leftOut: {},
};
