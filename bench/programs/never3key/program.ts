// A join of three along keys: each molecule has one partner on each side, and the guard does not hold.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const never3key: Program = {
  name: 'never3key',
  title: 'three kinds in a chain of keys, N / 3 of each; no three react',
  sizes: { small: [300, 3_000], large: [30_000, 300_000, 900_000] },
  naiveUpTo: 30,
  input: { a: 2, b: 3, c: 2 },
  answer: { hit: 1 },
  generate(size) {
    const third = size / 3;
    return [
      ...times(third, (i) => ['a', i, i + 1] as const),
      ...times(third, (i) => ['b', i, (i * 7) % third, i + 1] as const),
      ...times(third, (i) => ['c', i, i + 1] as const),
    ];
  },
  leftOut: {},
};
