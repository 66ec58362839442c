// Rules that make rules: each KEY becomes a one-shot rule that waits for the value with that key and goes with it.
import type { Program } from '../../harness/program.ts';
import { times } from '../../harness/random.ts';

export const rules: Program = {
  name: 'rules',
  title: 'N rules are made, each reacts once and is gone',
  sizes: { small: [10, 100, 1_000], large: [10_000] },
  naiveUpTo: 10,
  input: { key: 1, v: 2 },
  answer: { n: 1 },
  generate: (size) => [
    ...times(size, (i) => ['key', i] as const),
    ...times(size, (i) => ['v', (i * 7) % size, i] as const),
  ],
  leftOut: {
    'swi-chr': 'its rules are compiled before the run',
    maude: 'its equations are fixed before the run; the reflective tower is another program',
    chrjs: 'its optimised form is compiled before the run',
    nools: 'its rules are compiled before the run',
  },
};
