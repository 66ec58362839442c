// What rules have done and cost, for `--stats`.
import type { RuleTemplate } from './rule.ts';

/** What a rule has done and cost, over all of its occurrences. */
export interface RuleStatistics {
  readonly name: string;
  fired: number;
  /** Searches for a match. */
  searched: number;
  /** Molecules that were tried in a slot. */
  tried: number;
  /** Time spent on searching and reacting; 0 when no clock was given. */
  ms: number;
}

export class Statistics {
  readonly #known = new Map<RuleTemplate, RuleStatistics>();

  get all(): readonly RuleStatistics[] {
    return [...this.#known.values()];
  }

  /** Those of a rule, which begin when it is first seen. */
  of(template: RuleTemplate): RuleStatistics {
    let statistics = this.#known.get(template);
    if (statistics === undefined) {
      statistics = { name: template.name ?? '(a rule)', fired: 0, searched: 0, tried: 0, ms: 0 };
      this.#known.set(template, statistics);
    }
    return statistics;
  }
}
