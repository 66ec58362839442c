// A molecule that meets the only one of its key, and becomes another one of that key: `replace W:w:m, W:w:n by W:w:m + n`. The
// product would find nobody under its key, and become visible where the one was that it met. So that one stays in
// its row and in its list, and has another value. It is the run that turns would have made, counted as they are.
// Before it in the walk: reaction-code.ts.
import { type ClassLayout, knownFields } from '../layout.ts';
import type { PatternCode, PlanStep } from '../rule.ts';
import { columnOf } from './column.ts';
import { type Product, USED_UP } from './product-code.ts';
import type { StepPlace, TakerSetting } from './setting.ts';

/** Writes it, where a reaction is of this form; what follows is for when the one that is there is not alone. */
export function writeInPlace(
  products: readonly Product[],
  names: readonly string[][],
  setting: TakerSetting,
): void {
  const [product] = products;
  const fields = keyOfMeeting(setting);
  if (fields === null || products.length !== 1 || product?.of !== setting.of) return;
  const { writer, plan, of, cost, triedName, steps } = setting;
  const key = new Set(fields.map((field) => columnOf(field, of)));
  const first = (plan.steps[0] as PlanStep).pattern;
  const isKept = fields.every(
    (field) => product.values[columnOf(field, of)]?.code === `p${placeOf(first, field)}`,
  );
  if (!isKept) return;
  const { row } = steps[1] as StepPlace;
  const values = (names[0] as string[]).map((name, i) =>
    key.has(i) ? '' : `Sc${i}[${row}] = ${name};`,
  );
  writer.line(
    `if (left > 0 && W.fired + fired + 1 < limit && Sx0.next[${row}] < 0 && Sx0.previous[${row}] < 0) {`,
    `fired++; ${cost}f++; home.bold = false; size--;`,
    // The turn that the product would have had: it is looked for in both slots.
    `left--; ${cost}s += 2; ${triedName} += 2;`,
    USED_UP,
    `${values.join(' ')} S.at[${row}] = S.entered++;`,
    setting.next,
    '}',
  );
}

/**
 * The fields by which the molecules of a class find each other, where all that they can do is to meet another one that
 * has the same in these: both slots of one rule, and nothing is asked before. Null where it is not so.
 */
function keyOfMeeting({ small, of, taker, layoutOf }: TakerSetting): readonly number[] | null {
  const { takers, indexes, scan, ranges, pays, patient }: ClassLayout = layoutOf(of);
  const { template } = taker;
  const [fields] = indexes;
  if (small || scan || patient || ranges.length > 0 || pays.length > 0) return null;
  if (indexes.length !== 1 || fields === undefined) return null;
  if (takers.length !== 2 || takers.some((one) => one.template !== template)) return null;
  if (template.slotCount !== 2 || template.catalystCount > 0 || template.oneShot) return null;
  if (template.captures.length > 0 || template.kept.includes(true)) return null;
  const meets = template.plans.every(({ steps, checks }) => {
    const [one, other] = steps as [PlanStep, PlanStep];
    if (checks[0]?.length !== 0 || checks[1]?.length !== 0 || !isOpen(one.pattern)) return false;
    const known = knownFields(other, of).map(({ field }) => field);
    return known.join() === fields.join() && fields.every((field) => isShared(one, other, field));
  });
  return meets ? fields : null;
}

/** Whether nothing that could fail is asked of it, so that it does not show whether it is asked at all. */
function isOpen(pattern: PatternCode): boolean {
  if (pattern.kind !== 'tuple') return false;
  return pattern.items.every(({ kind }) => ['bind', 'wildcard', 'constant'].includes(kind));
}

/** Whether both have the same variable in a field. */
function isShared({ pattern: one }: PlanStep, { pattern: other }: PlanStep, field: number) {
  if (other.kind !== 'tuple') return false;
  const item = other.items[field];
  return item?.kind === 'equal' && item.place >= 0 && item.place === placeOf(one, field);
}

/** The place of the variable that is bound in a field, or -1. */
function placeOf(pattern: PatternCode, field: number): number {
  const item = pattern.kind === 'tuple' ? pattern.items[field] : undefined;
  return item?.kind === 'bind' ? item.place : -1;
}
