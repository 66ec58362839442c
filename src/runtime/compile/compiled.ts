// The compiled turns of a run, by layout and class, each made when it is first asked for.
import { type Layout, Layouts } from '../layout.ts';
import type { RuleTemplate } from '../rule.ts';
import { type BoundTurns, findStore, type Store } from '../store.ts';
import { type CompiledTurns, compileTurns } from './turn-code.ts';
import type { Cost } from './worker.ts';

/** Compiled turns by layout and class, those that put products out by themselves and those that do not. */
export class Compiled {
  readonly #inline = new Map<Layout, Map<string, CompiledTurns | null>>();
  readonly #general = new Map<Layout, Map<string, CompiledTurns | null>>();

  /** The turns of a store, bound to the stores around it and to what is counted for its rules. */
  bind(store: Store, inline: boolean, costOf: (template: RuleTemplate) => Cost): BoundTurns {
    const compiled = this.#for(store, inline);
    const { home } = store;
    const partners = compiled?.partners.map((of) => findStore(home, of)) ?? [];
    const costs = compiled?.templates.map(costOf) ?? [];
    store.turns = { inline, run: compiled?.run ?? null, partners, costs };
    return store.turns;
  }

  #for({ layout, of }: Store, inline: boolean): CompiledTurns | null {
    if (layout === null) return null;
    const all = inline ? this.#inline : this.#general;
    let known = all.get(layout);
    if (known === undefined) {
      known = new Map();
      all.set(layout, known);
    }
    let compiled = known.get(of.key);
    if (compiled === undefined) {
      const classes = [...layout.classes.values()].map((one) => one.of);
      compiled = compileTurns(layout, of, classes, inline);
      known.set(of.key, compiled);
    }
    return compiled;
  }
}

/** What is worked out for the rules of a program once, however many solutions run it. */
export class RuleCache {
  readonly layouts = new Layouts();
  readonly compiled = new Compiled();
}
