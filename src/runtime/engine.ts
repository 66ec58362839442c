// The engine: chooses the next reaction and carries it out, until nothing can react. A step is synchronous
// and has no effect but on the soup; effects are handed out as requests, answers come in by `answer`.
// Choice is seeded, and weakly fair: of the rules that may have a match, every now and then the one that has
// waited longest is tried, and a try of a rule that has a match always ends in a reaction.
// Before it in the walk: react.ts; after it: event.ts.
import { assert, type Rng } from '../base/index.ts';
import { type EffectRequest, errorMolecule } from './calls.ts';
import { RuleCache } from './compile/compiled.ts';
import { freeze, freezeLive } from './content.ts';
import { type Event, moleculeId, type Put, solutionId } from './event.ts';
import { toJson } from './json.ts';
import { type Live, type Occurrence, ruleOf } from './live.ts';
import { type Match, matchOf, tookOf } from './match-naive.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { countNumbers } from './packing.ts';
import { type AwaitedProduct, answer, react } from './react.ts';
import type { PermitRequest } from './rule.ts';
import { Scheduler } from './scheduler.ts';
import { Soup } from './soup.ts';

/** An effect to be run: `run` it after its reaction is safe, then tell the engine what it answered. */
export interface Effect {
  readonly key: string;
  readonly name: string;
  readonly args: readonly Molecule[];
  /** What it must run under, together with all other effects of its reaction; null for nothing. */
  readonly permit: Permit | null;
}

/** The permits of one reaction: taken before its effects run, given back when the engine says so. */
export interface Permit {
  readonly key: string;
  readonly requests: readonly PermitRequest[];
}

export type EffectAnswer =
  | { readonly ok: true; readonly value: Molecule }
  | { readonly ok: false; readonly message: string };

export class Engine {
  readonly soup: Soup;
  readonly #scheduler: Scheduler;
  readonly #observers = new Set<(event: Event) => void>();
  readonly #awaited = new Map<string, { product: AwaitedProduct; request: EffectRequest }>();
  readonly #asked: Effect[] = [];
  /** How many products of a reaction with permits are not complete. */
  readonly #permitted = new Map<string, number>();
  readonly #released: string[] = [];
  readonly #now: (() => number) | null;

  /**
   * With a clock, the statistics say how long each rule took; nothing else depends on it. Rules are compiled to code
   * of their own where that is possible, unless `compiles` is false: it makes the same run, and takes longer.
   * What is worked out for rules can be shared by all engines that run rules of the same load.
   */
  constructor(
    rng: Rng,
    now: (() => number) | null = null,
    compiles = true,
    cache = new RuleCache(),
  ) {
    this.#now = now;
    const onRest = (live: Live, poured: boolean) => this.#tellRest(live, poured);
    this.#scheduler = new Scheduler(
      rng,
      (match) => this.#commit(match),
      onRest,
      now,
      compiles,
      cache,
    );
    this.soup = new Soup(this.#scheduler);
    this.soup.packs = true;
    this.#scheduler.begin(this.soup);
  }

  get reactions(): number {
    return this.#scheduler.reactions;
  }

  get isInert(): boolean {
    return this.soup.root.inert;
  }

  /** Called before rules are tried or products evaluated: who shares a program is told whose turn it is. */
  atWork: () => void = () => {};

  /** Effects that have been asked for and have not answered. */
  get awaitedEffects(): number {
    return this.#awaited.size;
  }

  /** What each rule has cost so far. */
  get statistics() {
    return this.#scheduler.statistics;
  }

  /** The outermost solution as it is now. */
  get value(): SolutionMolecule {
    return freezeLive(this.soup.root);
  }

  /** Calls `observer` for each event from now on; the result takes it away again. */
  observe(observer: (event: Event) => void): () => void {
    this.soup.identify();
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /**
   * Starts with the content of a solution, its stages included, and with molecules beside it. The lists are not copied:
   * nobody may change them.
   */
  fill(value: SolutionMolecule, more: readonly Molecule[] = []): void {
    this.soup.root.next = value.next;
    this.#pour([value.items, more]);
  }

  /** Puts molecules into the outermost solution, inert or not. */
  inject(molecules: readonly Molecule[]): void {
    // Who sends many lists may use one again and again.
    this.#pour([[...molecules]]);
  }

  #pour(parts: readonly (readonly Molecule[])[]): void {
    const { root } = this.soup;
    const numbers = parts.map(countNumbers);
    for (const [i, molecules] of parts.entries()) this.soup.checkRoom(molecules, numbers[i]);
    const told: Occurrence[] | null = this.#observers.size > 0 ? [] : null;
    for (const [i, molecules] of parts.entries()) {
      this.soup.pour(root, molecules, told, numbers[i]);
    }
    this.#scheduler.stirred(root);
    this.#tell(() => ({ type: 'inject', put: (told ?? []).map(toPut) }));
  }

  /** Whether `step` and `hasMatch` come back from a long search before it is over; then `isPaused` is set. */
  set pauses(value: boolean) {
    this.#scheduler.pauses = value;
  }

  /** Whether the last search came back before it was over: nothing was found yet, and nothing is settled. */
  get isPaused(): boolean {
    return this.#scheduler.isPaused;
  }

  /** Makes one reaction. False when there is none to make: inert, or waiting for answers. */
  step(): boolean {
    this.atWork();
    return this.#scheduler.run(1, true);
  }

  /**
   * Makes reactions until there are so many, counted from the beginning; true when it came that far. It may
   * overshoot by what one molecule does in its turn, unless it is to stop `exactly` there.
   */
  run(until: number, exactly: boolean): boolean {
    this.atWork();
    const reactions = until - this.reactions;
    return reactions <= 0 || this.#scheduler.run(reactions, exactly);
  }

