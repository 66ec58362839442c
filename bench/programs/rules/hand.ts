// A closure for each key, in a map.
import type { ByHand, Fact } from '../../harness/program.ts';

export const rules: ByHand<Fact[], number[]> = {
  prepare: (facts) => [...facts],
  solve(facts) {
    const made = new Map<number, (x: number) => void>();
    const out: number[] = [];
    for (const [name, key] of facts) {
      if (name === 'key') made.set(key as number, (x) => out.push(2 * x));
    }
    for (const [name, key, x] of facts) {
      if (name !== 'v') continue;
      made.get(key as number)?.(x as number);
      made.delete(key as number);
    }
    return out;
  },
  answer: (out) => out.map((x) => ['n', x]),
};
