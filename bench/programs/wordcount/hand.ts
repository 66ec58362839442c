// Counting into a map.
import type { ByHand } from '../../harness/program.ts';

export const wordcount: ByHand<string[], Map<string, number>> = {
  prepare: (facts) => facts.map((fact) => fact[1] as string),
  solve(words) {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  },
  answer: (counts) => [...counts].map(([word, n]) => ['count', word, n]),
};
