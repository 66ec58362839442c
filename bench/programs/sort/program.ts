// Sorting by exchange: places that stand in the wrong order exchange their values. The work is in the pairs.
import type { Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

export const sort: Program = {
  name: 'sort',
  title: 'N places exchange values until they are in order',
  sizes: { small: [20, 200], large: [1_000] },
  naiveUpTo: 20,
  input: { a: 2 },
  answer: { a: 2 },
  generate(size) {
    const draw = numbers();
    return times(size, (i) => ['a', i, draw(1_000_000)]);
  },
  leftOut: {},
};
