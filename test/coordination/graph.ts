// What can be asked of a graph of states with millions of edges: can the goal be reached from everywhere, is there a circle.

/** A list of integers that grows, in little room. */
export class Ints {
  #items = new Int32Array(1024);
  length = 0;

  push(item: number): void {
    if (this.length === this.#items.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[this.length++] = item;
  }

  view(): Int32Array {
    return this.#items.subarray(0, this.length);
  }
}

export interface Graph {
  readonly size: number;
  /** Edge i leads from `from[i]` to `to[i]`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** The first state from which no goal can be reached, if there is one. */
export function firstStuck(graph: Graph, goals: Int32Array): number | undefined {
  const { starts, targets } = byEnd(graph.size, graph.to, graph.from);
  const reached = new Uint8Array(graph.size);
  const open = new Ints();
  for (const goal of goals) {
    reached[goal] = 1;
    open.push(goal);
  }
  for (let i = 0; i < open.length; i++) {
    const at = open.view()[i] ?? 0;
    for (let edge = starts[at] ?? 0; edge < (starts[at + 1] ?? 0); edge++) {
      const before = targets[edge] ?? 0;
      if (reached[before] === 1) continue;
      reached[before] = 1;
      open.push(before);
    }
  }
  const stuck = reached.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}

/** A circle is a run without end. */
export function hasCycle(graph: Graph): boolean {
  const { starts, targets } = byEnd(graph.size, graph.from, graph.to);
  const incoming = new Int32Array(graph.size);
  for (const to of graph.to) incoming[to] = (incoming[to] ?? 0) + 1;
  const open = new Ints();
  for (const [at, count] of incoming.entries()) if (count === 0) open.push(at);
  for (let i = 0; i < open.length; i++) {
    const at = open.view()[i] ?? 0;
    for (let edge = starts[at] ?? 0; edge < (starts[at + 1] ?? 0); edge++) {
      const next = targets[edge] ?? 0;
      const left = (incoming[next] ?? 0) - 1;
      incoming[next] = left;
      if (left === 0) open.push(next);
    }
  }
  return open.length < graph.size;
}

/** Edges sorted by one of their ends. */
function byEnd(size: number, ends: Int32Array, others: Int32Array) {
  const starts = new Int32Array(size + 1);
  for (const end of ends) starts[end + 1] = (starts[end + 1] ?? 0) + 1;
  for (let at = 0; at < size; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  const free = starts.slice();
  const targets = new Int32Array(others.length);
  for (let edge = 0; edge < ends.length; edge++) {
    const end = ends[edge] ?? 0;
    const place = free[end] ?? 0;
    targets[place] = others[edge] ?? 0;
    free[end] = place + 1;
  }
  return { starts, targets };
}
