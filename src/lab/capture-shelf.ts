// The holders' side of the capture as it is printed (Algorithms 2 and 4 of paper 1), settled where the text and the pseudo-code
// disagree: GIVE_UP and REACTION count only from the attempt that holds the molecule, a commitment exists once it was answered
// RESP_OK, does not refuse its owner, and ends with its GIVE_UP. And the index that discovery asks: it knows every molecule that
// is not removed at its holder, those taken included, as only that explains the figures.
import type { Rng } from '../base/index.ts';
import type { PrintedKind, PrintedMessage } from './capture-messages.ts';

interface Querier {
  readonly from: number;
  readonly attempt: number;
  reactions: number;
}

export class Shelf {
  /** Per molecule: its type, its holder, its place in the index of its type (-1: gone). */
  readonly #type: number[] = [];
  readonly #holder: number[] = [];
  readonly #place: number[] = [];
  /** Per molecule: the optimist that has it, as `from` and `attempt`, or -1. */
  readonly #taker: number[] = [];
  readonly #takenFor: number[] = [];
  /** Pessimists that have asked, and the one of them that was promised it. */
  readonly #queriers = new Map<number, Querier[]>();
  readonly #locker = new Map<number, Querier>();
  readonly #index: number[][];
  readonly #favoursOptimists: boolean;

  constructor(types: number, favoursOptimists: boolean) {
    this.#index = Array.from({ length: types }, () => []);
    this.#favoursOptimists = favoursOptimists;
  }

  add(type: number, holder: number): void {
    const molecule = this.#type.length;
    const index = this.#index[type] ?? [];
    this.#type.push(type);
    this.#holder.push(holder);
    this.#place.push(index.length);
    this.#taker.push(-1);
    this.#takenFor.push(-1);
    index.push(molecule);
  }

  holderOf(molecule: number): number {
    return this.#holder[molecule] ?? 0;
  }

  counts(): readonly number[] {
    return this.#index.map((index) => index.length);
  }

  /** Different molecules of these types, drawn from all there are; undefined if there are too few. */
  discover(types: readonly number[], rng: Rng): number[] | undefined {
    const drawn: number[] = [];
    for (const type of types) {
      const index = this.#index[type] ?? [];
      const before = drawn.filter((molecule) => this.#type[molecule] === type);
      if (index.length <= before.length) return undefined;
      let molecule = index[rng.below(index.length)] ?? 0;
      while (before.includes(molecule)) molecule = index[rng.below(index.length)] ?? 0;
      drawn.push(molecule);
    }
    return drawn;
  }

  /** What a holder does with a request, and what it answers. */
  serve(message: PrintedMessage): PrintedKind | undefined {
    const { kind, molecule } = message;
    switch (kind) {
      case 'GIVE_UP':
        this.#giveUp(message);
        return undefined;
      case 'REACTION':
        if (this.#isTaker(message)) this.#remove(molecule);
        return undefined;
      case 'QUERY':
        return this.#query(message);
      case 'COMMITMENT':
        return this.#commit(message);
      case 'FETCH':
        return message.isPessimist ? this.#fetchPromised(message) : this.#fetch(message);
      default:
        return undefined;
    }
  }

  #query({ molecule, from, attempt, reactions }: PrintedMessage): PrintedKind {
    if (this.#isGone(molecule)) return 'RESP_REMOVED';
    if (this.#taker[molecule] !== -1 || this.#locker.has(molecule)) return 'RESP_TAKEN';
    const list = this.#queriers.get(molecule);
    const querier = { from, attempt, reactions };
    if (list === undefined) this.#queriers.set(molecule, [querier]);
    else list.push(querier);
    return 'RESP_OK';
  }

  #commit({ molecule, from, attempt, reactions }: PrintedMessage): PrintedKind {
    if (this.#isGone(molecule)) return 'RESP_REMOVED';
    // Only where optimists are favoured: one took it after the question.
    if (this.#taker[molecule] !== -1) return 'RESP_TAKEN';
    const locker = this.#locker.get(molecule);
    if (locker !== undefined) return isOf(locker, from, attempt) ? 'RESP_OK' : 'RESP_TAKEN';
    const list = this.#queriers.get(molecule) ?? [];
    const querier = list.find((one) => isOf(one, from, attempt));
    if (querier === undefined) return 'RESP_TAKEN';
    querier.reactions = reactions;
    if (list.some((one) => one !== querier && isBefore(one, querier))) return 'RESP_TAKEN';
    this.#locker.set(molecule, querier);
    return 'RESP_OK';
  }

  #fetchPromised({ molecule, from, attempt }: PrintedMessage): PrintedKind {
    if (this.#isGone(molecule)) return 'RESP_REMOVED';
    const locker = this.#locker.get(molecule);
    if (locker === undefined || !isOf(locker, from, attempt)) return 'RESP_TAKEN';
    this.#remove(molecule);
    return 'RESP_MOLECULE';
  }

  #fetch({ molecule, from, attempt }: PrintedMessage): PrintedKind {
    if (this.#isGone(molecule)) return 'RESP_REMOVED';
    if (this.#taker[molecule] !== -1 || this.#locker.has(molecule)) return 'RESP_TAKEN';
    // Pessimists are favoured (section 3.3.2): a question is enough to keep an optimist off.
    if (!this.#favoursOptimists && this.#queriers.has(molecule)) return 'RESP_TAKEN';
    this.#taker[molecule] = from;
    this.#takenFor[molecule] = attempt;
    return 'RESP_MOLECULE';
  }

  #giveUp(message: PrintedMessage): void {
    const { molecule, from, attempt } = message;
    if (this.#isGone(molecule)) return;
    if (this.#isTaker(message)) this.#taker[molecule] = -1;
    const locker = this.#locker.get(molecule);
    if (locker !== undefined && isOf(locker, from, attempt)) this.#locker.delete(molecule);
    const list = this.#queriers.get(molecule);
    const at = list?.findIndex((one) => isOf(one, from, attempt)) ?? -1;
    if (list === undefined || at < 0) return;
    if (list.length === 1) this.#queriers.delete(molecule);
    else list.splice(at, 1);
  }

  #isTaker({ molecule, from, attempt }: PrintedMessage): boolean {
    return this.#taker[molecule] === from && this.#takenFor[molecule] === attempt;
  }

  #isGone(molecule: number): boolean {
    return this.#place[molecule] === -1;
  }

  #remove(molecule: number): void {
    const index = this.#index[this.#type[molecule] ?? 0] ?? [];
    const place = this.#place[molecule] ?? -1;
    const last = index.pop();
    if (last !== undefined && last !== molecule) {
      index[place] = last;
      this.#place[last] = place;
    }
    this.#place[molecule] = -1;
    this.#queriers.delete(molecule);
    this.#locker.delete(molecule);
  }
}

function isOf(querier: Querier, from: number, attempt: number): boolean {
  return querier.from === from && querier.attempt === attempt;
}

/** Fewest reactions, then name (section 3.1, conflict resolution). */
function isBefore(a: Querier, b: Querier): boolean {
  return a.reactions !== b.reactions ? a.reactions < b.reactions : a.from < b.from;
}
