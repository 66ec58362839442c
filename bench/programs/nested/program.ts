// Many sub-solutions of ten numbers, each of which adds up by itself. Only hocl and Maude have solutions
// inside solutions; the others hold the number of the solution in each fact and join by it.
import type { Fact, Json, Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

const TEN = 10;

export const nested: Program = {
  name: 'nested',
  title: 'N sub-solutions of ten numbers, each adds up',
  sizes: { small: [100, 1_000], large: [10_000] },
  naiveUpTo: 10,
  input: { item: 2 },
  answer: { item: 2, n: 1 },
  generate(size) {
    const draw = numbers();
    return times(size * TEN, (i) => ['item', Math.floor(i / TEN), draw(1_000)]);
  },
  molecules: (facts, size) => times(size, (bag) => bagOf(facts.slice(bag * TEN, (bag + 1) * TEN))),
  agree: (fact) => (fact[0] === 'item' ? ['n', fact[2] as number] : fact),
  leftOut: {},
};

function bagOf(items: readonly Fact[]): Json {
  return { tuple: [{ sym: 'BAG' }, { solution: items.map((fact) => fact[2] as number) }] };
}
