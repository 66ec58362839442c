// The whole of a run as data: the tree of live solutions, and the few ways to change it. Ids are minted
// here, in the order of changes, so the same changes give the same ids.
// Who decides which changes are made: engine.ts (seeded), explore.ts (all of them), replay.ts (as told).
import { assert } from '../base/index.ts';
import { contentOf } from './content.ts';
import { identifyIn, numberRows } from './identify.ts';
import { letWait } from './inflow.ts';
import {
  type Body,
  createLive,
  createOccurrence,
  enter,
  type Live,
  type Occurrence,
  own,
  ruleOf,
} from './live.ts';
import { giveStores, joins, lodge, pourLoose } from './loose.ts';
import { Memory } from './memory.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { countMade, fillRow, isData, isOfClass } from './packing.ts';
import { Places } from './places.ts';
import { bringToLife, realize, type Starter } from './realize.ts';
import { refuseMore } from './room.ts';
import type { Made } from './rule.ts';
import { SILENT, type SoupListener } from './soup-listener.ts';
import { stillClass, stillEnd } from './still.ts';
import { addRow, occurrenceAt, removeRow, type Store, storeIn } from './store.ts';
import { classOf } from './store-class.ts';

export class Soup {
  readonly root: Live;
  listener: SoupListener;
  /** How many occurrences it may hold, in all of its solutions together. */
  capacity = Number.POSITIVE_INFINITY;
  /** Whether data without anything live inside is packed into stores, for who looks for it by class. */
  packs = false;
  /** Whether packed molecules have identities. */
  #identified = false;
  readonly places = new Places();
  /** How many molecules there are in all of its solutions together. */
  size = 0;
  #nextMolecule: number;
  #nextSolution: number;

