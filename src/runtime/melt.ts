// Turns in a loose solution: a rule that makes one molecule out of any two, and a few molecules beside it. They are the turns that it
// would have with stores, draw by draw; only no store is there to be made, filled and thrown away. What cannot be made here, a
// fault or an effect, is one reaction of the general way, and the solution has stores from then on.
// Before it in the walk: scheduler.ts, loose.ts.
import type { Rng } from '../base/index.ts';
import { isSuspension, ProductCalls } from './calls.ts';
import type { Cost, Worker } from './compile/worker.ts';
import type { Live, Occurrence } from './live.ts';
import { giveStores, type Loose } from './loose.ts';
import { createEnv, type Match } from './match-naive.ts';
import { EvaluationError, type Molecule } from './molecule.ts';
import { isOfClass } from './packing.ts';
import type {
  Emit,
  Env,
  PatternCode,
  PlanStep,
  ProductCode,
  RuleMolecule,
  RuleTemplate,
} from './rule.ts';
import { findStore, occurrenceAt, type Store } from './store.ts';
import { classOf } from './store-class.ts';
import type { Reactor } from './turn.ts';
import { isRulesTurn, waitAgain } from './waiting.ts';

/** Gives up to so many turns, as long as the solution is loose; gives how many are left. */
export function melt(
  live: Live,
  work: Worker,
  turns: number,
  { react, costOf, now }: MeltingReactor,
): number {
  const loose = live.loose as Loose;
  if (loose.rule === null) {
    giveStores(live);
    return turns;
  }
  const template = templateOf(loose);
  const cost = costOf(template);
  const recipe = recipeOf(template);
  const calls = new ProductCalls(NO_ANSWERS);
  const env = createEnv(loose.rule.body as RuleMolecule);
  const melting: Melting = { live, loose, work, cost, recipe, react, calls, made: [], env };
  cost.ms -= now();
  const { limit, rng } = work;
  let left = turns;
  while (left > 0 && live.pending > 0 && live.loose !== null && !work.found) {
    left--;
    if (isTurnOfRule(loose, rng)) turnOfRule(melting);
    else turnOfData(melting);
    if (limit > 0 && work.fired >= limit) break;
  }
  cost.ms += now();
  return left;
}

/** Who carries out what is not made here, and counts. */
export interface MeltingReactor extends Reactor {
  costOf(template: RuleTemplate): Cost;
}

interface Melting {
  readonly live: Live;
  readonly loose: Loose;
  readonly work: Worker;
  readonly cost: Cost;
  readonly react: (match: Match) => void;
  /** Where one is made that asks for something, it is the last one made here. */
  readonly calls: ProductCalls;
  /** All that was made, as one list takes less than one for each. */
  readonly made: Molecule[];
  /** What the variables of the rule stand for. */
  readonly env: Env;
  readonly recipe: Recipe;
}

/** What of a rule is needed here, worked out once. */
interface Recipe {
  /** The places of the variables, as they are written. */
  readonly x: number;
  readonly y: number;
  readonly emit: Emit;
  /** Whether the rule, in its own turn, looks for the one that is written first before the other. */
  readonly inOrder: boolean;
}

const recipes = new WeakMap<RuleTemplate, Recipe>();

function recipeOf(template: RuleTemplate): Recipe {
  const known = recipes.get(template);
  if (known !== undefined) return known;
  const { written, products, arrival } = template;
  const made = {
    x: placeOf(written.steps[0] as PlanStep),
    y: placeOf(written.steps[1] as PlanStep),
    emit: (products[0] as Extract<ProductCode, { kind: 'plain' }>).emit,
    inOrder: (arrival.steps[0] as PlanStep).slot === 0,
  };
  recipes.set(template, made);
  return made;
}

function isTurnOfRule({ ruleWaits, waiting }: Loose, rng: Rng): boolean {
  if (!ruleWaits || waiting.length === 0) return ruleWaits;
  return isRulesTurn(true, rng) || rng.below(waiting.length + 1) === waiting.length;
}

