// Molecules that only pass: a rule makes one, and the only rule that takes its class takes it, whatever it is like, alone.
// In large solutions such a molecule reacts at once. What the first rule took and the second one makes again, part by part
// the same, needs no turn: all that is visible was held against it before. Here it is found out which rules go together like
// this; pass-on.ts and compile/reaction-code.ts go by it. Before it in the walk: layout.ts.
import type { Expr } from '../lang/index.ts';
import type { ClassLayout, Taker } from './layout.ts';
import { symbol } from './molecule.ts';
import type { PatternCode, ProductCode, RuleTemplate } from './rule.ts';
import type { StoreClass } from './store.ts';
import { tupleClassFor } from './store-class.ts';

/** What comes of a rule whose product passes. */
export interface Passing {
  /** Which of its products passes, and the class of that. */
  readonly product: number;
  readonly of: StoreClass;
  /** The slot of the second rule that takes it. */
  readonly taker: Taker;
  /** For each field of it, the place of the second rule that is bound to it; -1 for the head. */
  readonly places: readonly number[];
  /** Products of the second rule that are, unchanged, what was in a slot of the first. */
  readonly remade: readonly Remade[];
}

export interface Remade {
  readonly product: number;
  readonly slot: number;
  readonly of: StoreClass;
}

/** What passes after a reaction of a rule, if anything does. */
export function passingOf(
  first: RuleTemplate,
  layouts: ReadonlyMap<string, ClassLayout>,
): Passing | null {
  if (first.remembers || first.oneShot || first.permits.length > 0) return null;
  const found: Passing[] = [];
  for (const [product, code] of first.products.entries()) {
    const items = tupleItems(code);
    const layout = items === null ? undefined : layoutFor(items, layouts);
    if (items === null || layout === undefined) continue;
    const [taker] = layout.takers;
    const places = taker === undefined ? null : placesOf(layout);
    if (taker === undefined || places === null || taker.template === first) continue;
    const remade = remadeBy(first, items, taker.template, places, layouts);
    found.push({ product, of: layout.of, taker, places, remade });
  }
  const [passing] = found;
  return found.length === 1 && passing !== undefined ? passing : null;
}

/** The items of a product that is one tuple, with a symbol at its head. */
function tupleItems(code: ProductCode): readonly Expr[] | null {
  if (code.kind !== 'plain' || code.keeps >= 0) return null;
  const { element } = code;
  if (element.kind !== 'molecule' || element.multiplicity !== null) return null;
  const { value } = element;
  return value.kind === 'tuple' && value.items[0]?.kind === 'symbol' ? value.items : null;
}

function layoutFor(
  [head, ...others]: readonly Expr[],
  layouts: ReadonlyMap<string, ClassLayout>,
): ClassLayout | undefined {
  if (head?.kind !== 'symbol') return undefined;
  return layouts.get(tupleClassFor(others.length + 1, symbol(head.name)).key);
}

/** The places that the only rule which takes a class binds to its fields; null where it may not take every molecule. */
function placesOf({ of, takers }: ClassLayout): readonly number[] | null {
  const [taker] = takers;
  if (takers.length !== 1 || taker === undefined || of.bodies || of.head === null) return null;
  const { template } = taker;
  if (template.slotCount !== 1 || template.catalystCount > 0 || template.oneShot) return null;
  if (template.remembers || template.captures.length > 0 || template.permits.length > 0)
    return null;
  const [plan] = template.plans;
  const pattern = plan?.steps[0]?.pattern;
  if (plan?.checks.some((checks) => checks.length > 0) || pattern?.kind !== 'tuple') return null;
  const [head, ...others] = pattern.items;
  if (head?.kind !== 'constant' || head.value !== of.head) return null;
  const places = others.map((item) =>
    item.kind === 'bind' && item.test === null ? item.place : -1,
  );
  return places.includes(-1) ? null : [-1, ...places];
}

/** Products of the second rule that are what was in a slot of the first; of each class all, or none. */
function remadeBy(
  first: RuleTemplate,
  passed: readonly Expr[],
  second: RuleTemplate,
  places: readonly number[],
  layouts: ReadonlyMap<string, ClassLayout>,
): Remade[] {
  const remade: Remade[] = [];
  const others = new Set<StoreClass>();
  for (const [product, code] of second.products.entries()) {
    const items = tupleItems(code);
    // What is no such tuple is of a class that cannot be told from here.
    if (items === null) return [];
    const head = items[0] as Extract<Expr, { kind: 'symbol' }>;
    const of = tupleClassFor(items.length, symbol(head.name));
    const layout = layouts.get(of.key);
    // In the words of the first rule, as far as they are names.
    const wanted = items.slice(1).map((item) => {
      const field =
        item.kind === 'name' ? places.indexOf(second.variables.get(item.name) ?? -2) : -1;
      const source = passed[field];
      return source?.kind === 'name' ? (first.variables.get(source.name) ?? -1) : -1;
    });
    const slot = first.written.steps.findIndex(
      ({ slot: at, pattern }) =>
        at >= first.catalystCount &&
        first.kept[at] !== true &&
        !remade.some((one) => one.slot === at) &&
        isMadeOf(pattern, of, wanted),
    );
    const at = first.written.steps[slot]?.slot ?? -1;
    if (at < 0 || layout === undefined || layout.scan) others.add(of);
    else remade.push({ product, slot: at, of });
  }
  return remade.filter(({ of }) => !others.has(of));
}

/** Whether what matches the pattern is the tuple of this class with what is in these places. */
function isMadeOf(pattern: PatternCode, of: StoreClass, places: readonly number[]): boolean {
  if (pattern.kind !== 'tuple' || pattern.items.length !== of.arity) return false;
  const [head, ...others] = pattern.items;
  if (head?.kind !== 'constant' || head.value !== of.head) return false;
  return others.every(
    (item, i) =>
      (item.kind === 'bind' || item.kind === 'equal') &&
      item.place >= 0 &&
      item.place === places[i],
  );
}
