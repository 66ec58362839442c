// The naive matcher: every match of a rule, by trying everything. It is slow and plainly right, and so
// it is the oracle of the fast one (search.ts), the engine of `hocl explore`, and what replay trusts.
// Before it in the walk: load/; after it: search.ts, then react.ts.
import { contentOf, freeze } from './content.ts';
import {
  type Body,
  createLive,
  createOccurrence,
  enter,
  type Live,
  type Occurrence,
  ruleOf,
} from './live.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { same } from './order.ts';
import { createRest } from './rest.ts';
import type { Capture, Env, EnvValue, PatternCode, RuleMolecule } from './rule.ts';

/** One way in which a rule can react. */
export interface Match {
  /** The occurrence of the rule. */
  readonly rule: Occurrence;
  /** What the rule's variables stand for. */
  readonly env: Env;
  /** The occurrence in each slot: catalysts first, then reactants. */
  readonly slots: readonly Occurrence[];
  /** What each solution pattern opened, and what it took there. */
  readonly opened: readonly Opened[];
}

export interface Opened {
  readonly live: Live;
  readonly items: readonly Occurrence[];
}

/** Which occurrences are tried. */
export interface Choice {
  /** Those of a solution that come into question at all. */
  readonly among: (live: Live) => readonly Occurrence[];
  /** All but those that are skipped; asked anew for each slot. */
  readonly of: (candidates: readonly Occurrence[]) => readonly Occurrence[];
}

export const EVERYTHING: Choice = {
  among: (live) => contentOf(live),
  of: (candidates) => candidates,
};

/** Every match of a rule where it lies, each once. The order is that of the solution's content. */
export function* allMatches(rule: Occurrence, choice: Choice = EVERYTHING): Generator<Match> {
  const molecule = ruleOf(rule);
  const plan = molecule?.template.written;
  if (molecule === null || plan === undefined) return;
  const { template } = molecule;
  const visible = choice.among(rule.home).filter((one) => one !== rule && one.active === 0);
  const checks = plan.checks.flat();
  const slots: Occurrence[] = [];
  const env = createEnv(molecule);
  const opened: Opened[] = [];

  function* fill(index: number): Generator<Match> {
    const step = plan?.steps[index];
    if (step === undefined) {
      const match = { rule, env: [...env], slots: [...slots], opened: [...opened] };
      if (!remembers(rule, slots, opened) && checks.every((check) => check(env))) yield match;
      return;
    }
    for (const candidate of choice.of(visible.filter((one) => !slots.includes(one)))) {
      slots.push(candidate);
      for (const _ of matchBody(step.pattern, candidate.body, env, opened, choice)) {
        yield* fill(index + 1);
      }
      slots.pop();
    }
  }
  yield* template.slotCount > visible.length ? [] : fill(0);
}

/** Every way in which a pattern matches a body; each time it yields, `env` and `opened` hold that way. */
export function* matchBody(
  pattern: PatternCode,
  body: Body,
  env: Env,
  opened: Opened[],
  choice: Choice = EVERYTHING,
): Generator<void> {
  const isRule = typeof body === 'object' && body.kind === 'rule';
  switch (pattern.kind) {
    case 'wildcard':
      if (!isRule && (pattern.test === null || pattern.test(body))) yield;
      return;
    case 'bind':
      if (isRule || (pattern.test !== null && !pattern.test(body))) return;
      env[pattern.place] = freeze(body);
      yield;
      return;
    case 'equal':
      if (pattern.test !== null && !pattern.test(body)) return;
      if (same(env[pattern.place] as Molecule, freeze(body))) yield;
      return;
    case 'constant':
      if (same(pattern.value, freeze(body))) yield;
      return;
    case 'computed':
      if (isSame(pattern.value(env), body)) yield;
      return;
    case 'rule':
      if (!isRule || (pattern.name !== null && pattern.name !== body.name)) return;
      if (pattern.place >= 0) env[pattern.place] = body;
      yield;
      return;
    case 'tuple': {
      if (typeof body !== 'object') return;
      if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return;
      if (body.items.length !== pattern.items.length) return;
      yield* matchItems(pattern.items, body.items, 0, env, opened, choice);
      return;
    }
    case 'solution':
      if (typeof body !== 'object') return;
      if (body.kind === 'live') yield* matchSolution(pattern, body, env, opened, choice);
      else if (body.kind === 'solution' && body.next === null) {
        yield* matchSolution(pattern, imagine(body), env, opened, choice);
      }
  }
}

