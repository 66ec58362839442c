// A map by key, then one pass.
import type { ByHand } from '../../harness/program.ts';

type Pair = readonly [key: number, value: number];

interface Input {
  readonly a: Pair[];
  readonly b: Pair[];
}

export const never2key: ByHand<Input, number[]> = {
  prepare(facts) {
    const all = (wanted: string) =>
      facts.filter(([name]) => name === wanted).map(([, k, x]): Pair => [k as number, x as number]);
    return { a: all('a'), b: all('b') };
  },
  solve({ a, b }) {
    const byKey = new Map<number, number[]>();
    for (const [key, x] of a) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [x]);
      else known.push(x);
    }
    const hits: number[] = [];
    for (const [key, y] of b) {
      const partners = byKey.get(key) ?? [];
      const at = partners.findIndex((x) => x * y < 0);
      if (at < 0) continue;
      partners.splice(at, 1);
      hits.push(key);
    }
    return hits;
  },
  answer: (hits) => hits.map((x) => ['hit', x]),
};
