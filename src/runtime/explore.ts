// Every inert outcome that a program can reach, found by trying every reaction in every state, breadth first.
// Sub-solutions cannot touch one another while they react, so only one of them is explored at a time: that
// leaves out interleavings, never an outcome. The naive matcher says what can react.

import type { EffectRequest } from './calls.ts';
import { cloneSoup } from './clone.ts';
import { freeze, freezeLive } from './content.ts';
import { eachLive, type Live, type Occurrence, ruleOf } from './live.ts';
import { allMatches, type Choice, EVERYTHING, type Match } from './match-naive.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { type AwaitedProduct, answer, react } from './react.ts';
import type { PermitRequest } from './rule.ts';
import { show } from './show.ts';
import { Soup } from './soup.ts';
import { stateKey } from './state-key.ts';

export interface ExploreLimits {
  readonly maxStates: number;
  /**
   * How much may be looked at, counted: the molecules that are tried in patterns, and the characters of the texts that
   * tell states apart. A few states can take very long when their molecules are many, or large.
   */
  readonly maxWork?: number;
}

/** One reaction, or one answer, on the way to an outcome. */
export interface ExploredStep {
  /** The name of the rule, or of the effect that answered. */
  readonly name: string;
  readonly took: readonly Molecule[];
  readonly put: readonly Molecule[];
}

export interface ExploredOutcome {
  readonly solution: SolutionMolecule;
  /** A shortest run that ends in it. */
  readonly run: readonly ExploredStep[];
}

export interface Exploration {
  readonly outcomes: readonly ExploredOutcome[];
  readonly states: number;
  /** False when a bound was hit: there may be more outcomes. */
  readonly complete: boolean;
  /** Whether some run never ends: a state was found again on a way from itself. */
  readonly endless: boolean;
}

/** An effect that the exploration must know the answer of before it can go on. */
export interface ExploredEffect {
  readonly name: string;
  readonly args: readonly Molecule[];
  /** What it runs under. That orders answers in time, and every order is explored anyway. */
  readonly permits: readonly PermitRequest[];
}

interface State {
  readonly soup: Soup;
  readonly awaited: readonly AwaitedProduct[];
  readonly node: Node;
}

interface Node {
  readonly parent: Node | null;
  readonly step: ExploredStep | null;
  readonly next: Node[];
}

export class Explorer {
  readonly #limits: ExploreLimits;
  readonly #answers = new Map<string, Molecule>();
  readonly #nodes = new Map<string, Node>();
  readonly #outcomes = new Map<string, ExploredOutcome>();
  #frontier: State[] = [];
  #head = 0;
  #complete = true;
  #work = 0;
  readonly #everything: Choice;
  /** Equal molecules are interchangeable as long as no rule remembers them one by one. */
  readonly #distinct: Choice;

