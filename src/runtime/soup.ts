// The whole of a run as data: the tree of live solutions, and the few ways to change it. Ids are minted
// here, in the order of changes, so the same changes give the same ids.
// Who decides which changes are made: engine.ts (seeded), explore.ts (all of them), replay.ts (as told).
import { assert } from '../base/index.ts';
import {
  type Body,
  createLive,
  createOccurrence,
  eachLive,
  type Live,
  type Occurrence,
  ruleOf,
} from './live.ts';
import { Memory } from './memory.ts';
import { isRule, type Molecule, type SolutionMolecule } from './molecule.ts';
import type { Made } from './rule.ts';
import { leaveBucket } from './visible.ts';

/** Told of every change that matters to who schedules or watches. */
export interface SoupListener {
  /** An occurrence was put into a solution; patterns see it once what is inside it is inert. */
  added(occurrence: Occurrence): void;
  /** Patterns of its home can see it from now on. */
  arrived(occurrence: Occurrence): void;
  removed(occurrence: Occurrence): void;
  /** A solution has something to do: it is new, or was changed from outside. */
  stirred(live: Live): void;
  /** A stage came to rest and the next one began. */
  poured(live: Live): void;
  /** Nothing can happen in a solution any more unless somebody takes it up. */
  settled(live: Live): void;
}

const SILENT: SoupListener = {
  added() {},
  arrived() {},
  removed() {},
  stirred() {},
  poured() {},
  settled() {},
};

/** There is no room for what a reaction would put out; nothing has been changed by it. */
export class SoupFull extends Error {
  override readonly name = 'SoupFull';
}

export class Soup {
  readonly root: Live;
  listener: SoupListener;
  /** How many occurrences it may hold, in all of its solutions together. */
  capacity = Number.POSITIVE_INFINITY;
  #size = 0;
  #nextMolecule: number;
  #nextSolution: number;

  constructor(listener: SoupListener = SILENT, ids = { molecule: 1, solution: 0 }, root?: Live) {
    this.listener = listener;
    this.#nextMolecule = ids.molecule;
    this.#nextSolution = ids.solution;
    this.root = root ?? this.#createLive(null);
  }

  /** The ids that will be minted next: what a copy of the soup needs to go on in the same way. */
  get ids(): { molecule: number; solution: number } {
    return { molecule: this.#nextMolecule, solution: this.#nextSolution };
  }

  /** Refuses what would not fit, before anything is changed. */
  checkRoom(made: readonly Made[]): void {
    if (this.capacity === Number.POSITIVE_INFINITY) return;
    const more = countMade(made);
    if (this.#size + more > this.capacity) {
      throw new SoupFull(`${this.#size + more} molecules are more than fit into memory`);
    }
  }

  /** Puts the content of a solution into the outermost one, its stages included. */
  fill(value: SolutionMolecule): void {
    this.root.next = value.next;
    for (const item of value.items) this.insert(this.root, item);
  }

  /** Puts one more molecule into a solution. */
  insert(home: Live, made: Made): Occurrence {
    const id = this.#nextMolecule++;
    const occurrence = createOccurrence(id, this.#realize(made), home);
    eachLive(occurrence.body, (live) => {
      live.owner = occurrence;
      if (!live.inert) occurrence.active++;
    });
    home.content.set(occurrence.id, occurrence);
    this.#size++;
    home.inert = false;
    home.snapshot = null;
    const rule = ruleOf(occurrence);
    if (rule !== null) {
      home.rules.set(occurrence.id, occurrence);
      if (rule.template.remembers) {
        occurrence.memory = new Memory();
        home.remembering++;
      }
    }
    this.listener.added(occurrence);
    if (occurrence.active === 0) this.#arrive(occurrence);
    else home.unsettled++;
    return occurrence;
  }

  remove(occurrence: Occurrence): void {
    const { home } = occurrence;
    this.#takeOut(occurrence);
    if (home.remembering > 0) {
      for (const rule of home.rules.values()) rule.memory?.forget(occurrence.id);
    }
  }

  /** Tells that all inside an occurrence that was consumed is gone with it, but for what was kept. */
  forget(occurrence: Occurrence): void {
    eachLive(occurrence.body, (live) => {
      if (live.owner !== occurrence) return;
      for (const inner of live.content.values()) {
        this.#size--;
        this.listener.removed(inner);
        this.forget(inner);
      }
    });
  }

  /** Takes a solution out of where it lay, so that a product can keep it: nothing in it changes. */
  detach(live: Live): void {
    live.owner = null;
    live.inert = false;
    live.snapshot = null;
  }

  /**
   * A solution in which no rule has a match has come to rest: its next stage begins, or it is inert
   * and its owner shows itself to the patterns outside. True when it is inert.
   */
  settle(live: Live): boolean {
    assert(live.unsettled === 0 && live.awaited === 0, 'what settles has nothing active inside');
    if (live.next !== null) {
      const { next } = live;
      for (const rule of [...live.rules.values()]) this.remove(rule);
      live.next = next.next;
      for (const item of next.items) this.insert(live, item);
      this.listener.poured(live);
      this.listener.stirred(live);
      return false;
    }
    live.inert = true;
    this.listener.settled(live);
    const { owner } = live;
    if (owner !== null) {
      owner.active--;
      if (owner.active === 0) {
        owner.home.unsettled--;
        this.#arrive(owner);
      }
    }
    return true;
  }

  #takeOut(occurrence: Occurrence): void {
    const { home } = occurrence;
    assert(home.content.delete(occurrence.id), 'only what is there can be removed', occurrence.id);
    this.#size--;
    home.rules.delete(occurrence.id);
    home.snapshot = null;
    if (occurrence.memory !== null) home.remembering--;
    if (occurrence.active > 0) home.unsettled--;
    leaveBucket(occurrence);
    this.listener.removed(occurrence);
  }

  #arrive(occurrence: Occurrence): void {
    this.listener.arrived(occurrence);
  }

