// What a rule has made and another one takes at once, the general way: after the turn of a molecule that a reaction used up,
// in a large solution. compile/reaction-code.ts does the same within one reaction. Before it in the walk: passing.ts.
import type { Match } from './match-naive.ts';
import type { Passing } from './passing.ts';
import type { RuleMolecule } from './rule.ts';
import type { Search } from './search.ts';
import { enterRow, findStore, PENDING, type Store, type StoreClass } from './store.ts';

/** The last reaction, if what it made may pass. */
interface Last {
  readonly passing: Passing;
  readonly store: Store;
}

export class PassOn {
  readonly #search: Search;
  #last: Last | null = null;
  #isPassing = false;

  /** The search must be one that nobody is in the middle of. */
  constructor(search: Search) {
    this.#search = search;
  }

  /** Makes a reaction in the turn of a molecule of a store, and remembers what may pass. */
  react(match: Match, active: Store | null, react: (match: Match) => void): void {
    if (this.#isPassing) {
      react(match);
      return;
    }
    this.#last = null;
    const { template } = match.rule.body as RuleMolecule;
    const { home } = match.rule;
    const known = active?.layout?.passing;
    const passing = known === undefined || known.size === 0 ? undefined : known.get(template);
    if (passing === undefined || home.remembering > 0) {
      react(match);
      return;
    }
    const store = findStore(home, passing.of);
    const before = store?.pending ?? 0;
    react(match);
    // Where a product failed there is none.
    if (store !== undefined && store.pending === before + 1) this.#last = { passing, store };
  }

  /** The turn of a molecule of a store ended, as a reaction used it up: what that made reacts now. */
  finish(active: Store): void {
    const last = this.#last;
    this.#last = null;
    if (last === null) return;
    const { passing, store } = last;
    const remade = passing.remade.filter(({ of }) => of !== active.of);
    const stores = [...new Set(remade.map(({ of }) => of))].map((of) => counted(store, of, remade));
    const row = store.stack.pop() as number;
    this.#isPassing = true;
    try {
      this.#search.turn(store, row, 0, false, 1);
    } finally {
      this.#isPassing = false;
      if (store.state[row] === PENDING) store.stack.push(row);
    }
    for (const { store: into, before, count } of stores) {
      if (into === undefined || into.pending !== before + count) continue;
      const { stack } = into;
      for (const one of stack.splice(stack.length - count, count)) enterRow(into, one);
    }
  }
}

function counted({ home }: Store, of: StoreClass, remade: readonly { of: StoreClass }[]) {
  const store = findStore(home, of);
  const count = remade.filter((one) => one.of === of).length;
  return { store, before: store?.pending ?? 0, count };
}