  /** Whether `step` would make a reaction. */
  hasMatch(): boolean {
    this.atWork();
    return this.#scheduler.run(0, true);
  }

  /** Makes the reaction of `rule` that took these occurrences, as a recorded run did. */
  repeat(rule: number, took: readonly number[]): 'done' | 'no-such-match' {
    this.atWork();
    const found = this.occurrence(rule);
    const taken = took.map((id) => this.occurrence(id));
    if (found === null || taken.includes(null)) return 'no-such-match';
    const match = matchOf(found, taken as Occurrence[]);
    if (match === null) return 'no-such-match';
    this.#scheduler.countReaction();
    this.#commit(match);
    return 'done';
  }

  /** Brings a solution to rest, as a recorded run did: to its next stage, or inert. */
  rest(solution: number): boolean {
    this.atWork();
    const live = this.soup.places.findLive(solution, this.soup.root);
    return live !== null && this.#scheduler.rest(live);
  }

  /** Takes an occurrence out from outside, as a person at a prompt may; false when it is not there. */
  remove(id: number): boolean {
    const occurrence = this.occurrence(id);
    if (occurrence === null) return false;
    this.soup.remove(occurrence);
    this.soup.forget(occurrence);
    return true;
  }

  /** The occurrence with this id, or null when it is gone. */
  occurrence(id: number): Occurrence | null {
    return this.soup.occurrence(id);
  }

  /** Effects that were asked for since the last call, oldest first. */
  takeEffects(): Effect[] {
    return this.#asked.splice(0);
  }

  /** Permits, by their keys, that no effect needs any more: since the last call, oldest first. */
  takeReleases(): string[] {
    return this.#released.splice(0);
  }

  /** Tells observers that an effect is about to be run. */
  started(effect: Pick<Effect, 'key' | 'name' | 'args'>): void {
    const { key, name, args } = effect;
    this.#tell(() => ({
      type: 'effect',
      key,
      name,
      args: args.map((arg) => toJson(arg, { rules: true })),
    }));
  }

  awaits(key: string): boolean {
    return this.#awaited.has(key);
  }

  /** Takes the answer of an effect into its product. A recorded failure comes as the molecule it became. */
  answer(key: string, result: EffectAnswer, failed = !result.ok): void {
    this.atWork();
    const entry = this.#awaited.get(key);
    assert(entry !== undefined, 'an answer belongs to an effect that was asked for', key);
    this.#awaited.delete(key);
    const { product, request } = entry;
    const value = result.ok ? result.value : errorMolecule(result.message);
    const produced = answer(this.soup, product, request.index, value);
    if (produced === null) this.#ask(product, key.slice(0, key.lastIndexOf('.')));
    else {
      this.#scheduler.stirred(product.home);
      this.#countDown(product, key.slice(0, key.indexOf('.')));
    }
    this.#tell(() => ({
      type: 'answer',
      key,
      answer: toJson(value, { rules: true }),
      failed,
      put: (produced ?? []).map(toPut),
    }));
  }

  #commit(match: Match): void {
    const took = this.#observers.size > 0 ? tookOf(match).map((one) => moleculeId(one.id)) : [];
    const started = this.#now?.() ?? 0;
    const reaction = react(this.soup, match);
    this.#scheduler.reacted(reaction.rule.template, (this.#now?.() ?? 0) - started);
    const n = this.reactions;
    if (this.#observers.size === 0 && reaction.awaited.length === 0) return;
    this.#tell(() => ({
      type: 'reaction',
      n,
      in: solutionId(reaction.home.id),
      rule: moleculeId(match.rule.id),
      name: ruleOf(match.rule)?.name ?? null,
      took,
      catalysts: reaction.catalysts.length,
      put: reaction.produced.map(toPut),
      fault: reaction.fault,
    }));
    if (reaction.awaited.some(({ permits }) => permits.length > 0)) {
      this.#permitted.set(`r${n}`, reaction.awaited.length);
    }
    for (const [i, product] of reaction.awaited.entries()) this.#ask(product, `r${n}.${i}`);
  }

  /** Hands out the calls of a product that can be run now. */
  #ask(product: AwaitedProduct, prefix: string): void {
    const { permits } = product;
    const reaction = prefix.slice(0, prefix.indexOf('.'));
    const permit = permits.length === 0 ? null : { key: reaction, requests: permits };
    for (const request of product.requests) {
      const key = `${prefix}.${request.index}`;
      if (this.#awaited.has(key)) continue;
      this.#awaited.set(key, { product, request });
      this.#asked.push({ key, name: request.name, args: request.args, permit });
    }
  }

  /** A product is complete: with the last one of its reaction the permits are over. */
  #countDown({ permits }: AwaitedProduct, reaction: string): void {
    if (permits.length === 0) return;
    const left = (this.#permitted.get(reaction) ?? 1) - 1;
    this.#permitted.set(reaction, left);
    if (left > 0) return;
    this.#permitted.delete(reaction);
    this.#released.push(reaction);
  }

  #tellRest(live: Live, poured: boolean): void {
    if (this.#observers.size === 0) return;
    this.#tell(() => ({ type: poured ? 'stage' : 'inert', in: solutionId(live.id) }));
  }

  #tell(make: () => Event): void {
    if (this.#observers.size === 0) return;
    const event = make();
    for (const observer of this.#observers) observer(event);
  }
}

function toPut(occurrence: Occurrence): Put {
  return {
    id: moleculeId(occurrence.id),
    molecule: toJson(freeze(occurrence.body), { rules: true }),
  };
}
