// How a step is found by its bounds, as code. Whether there is an ordered index is seen when a search begins, so a loop is
// written for both: along the list of all that is visible, or along the index. Before it in the walk: step-code.ts.
import { rangeIn } from '../layout.ts';
import { NO_RANGE } from '../range-index.ts';
import type { Bound, PlanStep, RangeLookUp } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { type ExprCode, type ExprSetting, expressionCode } from './expression-code.ts';
import type { StepPlace, TakerSetting } from './setting.ts';

/** The names and pieces of a loop that may go along an index. */
export interface SpanCode {
  /** The row that the loop stands on; NO_RANGE where it goes along the list. */
  readonly at: string;
  /** The expression that is the next row. */
  readonly next: string;
  /** Whether the loop goes along the list. */
  readonly isList: string;
}

/** Whether the bounds of a plan can be written as code. */
export function boundsCompile(step: PlanStep, expressions: ExprSetting): boolean {
  const bounds = [step.range?.lower, step.range?.upper];
  return bounds.every((bound) => !bound || expressionCode(bound.expr, expressions) !== null);
}

/** The name of the ordered index that may find a step, or null where there is never one. */
export function indexFor(step: PlanStep, place: StepPlace, setting: TakerSetting): string | null {
  const { writer, small } = setting;
  const range = small ? null : rangeIn(step, place.of);
  if (range === null) return null;
  const at = setting.layoutOf(place.of).ranges.indexOf(range.field);
  const name = `${place.store}g${at}`;
  return writer.hoist(name, `const ${name} = ${place.store}.ranges[${at}];`);
}

/** Writes what finds the first row within the bounds, into a new name that is NO_RANGE before. */
export function writeSpan(step: PlanStep, index: string, setting: TakerSetting): SpanCode {
  const { writer } = setting;
  const { lower, upper } = step.range as RangeLookUp;
  const at = writer.local();
  const [from, to] = [writer.local(), writer.local()];
  writer.line(`${at} = ${NO_RANGE};`, `if (${index}.on) try {`);
  const limits = [lower, upper].map((bound, i) => boundCode(bound, i === 0 ? from : to, setting));
  const first = `W.firstInRange(${index}, ${from}, ${limits[0]}, ${to}, ${limits[1]})`;
  writer.line(`${at} = ${first};`, '} catch (e) { W.unbounded(e); }');
  return {
    at,
    next: `W.nextInRange(${index}, ${at}, ${to}, ${limits[1]})`,
    isList: `${at} === ${NO_RANGE}`,
  };
}

function boundCode(bound: Bound | null, name: string, { writer, expressions }: TakerSetting) {
  const { code } = bound === null ? NONE : (expressionCode(bound.expr, expressions) as ExprCode);
  writer.line(`${name} = ${code};`);
  return writer.constant(bound);
}

const NONE = { code: 'null' };

/** Whether ordered indexes may find both of two steps in one class. */
export function areBothRanged(steps: readonly PlanStep[], of: StoreClass): boolean {
  return steps.every((step) => rangeIn(step, of) !== null);
}
