// Two loops.
import type { ByHand } from '../../harness/program.ts';

interface Input {
  readonly a: number[];
  readonly b: number[];
}

export const never2: ByHand<Input, number[]> = {
  prepare: (facts) => ({
    a: facts.filter(([name]) => name === 'a').map((fact) => fact[1] as number),
    b: facts.filter(([name]) => name === 'b').map((fact) => fact[1] as number),
  }),
  solve({ a, b }) {
    const hits: number[] = [];
    for (const x of a) for (const y of b) if (x * y < 0) hits.push(x);
    return hits;
  },
  answer: (hits) => hits.map((x) => ['hit', x]),
};
