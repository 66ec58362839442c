// Where the occurrences and the solutions of a soup lie, by id: kept from the first time that somebody asks for one by its
// id, until rows have new numbers. Replaying a record and a person at a prompt ask; a run does not.
import { contentOf } from './content.ts';
import { eachLive, type Live, type Occurrence } from './live.ts';

export class Places {
  #known: Map<number, Occurrence> | null = null;
  readonly #lives = new Map<number, Live>();

  get isKept(): boolean {
    return this.#known !== null;
  }

  find(id: number, root: Live): Occurrence | null {
    return this.#all(root).get(id) ?? null;
  }

  /** The solution with this id, or null when it is not in the soup. */
  findLive(id: number, root: Live): Live | null {
    this.#all(root);
    const live = this.#lives.get(id) ?? null;
    for (let at = live; at !== root; at = at.owner.home) {
      // It was taken apart, or lies in something that was.
      if (at === null || at.owner === null || !at.owner.home.content.has(at.owner.id)) return null;
    }
    return live;
  }

  #all(root: Live): Map<number, Occurrence> {
    if (this.#known === null) {
      this.#known = new Map();
      this.#lives.clear();
      this.#collect(root, this.#known);
    }
    return this.#known;
  }

  add(occurrence: Occurrence): void {
    if (this.#known === null) return;
    this.#known.set(occurrence.id, occurrence);
    eachLive(occurrence.body, (live) => this.#lives.set(live.id, live));
  }

  delete(occurrence: Occurrence): void {
    this.#known?.delete(occurrence.id);
  }

  /** All inside a solution is gone with it. */
  drop(live: Live): void {
    if (this.#known === null) return;
    this.#lives.delete(live.id);
    for (const occurrence of contentOf(live)) this.#known.delete(occurrence.id);
  }

  forget(): void {
    this.#known = null;
    this.#lives.clear();
  }

  #collect(live: Live, known: Map<number, Occurrence>): void {
    this.#lives.set(live.id, live);
    for (const occurrence of contentOf(live)) {
      known.set(occurrence.id, occurrence);
      eachLive(occurrence.body, (inner) => this.#collect(inner, known));
    }
  }
}
