// Fibonacci by expansion: many molecules come out of one, then melt.
import type { Program } from '../../harness/program.ts';

export const fibonacci: Program = {
  name: 'fibonacci',
  title: 'the Fibonacci number of N by expansion and adding up',
  sizes: { small: [10, 15], large: [20, 25, 27] },
  naiveUpTo: 10,
  input: { f: 1 },
  answer: { n: 1 },
  generate: (size) => [['f', size]],
  leftOut: {},
};
