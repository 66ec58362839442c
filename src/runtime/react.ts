// One match becomes one reaction: reactants leave, products come. What it does to the soup is the same
// whoever chose the match. Before it in the walk: search.ts; after it: engine.ts.
import { type EffectRequest, isSuspension, ProductCalls } from './calls.ts';
import { freeze } from './content.ts';
import { type Live, type Occurrence, ruleOf } from './live.ts';
import { type Match, tookOf } from './match-naive.ts';
import {
  EvaluationError,
  heldSolution,
  heldTuple,
  MAX_DEPTH,
  type Molecule,
  symbol,
} from './molecule.ts';
import type {
  Env,
  Made,
  MadeCode,
  PermitRequest,
  ProductCode,
  RuleMolecule,
  RuleTemplate,
} from './rule.ts';
import type { Soup } from './soup.ts';

export interface Reaction {
  readonly home: Live;
  readonly rule: RuleMolecule;
  readonly consumed: readonly Occurrence[];
  readonly catalysts: readonly Occurrence[];
  /** What was put out at once; frames included, as the occurrences that hold them. */
  readonly produced: readonly Occurrence[];
  /** Products that await answers. */
  readonly awaited: readonly AwaitedProduct[];
  /** The message when evaluating a product failed and a FAULT took the place of the products. */
  readonly fault: string | null;
}

/** A product that cannot be put out before effects have answered. */
export interface AwaitedProduct {
  readonly home: Live;
  readonly match: Match;
  readonly code: ProductCode;
  /** What its effects run under. */
  readonly permits: readonly PermitRequest[];
  /** What was consumed, for a FAULT if the product fails in the end. */
  readonly reactants: readonly Molecule[];
  readonly answers: Map<number, Molecule>;
  /** Calls that have no answer yet and can be run. */
  requests: readonly EffectRequest[];
}

/** Carries out a match. The match must hold in the soup as it is now. */
export function react(soup: Soup, match: Match): Reaction {
  const rule = ruleOf(match.rule) as RuleMolecule;
  const { template } = rule;
  const { home } = match.rule;
  const outcome = evaluateProducts(match, template);
  const { catalystCount } = template;
  const catalysts = catalystCount === 0 ? NONE : match.slots.slice(0, catalystCount);
  const reactants = catalystCount === 0 ? match.slots : match.slots.slice(catalystCount);
  const fault =
    outcome.fault === null ? null : faultMolecule(rule, outcome.fault, valuesOf(reactants));
  const { keeps } = outcome;
  soup.checkRoom(
    keeps ? (outcome.made.filter((made) => !isKept(made)) as Made[]) : (outcome.made as Made[]),
  );
  if (template.remembers) match.rule.memory?.add(tookOf(match));
  const consumed = template.oneShot ? [...reactants, match.rule] : reactants;
  for (let i = 0; i < consumed.length; i++) {
    const occurrence = consumed[i] as Occurrence;
    if (!keeps || !staysIn(outcome.made, occurrence)) soup.remove(occurrence);
  }
  if (fault !== null) {
    const produced = [soup.insert(home, fault)];
    for (const occurrence of consumed) soup.forget(occurrence);
    return { home, rule, consumed, catalysts, produced, awaited: [], fault: outcome.fault };
  }
  const gone = openFrames(soup, match, template.products);
  const { made } = outcome;
  const produced = new Array<Occurrence>(made.length);
  for (let i = 0; i < made.length; i++) {
    const one = made[i] as Made | Kept;
    produced[i] = isKept(one) ? soup.renew(one.occurrence) : soup.insert(home, one);
  }
  home.awaited += outcome.awaited.length;
  for (let i = 0; i < consumed.length; i++) soup.forget(consumed[i] as Occurrence);
  for (let i = 0; i < gone.length; i++) soup.forget(gone[i] as Occurrence);
  return { home, rule, consumed, catalysts, produced, awaited: outcome.awaited, fault: null };
}

