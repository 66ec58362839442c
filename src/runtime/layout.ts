// What the rules of a solution ask of its stores: who may take a molecule of which class, where all of a class
// must be looked at, and which indexes find it faster. Worked out once for each set of classes, rules among them,
// and shared by all solutions that hold the same.

import { endSweep } from './due.ts';
import type { Live } from './live.ts';
import { type Passing, passingOf } from './passing.ts';
import { provide } from './provide.ts';
import type { RangeIndex } from './range-index.ts';
import type { RangeUse } from './range-worth.ts';
import { type Refinement, refinementOf } from './refine.ts';
import type { LookUp, Plan, PlanStep, RangeLookUp, RuleTemplate } from './rule.ts';
import type { Store, StoreClass } from './store.ts';
import { classFits } from './store-class.ts';

export interface Layout {
  readonly classes: ReadonlyMap<string, ClassLayout>;
  /** What passes after a reaction of a rule: see passing.ts. */
  readonly passing: ReadonlyMap<RuleTemplate, Passing>;
  /** Whether rules compare fields in it. */
  readonly isRanged: boolean;
}

export interface ClassLayout {
  readonly of: StoreClass;
  readonly takers: readonly Taker[];
  /** Whether some search must go through all that is visible. */
  scan: boolean;
  readonly indexes: (readonly number[])[];
  /** The fields that may be worth an ordered index. */
  readonly ranges: number[];
  /** Where a molecule of this class is held against all that is visible for want of one. */
  readonly pays: RangeAt[];
  /** Rules that want different numbers of molecules compete for this class. */
  readonly contested: boolean;
  /** Some rule goes by molecules of this class and makes others of it anew: what it makes waits for its turn in line. */
  readonly patient: boolean;
  /** How molecules of this class are refined, where they may be swept. */
  refinement: Refinement | null;
}

export interface RangeAt {
  readonly of: StoreClass;
  readonly field: number;
  readonly uses: RangeUse[];
}

/** A slot of a rule that a molecule of some class could fill. */
export interface Taker {
  readonly template: RuleTemplate;
  /** Where the rules of this template lie. */
  readonly rules: StoreClass;
  readonly slot: number;
  /** The rules can be found by what they captured: it must be what the molecule has in this field. */
  readonly by: CaptureKey | null;
  /**
   * The rule wants two of this class and no index helps: this taker and the next one, for its other slot, look through
   * the same list, and do so together.
   */
  readonly hasTwin: boolean;
}

export interface CaptureKey {
  readonly capture: number;
  readonly field: number;
}

/** Layouts by the classes that they are for. One for each run: templates belong to one. */
export class Layouts {
  readonly #root: Known = { layout: null, next: new Map() };

  /** The layout of a solution as it is now; its stores are made ready for it. */
  of(live: Live): Layout {
    let known = this.#root;
    for (const { of } of live.stores) {
      let next = known.next.get(of);
      if (next === undefined) {
        next = { layout: null, next: new Map() };
        known.next.set(of, next);
      }
      known = next;
    }
    known.layout ??= createLayout(live.stores.map((store) => store.of));
    live.layout = known.layout;
    for (const store of live.stores) bind(store, known.layout);
    if (known.layout.isRanged) for (const store of live.stores) bindPayments(store, known.layout);
    return known.layout;
  }
}

/** The layout of some classes, and of those with one more. */
interface Known {
  layout: Layout | null;
  readonly next: Map<StoreClass, Known>;
}

function bind(store: Store, layout: Layout): void {
  if (store.layout === layout) return;
  const of = layout.classes.get(store.of.key) as ClassLayout;
  const { scan, indexes, ranges, takers, contested, patient, refinement } = of;
  if (refinement?.taker.template !== store.refinement?.taker.template) endSweep(store);
  provide(store, scan, indexes, ranges);
  store.layout = layout;
  store.takers = takers;
  store.contested = contested;
  store.patient = patient;
  store.refinement = refinement;
  store.turns = null;
}

function bindPayments(store: Store, layout: Layout): void {
  const { pays } = layout.classes.get(store.of.key) as ClassLayout;
  store.pays = pays.map(({ of, field, uses }) => {
    const partner = store.home.stores.find((one) => one.of === of) as Store;
    return { from: store, store: partner, index: rangeOn(partner, field) as RangeIndex, uses };
  });
}

/** The ordered index of a field, kept or not, where a rule could use one. */
export function rangeOn(store: Store, field: number): RangeIndex | null {
  for (const index of store.ranges) if (index.field === field) return index;
  return null;
}

function createLayout(classes: readonly StoreClass[]): Layout {
  const layouts = new Map<string, ClassLayout>();
  const rules = classes.filter((of) => of.template !== null);
  for (const of of classes) {
    const takers = rules.flatMap((rule) => takersIn(rule, of, classes));
    const counts = new Set(takers.map(({ template }) => template.slotCount));
    const scan = of.template !== null;
    const contested = counts.size > 1;
    const patient = takers.some((taker) => refines(taker, takers));
    layouts.set(of.key, {
      ...{ of, takers, scan, indexes: [], ranges: [], pays: [], contested, patient },
      refinement: null,
    });
  }
  const askIndex = (step: PlanStep): ClassLayout[] => {
    const without: ClassLayout[] = [];
    for (const of of classes) {
      if (!classFits(of, step.wants)) continue;
      const layout = layouts.get(of.key) as ClassLayout;
      const fields = knownFields(step, of).map(({ field }) => field);
      if (fields.length > 0) addIndex(layout, fields);
      else without.push(layout);
    }
    return without;
  };
  const ask = (step: PlanStep) => {
    for (const layout of askIndex(step)) layout.scan = true;
  };
  for (const { template } of rules) {
    if (template === null) continue;
    for (const plan of template.plans) plan.steps.slice(1).forEach(ask);
    // Rules that captured something come and go with what they wait for: what they ask for is worth an index.
    if (template.captures.length > 0) template.arrival.steps.forEach(askIndex);
  }
  for (const of of classes) {
    for (const { by, rules: where } of (layouts.get(of.key) as ClassLayout).takers) {
      if (by !== null) addIndex(layouts.get(where.key) as ClassLayout, [by.capture]);
    }
  }
  const passing = new Map<RuleTemplate, Passing>();
  for (const { template } of rules) {
    const found = template === null ? null : passingOf(template, layouts);
    if (template !== null && found !== null) passing.set(template, found);
  }
  const isRanged = askRanges(rules, classes, layouts);
  for (const one of layouts.values()) one.refinement = refinementOf(one, classes);
  return { classes: layouts, passing, isRanged };
}

