// Shortest ways between all pairs of places: two ways that join may beat the one that is known. A three-way join
// by keys. There is a way between any two places from the start, a very long one where there is no edge.
import { edges, pairs } from '../../harness/graph.ts';
import type { Fact, Program } from '../../harness/program.ts';

const FAR = 1_000_000_000;

export const apsp: Program = {
  name: 'apsp',
  title: 'shortest ways between all pairs of N places, 5 N edges',
  sizes: { small: [10, 30], large: [100] },
  naiveUpTo: 0,
  input: { d: 3 },
  answer: { d: 3 },
  generate(size) {
    const lengths = new Map(edges(size).map((edge) => [`${edge.from}:${edge.to}`, edge.length]));
    return [...pairs(size)].map(([i, j]): Fact => ['d', i, j, lengths.get(`${i}:${j}`) ?? FAR]);
  },
  factsFor: {
    // Edges first: told in the order of places, most ways are found long before they are short.
    'swi-chr': edgesFirst,
  },
  leftOut: {
    maude: 'an equation that keeps what it joins tries every three anew after each step',
  },
};

function edgesFirst(facts: readonly Fact[]): Fact[] {
  const isEdge = (fact: Fact) => fact[3] !== FAR;
  return [...facts.filter(isEdge), ...facts.filter((fact) => !isEdge(fact))];
}
