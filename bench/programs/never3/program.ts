// A join of three without a key that never matches: every triple has to be looked at.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const never3: Program = {
  name: 'never3',
  title: 'three kinds, N / 3 of each; no three of them react',
  sizes: { small: [30], large: [300] },
  naiveUpTo: 30,
  input: { a: 1, b: 1, c: 1 },
  answer: { hit: 1 },
  generate(size) {
    const kinds = ['a', 'b', 'c'] as const;
    return kinds.flatMap((kind) => times(size / 3, (i) => [kind, i + 1] as const));
  },
  leftOut: {},
};
