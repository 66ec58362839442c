// Shortest ways between all pairs of places, by joining ways: a three-way join by keys.
// The chemical form needs a way between any two places to improve on, as a chemical rule cannot ask whether
// there is none; the peers can, or melt equal ways, and start from the edges.
import { edges, pairs } from '../../harness/graph.ts';
import { moleculeOf, type Program } from '../../harness/program.ts';

const FAR = 1_000_000_000;

export const apsp: Program = {
  name: 'apsp',
  title: 'shortest ways between all pairs of N places, 5 N edges',
  sizes: { small: [10, 30], large: [100] },
  naiveUpTo: 0,
  input: { d: 3 },
  answer: { d: 3 },
  generate: (size) => edges(size).map(({ from, to, length }) => ['d', from, to, length]),
  molecules(facts, size) {
    const known = new Set(facts.map(([, from, to]) => `${from}:${to}`));
    const missing = [...pairs(size)].filter(([i, j]) => !known.has(`${i}:${j}`));
    return [
      ...facts.map(moleculeOf),
      ...missing.map(([i, j]) => ({ tuple: [{ sym: 'D' }, i, j, FAR] })),
    ];
  },
  agree: (fact) => (fact[3] === FAR ? ['none'] : fact),
  leftOut: {
    maude: 'an equation that keeps what it joins never ends',
  },
};
