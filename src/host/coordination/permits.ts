// The permits of reactions: all that a clause after `under` asks for is entered, in one order for all, before the effects of the
// reaction run, and left when the engine says that they have answered, or when the run is over.
import { setMaxListeners } from 'node:events';
import type { Grant } from '../../coordination/index.ts';
import type { Permit, PermitRequest } from '../../runtime/index.ts';
import { messageOf } from '../module-functions.ts';
import { type Coordination, CoordinationError, type Stay } from './coordination.ts';
import { wishesOf } from './wishes.ts';

/** What a reaction holds while its effects run. */
export interface Held {
  readonly grants: readonly Grant[];
  /** Aborted when one of them is lost. */
  readonly lost: AbortSignal;
}

/** Held, or a sentence that says why it can never be. */
export type Permitted = Held | { readonly refused: string };

export class Permits {
  readonly #coordination: Coordination;
  readonly #held = new Map<string, Promise<readonly Stay[] | string>>();
  readonly #grants = new WeakMap<Promise<readonly Stay[] | string>, readonly Grant[]>();
  readonly #giveUp = new AbortController();

  constructor(coordination: Coordination) {
    this.#coordination = coordination;
    // All that wait listen to it; Node would call that a leak, on standard error.
    setMaxListeners(0, this.#giveUp.signal);
  }

  /** Enters for a reaction; all of its effects share what is entered. */
  async take({ key, requests }: Permit): Promise<Permitted> {
    const taking = this.#held.get(key) ?? this.#enterAll(requests);
    this.#held.set(key, taking);
    const stays = await taking;
    if (typeof stays === 'string') return { refused: stays };
    const grants = this.#grants.get(taking) ?? stays.map(({ grant }) => grant);
    this.#grants.set(taking, grants);
    return { grants, lost: AbortSignal.any(stays.map((stay) => stay.lost)) };
  }

  /** Leaves what was entered for a reaction and lost in part, unless that has been done: the next `take` enters anew. */
  renew(key: string, lost: readonly Grant[]): void {
    const taking = this.#held.get(key);
    if (taking !== undefined && this.#grants.get(taking) === lost) this.release(key);
  }

  /** Leaves what was entered for a reaction, if anything was. */
  release(key: string): void {
    const taking = this.#held.get(key);
    this.#held.delete(key);
    void taking?.then((stays) => {
      if (typeof stays !== 'string') leaveAll(stays);
    });
  }

  /** Leaves everything, and waits for nothing any more. */
  close(): void {
    this.#giveUp.abort();
    for (const key of [...this.#held.keys()]) this.release(key);
  }

  async #enterAll(requests: readonly PermitRequest[]): Promise<readonly Stay[] | string> {
    const wishes = wishesOf(requests);
    if (!wishes.ok) return wishes.error;
    const stays: Stay[] = [];
    try {
      for (const wish of wishes.value) {
        stays.push(await this.#coordination.enter(wish, this.#giveUp.signal));
      }
      return stays;
    } catch (error) {
      leaveAll(stays);
      if (error instanceof CoordinationError || this.#giveUp.signal.aborted)
        return messageOf(error);
      throw error;
    }
  }
}

/** In the opposite order, so that nobody is let in to wait for the rest. */
function leaveAll(stays: readonly Stay[]): void {
  for (const stay of [...stays].reverse()) stay.leave();
}