function isSame(value: Molecule | null, body: Body): boolean {
  return value !== null && same(value, freeze(body));
}

/** The environment of a rule before it has matched anything: itself and what it closed over. */
export function createEnv(rule: RuleMolecule): Env {
  const { length } = rule.template.places;
  const env: Env = new Array<EnvValue | undefined>(length);
  // A loop: it takes less than `fill` for a few.
  for (let i = 1; i < length; i++) env[i] = undefined;
  env[0] = rule;
  const { captures } = rule.template;
  for (let i = 0; i < captures.length; i++) env[(captures[i] as Capture).to] = rule.captured[i];
  return env;
}

/** Whether a `whenever` rule has fired on these occurrences before; what it took inside them counts too. */
export function remembers(
  rule: Occurrence,
  slots: readonly Occurrence[],
  opened: readonly Opened[],
): boolean {
  return rule.memory?.has([...slots, ...opened.flatMap((one) => one.items)]) ?? false;
}

/** The match in which exactly these occurrences are taken, in the order of `tookOf`; null if there is none. */
export function matchOf(rule: Occurrence, took: readonly Occurrence[]): Match | null {
  const choice: Choice = {
    ...EVERYTHING,
    among: (live) => took.filter((one) => one.home === live),
  };
  for (const match of allMatches(rule, choice)) {
    const taken = tookOf(match);
    if (taken.length === took.length && taken.every((one, i) => one === took[i])) return match;
  }
  return null;
}

/** All that a match takes or reads: what fills the slots, then what was taken out of each opened solution. */
export function tookOf(match: Match): Occurrence[] {
  return [...match.slots, ...match.opened.flatMap((opened) => opened.items)];
}

function* matchItems(
  patterns: readonly PatternCode[],
  bodies: readonly Body[],
  index: number,
  env: Env,
  opened: Opened[],
  choice: Choice = EVERYTHING,
): Generator<void> {
  const pattern = patterns[index];
  if (pattern === undefined) {
    yield;
    return;
  }
  for (const _ of matchBody(pattern, bodies[index] as Body, env, opened, choice)) {
    yield* matchItems(patterns, bodies, index + 1, env, opened, choice);
  }
}

/** A solution pattern accounts for all of the content: what its items do not take is the rest. */
function* matchSolution(
  pattern: Extract<PatternCode, { kind: 'solution' }>,
  live: Live,
  env: Env,
  opened: Opened[],
  choice: Choice = EVERYTHING,
): Generator<void> {
  const { items, rest } = pattern;
  const { size } = live;
  if (size < items.length || (rest < 0 && size > items.length)) return;
  // Where nothing is taken there is nothing to choose from.
  const content = items.length === 0 ? [] : choice.among(live);
  const taken: Occurrence[] = [];

  function* take(index: number): Generator<void> {
    const item = items[index];
    if (item === undefined) {
      const now = [...taken];
      opened[pattern.index] = { live, items: now };
      if (rest >= 0) env[rest] = createRest(live, now);
      yield;
      return;
    }
    for (const candidate of choice.of(content.filter((one) => !taken.includes(one)))) {
      taken.push(candidate);
      for (const _ of matchBody(item, candidate.body, env, opened, choice)) yield* take(index + 1);
      taken.pop();
    }
  }
  yield* take(0);
}

/** A solution that is plain data, as if it were live: `none p in w` may look into one. */
function imagine(value: SolutionMolecule): Live {
  const live = createLive(-1, null);
  live.inert = true;
  live.snapshot = value;
  value.items.forEach((body, id) => {
    enter(live, createOccurrence(id, body, live));
    live.size++;
  });
  return live;
}
