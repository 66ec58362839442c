// Where the occurrences of a soup lie, by id: kept from the first time that somebody asks for one by its id, until rows
// have new numbers. Replaying a record and a person at a prompt ask; a run does not.
import { contentOf } from './content.ts';
import { eachLive, type Live, type Occurrence } from './live.ts';

export class Places {
  #known: Map<number, Occurrence> | null = null;

  get isKept(): boolean {
    return this.#known !== null;
  }

  find(id: number, root: Live): Occurrence | null {
    if (this.#known === null) {
      this.#known = new Map();
      this.#collect(root, this.#known);
    }
    return this.#known.get(id) ?? null;
  }

  add(occurrence: Occurrence): void {
    this.#known?.set(occurrence.id, occurrence);
  }

  delete(occurrence: Occurrence): void {
    this.#known?.delete(occurrence.id);
  }

  forget(): void {
    this.#known = null;
  }

  #collect(live: Live, known: Map<number, Occurrence>): void {
    for (const occurrence of contentOf(live)) {
      known.set(occurrence.id, occurrence);
      eachLive(occurrence.body, (inner) => this.#collect(inner, known));
    }
  }
}
