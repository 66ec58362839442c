// Names to places. A rule has one environment; its scope says which name has which place in it. A rule
// that is produced by another one captures what it uses of the other's names when it is produced.
import { assert } from '../../base/index.ts';
import type { Capture } from '../rule.ts';

export interface Binding {
  readonly place: number;
  /** A rest variable stands for many molecules, a value for one. */
  readonly rest: boolean;
}

export class Scope {
  /** The scope of the rule around this one, as it was where this one stands. */
  readonly #outer: Scope | null;
  readonly #bindings = new Map<string, Binding>();
  readonly places: string[] = [];
  readonly captures: Capture[] = [];
  /** The places that were looked up since the last `watch`. */
  #looked = new Set<number>();

  constructor(outer: Scope | null, self: string) {
    this.#outer = outer;
    this.places.push(self);
  }

  /** A new place for a name, which hides an older one of that name. */
  declare(name: string, rest = false): Binding {
    const binding = { place: this.places.length, rest };
    this.places.push(name);
    this.#bindings.set(name, binding);
    return binding;
  }

  /** Place 0 is the rule itself: a rule that `let` names may produce itself. */
  declareSelf(name: string): void {
    this.#bindings.set(name, { place: 0, rest: false });
  }

  /** Runs `body` with a name bound to a new place, then takes the name away again. */
  within<T>(name: string, body: (place: number) => T): T {
    const before = this.#bindings.get(name);
    const { place } = this.declare(name);
    try {
      return body(place);
    } finally {
      if (before === undefined) this.#bindings.delete(name);
      else this.#bindings.set(name, before);
    }
  }

  /** The binding of a name: here, or captured from the rules around. */
  resolve(name: string): Binding | null {
    const here = this.#bindings.get(name) ?? this.#capture(name);
    if (here !== null) this.#looked.add(here.place);
    return here;
  }

  /** Whether a rule around this one binds the name to a value (a rest is not inherited by patterns). */
  inherits(name: string): boolean {
    const outer = this.#outer;
    if (outer === null) return false;
    const known = outer.#bindings.get(name);
    if (known !== undefined) return !known.rest && known.place !== 0;
    return outer.inherits(name);
  }

  /** The places that `body` looks up. */
  watch<T>(body: () => T): { value: T; places: ReadonlySet<number> } {
    const before = this.#looked;
    this.#looked = new Set();
    const value = body();
    const places = this.#looked;
    this.#looked = new Set([...before, ...places]);
    return { value, places };
  }

  #capture(name: string): Binding | null {
    const from = this.#outer?.resolve(name) ?? null;
    if (from === null) return null;
    const binding = this.declare(name, from.rest);
    this.captures.push({ name, from: from.place, to: binding.place });
    assert(this.places[binding.place] === name, 'a captured name has its own place', name);
    return binding;
  }
}
