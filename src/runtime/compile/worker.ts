// What generated turns work with: the state of the run that they share with the scheduler, and the few things that
// they leave to others.
import type { Rng } from '../../base/index.ts';
import { firstOf, keyOf, pairKey, textKey } from '../key-index.ts';
import type { Taker } from '../layout.ts';
import type { Live, Occurrence } from '../live.ts';
import { createEnv, type Match } from '../match-naive.ts';
import { canBeHeld, EvaluationError, type Molecule } from '../molecule.ts';
import { same } from '../order.ts';
import { holdsSolution } from '../packing.ts';
import { firstInRange, nextInRange } from '../range-index.ts';
import { payFor } from '../range-worth.ts';
import type { Env, RuleMolecule } from '../rule.ts';
import type { Search } from '../search.ts';
import type { Soup } from '../soup.ts';
import {
  addRow,
  enterRow,
  moleculeAt,
  occurrenceAt,
  removeRow,
  reuseRow,
  type Store,
  storeIn,
} from '../store.ts';
import { instancesFor } from '../takers.ts';
import { type SearchCost, SearchPause } from '../turn.ts';
import { takeNext, waitAgain } from '../waiting.ts';

/** Gives turns in a store; gives how many of `left` are left. */
export type Turns = (
  worker: Worker,
  store: Store,
  partners: readonly (Store | undefined)[],
  costs: readonly Cost[],
  row: number,
  start: number,
  left: number,
) => number;

/** What is counted for a rule. */
export interface Cost extends SearchCost {
  fired: number;
}

/** What is counted for the rules that turns look for, in the order in which their code wants them. */
export type Costs = readonly Cost[];

export class Worker {
  /** Reactions made in all. */
  reactions = 0;
  /** Reactions made since whoever drives asked for some, and how many were asked for; 0 asks only for a look. */
  fired = 0;
  limit = 0;
  /** Whether a turn stops when as many were made as were asked for, and how many it may make otherwise. */
  exact = false;
  most = 0;
  /** A match was found where only a look was asked for. */
  found = false;
  /** Molecules that one turn may try. */
  patience = Number.POSITIVE_INFINITY;
  /** How many were tried in all. */
  tried = 0;
  /** A row whose turn was cut short by a failure. */
  row = -1;
  readonly rng: Rng;
  readonly soup: Soup;
  readonly #search: Search;
  readonly #react: (match: Match) => void;

  readonly addRow = addRow;
  readonly reuseRow = reuseRow;
  readonly storeIn = storeIn;
  readonly enterRow = enterRow;
  readonly removeRow = removeRow;
  readonly moleculeAt = moleculeAt;
  readonly takeNext = takeNext;
  readonly waitAgain = waitAgain;
  readonly firstOf = firstOf;
  readonly keyOf = keyOf;
  readonly pairKey = pairKey;
  readonly textKey = textKey;
  readonly same = same;
  readonly firstInRange = firstInRange;
  readonly nextInRange = nextInRange;
  readonly payFor = payFor;
  readonly occurrenceAt = occurrenceAt;

  /** The molecule whose turn it was is used up, by a reaction that was made the general way. */
  readonly spent: (store: Store) => void;

  constructor(
    rng: Rng,
    soup: Soup,
    search: Search,
    react: (match: Match) => void,
    spent: (store: Store) => void,
  ) {
    this.spent = spent;
    this.rng = rng;
    this.soup = soup;
    this.#search = search;
    this.#react = react;
  }

  /** A number below `bound`, where there is more than one. */
  below(bound: number): number {
    return bound > 1 ? this.rng.below(bound) : 0;
  }

  /** The rules of a template that a molecule may react with, given the field by which they can be found. */
  instances(taker: Taker, rules: Store, value: Molecule | null, small: boolean): readonly number[] {
    return instancesFor(taker, rules, value, small ? this.rng : null);
  }

  /** A reaction that is made the general way. */
  react(rule: Occurrence, env: Env, slots: readonly Occurrence[]): void {
    this.#react({ rule, env, slots, opened: [] });
  }

  /** A rule that goes with its reactants. */
  consume(rule: Occurrence): void {
    // The caller has counted it already.
    this.soup.size++;
    this.soup.remove(rule);
  }

  env(rule: Occurrence): Env {
    return createEnv(rule.body as RuleMolecule);
  }

  /** Takers that could not be compiled: 0 when nothing came of them, then spent, stays, found. */
  interpret(
    takers: readonly Taker[],
    store: Store,
    row: number,
    small: boolean,
    budget: number,
  ): number {
    const verdict = this.#search.turnWith(takers, store, row, small, budget);
    return VERDICTS.indexOf(verdict);
  }

  /** Whether a value may lie in a column: nothing in it reacts, and a tuple may hold it. */
  isData(value: { readonly kind: string }): boolean {
    const molecule = value as Molecule;
    return !holdsSolution(molecule) && canBeHeld(molecule);
  }

  /** Puts out a product whose class is not known beforehand. */
  put(home: Live, value: Molecule): void {
    this.soup.insert(home, value);
  }

  /** A condition could not be evaluated; anything but that goes on to whoever can deal with it. */
  failed(error: unknown, report: (error: EvaluationError) => void): void {
    if (!(error instanceof EvaluationError)) throw error;
    report(error);
  }

  /** A bound could not be evaluated: the condition will fail in the same way, and tell. */
  unbounded(error: unknown): void {
    if (!(error instanceof EvaluationError)) throw error;
  }

  /** A product could not be evaluated: react.ts makes a FAULT of it. */
  faulted(error: unknown): void {
    if (!(error instanceof EvaluationError)) throw error;
  }

  giveUp(store: Store, row: number): never {
    waitAgain(store, row);
    throw new SearchPause('a search was given up');
  }
}

const VERDICTS = ['rests', 'spent', 'stays', 'found'];
