// What is to happen, earliest first; at the same moment, in the order in which it was due and was put in. A binary heap.
import type { Millis } from './time.ts';

interface Entry<T> {
  readonly at: Millis;
  readonly due: Millis;
  readonly order: number;
  readonly item: T;
}

export class EventQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #count = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The moment of the next item. */
  get nextAt(): Millis | undefined {
    return this.#heap[0]?.at;
  }

  /** The next item, with its moment. */
  get next(): { readonly at: Millis; readonly item: T } | undefined {
    return this.#heap[0];
  }

  push(at: Millis, item: T): void {
    this.#add({ at, due: at, order: this.#count++, item });
  }

  /** Puts off what was popped; it keeps its place among others that are put off to the same moment. */
  putOff(entry: Entry<T>, at: Millis): void {
    this.#add({ ...entry, at });
  }

  #add(entry: Entry<T>): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent] as Entry<T>;
      if (!isBefore(entry, above)) break;
      heap[place] = above;
      place = parent;
    }
    heap[place] = entry;
  }

  pop(): Entry<T> | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Entry<T>)) child++;
      const below = heap[child];
      if (below === undefined || !isBefore(below, last)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.due < b.due || (a.due === b.due && a.order < b.order);
}
