// The sum of many numbers: a reduction that any two can make.
import type { Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

export const sum: Program = {
  name: 'sum',
  title: 'the sum of N numbers',
  sizes: { small: [1_000, 10_000], large: [100_000, 1_000_000] },
  naiveUpTo: 1_000,
  input: { n: 1 },
  answer: { n: 1 },
  generate(size) {
    const draw = numbers();
    return times(size, () => ['n', draw(1_000)]);
  },
  leftOut: {},
};
