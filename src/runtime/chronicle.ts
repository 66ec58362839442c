// Who was born of what: every occurrence of a run with its origin, its last value and its end. It is a reader
// of the event stream that also looks at the soup, since events do not name what lies inside a new solution.
// The next file reads it: story.ts tells where one molecule came from.

import { freeze } from './content.ts';
import type { Engine } from './engine.ts';
import type { Event, ReactionEvent } from './event.ts';
import { eachLive, type Live, type Occurrence } from './live.ts';
import { isRule, type Molecule } from './molecule.ts';

/** One occurrence, from its birth on. */
export interface Life {
  readonly id: number;
  /** As it was put out; what is inside it may have reacted since. */
  readonly born: Molecule;
  /** As it was when what is inside it last came to rest. */
  value: Molecule;
  readonly origin: Origin;
  /** The solution that it lies in, or lay in when it was consumed. */
  home: number;
  /** How it was taken; null while nothing took it by itself. */
  end: End | null;
}

export type Origin =
  /** It came from outside; inputs are counted from 1. */
  | { readonly type: 'input'; readonly n: number }
  | { readonly type: 'reaction'; readonly step: Step }
  /** A product of the reaction that waited for the answers of effects. */
  | { readonly type: 'answer'; readonly step: Step; readonly effect: string | null }
  /** A later stage of the solution that it lies in brought it. */
  | { readonly type: 'stage' };

export type End =
  | { readonly type: 'reaction'; readonly step: Step }
  /** A rule that was dropped when its stage was over. */
  | { readonly type: 'stage' }
  /** Taken out from outside. */
  | { readonly type: 'removed' };

/** One reaction, with ids as numbers. */
export interface Step {
  readonly n: number;
  readonly home: number;
  readonly rule: number;
  readonly name: string | null;
  /** What it took or read: the slots, catalysts first, then what it took out of opened solutions. */
  readonly took: readonly number[];
  readonly catalysts: number;
  readonly put: readonly number[];
  readonly fault: string | null;
}

export class Chronicle {
  readonly lives = new Map<number, Life>();
  readonly steps: Step[] = [];
  readonly #engine: Engine;
  readonly #owners = new Map<number, number>();
  readonly #effects = new Map<string, string>();
  #inputs = 0;
  #next = 0;

  /** Follows an engine from now on; give it before anything is put in. */
  constructor(engine: Engine) {
    this.#engine = engine;
    engine.observe((event) => this.#record(event));
  }

  /** The occurrence that a solution lies in, or null for the outermost one. */
  ownerOf(solution: number): Life | null {
    const owner = this.#owners.get(solution);
    return owner === undefined ? null : (this.lives.get(owner) ?? null);
  }

  /** How an occurrence ended: by itself, or with the solution that it lay in. */
  endOf(life: Life): End | null {
    if (life.end !== null) return life.end;
    const owner = this.ownerOf(life.home);
    return owner === null ? null : this.endOf(owner);
  }

  /** How many solutions lie around the content of a solution. */
  depthOf(solution: number): number {
    const owner = this.ownerOf(solution);
    return owner === null ? 0 : this.depthOf(owner.home) + 1;
  }

  /** Notes that an occurrence was taken out from outside. */
  removed(id: number): void {
    const life = this.lives.get(id);
    if (life !== undefined) life.end = { type: 'removed' };
  }

  #record(event: Event): void {
    switch (event.type) {
      case 'inject':
        this.#inputs++;
        this.#register({ type: 'input', n: this.#inputs });
        return;
      case 'reaction':
        this.#react(event);
        return;
      case 'effect':
        this.#effects.set(event.key, event.name);
        return;
      case 'answer':
        this.#answer(event.key);
        return;
      case 'stage':
        this.#dropRules(numberOf(event.in));
        this.#register({ type: 'stage' });
        return;
      case 'inert':
        this.#settle(numberOf(event.in));
        return;
      case 'end':
        return;
    }
  }

  #react(event: ReactionEvent): void {
    const step: Step = {
      n: event.n,
      home: numberOf(event.in),
      rule: numberOf(event.rule),
      name: event.name,
      took: event.took.map(numberOf),
      catalysts: event.catalysts,
      put: event.put.map(({ id }) => numberOf(id)),
      fault: event.fault,
    };
    this.steps.push(step);
    for (const id of [...step.took, step.rule]) {
      const life = this.lives.get(id);
      if (life !== undefined && this.#engine.occurrence(id) === null) {
        life.end = { type: 'reaction', step };
      }
    }
    this.#register({ type: 'reaction', step });
  }

  #answer(key: string): void {
    const n = Number(/^r(\d+)\./.exec(key)?.[1]);
    const step = this.steps[n - 1];
    if (step === undefined) return;
    this.#register({ type: 'answer', step, effect: this.#effects.get(key) ?? null });
  }

  /** Ids are minted in order, so all that is new since the last event lies between two numbers. */
  #register(origin: Origin): void {
    const end = this.#engine.soup.ids.molecule;
    for (let id = this.#next; id < end; id++) {
      const occurrence = this.#engine.occurrence(id);
      if (occurrence !== null) this.#begin(occurrence, origin);
    }
    this.#next = end;
  }

  #begin(occurrence: Occurrence, origin: Origin): void {
    const { id, body, home } = occurrence;
    const value = freeze(body);
    this.lives.set(id, { id, born: value, value, origin, home: home.id, end: null });
    // A frame keeps its solution: then the owner is new and the content is not.
    eachLive(body, (live: Live) => void this.#owners.set(live.id, id));
  }

  #settle(solution: number): void {
    const owner = this.ownerOf(solution);
    const occurrence = owner === null ? null : this.#engine.occurrence(owner.id);
    if (owner !== null && occurrence !== null) owner.value = freeze(occurrence.body);
  }

  #dropRules(solution: number): void {
    for (const life of this.lives.values()) {
      if (life.home !== solution || life.end !== null || !isRule(life.born)) continue;
      if (this.#engine.occurrence(life.id) === null) life.end = { type: 'stage' };
    }
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