  constructor(listener: SoupListener = SILENT, ids = { molecule: 1, solution: 0 }, root?: Live) {
    this.listener = listener;
    this.#nextMolecule = ids.molecule;
    this.#nextSolution = ids.solution;
    this.root = root ?? createLive(this.#nextSolution++, null);
  }

  /** The ids that will be minted next: what a copy of the soup needs to go on in the same way. */
  get ids(): { molecule: number; solution: number } {
    return { molecule: this.#nextMolecule, solution: this.#nextSolution };
  }

  /** Refuses what would not fit, before anything is changed. */
  checkRoom(made: readonly Made[], numbers = 0): void {
    if (this.capacity === Number.POSITIVE_INFINITY) return;
    refuseMore(this.size + countMade(made, numbers), this.capacity);
  }

  /** Puts the content of a solution into the outermost one, its stages included. */
  fill(value: SolutionMolecule): void {
    this.root.next = value.next;
    this.pour(this.root, value.items);
  }

  /** The occurrence with this id, or null when it is gone. */
  occurrence(id: number): Occurrence | null {
    return this.places.find(id, this.root);
  }

  /** From now on every packed molecule has an identity, those that are there included. */
  identify(): void {
    if (this.#identified) return;
    this.#identified = true;
    identifyIn(this.root, this.#mint);
  }

  get isIdentified(): boolean {
    return this.#identified;
  }

  readonly #mint = (): number => this.#nextMolecule++;

  /**
   * Puts many molecules into a solution, and tells which only where somebody wants to know. The list must not change
   * from now on: what is in it may lie there until it reacts. It begins with so many numbers, at least.
   */
  pour(
    home: Live,
    molecules: readonly Molecule[],
    told: Occurrence[] | null = null,
    numbers = 0,
  ): void {
    this.#pourAll(home, molecules, told, numbers);
    this.#wake(home);
  }

  /** The same, and nobody is told that something waits there. */
  #pourAll(home: Live, molecules: readonly Molecule[], told: Occurrence[] | null, numbers: number) {
    giveStores(home);
    for (let i = 0; i < molecules.length; ) {
      const molecule = molecules[i] as Molecule;
      const still = this.packs && home === this.root ? stillClass(molecule) : null;
      if (still !== null) {
        const end = stillEnd(molecules, i, still);
        this.#letBodiesWait(storeIn(home, still), molecules.slice(i, end), told);
        i = end;
        continue;
      }
      if (!this.packs || !isData(molecule)) {
        const occurrence = this.insert(home, molecule);
        told?.push(occurrence);
        i++;
        continue;
      }
      const of = classOf(molecule);
      let end = Math.max(i + 1, numbers);
      while (end < molecules.length && isOfClass(molecules[end] as Molecule, of)) end++;
      this.#packAll(storeIn(home, of), molecules, i, end, told);
      i = end;
    }
  }

  /** They are brought to life one by one, when their turns come, or at once where somebody wants to know them. */
  #letBodiesWait(store: Store, molecules: Molecule[], told: Occurrence[] | null): void {
    this.size += countMade(molecules);
    store.bring = this.#bring;
    const first = store.rows;
    const isAsked = this.#identified || this.places.isKept || told !== null;
    letWait(store, molecules, 0, molecules.length, isAsked);
    if (isAsked) for (const one of store.held.slice(first)) told?.push(one);
  }

  /** What waited as a value comes to life, and is counted already. */
  readonly #bring = (store: Store, molecule: Molecule): Occurrence => {
    const { size } = this;
    const id = this.#nextMolecule++;
    const occurrence = createOccurrence(id, bringToLife(molecule, this.#starter), store.home);
    this.size = size;
    own(occurrence, occurrence.body);
    enter(store.home, occurrence);
    occurrence.store = store;
    occurrence.row = store.held.length;
    this.places.add(occurrence);
    return occurrence;
  };

  /** Molecules of one class wait in one piece. */
  #packAll(
    store: Store,
    molecules: readonly Molecule[],
    from: number,
    end: number,
    told: Occurrence[] | null,
  ): void {
    this.size += end - from;
    if (!this.#identified && !this.places.isKept && told === null) {
      letWait(store, molecules, from, end);
      return;
    }
    if (this.#identified) numberRows(store, this.#mint);
    const first = store.rows;
    letWait(store, molecules, from, end, true);
    for (let row = first; row < store.rows; row++) {
      store.ids?.push(this.#nextMolecule++);
      if (this.places.isKept) this.places.add(occurrenceAt(store, row));
      told?.push(occurrenceAt(store, row));
    }
  }

  /** Puts one more molecule into a solution. */
  insert(home: Live, made: Made): Occurrence {
    if (this.packs && isData(made)) {
      giveStores(home);
      const store = storeIn(home, classOf(made));
      const row = this.#pack(store, made);
      store.stack.push(row);
      this.#wake(home);
      return occurrenceAt(store, row);
    }
    const id = this.#nextMolecule++;
    const occurrence = createOccurrence(id, realize(made, this.#starter), home);
    own(occurrence, occurrence.body);
    const isLoose = joins(home, occurrence);
    if (!isLoose) {
      giveStores(home);
      enter(home, occurrence);
    }
    this.places.add(occurrence);
    this.size++;
    home.size++;
    home.inert = false;
    home.snapshot = null;
    const rule = ruleOf(occurrence);
    if (rule !== null) {
      this.listener.ruled(rule.template);
      if (rule.template.remembers) {
        occurrence.memory = new Memory();
        home.remembering++;
        // What it remembers are identities.
        if (this.packs) {
          this.identify();
          identifyIn(home, this.#mint);
        }
      }
    }
    if (isLoose) this.listener.arrived(home);
    else if (occurrence.active === 0) this.#arrive(occurrence);
    else home.unsettled++;
    return occurrence;
  }

  /** A molecule that was consumed and came back unchanged: it stays where it is, as another occurrence. */
  renew(occurrence: Occurrence): Occurrence {
    const { store, row, home } = occurrence;
    assert(store !== null && !store.of.bodies, 'only what is packed stays where it is');
    if (store.ids !== null) store.ids[row] = this.#nextMolecule++;
    this.places.delete(occurrence);
    this.#forgetIn(home, occurrence);
    const renewed = occurrenceAt(store, row);
    this.places.add(renewed);
    return renewed;
  }

  remove(occurrence: Occurrence): void {
    const { home } = occurrence;
    this.#takeOut(occurrence);
    this.#forgetIn(home, occurrence);
  }

  #forgetIn(home: Live, occurrence: Occurrence): void {
    if (home.remembering > 0) {
      for (const rule of home.rules.values()) rule.memory?.forget(occurrence.id);
    }
  }

  /** Tells that all inside an occurrence that was consumed is gone with it, but for what was kept. */
  forget(occurrence: Occurrence): void {
    this.#forgetBody(occurrence, occurrence.body);
  }

  #forgetBody(owner: Occurrence, body: Body): void {
    if (typeof body !== 'object') return;
    if (body.kind === 'live-tuple') for (const item of body.items) this.#forgetBody(owner, item);
    if (body.kind !== 'live' || body.owner !== owner) return;
    this.size -= body.size;
    if (body.content.size > 0) for (const inner of body.content.values()) this.forget(inner);
    this.places.drop(body);
    body.pending = 0;
    this.listener.removed(body);
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
      this.pour(live, next.items);
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
    const { home, store } = occurrence;
    this.size--;
    this.places.delete(occurrence);
    home.snapshot = null;
    if (store === null || store.of.bodies) {
      const isThere = home.content.delete(occurrence.id);
      assert(isThere, 'only what is there can be removed', occurrence.id);
      home.size--;
      if (ruleOf(occurrence) !== null) home.rules.delete(occurrence.id);
      if (occurrence.memory !== null) home.remembering--;
      if (occurrence.active > 0) home.unsettled--;
    }
    if (store !== null) removeRow(store, occurrence.row);
    occurrence.store = null;
    this.listener.removed(home);
  }

  /** What patterns can see from now on waits for its turn in the store of its class. */
  #arrive(occurrence: Occurrence): void {
    if (!this.packs) return;
    lodge(occurrence).stack.push(occurrence.row);
    this.listener.arrived(occurrence.home);
  }

  #wake(home: Live): void {
    home.inert = false;
    home.snapshot = null;
    this.listener.arrived(home);
  }

  #pack(store: Store, molecule: Molecule, known = -1): number {
    if (this.#identified) numberRows(store, this.#mint);
    const row = addRow(store);
    this.size++;
    store.ids?.push(known < 0 ? this.#nextMolecule++ : known);
    fillRow(store, molecule);
    if (this.places.isKept) this.places.add(occurrenceAt(store, row));
    return row;
  }

  readonly #starter: Starter = {
    start: (items) => this.#start(items),
    startPlain: (value) => this.#startPlain(value),
    keep: (made) => this.#keep(made),
  };

  #start(items: readonly Made[]): Live {
    const live = createLive(this.#nextSolution++, null);
    for (const item of items) this.insert(live, item);
    return this.#begin(live);
  }

  #startPlain(value: SolutionMolecule): Live {
    const live = createLive(this.#nextSolution++, value.next);
    const { items, next } = value;
    const isAsked = this.#identified || this.places.isKept;
    const count = this.packs && !isAsked && next === null ? pourLoose(live, items) : 0;
    this.size += count;
    if (count === 0) this.#pourAll(live, items, null, 0);
    else if (count < items.length) this.insert(live, items[count] as Molecule);
    return this.#begin(live);
  }

  #keep(made: Extract<Made, { kind: 'made-frame' }>): Live {
    const { live } = made;
    for (const other of made.merged) {
      giveStores(other);
      giveStores(live);
      for (const occurrence of contentOf(other)) this.#move(occurrence, live);
    }
    for (const item of made.put) this.insert(live, item);
    return this.#begin(live);
  }

  /** One without rules, stages or anything active inside is inert from the beginning. */
  #begin(live: Live): Live {
    const hasRules = live.rules.size > 0 || (live.loose?.rule ?? null) !== null;
    if (!hasRules && live.unsettled === 0 && live.next === null && live.awaited === 0) {
      live.inert = true;
    } else {
      this.listener.stirred(live);
    }
    return live;
  }

  /** To another solution, as the same occurrence: what rules remember of it stays true. */
  #move(occurrence: Occurrence, to: Live): void {
    const { store } = occurrence;
    this.#takeOut(occurrence);
    occurrence.home = to;
    if (store !== null && !store.of.bodies) {
      const into = storeIn(to, store.of);
      const row = this.#pack(into, occurrence.body as Molecule, occurrence.id);
      into.stack.push(row);
      this.#wake(to);
      return;
    }
    enter(to, occurrence);
    this.places.add(occurrence);
    this.size++;
    to.size++;
    if (occurrence.memory !== null) to.remembering++;
    this.#arrive(occurrence);
  }
}
