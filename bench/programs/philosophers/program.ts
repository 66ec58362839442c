// The dining philosophers, each of whom eats a hundred times: a three-way join by keys.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

const MEALS = 100;

export const philosophers: Program = {
  name: 'philosophers',
  title: `N philosophers eat ${MEALS} times each`,
  sizes: { small: [10, 100], large: [1_000, 10_000] },
  naiveUpTo: 0,
  input: { fork: 1, think: 3 },
  answer: { fork: 1, think: 3 },
  generate: (size) => [
    ...times(size, (i) => ['fork', i] as const),
    ...times(size, (i) => ['think', i, (i + 1) % size, MEALS] as const),
  ],
  leftOut: {},
};
