// The compiled turns of a run, by layout and class, each made when it is first asked for.
import type { Layout } from '../layout.ts';
import type { BoundTurns, Store } from '../store.ts';
import type { TurnSetting } from './setting.ts';
import { type CompiledTurns, compileTurns } from './turn-code.ts';

export class Compiled {
  readonly #known = new Map<Layout, Map<string, CompiledTurns | null>>();
  readonly #costOf: TurnSetting['costOf'];
  #inline = true;

  constructor(costOf: TurnSetting['costOf']) {
    this.#costOf = costOf;
  }

  /** The turns of a store, bound to the stores around it. `inline`: whether they put products out themselves. */
  bind(store: Store, inline: boolean): BoundTurns {
    const compiled = this.#for(store, inline);
    const { stores } = store.home;
    const partners = compiled?.partners.map(({ key }) => stores.get(key)) ?? [];
    store.turns = { inline, run: compiled?.run ?? null, partners };
    return store.turns;
  }

  #for({ layout, of }: Store, inline: boolean): CompiledTurns | null {
    if (layout === null) return null;
    if (inline !== this.#inline) this.#known.clear();
    this.#inline = inline;
    let known = this.#known.get(layout);
    if (known === undefined) {
      known = new Map();
      this.#known.set(layout, known);
    }
    let compiled = known.get(of.key);
    if (compiled === undefined) {
      const classes = [...layout.classes.values()].map((one) => one.of);
      compiled = compileTurns(layout, of, classes, inline, this.#costOf);
      known.set(of.key, compiled);
    }
    return compiled;
  }
}
