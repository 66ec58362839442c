// A solution that has no stores yet. Most solutions inside of others are a few molecules of one kind: they lie in the list that
// they came in, beside at most one rule, until somebody wants to find something by its class. What is loose is so wherever nobody
// can tell: giving it stores changes nothing that happens. What a rule does to it there is melt.ts.
import { isReduction } from './compile/reduction-code.ts';
import { letWait } from './inflow.ts';
import { enter, type Live, type Occurrence, ruleOf } from './live.ts';
import type { Molecule } from './molecule.ts';
import { fillRow, isData, isOfClass } from './packing.ts';
import type { RuleTemplate } from './rule.ts';
import { addRow, enterRow, type Store, type StoreClass, storeIn } from './store.ts';
import { classOf } from './store-class.ts';

/** What lies in a solution without stores. */
export interface Loose {
  readonly of: StoreClass;
  /** The data that has had its turn, in that order. */
  visible: Molecule[];
  /** The data that has not. */
  waiting: readonly Molecule[];
  /** Whether it waits in the list that it came in, which is not ours to change. */
  isFresh: boolean;
  rule: Occurrence | null;
  ruleWaits: boolean;
}

/** Where chance decides each turn there are never more in a solution. */
const MOST = 63;

/** Pours molecules, up to a rule at their end, into a new solution that can do without stores for them; says how many. */
export function pourLoose(live: Live, items: readonly Molecule[]): number {
  const [first] = items;
  if (first === undefined || items.length > MOST || !isData(first)) return 0;
  const of = classOf(first);
  let count = 1;
  while (count < items.length && isOfClass(items[count] as Molecule, of)) count++;
  if (count < items.length && (count < items.length - 1 || !isRule(items[count]))) return 0;
  const waiting = count === items.length ? items : items.slice(0, count);
  live.loose = { of, visible: NONE, waiting, isFresh: true, rule: null, ruleWaits: false };
  live.pending = count;
  live.size = count;
  return count;
}

/** Nobody may put anything in. */
const NONE: Molecule[] = [];

function isRule(molecule: Molecule | undefined): boolean {
  return typeof molecule === 'object' && molecule.kind === 'rule';
}

/** Lets a rule into a loose solution where it can stay loose; false where it needs stores for it. */
export function joins(live: Live, rule: Occurrence): boolean {
  const { loose } = live;
  const template = ruleOf(rule)?.template;
  if (loose === null || loose.rule !== null || template === undefined) return false;
  if (!melts(template, loose.of)) return false;
  loose.rule = rule;
  loose.ruleWaits = true;
  live.pending++;
  return true;
}

const known = new WeakMap<RuleTemplate, Map<StoreClass, boolean>>();

/** Whether a rule makes one molecule out of any two of a class. */
function melts(template: RuleTemplate, of: StoreClass): boolean {
  let classes = known.get(template);
  if (classes === undefined) {
    classes = new Map();
    known.set(template, classes);
  }
  let found = classes.get(of);
  if (found === undefined) {
    found = isReduction(template, of);
    classes.set(of, found);
  }
  return found;
}

/** The data of a loose solution: what is visible, then what waits. Patterns see it once there is only one of both. */
export function looseData({ visible, waiting }: Loose): readonly Molecule[] {
  if (visible.length === 0) return waiting;
  return waiting.length === 0 ? visible : [...visible, ...waiting];
}

/** Gives a loose solution its stores, as if it had had them from the beginning. Rows are in the order of `looseData`. */
export function giveStores(live: Live): void {
  const { loose } = live;
  if (loose === null) return;
  live.loose = null;
  const { of, visible, waiting, isFresh, rule, ruleWaits } = loose;
  live.pending = 0;
  live.size = 0;
  const store = storeIn(live, of);
  for (const molecule of visible) {
    const row = addRow(store);
    fillRow(store, molecule);
    enterRow(store, row);
  }
  if (isFresh) letWait(store, waiting, 0, waiting.length);
  else {
    for (const molecule of waiting) {
      store.stack.push(addRow(store));
      fillRow(store, molecule);
    }
  }
  if (rule === null) return;
  live.size++;
  enter(live, rule);
  const rules = lodge(rule);
  if (ruleWaits) rules.stack.push(rule.row);
  else enterRow(rules, rule.row);
}

/** Gives an occurrence its row in the store of its class. */
export function lodge(occurrence: Occurrence): Store {
  const store = storeIn(occurrence.home, classOf(occurrence.body));
  occurrence.store = store;
  occurrence.row = addRow(store);
  store.held.push(occurrence);
  return store;
}
