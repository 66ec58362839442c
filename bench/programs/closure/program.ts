// What can be reached from where: a join by a key that only adds. The graph has cycles, so the chemical form takes
// its new facts out of a stock of open pairs; the peers find out by themselves that a fact is known.
import { edges, pairs } from '../../harness/graph.ts';
import { type Fact, moleculeOf, type Program } from '../../harness/program.ts';

export const closure: Program = {
  name: 'closure',
  title: 'transitive closure of N places, 5 N edges',
  sizes: { small: [10, 30], large: [100, 300] },
  naiveUpTo: 0,
  input: { edge: 2 },
  answer: { path: 2 },
  generate: (size) => edges(size).map(({ from, to }) => ['edge', from, to]),
  factsFor: {
    // All edges first: a rule then waits for ways only, and needs no memory of what it has joined.
    'swi-chr': (facts) => [
      ...facts,
      ...facts.map(([, from, to]): Fact => ['path', from as number, to as number]),
    ],
  },
  molecules: (facts, size) => [
    ...facts.map(moleculeOf),
    ...[...pairs(size)].map(([i, j]) => ({ tuple: [{ sym: 'OPEN' }, i, j] })),
  ],
  agree: (fact) => (fact[1] === fact[2] ? ['none'] : fact),
  leftOut: {
    maude: 'an equation that keeps what it joins never ends',
  },
};
