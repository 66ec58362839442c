// The compiled turns of a run, by layout and class, each made when it is first asked for.
import { Layouts, type Taker } from '../layout.ts';
import { type BoundTurns, findStore, type Store } from '../store.ts';
import type { SweepCode } from '../sweep.ts';
import type { Manner } from './setting.ts';
import { compileSweep } from './sweep-code.ts';
import { type CompiledTurns, compileTurns } from './turn-code.ts';
import type { Costs } from './worker.ts';

/** Compiled turns by class and layout, and by how they go about it. */
export class Compiled {
  /** A list of takers stands for a class in a layout. */
  readonly #known = new Map<readonly Taker[], (CompiledTurns | null | undefined)[]>();
  readonly #sweeps = new Map<readonly Taker[], (SweepCode | null | undefined)[]>();

  /** The turns of keys of a store, where they are compiled. */
  sweepOf({ layout, of, takers }: Store, inline: boolean): SweepCode | null {
    let known = this.#sweeps.get(takers);
    if (known === undefined) {
      known = [];
      this.#sweeps.set(takers, known);
    }
    const at = inline ? 1 : 0;
    let compiled = known[at];
    if (compiled === undefined) {
      const its = layout?.classes.get(of.key);
      compiled = its === undefined ? null : compileSweep(its, inline);
      known[at] = compiled;
    }
    return compiled;
  }

  /** The turns of a store, bound to the stores around it and to what is counted for its rules. */
  bind(store: Store, manner: Manner, costsOf: (compiled: CompiledTurns) => Costs): BoundTurns {
    const compiled = this.#for(store, manner);
    if (manner.inline) store.free ??= [];
    const { inline, small } = manner;
    if (compiled === null) store.turns = { inline, small, run: null, partners: [], costs: [] };
    else {
      const partners: (Store | undefined)[] = [];
      for (const of of compiled.partners) partners.push(findStore(store.home, of));
      store.turns = { inline, small, run: compiled.run, partners, costs: costsOf(compiled) };
    }
    return store.turns;
  }

  #for({ layout, of, takers }: Store, manner: Manner): CompiledTurns | null {
    if (layout === null) return null;
    let known = this.#known.get(takers);
    if (known === undefined) {
      known = [];
      this.#known.set(takers, known);
    }
    const at = (manner.inline ? 2 : 0) + (manner.small ? 1 : 0);
    let compiled = known[at];
    if (compiled === undefined) {
      const classes = [...layout.classes.values()].map((one) => one.of);
      compiled = compileTurns(layout, of, classes, manner);
      known[at] = compiled;
    }
    return compiled;
  }
}

/** What is worked out for the rules of a program once, however many solutions run it. */
export class RuleCache {
  readonly layouts = new Layouts();
  readonly compiled = new Compiled();
}
