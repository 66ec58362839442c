// A join of two by a key: for each molecule there is one partner, and its guard does not hold.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const never2key: Program = {
  name: 'never2key',
  title: 'two kinds that share a key, N / 2 of each; no pair reacts',
  sizes: { small: [1_000, 10_000], large: [100_000, 1_000_000] },
  naiveUpTo: 100,
  input: { a: 2, b: 2 },
  answer: { hit: 1 },
  generate(size) {
    const half = size / 2;
    return [
      ...times(half, (i) => ['a', i, i + 1] as const),
      ...times(half, (i) => ['b', i, i + 1] as const),
    ];
  },
  leftOut: {},
};