  /** The live form of a product: solutions inside tuples begin to react where the tuple lies. */
  #realize(made: Made): Body {
    if (typeof made !== 'object') return made;
    switch (made.kind) {
      case 'made-frame':
        return this.#keep(made);
      case 'made-solution':
        return this.#start(made.put, null);
      case 'solution':
        return this.#start(made.items, made.next);
      case 'made-tuple':
        return { kind: 'live-tuple', items: made.items.map((item) => this.#realize(item)) };
      case 'tuple':
        return holdsSolution(made)
          ? { kind: 'live-tuple', items: made.items.map((item) => this.#realize(item)) }
          : made;
      default:
        return made;
    }
  }

  #start(items: readonly Made[], next: SolutionMolecule | null): Live {
    const live = this.#createLive(next);
    for (const item of items) this.insert(live, item);
    return this.#begin(live);
  }

  #keep(made: Extract<Made, { kind: 'made-frame' }>): Live {
    const { live } = made;
    for (const other of made.merged) {
      for (const occurrence of [...other.content.values()]) this.#move(occurrence, live);
    }
    for (const item of made.put) this.insert(live, item);
    return this.#begin(live);
  }

  /** One without rules, stages or anything active inside is inert from the beginning. */
  #begin(live: Live): Live {
    if (live.rules.size === 0 && live.unsettled === 0 && live.next === null && live.awaited === 0) {
      live.inert = true;
    } else {
      this.listener.stirred(live);
    }
    return live;
  }

  /** To another solution, as the same occurrence: what rules remember of it stays true. */
  #move(occurrence: Occurrence, to: Live): void {
    this.#takeOut(occurrence);
    occurrence.home = to;
    to.content.set(occurrence.id, occurrence);
    this.#size++;
    if (ruleOf(occurrence) !== null) to.rules.set(occurrence.id, occurrence);
    if (occurrence.memory !== null) to.remembering++;
    this.listener.added(occurrence);
    this.#arrive(occurrence);
  }

  #createLive(next: SolutionMolecule | null): Live {
    return createLive(this.#nextSolution++, next);
  }
}

/** How many occurrences products become: those inside their solutions count too. */
function countMade(made: readonly Made[]): number {
  let count = made.length;
  for (const one of made) {
    if (typeof one !== 'object') continue;
    if (one.kind === 'made-tuple') count += countMade(one.items) - one.items.length;
    else if (one.kind === 'made-solution' || one.kind === 'made-frame') count += countMade(one.put);
    else if (one.kind === 'solution') count += countMade(one.items);
    else if (one.kind === 'tuple' && one.depth > 1)
      count += countMade(one.items) - one.items.length;
  }
  return count;
}

/** Whether something in a molecule will react: a solution, or a tuple with one inside. */
function holdsSolution(molecule: Molecule): boolean {
  if (typeof molecule !== 'object' || isRule(molecule)) return false;
  if (molecule.kind === 'solution') return true;
  return molecule.kind === 'tuple' && molecule.depth > 1 && molecule.items.some(holdsSolution);
}