/** One of those that wait meets the one that is there, or becomes visible where none is. */
function turnOfData(melting: Melting): void {
  const { live, loose, work, cost } = melting;
  const { rng } = work;
  const start = rng.below(2);
  if (loose.isFresh) {
    loose.isFresh = false;
    loose.waiting = [...loose.waiting];
    loose.visible = [];
  }
  const waiting = loose.waiting as Molecule[];
  const { visible } = loose;
  const at = waiting.length > 1 ? rng.below(waiting.length) : 0;
  const one = waiting[at] as Molecule;
  takeAt(waiting, at);
  cost.searched++;
  if (loose.ruleWaits || visible.length === 0) {
    visible.push(one);
    live.pending--;
    return;
  }
  cost.tried += 2;
  work.tried += 2;
  if (work.limit === 0) {
    waiting.push(one);
    work.found = true;
    return;
  }
  const other = visible[0] as Molecule;
  const made = start === 0 ? evaluate(melting, one, other) : evaluate(melting, other, one);
  if (made !== null) {
    visible.pop();
    waiting.push(made);
    count(melting);
    return;
  }
  waiting.push(one);
  giveStores(live);
  const store = findStore(live, loose.of) as Store;
  const row = store.stack.pop() as number;
  try {
    reactWith(melting, store, start === 0 ? [row, 0] : [0, row]);
  } catch (error) {
    waitAgain(store, row);
    throw error;
  }
}

/** The rule takes two of those that are visible, and waits again; with less than two it becomes visible. */
function turnOfRule(melting: Melting): void {
  const { live, loose, work, cost } = melting;
  const { rng } = work;
  const { visible } = loose;
  const { length } = visible;
  cost.searched++;
  cost.tried += Math.min(2, length);
  work.tried += Math.min(2, length);
  if (length < 2) {
    loose.ruleWaits = false;
    live.pending--;
    return;
  }
  const first = rng.below(length);
  const drawn = rng.below(length);
  const second = drawn === first ? (drawn + 1) % length : drawn;
  if (work.limit === 0) {
    work.found = true;
    return;
  }
  const { inOrder } = melting.recipe;
  const x = inOrder ? first : second;
  const y = inOrder ? second : first;
  const made = evaluate(melting, visible[x] as Molecule, visible[y] as Molecule);
  if (made === null) {
    giveStores(live);
    reactWith(melting, findStore(live, loose.of) as Store, [x, y]);
    return;
  }
  const isLast = y === length - 1;
  takeAt(visible, x);
  takeAt(visible, isLast ? x : y);
  (loose.waiting as Molecule[]).push(made);
  live.pending++;
  count(melting);
}

/** The last one comes into the place of the one that is taken out. */
function takeAt(molecules: Molecule[], at: number): void {
  const last = molecules.pop() as Molecule;
  if (at < molecules.length) molecules[at] = last;
}

/** A reaction has made one out of two. */
function count({ live, work, cost }: Melting): void {
  live.size--;
  live.bold = false;
  work.soup.size--;
  work.fired++;
  work.reactions++;
  cost.fired++;
}

function templateOf({ rule }: Loose): RuleTemplate {
  return ((rule as Occurrence).body as RuleMolecule).template;
}

const NO_ANSWERS: ReadonlyMap<number, Molecule> = new Map();

/** What the rule makes of two, or null where that is not one molecule of the same class. */
function evaluate(melting: Melting, x: Molecule, y: Molecule): Molecule | null {
  const { loose, calls, recipe, env, made: out } = melting;
  env[recipe.x] = x;
  env[recipe.y] = y;
  const { length } = out;
  try {
    recipe.emit(env, calls, out);
  } catch (error) {
    if (!(error instanceof EvaluationError || isSuspension(error, calls))) throw error;
    return null;
  }
  if (out.length !== length + 1 || calls.unanswered > 0) return null;
  const made = out[length] as Molecule;
  return isOfClass(made, loose.of) || classOf(made) === loose.of ? made : null;
}

function placeOf({ pattern }: PlanStep): number {
  return (pattern as Extract<PatternCode, { kind: 'bind' }>).place;
}

/** The reaction that was found, made the general way. */
function reactWith(melting: Melting, store: Store, rows: readonly [number, number]): void {
  const rule = melting.loose.rule as Occurrence;
  const slots = rows.map((row) => occurrenceAt(store, row));
  const [x, y] = slots as [Occurrence, Occurrence];
  const { env, recipe } = melting;
  env[recipe.x] = x.body as Molecule;
  env[recipe.y] = y.body as Molecule;
  melting.react({ rule, env: [...env], slots, opened: [] });
}