/** Takes an answer into an awaited product; the occurrences that it put out when it is complete. */
export function answer(
  soup: Soup,
  product: AwaitedProduct,
  index: number,
  value: Molecule,
): readonly Occurrence[] | null {
  product.answers.set(index, value);
  const { home, match, code } = product;
  const made: Made[] = [];
  const lack = evaluateOne(match, code, product.answers, made);
  if (lack !== null && typeof lack === 'object') {
    product.requests = lack;
    return null;
  }
  home.awaited--;
  if (lack === null) return made.map((one) => soup.insert(home, one));
  const rule = ruleOf(match.rule) as RuleMolecule;
  return [soup.insert(home, faultMolecule(rule, lack, product.reactants))];
}

/** A reactant that comes back unchanged: it stays where it is. */
interface Kept {
  readonly kind: 'kept';
  readonly occurrence: Occurrence;
}

function isKept(made: Made | Kept): made is Kept {
  return typeof made === 'object' && made.kind === 'kept';
}

function staysIn(made: Outcome['made'], occurrence: Occurrence): boolean {
  return made.some((one) => isKept(one) && one.occurrence === occurrence);
}

/** What rules remember are identities: then whatever comes back is another molecule, and has its turn. */
function canStay(occurrence: Occurrence): boolean {
  const { store, home } = occurrence;
  return store !== null && !store.of.bodies && home.remembering === 0;
}

interface Outcome {
  readonly made: readonly (Made | Kept)[];
  /** Whether some of them are reactants that stay. */
  readonly keeps: boolean;
  readonly awaited: readonly AwaitedProduct[];
  readonly fault: string | null;
}

/** Why a product is not made: what it awaits, or the message of its failure. */
type Lack = readonly EffectRequest[] | string;

const NOTHING_AWAITED: readonly AwaitedProduct[] = [];
const NO_ANSWERS: ReadonlyMap<number, Molecule> = new Map();

/** All products are evaluated before anything changes, so that a failure leaves the reactants whole. */
function evaluateProducts(match: Match, { products, permits }: RuleTemplate): Outcome {
  const made: (Made | Kept)[] = [];
  let asking: { readonly code: ProductCode; readonly requests: readonly EffectRequest[] }[] | null =
    null;
  let keeps = false;
  for (const code of products) {
    if (code.kind === 'plain' && code.keeps >= 0) {
      const occurrence = match.slots[code.keeps] as Occurrence;
      if (canStay(occurrence)) {
        made.push({ kind: 'kept', occurrence });
        keeps = true;
        continue;
      }
    }
    const lack = evaluateOne(match, code, NO_ANSWERS, made as Made[]);
    if (lack === null) continue;
    if (typeof lack === 'string') return { made: [], keeps: false, awaited: [], fault: lack };
    asking ??= [];
    asking.push({ code, requests: lack });
  }
  if (asking === null) return { made, keeps, awaited: NOTHING_AWAITED, fault: null };
  try {
    // A reaction that asks for no effect needs no permit.
    const under = permits.map((permit) => permit(match.env as Env));
    const awaited = asking.map(({ code, requests }) => awaitProduct(match, code, requests, under));
    return { made, keeps, awaited, fault: null };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { made: [], keeps: false, awaited: [], fault: error.message };
  }
}

/** Remembers all that the product may still need: the soup will have changed when answers come. */
function awaitProduct(
  match: Match,
  code: ProductCode,
  requests: readonly EffectRequest[],
  permits: readonly PermitRequest[],
): AwaitedProduct {
  const rule = ruleOf(match.rule) as RuleMolecule;
  for (const value of match.env) {
    if (typeof value === 'object' && value.kind === 'rest') void value.items;
  }
  return {
    home: match.rule.home,
    match,
    code,
    reactants: valuesOf(match.slots.slice(rule.template.catalystCount)),
    answers: new Map(),
    permits,
    requests,
  };
}

/** Puts out what a product makes; where it lacks something, nothing. */
function evaluateOne(
  match: Match,
  code: ProductCode,
  answers: ReadonlyMap<number, Molecule>,
  out: Made[],
): Lack | null {
  const calls = new ProductCalls(answers);
  const { length } = out;
  try {
    makeProduct(code, match, calls, out);
    if (calls.unanswered === 0) return null;
  } catch (error) {
    if (!isSuspension(error, calls)) {
      if (error instanceof EvaluationError) return error.message;
      throw error;
    }
  }
  out.length = length;
  return calls.requests;
}

