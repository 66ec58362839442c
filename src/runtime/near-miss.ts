// Why a rule does not react: what each of its slots could take, and the combination that came nearest to a
// match. It tries combinations as the naive matcher does, but remembers the best failure, within a bound.
// Pure reading of the soup; the words are the reader's business.
import type { Span } from '../lang/index.ts';
import { contentOf, freeze } from './content.ts';
import { type Occurrence, ruleOf } from './live.ts';
import { createEnv, matchBody, type Opened, remembers } from './match-naive.ts';
import { type Mismatch, mismatchOf } from './mismatch.ts';
import type { Molecule } from './molecule.ts';
import type {
  Check,
  Env,
  EnvValue,
  PatternCode,
  Plan,
  RuleMolecule,
  RuleTemplate,
} from './rule.ts';
import { showShort } from './show.ts';
import { classFits, classOf } from './store-class.ts';

export interface NearMiss {
  readonly rule: RuleMolecule;
  readonly slots: readonly SlotReport[];
  /** The combination that got furthest; null when there is nothing to combine. */
  readonly closest: Closest | null;
  /** Combinations that match but on which a `whenever` rule has fired already. */
  readonly remembered: number;
  /** How many ways to fill a slot were tried, and whether the search was given up before its end. */
  readonly tried: number;
  readonly gaveUp: boolean;
}

export interface SlotReport {
  /** The place of its pattern in the text. */
  readonly span: Span;
  readonly role: 'catalyst' | 'reactant';
  /** The molecules that its pattern matches by itself. */
  readonly fitting: number;
  /** Those that also pass the conditions that ask about this slot alone. */
  readonly passing: number;
  /** A fitting molecule that does not pass, and why, when none passes. */
  readonly refused: Refusal | null;
  /** Molecules that look right from outside but have something active inside. */
  readonly waiting: readonly Molecule[];
  /** The molecule that comes nearest to the pattern, when none fits. */
  readonly nearest: { readonly molecule: Molecule; readonly mismatch: Mismatch } | null;
}

export interface Closest {
  /** How many slots were filled, in the order as written. */
  readonly filled: number;
  readonly bindings: readonly Binding[];
  readonly cause: Cause;
}

export type Cause =
  /** There is a match: the rule can react. */
  | { readonly type: 'match' }
  | ({ readonly type: 'refused' } & Refusal)
  /** Nothing fits the next slot together with what is in the others. */
  | { readonly type: 'slot'; readonly slot: number; readonly wanted: string }
  /** What fits the next slot is in the others already. */
  | { readonly type: 'taken'; readonly slot: number };

/** A condition that is false. */
export interface Refusal {
  readonly span: Span;
  readonly bindings: readonly Binding[];
  /** Why it could not be evaluated; null when it is plainly false. */
  readonly failure: string | null;
}

export interface NearMissOptions {
  /** So many ways are tried for each slot by itself and for all of them together. */
  readonly effort?: number;
  /** The failure of a condition that was reported since the last call, if there was one. */
  readonly takeFailure?: () => string | null;
}

export interface Binding {
  readonly name: string;
  readonly value: EnvValue;
}

const DEFAULT_EFFORT = 20_000;

/** Null when the occurrence is not a rule. */
export function nearMiss(occurrence: Occurrence, options: NearMissOptions = {}): NearMiss | null {
  const rule = ruleOf(occurrence);
  if (rule === null) return null;
  const search = new Search(occurrence, rule, options);
  const slots = search.slots();
  // A slot that nothing fits says it all; combinations of the others would only lead away from it.
  const hopeless = slots.some((slot) => slot.passing === 0);
  if (!hopeless) search.combine();
  const { closest, remembered, tried, gaveUp } = search;
  return { rule, slots, closest, remembered, tried, gaveUp };
}

