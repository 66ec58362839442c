// Floyd and Warshall.
import type { ByHand, Fact } from '../../harness/program.ts';

interface Table {
  readonly size: number;
  readonly cells: Float64Array;
}

export const apsp: ByHand<Fact[], Table> = {
  prepare: (facts) => [...facts],
  solve(facts) {
    let size = 0;
    for (const fact of facts)
      size = Math.max(size, (fact[1] as number) + 1, (fact[2] as number) + 1);
    const cells = new Float64Array(size * size).fill(Number.POSITIVE_INFINITY);
    for (const [, from, to, length] of facts) {
      cells[(from as number) * size + (to as number)] = length as number;
    }
    for (let k = 0; k < size; k++) {
      for (let i = 0; i < size; i++) {
        const first = cells[i * size + k] as number;
        if (first === Number.POSITIVE_INFINITY) continue;
        for (let j = 0; j < size; j++) {
          const way = first + (cells[k * size + j] as number);
          if (way < (cells[i * size + j] as number)) cells[i * size + j] = way;
        }
      }
    }
    return { size, cells };
  },
  answer({ size, cells }) {
    const found: Fact[] = [];
    cells.forEach((way, at) => {
      const from = Math.floor(at / size);
      const to = at % size;
      if (from !== to && way !== Number.POSITIVE_INFINITY) found.push(['d', from, to, way]);
    });
    return found;
  },
};
