// Two maps by key, then one pass over the kind in the middle.
import type { ByHand, Fact } from '../../harness/program.ts';

interface Input {
  readonly a: readonly Fact[];
  readonly b: readonly Fact[];
  readonly c: readonly Fact[];
}

export const never3key: ByHand<Input, number[]> = {
  prepare(facts) {
    const all = (wanted: string) => facts.filter(([name]) => name === wanted);
    return { a: all('a'), b: all('b'), c: all('c') };
  },
  solve({ a, b, c }) {
    const first = byKey(a);
    const last = byKey(c);
    const hits: number[] = [];
    for (const [, k, l, y] of b) {
      const xs = first.get(k as number) ?? [];
      const zs = last.get(l as number) ?? [];
      if (xs.some((x) => zs.some((z) => x * (y as number) * z < 0))) hits.push(k as number);
    }
    return hits;
  },
  answer: (hits) => hits.map((x) => ['hit', x]),
};

function byKey(facts: readonly Fact[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [, key, value] of facts) {
    const known = found.get(key as number);
    if (known === undefined) found.set(key as number, [value as number]);
    else known.push(value as number);
  }
  return found;
}