/** Whether a rule only looks at what is in one slot, and takes and makes what is in another of the same class. */
function refines({ template, slot }: Taker, takers: readonly Taker[]): boolean {
  const { catalystCount, products } = template;
  if (slot >= catalystCount || products.length === 0) return false;
  return takers.some((other) => other.template === template && other.slot >= catalystCount);
}

/** Enters the fields that rules compare, and who pays while there is no index. */
function askRanges(
  rules: readonly StoreClass[],
  classes: readonly StoreClass[],
  layouts: ReadonlyMap<string, ClassLayout>,
): boolean {
  let isRanged = false;
  const rangesOf = (step: PlanStep): RangeAt[] =>
    classes.flatMap((of) => {
      const range = classFits(of, step.wants) ? rangeIn(step, of) : null;
      return range === null ? [] : [{ of, field: range.field, uses: [] }];
    });
  const ask = (step: PlanStep) => {
    for (const { of, field } of rangesOf(step)) {
      const { ranges } = layouts.get(of.key) as ClassLayout;
      if (!ranges.includes(field)) ranges.push(field);
      isRanged = true;
    }
  };
  for (const { template } of rules) {
    for (const plan of (template as RuleTemplate).plans) plan.steps.slice(1).forEach(ask);
  }
  for (const { takers, pays } of layouts.values()) {
    for (const { template, slot, rules: where } of takers) {
      const plan = template.plans[slot] as Plan;
      for (const at of plan.steps.slice(1).flatMap(rangesOf)) {
        const known = pays.find(({ of, field }) => of === at.of && field === at.field);
        if (known === undefined) pays.push(at);
        (known ?? at).uses.push({ plan, rules: where });
      }
    }
  }
  return isRanged;
}

/** The bounds by which an ordered index of this class can find a step, where nothing better is known. */
export function rangeIn(step: PlanStep, of: StoreClass): RangeLookUp | null {
  const { range } = step;
  if (range === null || of.bodies || knownFields(step, of).length > 0) return null;
  if (of.kind === 'tuple') return range.field < (of.head === null ? 0 : 1) ? null : range;
  return ['int', 'real', 'string'].includes(of.kind) ? range : null;
}

function addIndex(layout: ClassLayout, fields: readonly number[]): void {
  const key = fields.join();
  if (!layout.indexes.some((one) => one.join() === key)) layout.indexes.push(fields);
}

/** What an index of this class can find a step by. Bodies have none: what is inside them is no key. */
export function knownFields(step: PlanStep, of: StoreClass): readonly LookUp[] {
  if (of.bodies) return NOTHING;
  // The head of such a tuple is no column: the class has settled it, or the pattern will.
  return of.head === null ? step.lookUps : step.lookUps.filter(({ field }) => field !== 0);
}

const NOTHING: readonly LookUp[] = [];

/** The slots that a molecule of a class could fill, where something is there that could fill the others. */
function takersIn(rules: StoreClass, of: StoreClass, classes: readonly StoreClass[]): Taker[] {
  const template = rules.template as RuleTemplate;
  const twins = areTwins(template, of, classes);
  return template.plans.flatMap((plan: Plan, slot) => {
    const first = plan.steps[0] as PlanStep;
    if (!classFits(of, first.wants)) return [];
    const canFill = (step: PlanStep) => classes.some((one) => classFits(one, step.wants));
    if (!plan.steps.every(canFill)) return [];
    const by = of.bodies ? null : captureKey(first, template, of);
    return [{ template, rules, slot, by, hasTwin: twins && slot === 0 }];
  });
}

/** Whether both slots of a rule of two take what is of this class, and nothing else that is here. */
function areTwins(
  { plans, captures, remembers }: RuleTemplate,
  of: StoreClass,
  classes: readonly StoreClass[],
): boolean {
  if (plans.length !== 2 || captures.length > 0 || remembers || of.bodies) return false;
  return plans.every(({ steps }) =>
    steps.every(
      (step, i) =>
        step.simple !== null &&
        classes.every((one) => classFits(one, step.wants) === (one === of)) &&
        (i === 0 || knownFields(step, of).length === 0),
    ),
  );
}

function captureKey(step: PlanStep, template: RuleTemplate, of: StoreClass): CaptureKey | null {
  const { pattern } = step;
  if (pattern.kind !== 'tuple') return null;
  for (const [field, item] of pattern.items.entries()) {
    if (item.kind !== 'equal' || (field === 0 && of.head !== null)) continue;
    const capture = template.captures.findIndex(({ to }) => to === item.place);
    if (capture >= 0) return { capture, field };
  }
  return null;
}
