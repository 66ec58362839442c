// The effect calls of one product. A product is evaluated as far as answers go; what it still asks for is
// noted, and it is evaluated again, from the beginning, when an answer has come. That is sound because
// all the rest of it is pure. Calls are numbered in the order of evaluation, so each keeps its key.
import { EvaluationError, type Molecule, symbol, tuple } from './molecule.ts';
import type { Calls } from './rule.ts';

export interface EffectRequest {
  /** The number of the call within its product. */
  readonly index: number;
  readonly name: string;
  readonly args: readonly Molecule[];
}

/** Thrown where an evaluation cannot go on without an answer. Not an error: it is news. */
export class Suspended extends Error {
  override readonly name = 'Suspended';
}

/** Stands for an answer that has not come. It never gets into a solution. */
const PENDING: Molecule = { kind: 'symbol', name: '(awaited)' };

/** Most products ask for nothing. */
const NONE: readonly EffectRequest[] = [];

export class ProductCalls implements Calls {
  readonly #answers: ReadonlyMap<number, Molecule>;
  /** Calls that were met without an answer and can be run now. */
  requests: readonly EffectRequest[] = NONE;
  #next = 0;
  #unanswered = 0;

  constructor(answers: ReadonlyMap<number, Molecule>) {
    this.#answers = answers;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  call(name: string, args: readonly Molecule[]): Molecule {
    const index = this.#next++;
    const answer = this.#answers.get(index);
    if (answer !== undefined) return answer;
    this.#unanswered++;
    // A call whose arguments are awaited themselves has its number already, but cannot be run yet.
    if (!args.some(holdsPending)) this.requests = [...this.requests, { index, name, args }];
    return PENDING;
  }
}

export function holdsPending(molecule: Molecule): boolean {
  if (molecule === PENDING) return true;
  if (typeof molecule !== 'object') return false;
  switch (molecule.kind) {
    case 'tuple':
    case 'list':
    case 'solution':
      return molecule.items.some(holdsPending);
    case 'record':
      return molecule.values.some(holdsPending);
    default:
      return false;
  }
}

/** Which way to go must not be decided on an answer that has not come. */
export function refuseBranching(calls: Calls | null): void {
  if (calls !== null && calls.unanswered > 0) throw new Suspended();
}

/** What takes the place of a call that failed. */
export function errorMolecule(message: string): Molecule {
  return tuple([symbol('ERROR'), message]);
}

/** Whether an evaluation stopped because it awaits something, whatever it ran into after that. */
export function isSuspension(error: unknown, calls: Calls): boolean {
  if (error instanceof Suspended) return true;
  return error instanceof EvaluationError && calls.unanswered > 0;
}
