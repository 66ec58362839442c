// What a turn is told and what it tells, whoever carries it out: search.ts, or code that compile/ makes.
import type { Match } from './match-naive.ts';
import type { RuleTemplate } from './rule.ts';

/** How much a search looked at, for `--stats`. */
export interface SearchCost {
  searched: number;
  tried: number;
  ms: number;
}

/** How many more molecules may be tried; beyond that a search gives up by throwing a SearchPause. */
export interface Patience {
  left: number;
}

/** A search was given up. What it has carried out stands; the turn is to be had again. */
export class SearchPause extends Error {
  override readonly name = 'SearchPause';
}

/** What came of a turn. */
export type Verdict =
  /** Nothing more: it may rest. */
  | 'rests'
  /** It was consumed. */
  | 'spent'
  /** It has reacted and is still there; its turn is not over. */
  | 'stays'
  /** There is a match, and no reaction was to be made. */
  | 'found';

/** Who carries out a match and keeps the statistics. */
export interface Reactor {
  react(match: Match): void;
  costOf(template: RuleTemplate): SearchCost & { fired: number };
  /** The time, where somebody wants to know what rules cost. */
  now(): number;
}
