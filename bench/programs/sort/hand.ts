// What the language brings.
import type { ByHand } from '../../harness/program.ts';

export const sort: ByHand<number[], number[]> = {
  prepare: (facts) => facts.map((fact) => fact[2] as number),
  solve: (input) => Array.from(Float64Array.from(input).sort()),
  answer: (sorted) => sorted.map((x, i) => ['a', i, x]),
};
