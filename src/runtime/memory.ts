// What a `whenever` rule has fired on: assignments of occurrences to its slots. What a molecule that is gone took
// part in is dropped, since it can never come again.
import type { Occurrence } from './live.ts';

/** `took` lists the occurrences in the slots, then those taken inside opened solutions. */
export class Memory {
  readonly #fired: Set<string>;
  /** The keys that each occurrence is part of. */
  readonly #keysOf = new Map<number, string[]>();

  constructor(fired: Iterable<string> = []) {
    this.#fired = new Set(fired);
    for (const key of this.#fired) this.#index(key);
  }

  has(took: readonly Occurrence[]): boolean {
    return this.#fired.has(keyOf(took));
  }

  add(took: readonly Occurrence[]): void {
    const key = keyOf(took);
    this.#fired.add(key);
    this.#index(key);
  }

  forget(id: number): void {
    for (const key of this.#keysOf.get(id) ?? []) this.#fired.delete(key);
    this.#keysOf.delete(id);
  }

  /** Each assignment as the ids of its occurrences, in the order of the slots. */
  assignments(): number[][] {
    return [...this.#fired].map((key) => key.split(' ').map(Number));
  }

  copy(): Memory {
    return new Memory(this.#fired);
  }

  #index(key: string): void {
    for (const part of key.split(' ')) {
      const id = Number(part);
      const keys = this.#keysOf.get(id);
      if (keys === undefined) this.#keysOf.set(id, [key]);
      else keys.push(key);
    }
  }
}

function keyOf(took: readonly Occurrence[]): string {
  return took.map((one) => one.id).join(' ');
}