  constructor(start: SolutionMolecule, limits: ExploreLimits) {
    this.#limits = limits;
    this.#everything = this.#counting(EVERYTHING);
    this.#distinct = this.#counting({ ...EVERYTHING, of: distinctOf });
    const soup = new Soup();
    soup.fill(start);
    const node: Node = { parent: null, step: null, next: [] };
    bringToRest(soup, this.#everything);
    this.#nodes.set(this.#keyOf(soup, []), node);
    this.#frontier.push({ soup, awaited: [], node });
  }

  /** States seen so far. */
  get states(): number {
    return this.#nodes.size;
  }

  /** What has been looked at so far, as `maxWork` counts it. */
  get work(): number {
    return this.#work;
  }

  /** Goes on for at most `steps` states. What it returns says why it stopped. */
  advance(
    steps: number,
  ): { type: 'more' } | { type: 'asks'; effect: ExploredEffect } | { type: 'done' } {
    for (let i = 0; i < steps; i++) {
      const state = this.#frontier[this.#head];
      if (state === undefined) return { type: 'done' };
      const missing = this.#missingAnswer(state);
      if (missing !== null) return { type: 'asks', effect: missing };
      this.#head++;
      if (this.#head > 4096) {
        this.#frontier = this.#frontier.slice(this.#head);
        this.#head = 0;
      }
      if (!this.#expand(state)) return { type: 'done' };
    }
    return { type: 'more' };
  }

  /** Gives the answer of an effect; the same call has the same answer wherever it is met. */
  provide(effect: ExploredEffect, value: Molecule): void {
    this.#answers.set(callKey(effect), value);
  }

  get result(): Exploration {
    return {
      outcomes: [...this.#outcomes.values()],
      states: this.#nodes.size,
      complete: this.#complete,
      endless: hasCycle(this.#nodes.values()),
    };
  }

  #missingAnswer(state: State): ExploredEffect | null {
    for (const product of state.awaited) {
      for (const request of product.requests) {
        const effect = effectOf(product, request);
        if (!this.#answers.has(callKey(effect))) return effect;
      }
    }
    return null;
  }

  #counting({ among, of }: Choice): Choice {
    return {
      among,
      of: (candidates) => {
        const chosen = of(candidates);
        this.#work += chosen.length;
        return chosen;
      },
    };
  }

  #keyOf(soup: Soup, awaited: readonly AwaitedProduct[]): string {
    const key = stateKey(soup, awaited);
    this.#work += key.length;
    return key;
  }

  /** Tries everything that can happen next; false when a bound is hit. */
  #expand(state: State): boolean {
    const { soup, awaited, node } = state;
    if (soup.root.inert) {
      const solution = freezeLive(soup.root);
      const key = show(solution, { rules: true });
      if (!this.#outcomes.has(key)) this.#outcomes.set(key, { solution, run: runTo(node) });
      return true;
    }
    const live = innermostActive(soup.root);
    const choice = soupRemembers(soup.root) ? this.#everything : this.#distinct;
    for (const rule of live.rules.values()) {
      for (const match of allMatches(rule, choice)) {
        if (!this.#follow(state, (copy) => copy.react(match))) return false;
      }
    }
    for (const [i, product] of awaited.entries()) {
      if (product.home !== live) continue;
      for (const request of product.requests) {
        const value = this.#answers.get(callKey(effectOf(product, request))) as Molecule;
        if (!this.#follow(state, (copy) => copy.answer(i, request, value))) return false;
      }
    }
    return true;
  }

  #follow(from: State, go: (copy: Copy) => ExploredStep): boolean {
    const copy = new Copy(from.soup, from.awaited);
    const step = go(copy);
    bringToRest(copy.soup, this.#everything);
    const key = this.#keyOf(copy.soup, copy.awaited);
    const known = this.#nodes.get(key);
    if (known !== undefined) {
      from.node.next.push(known);
      return true;
    }
    const { maxStates, maxWork = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#nodes.size >= maxStates || this.#work >= maxWork) {
      this.#complete = false;
      return false;
    }
    const node: Node = { parent: from.node, step, next: [] };
    from.node.next.push(node);
    this.#nodes.set(key, node);
    this.#frontier.push({ soup: copy.soup, awaited: copy.awaited, node });
    return true;
  }
}

/** A copy of a state, in which one thing is made to happen. */
class Copy {
  readonly soup: Soup;
  awaited: AwaitedProduct[];
  readonly #lives: ReadonlyMap<Live, Live>;
  readonly #occurrences: ReadonlyMap<Occurrence, Occurrence>;

  constructor(soup: Soup, awaited: readonly AwaitedProduct[]) {
    const detached = awaited.flatMap((product) => product.match.opened.map(({ live }) => live));
    const copy = cloneSoup(soup, detached);
    this.soup = copy.soup;
    this.#lives = copy.liveOf;
    this.#occurrences = copy.occurrenceOf;
    this.awaited = awaited.map((product) => this.#product(product));
  }

  react(match: Match): ExploredStep {
    const took = match.slots.map((slot) => freezeOf(slot));
    const name = ruleOf(match.rule)?.name ?? '(a rule)';
    const reaction = react(this.soup, this.#match(match));
    this.awaited.push(...reaction.awaited);
    return { name, took, put: reaction.produced.map(freezeOf) };
  }

  answer(position: number, request: EffectRequest, value: Molecule): ExploredStep {
    const product = this.awaited[position] as AwaitedProduct;
    const produced = answer(this.soup, product, request.index, value);
    if (produced !== null) this.awaited.splice(position, 1);
    return { name: `${request.name} answered`, took: [], put: (produced ?? []).map(freezeOf) };
  }

  #match(match: Match): Match {
    return {
      rule: this.#occurrence(match.rule),
      env: [...match.env],
      slots: match.slots.map((slot) => this.#occurrence(slot)),
      opened: match.opened.map((opened) => ({
        live: this.#lives.get(opened.live) ?? opened.live,
        items: opened.items.map((item) => this.#occurrence(item)),
      })),
    };
  }

  /** What was consumed before has no copy, and needs none. */
  #occurrence(occurrence: Occurrence): Occurrence {
    return this.#occurrences.get(occurrence) ?? occurrence;
  }

  #product(product: AwaitedProduct): AwaitedProduct {
    return {
      ...product,
      home: this.#lives.get(product.home) ?? product.home,
      match: this.#match(product.match),
      answers: new Map(product.answers),
    };
  }
}

/** Settles whatever can do nothing more, from the inside out. */
function bringToRest(soup: Soup, choice: Choice): void {
  while (settleOne(soup, soup.root, choice)) {}
}

function settleOne(soup: Soup, live: Live, choice: Choice): boolean {
  if (live.inert) return false;
  for (const occurrence of live.content.values()) {
    let changed = false;
    if (occurrence.active > 0) {
      eachLive(occurrence.body, (inner) => {
        changed ||= settleOne(soup, inner, choice);
      });
    }
    if (changed) return true;
  }
  if (live.unsettled > 0 || live.awaited > 0 || canReact(live, choice)) return false;
  soup.settle(live);
  return true;
}

function canReact(live: Live, choice: Choice): boolean {
  for (const rule of live.rules.values()) {
    if (allMatches(rule, choice).next().done !== true) return true;
  }
  return false;
}

/** A solution that is not inert, with nothing active inside. */
function innermostActive(live: Live): Live {
  for (const occurrence of live.content.values()) {
    if (occurrence.active === 0) continue;
    let inner: Live | null = null;
    eachLive(occurrence.body, (one) => {
      if (inner === null && !one.inert) inner = one;
    });
    if (inner !== null) return innermostActive(inner);
  }
  return live;
}

function distinctOf(candidates: readonly Occurrence[]): readonly Occurrence[] {
  const seen = new Set<string>();
  return candidates.filter((candidate) => {
    const key = show(freeze(candidate.body), { rules: true });
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function soupRemembers(live: Live): boolean {
  for (const occurrence of live.content.values()) {
    if (occurrence.memory !== null) return true;
    let inside = false;
    eachLive(occurrence.body, (inner) => {
      inside ||= soupRemembers(inner);
    });
    if (inside) return true;
  }
  return false;
}

function freezeOf(occurrence: Occurrence): Molecule {
  return freeze(occurrence.body);
}

function effectOf({ permits }: AwaitedProduct, { name, args }: EffectRequest): ExploredEffect {
  return { name, args, permits };
}

function callKey({ name, args, permits }: ExploredEffect): string {
  const under = permits.map((permit) => ` under ${callText(permit)}`).join('');
  return `${callText({ name, args })}${under}`;
}

function callText({ name, args }: PermitRequest): string {
  return `${name}(${args.map((arg) => show(arg, { rules: true })).join(', ')})`;
}

function runTo(node: Node): ExploredStep[] {
  const steps: ExploredStep[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (at.step !== null) steps.unshift(at.step);
  }
  return steps;
}

/** Whether the graph of states has a cycle; iterative, since a run may be long. */
function hasCycle(nodes: Iterable<Node>): boolean {
  const colour = new Map<Node, 'open' | 'closed'>();
  for (const start of nodes) {
    if (colour.has(start)) continue;
    const path: { node: Node; next: number }[] = [{ node: start, next: 0 }];
    colour.set(start, 'open');
    while (path.length > 0) {
      const top = path[path.length - 1] as { node: Node; next: number };
      const successor = top.node.next[top.next++];
      if (successor === undefined) {
        colour.set(top.node, 'closed');
        path.pop();
      } else if (colour.get(successor) === 'open') {
        return true;
      } else if (!colour.has(successor)) {
        colour.set(successor, 'open');
        path.push({ node: successor, next: 0 });
      }
    }
  }
  return false;
}
