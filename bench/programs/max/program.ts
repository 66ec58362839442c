// The largest of many numbers: a reduction with a guard.
import type { Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

export const max: Program = {
  name: 'max',
  title: 'the largest of N numbers',
  sizes: { small: [1_000, 10_000], large: [100_000, 1_000_000] },
  naiveUpTo: 1_000,
  input: { n: 1 },
  answer: { n: 1 },
  generate(size) {
    const draw = numbers();
    return times(size, () => ['n', draw(1_000_000_000)]);
  },
  leftOut: {},
};
