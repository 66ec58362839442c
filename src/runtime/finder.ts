// Finds combinations that would react among molecules that lie elsewhere: the same search as the engine's, in which a
// match is told and its members are let go, and nothing reacts. A keeper of rules in a cluster uses it.
import type { Rng } from '../base/index.ts';
import { RuleCache } from './compile/compiled.ts';
import { freeze } from './content.ts';
import type { Occurrence } from './live.ts';
import type { Match } from './match-naive.ts';
import type { Molecule } from './molecule.ts';
import { Scheduler } from './scheduler.ts';
import { Soup } from './soup.ts';

export interface Found {
  /** The names of the molecules in the slots of the rule. */
  readonly names: readonly string[];
  /** The name of the rule itself, if it was added under one. */
  readonly rule: string | null;
}

export class Finder {
  readonly #soup: Soup;
  readonly #scheduler: Scheduler;
  readonly #nameOf = new Map<number, string>();
  readonly #names = new Set<string>();
  #found: Found | null = null;

  constructor(rng: Rng) {
    const onMatch = (match: Match) => this.#tell(match);
    const nothing = () => {};
    // Its matches must be told one by one, so it goes the general way.
    this.#scheduler = new Scheduler(rng, onMatch, nothing, null, false, new RuleCache());
    this.#soup = new Soup(this.#scheduler);
    this.#soup.packs = true;
    this.#soup.identify();
    this.#scheduler.begin(this.#soup);
    this.#scheduler.pauses = true;
  }

  /** How many named molecules it knows of. */
  get size(): number {
    return this.#nameOf.size;
  }

  /** Whether the last search came back before it was over. */
  get isPaused(): boolean {
    return this.#scheduler.isPaused;
  }

  /**
   * A molecule, or a rule with one owner, under a name; one that is known already stays as it is. Without a name it is
   * there for good: a rule that all have.
   */
  add(molecule: Molecule, name: string | null): void {
    if (name !== null && this.#names.has(name)) return;
    const occurrence = this.#soup.insert(this.#soup.root, molecule);
    if (name === null) return;
    this.#nameOf.set(occurrence.id, name);
    this.#names.add(name);
  }

  /** What it knows under names. */
  entries(): { readonly name: string; readonly molecule: Molecule }[] {
    return [...this.#nameOf].map(([id, name]) => {
      const { body } = this.#soup.occurrence(id) as Occurrence;
      return { name, molecule: freeze(body) };
    });
  }

  /** A combination that would react; its members are forgotten here. Null when there is none, or when it paused. */
  next(): Found | null {
    this.#found = null;
    this.#scheduler.run(1, true);
    return this.#found;
  }

  #tell(match: Match): void {
    const names = match.slots.map(({ id }) => this.#nameOf.get(id) as string);
    const rule = this.#nameOf.get(match.rule.id) ?? null;
    this.#found = { names, rule };
    const members = rule === null ? match.slots : [...match.slots, match.rule];
    for (const member of members) {
      this.#names.delete(this.#nameOf.get(member.id) as string);
      this.#nameOf.delete(member.id);
      this.#soup.remove(member);
      this.#soup.forget(member);
    }
  }
}
