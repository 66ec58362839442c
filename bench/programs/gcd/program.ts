// The greatest common divisor of many numbers, by remainders.
import type { Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

export const gcd: Program = {
  name: 'gcd',
  title: 'the greatest common divisor of N numbers',
  sizes: { small: [1_000, 10_000], large: [100_000, 1_000_000] },
  naiveUpTo: 100,
  input: { n: 1 },
  answer: { n: 1 },
  generate(size) {
    const draw = numbers();
    return times(size, () => ['n', 6 * (1 + draw(10_000_000))]);
  },
  leftOut: {},
};