class Search {
  closest: Closest | null = null;
  remembered = 0;
  tried = 0;
  gaveUp = false;
  readonly #occurrence: Occurrence;
  readonly #rule: RuleMolecule;
  readonly #effort: number;
  readonly #takeFailure: () => string | null;
  readonly #visible: readonly Occurrence[];
  readonly #hidden: readonly Occurrence[];
  #best = -1;
  #left = 0;

  constructor(occurrence: Occurrence, rule: RuleMolecule, options: NearMissOptions) {
    this.#occurrence = occurrence;
    this.#rule = rule;
    this.#effort = options.effort ?? DEFAULT_EFFORT;
    this.#takeFailure = options.takeFailure ?? (() => null);
    const others = contentOf(occurrence.home).filter((one) => one !== occurrence);
    this.#visible = others.filter((one) => one.active === 0);
    this.#hidden = others.filter((one) => one.active > 0);
  }

  slots(): SlotReport[] {
    const { syntax, catalystCount } = this.#rule.template;
    return [...syntax.catalysts, ...syntax.reactants].map(({ span }, slot) => ({
      span,
      role: slot < catalystCount ? 'catalyst' : 'reactant',
      ...this.#slot(slot),
    }));
  }

  /** A plan begins with each slot: its first step is the slot by itself. */
  #slot(slot: number): Omit<SlotReport, 'span' | 'role'> {
    const plan = this.#rule.template.plans[slot] as Plan;
    const { pattern, wants } = plan.steps[0] as Plan['steps'][number];
    const checks = [...(plan.checks[0] ?? []), ...(plan.checks[1] ?? [])];
    const env = createEnv(this.#rule);
    let [fitting, passing] = [0, 0];
    let refused: Refusal | null = null;
    let nearest: SlotReport['nearest'] = null;
    this.#left = this.#effort;
    for (const { body } of this.#visible) {
      if (this.#isSpent()) break;
      let [fits, passes] = [false, false];
      for (const _ of matchBody(pattern, body, env, [])) {
        fits = true;
        const failed = checks.find((check) => !check(env));
        passes = failed === undefined;
        if (failed !== undefined) refused ??= this.#refusal(failed, env);
        if (passes || this.#isSpent()) break;
      }
      if (fits) fitting++;
      if (passes) passing++;
      if (fitting > 0) continue;
      const mismatch = mismatchOf(pattern, body, [...env]);
      if (nearest === null || mismatch.score > nearest.mismatch.score) {
        nearest = { molecule: freeze(body), mismatch };
      }
    }
    const waiting = this.#hidden
      .filter(({ body }) => classFits(classOf(body), wants))
      .map(({ body }) => freeze(body));
    return {
      fitting,
      passing,
      refused: passing > 0 ? null : refused,
      waiting,
      nearest: fitting > 0 ? null : nearest,
    };
  }

  /** Goes through combinations in the order as written until one matches or the effort is spent. */
  combine(): void {
    const plan = this.#rule.template.written;
    this.#left = this.#effort;
    this.#fill(plan, 0, createEnv(this.#rule), [], [], 0);
  }

  /** True when the search is over. `passed` counts the conditions that held so far. */
  #fill(
    plan: Plan,
    index: number,
    env: Env,
    slots: Occurrence[],
    opened: Opened[],
    passed: number,
  ): boolean {
    let held = passed;
    for (const check of plan.checks[index] ?? []) {
      if (!check(env)) {
        this.#offer(index, held, () => ({ type: 'refused', ...this.#refusal(check, env) }), env);
        return false;
      }
      held++;
    }
    const step = plan.steps[index];
    if (step === undefined) {
      if (remembers(this.#occurrence, slots, opened)) {
        this.remembered++;
        return false;
      }
      this.#offer(index, held + 1, () => ({ type: 'match' }), env);
      return true;
    }
    let entered = false;
    for (const candidate of this.#visible) {
      if (slots.includes(candidate)) continue;
      if (this.#isSpent()) return true;
      slots.push(candidate);
      for (const _ of matchBody(step.pattern, candidate.body, env, opened)) {
        entered = true;
        if (this.#isSpent()) return true;
        if (this.#fill(plan, index + 1, env, slots, opened, held)) return true;
      }
      slots.pop();
    }
    if (!entered)
      this.#offer(index, held, () => this.#unfilled(step.pattern, index, env, slots), env);
    return false;
  }

  #unfilled(pattern: PatternCode, slot: number, env: Env, slots: readonly Occurrence[]): Cause {
    const scratch = [...env];
    const taken = slots.some(({ body }) => !matchBody(pattern, body, scratch, []).next().done);
    if (taken) return { type: 'taken', slot };
    return { type: 'slot', slot, wanted: describePattern(pattern, env, this.#rule.template) };
  }

  #offer(filled: number, held: number, cause: () => Cause, env: Env): void {
    const score = filled * 1000 + held;
    if (score <= this.#best) return;
    this.#best = score;
    const bindings = bindingsOf(env, this.#rule.template, filled);
    this.closest = { filled, bindings, cause: cause() };
  }

  /** Tests the condition once more, so that what fails now is known to be of this combination. */
  #refusal(check: Check, env: Env): Refusal {
    const { template } = this.#rule;
    this.#takeFailure();
    check(env);
    const failure = this.#takeFailure();
    const { source, start, end } = check.span;
    const words = new Set(source.text.slice(start, end).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
    const bindings = bindingsOf(env, template, template.slotCount);
    return { span: check.span, bindings: bindings.filter(({ name }) => words.has(name)), failure };
  }

  #isSpent(): boolean {
    if (this.#left === 0) {
      this.gaveUp = true;
      return true;
    }
    this.#left--;
    this.tried++;
    return false;
  }
}

/** What the variables stand for once `filled` slots are; what an earlier try left behind is passed over. */
function bindingsOf(env: Env, template: RuleTemplate, filled: number): Binding[] {
  const bound = new Set(template.captures.map(({ to }) => to));
  const steps = template.written.steps.slice(0, filled);
  for (const { pattern } of steps) eachPlace(pattern, (place) => bound.add(place));
  return template.places.flatMap((name, place) => {
    const value = env[place];
    if (place === 0 || name === '' || value === undefined || !bound.has(place)) return [];
    return [{ name, value }];
  });
}

function eachPlace(pattern: PatternCode, visit: (place: number) => void): void {
  switch (pattern.kind) {
    case 'bind':
    case 'equal':
    case 'rule':
      visit(pattern.place);
      return;
    case 'tuple':
      for (const item of pattern.items) eachPlace(item, visit);
      return;
    case 'solution':
      for (const item of pattern.items) eachPlace(item, visit);
      visit(pattern.rest);
      return;
    case 'wildcard':
    case 'constant':
    case 'computed':
      return;
  }
}

/** A pattern with what is known put in for its variables and expressions: `FORK:3`. */
function describePattern(pattern: PatternCode, env: Env, template: RuleTemplate): string {
  const describe = (inner: PatternCode): string => describePattern(inner, env, template);
  switch (pattern.kind) {
    case 'wildcard':
      return pattern.only === null ? '_' : `_::${pattern.only}`;
    case 'bind': {
      const name = template.places[pattern.place] || '_';
      return pattern.only === null ? name : `${name}::${pattern.only}`;
    }
    case 'equal': {
      const value = env[pattern.place] as EnvValue;
      return typeof value === 'object' && value.kind === 'rest' ? '?' : showShort(value, 40);
    }
    case 'constant':
      return showShort(pattern.value, 40);
    case 'computed': {
      const value = pattern.value(env);
      return value === null ? '(an expression that fails)' : showShort(value, 40);
    }
    case 'rule':
      return `${pattern.name ?? 'any'} = ${template.places[pattern.place] ?? '_'}`;
    case 'tuple':
      return pattern.items.map(describe).join(':');
    case 'solution': {
      const rest = pattern.rest < 0 ? [] : [`?${template.places[pattern.rest] ?? 'w'}`];
      return `<${[...pattern.items.map(describe), ...rest].join(', ')}>`;
    }
  }
}
