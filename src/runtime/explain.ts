// A rule explained: how the engine will search for its matches, what that costs and why, as data. The command
// `hocl explain` puts it into words. It reads the plans that a run uses, and runs nothing.
// Parts: explain-steps.ts (the plans), explain-hints.ts (what to write instead), explain-syntax.ts.
import { positionOf, printRule, type RuleForm, type Unit } from '../lang/index.ts';
import { type Hint, hintsOf } from './explain-hints.ts';
import {
  type CostClass,
  classText,
  type ExplainedPlan,
  explainPlans,
  isRanged,
  reactsEitherWay,
  worstCost,
} from './explain-steps.ts';
import {
  callsOf,
  comingBack,
  patternText,
  productTexts,
  slotsOf,
  solutionsIn,
} from './explain-syntax.ts';
import type { FunctionCode } from './load/context.ts';
import { load } from './load/load.ts';
import type { Plan, RuleTemplate, Shape } from './rule.ts';

export interface Explanation {
  readonly name: string | null;
  readonly place: { readonly file: string; readonly line: number; readonly column: number };
  /** The rule that produces it, if one does: its name, or null when it has none. */
  readonly producedBy: { readonly name: string | null } | null;
  /** The rule as the formatter lays it out. */
  readonly text: string;
  readonly form: RuleForm;
  readonly slots: readonly ExplainedSlot[];
  readonly products: readonly string[];
  readonly indexes: readonly ExplainedIndex[];
  /** One for each slot that the molecule whose turn it is may fill. */
  readonly plans: readonly ExplainedPlan[];
  readonly cost: CostClass;
  /** Why it is cheaper than its plans look, if it is. */
  readonly shortcut: 'reduction' | 'either way' | null;
  /** Why it is left to the general matcher; empty when nothing asks for it. */
  readonly general: readonly GeneralReason[];
  readonly hints: readonly Hint[];
}

export interface ExplainedSlot {
  readonly pattern: string;
  readonly class: string;
  /** What becomes of the molecule; `returns` when the products hold it just as it was. */
  readonly fate: 'catalyst' | 'consumed' | 'returns';
}

export interface ExplainedIndex {
  readonly class: string;
  /** Positions in the tuple; empty when molecules are found by all of their value. */
  readonly fields: readonly number[];
  /** Whether it finds what lies within bounds; such a one is kept where few do. */
  readonly ordered: boolean;
}

export type GeneralReason =
  | { readonly why: 'opens'; readonly pattern: string; readonly molecules: number }
  | { readonly why: 'remembers' }
  | { readonly why: 'effect'; readonly name: string };

/**
 * Every rule of a program that check found no error in: those of lets, those in the solution, those that rules produce,
 * file by file as they stand there. Loading evaluates lets, so it may throw an EvaluationError as a run would.
 */
export function explainProgram(
  unit: Unit,
  functions: ReadonlyMap<string, FunctionCode>,
): Explanation[] {
  const templates = new Map<string, RuleTemplate>();
  const files = unit.files.map((file) => file.span.source);
  load(unit, {
    functions,
    onGuardError: () => {},
    onRule: (template) => {
      const { source, start } = template.syntax.span;
      templates.set(`${files.indexOf(source)}/${start}`, template);
    },
  });
  const isEffect = (name: string): boolean => functions.get(name)?.apply === null;
  const all = [...templates.values()].sort((a, b) => {
    const [one, other] = [a.syntax.span, b.syntax.span];
    return files.indexOf(one.source) - files.indexOf(other.source) || one.start - other.start;
  });
  return all.map((template) => explainRule(template, isEffect, producerOf(template, all)));
}

export function explainRule(
  template: RuleTemplate,
  isEffect: (name: string) => boolean,
  producer: RuleTemplate | null = null,
): Explanation {
  const { syntax, name } = template;
  const { source, start } = syntax.span;
  const plans = explainPlans(template);
  const slots = explainSlots(template);
  return {
    name,
    place: { file: source.name, ...positionOf(source, start) },
    producedBy: producer === null ? null : { name: producer.name },
    text: printRule({ ...syntax, name: null }, TEXT_WIDTH),
    form: syntax.form,
    slots,
    products: productTexts(syntax),
    indexes: indexesOf(template, slots),
    plans,
    cost: worstCost(plans),
    shortcut: shortcutOf(template, plans, slots),
    general: generalReasons(template, isEffect),
    hints: hintsOf(template, plans),
  };
}

/** A terminal has eighty columns, and the text is indented. */
const TEXT_WIDTH = 78;

const ANYTHING: Shape = { kind: null, arity: null, head: null };

function explainSlots({ syntax, plans, catalystCount }: RuleTemplate): ExplainedSlot[] {
  const returning = comingBack(syntax);
  return slotsOf(syntax).map((pattern, slot) => {
    const fate = returning[slot] === true ? 'returns' : 'consumed';
    return {
      pattern: patternText(pattern),
      class: classText((plans[slot] as Plan).steps[0]?.wants ?? ANYTHING),
      fate: slot < catalystCount ? 'catalyst' : fate,
    };
  });
}

function indexesOf(template: RuleTemplate, slots: readonly ExplainedSlot[]): ExplainedIndex[] {
  const indexes = new Map<string, ExplainedIndex>();
  for (const { steps } of template.plans) {
    for (const step of steps.slice(1)) {
      const { lookUps, range, slot } = step;
      const ordered = isRanged(template, step);
      if (lookUps.length === 0 && !ordered) continue;
      const known = ordered && range !== null ? [range] : lookUps;
      const fields = known.map(({ field }) => field).filter((field) => field >= 0);
      const index = { class: slots[slot]?.class ?? '', fields, ordered };
      indexes.set(JSON.stringify(index), index);
    }
  }
  return [...indexes.values()];
}

function shortcutOf(
  template: RuleTemplate,
  plans: readonly ExplainedPlan[],
  slots: readonly ExplainedSlot[],
): Explanation['shortcut'] {
  if (reactsEitherWay(template)) return 'either way';
  const { slotCount, catalystCount } = template;
  if (slotCount !== 2 || catalystCount > 0) return null;
  const isAny = plans.every(({ steps }) => steps[1]?.how === 'any' && steps[0]?.tests.length === 0);
  return isAny && slots[0]?.class === slots[1]?.class ? 'reduction' : null;
}

function generalReasons(
  { syntax, remembers }: RuleTemplate,
  isEffect: (name: string) => boolean,
): GeneralReason[] {
  const opened = slotsOf(syntax).flatMap((pattern) => {
    const molecules = Math.max(0, ...solutionsIn(pattern).map(({ items }) => items.length));
    return solutionsIn(pattern).length === 0
      ? []
      : [{ why: 'opens', pattern: patternText(pattern), molecules } as const];
  });
  const effects = callsOf(syntax).filter(isEffect);
  return [
    ...opened,
    ...(remembers ? [{ why: 'remembers' } as const] : []),
    ...effects.map((name) => ({ why: 'effect', name }) as const),
  ];
}

/** The innermost rule around another one. */
function producerOf(template: RuleTemplate, all: readonly RuleTemplate[]): RuleTemplate | null {
  const { source, start, end } = template.syntax.span;
  const around = all.filter((other) => {
    const { span } = other.syntax;
    return other !== template && span.source === source && span.start <= start && span.end >= end;
  });
  return around.at(-1) ?? null;
}
