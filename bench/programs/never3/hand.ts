// Three loops.
import type { ByHand } from '../../harness/program.ts';

export const never3: ByHand<readonly [number[], number[], number[]], number[]> = {
  prepare(facts) {
    const all = (wanted: string) =>
      facts.filter(([name]) => name === wanted).map((fact) => fact[1] as number);
    return [all('a'), all('b'), all('c')];
  },
  solve([a, b, c]) {
    const hits: number[] = [];
    for (const x of a) {
      for (const y of b) {
        for (const z of c) if (x * y * z < 0) hits.push(x);
      }
    }
    return hits;
  },
  answer: (hits) => hits.map((x) => ['hit', x]),
};
