// A search from every place.
import type { ByHand, Fact } from '../../harness/program.ts';

export const closure: ByHand<Fact[], [number, number][]> = {
  prepare: (facts) => [...facts],
  solve(facts) {
    const next = new Map<number, number[]>();
    for (const [, from, to] of facts) {
      const known = next.get(from as number);
      if (known === undefined) next.set(from as number, [to as number]);
      else known.push(to as number);
    }
    const found: [number, number][] = [];
    for (const [start, first] of next) {
      const seen = new Set(first);
      for (const place of seen) {
        found.push([start, place]);
        for (const one of next.get(place) ?? []) seen.add(one);
      }
    }
    return found;
  },
  answer: (found) => found.map(([from, to]) => ['path', from, to]),
};
