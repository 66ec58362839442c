// What rules have done and cost, for `--stats`.
import type { CompiledTurns } from './compile/turn-code.ts';
import type { Costs } from './compile/worker.ts';
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
  /** Those that were asked for last: mostly they are asked for again. */
  #last: { readonly template: RuleTemplate; readonly statistics: RuleStatistics } | null = null;
  readonly #costs = new Map<CompiledTurns, Costs>();

  get all(): readonly RuleStatistics[] {
    return [...this.#known.values()];
  }

  /** Those of a rule, which begin when it is first seen. */
  of(template: RuleTemplate): RuleStatistics {
    if (this.#last !== null && this.#last.template === template) return this.#last.statistics;
    let statistics = this.#known.get(template);
    if (statistics === undefined) {
      statistics = { name: template.name ?? '(a rule)', fired: 0, searched: 0, tried: 0, ms: 0 };
      this.#known.set(template, statistics);
    }
    this.#last = { template, statistics };
    return statistics;
  }

  /** Those of the rules that generated turns look for, in their order. */
  costsOf(compiled: CompiledTurns): Costs {
    let costs = this.#costs.get(compiled);
    if (costs === undefined) {
      costs = compiled.templates.map((template) => this.of(template));
      this.#costs.set(compiled, costs);
    }
    return costs;
  }
}

/** What was done for rules so far. */
export function workOf(costs: Costs): number[] {
  return costs.map(({ tried, fired }) => tried + fired);
}

/** Compiled turns are timed as a whole; rules share the time by what was tried for them. */
export function shareTime(costs: Costs, before: readonly number[], elapsed: number): void {
  const work = workOf(costs).map((done, i) => done - (before[i] as number));
  const all = work.reduce((sum, one) => sum + one, 0);
  for (const [i, cost] of costs.entries()) {
    if (all > 0) cost.ms += (elapsed * (work[i] as number)) / all;
  }
}