function makeProduct(code: ProductCode, match: Match, calls: ProductCalls, out: Made[]): void {
  const env = match.env as Env;
  switch (code.kind) {
    case 'plain':
      code.emit(env, calls, out as Molecule[]);
      return;
    case 'framed':
      out.push(make(code.made, match, calls));
      return;
    case 'let':
      env[code.place] = code.value(env, calls);
      for (const product of code.rest) makeProduct(product, match, calls, out);
  }
}

function make(code: MadeCode, match: Match, calls: ProductCalls): Made {
  switch (code.kind) {
    case 'value':
      return code.value(match.env as Env, calls);
    case 'tuple':
      return { kind: 'made-tuple', items: code.items.map((item) => make(item, match, calls)) };
    case 'solution':
      return { kind: 'made-solution', put: makeAll(code.put, match, calls) };
    case 'frame':
      return {
        kind: 'made-frame',
        live: (match.opened[code.opened] as { live: Live }).live,
        merged:
          code.merged.length === 0
            ? NO_LIVES
            : code.merged.map((index) => (match.opened[index] as { live: Live }).live),
        put: makeAll(code.put, match, calls),
      };
  }
}

const NO_LIVES: readonly Live[] = [];

function makeAll(codes: readonly ProductCode[], match: Match, calls: ProductCalls): Made[] {
  const out: Made[] = [];
  for (const code of codes) makeProduct(code, match, calls, out);
  return out;
}

/** Takes what the patterns took out of the solutions that products keep. */
function openFrames(
  soup: Soup,
  match: Match,
  products: readonly ProductCode[],
): readonly Occurrence[] {
  if (match.opened.length === 0) return NONE;
  let gone = NONE;
  for (const index of framesIn(products)) {
    const opened = match.opened[index];
    if (opened === undefined) continue;
    soup.detach(opened.live);
    for (const item of opened.items) soup.remove(item);
    if (opened.items.length > 0) gone = [...gone, ...opened.items];
  }
  return gone;
}

const NONE: readonly Occurrence[] = [];
const NO_FRAMES: readonly number[] = [];
const frames = new WeakMap<readonly ProductCode[], readonly number[]>();

/** The solutions that products keep, worked out once for a rule. */
function framesIn(products: readonly ProductCode[]): readonly number[] {
  if (products.length === 1 && products[0]?.kind === 'plain') return NO_FRAMES;
  let known = frames.get(products);
  if (known === undefined) {
    known = framesOf(products);
    frames.set(products, known);
  }
  return known;
}

function framesOf(products: readonly ProductCode[]): number[] {
  return products.flatMap((code) => {
    if (code.kind === 'plain') return [];
    return code.kind === 'let' ? framesOf(code.rest) : framesInside(code.made);
  });
}

function framesInside(code: MadeCode): number[] {
  switch (code.kind) {
    case 'value':
      return [];
    case 'tuple':
      return code.items.flatMap(framesInside);
    case 'solution':
      return framesOf(code.put);
    case 'frame':
      return [code.opened, ...code.merged, ...framesOf(code.put)];
  }
}

/** Nothing is lost: the reactants lie inside, for a rule that takes the FAULT to put things right. */
function faultMolecule(
  rule: RuleMolecule,
  message: string,
  reactants: readonly Molecule[],
): Molecule {
  const held = heldSolution(reactants);
  // A rule that takes its own faults would wrap them for ever.
  if (held.depth > MAX_DEPTH + FAULTS_IN_FAULTS) throw new EvaluationError(message);
  return heldTuple([symbol('FAULT'), rule.name ?? 'rule', message, held]);
}

/** How much deeper than other values a fault may be. */
const FAULTS_IN_FAULTS = 10;

function valuesOf(occurrences: readonly Occurrence[]): Molecule[] {
  return occurrences.map((occurrence) => freeze(occurrence.body));
}
