// A random graph for the two programs about ways: N places, five edges for each, none twice and no loops.
import { numbers } from './random.ts';

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export function edges(places: number): Edge[] {
  const draw = numbers();
  const seen = new Set<number>();
  const made: Edge[] = [];
  const wanted = Math.min(5 * places, (places * (places - 1)) / 2);
  while (made.length < wanted) {
    const edge = { from: draw(places), to: draw(places), length: 1 + draw(100) };
    const key = edge.from * places + edge.to;
    if (edge.from === edge.to || seen.has(key)) continue;
    seen.add(key);
    made.push(edge);
  }
  return made;
}

/** Every pair of two places. */
export function* pairs(places: number): Generator<readonly [number, number]> {
  for (let i = 0; i < places; i++) {
    for (let j = 0; j < places; j++) if (i !== j) yield [i, j];
  }
}
