// Products. Most are plain values; those that keep a frame are put together around the live solution that
// the pattern opened, which is never copied.
import { type Element, type Expr, isFrame, type Pattern, type Rule } from '../../lang/index.ts';
import type { Emit, MadeCode, ProductCode } from '../rule.ts';
import type { LoadContext } from './context.ts';
import { compileElement } from './elements.ts';
import { keptBy } from './kept.ts';
import type { Scope } from './scope.ts';

type OpenedPatterns = ReadonlyMap<Pattern, { readonly index: number; readonly frame: boolean }>;

interface Setting {
  readonly scope: Scope;
  readonly context: LoadContext;
  /** The solution pattern whose rest each frame is. */
  readonly frames: ReadonlyMap<string, number>;
  /** The frame of the outermost level, which needs nothing done to stay. */
  readonly outermost: string | null;
  /** The slot whose molecule an element is, unchanged, or -1; each slot is given once. */
  readonly keeps: (element: Element) => number;
}

export function compileProducts(
  rule: Rule,
  opened: OpenedPatterns,
  scope: Scope,
  context: LoadContext,
): ProductCode[] {
  const frames = new Map<string, number>();
  for (const [pattern, { index, frame }] of opened) {
    if (frame && pattern.kind === 'solution-pattern' && pattern.rest !== null) {
      frames.set(pattern.rest.name, index);
    }
  }
  const outermost = rule.rest !== null && isFrame(rule, rule.rest.name) ? rule.rest.name : null;
  const keeps = keptBy(rule);
  return compileList(rule.products, { scope, context, frames, outermost, keeps });
}

function compileList(elements: readonly Element[], setting: Setting): ProductCode[] {
  return elements.flatMap((element) => compileProduct(element, setting));
}

function compileProduct(element: Element, setting: Setting): ProductCode[] {
  const { scope, context } = setting;
  if (element.kind === 'molecule' && element.value.kind === 'name') {
    if (element.value.name === setting.outermost) return [];
  }
  if (!holdsFrame(element, setting)) {
    const emit = compileElement(element, scope, context) as Emit;
    return [{ kind: 'plain', emit, element, keeps: setting.keeps(element) }];
  }
  if (element.kind === 'let') {
    const value = context.compileLet(element, scope);
    return scope.within(element.name, (place) => {
      const rest = compileList(element.rest, { ...setting, keeps: () => -1 });
      return [{ kind: 'let', place, value, rest } as const];
    });
  }
  if (element.kind === 'molecule') {
    return [{ kind: 'framed', made: compileMade(element.value, setting) }];
  }
  return [];
}

function compileMade(expr: Expr, setting: Setting): MadeCode {
  const inside = { ...setting, keeps: () => -1 };
  if (expr.kind === 'tuple') {
    return { kind: 'tuple', items: expr.items.map((item) => compileMade(item, setting)) };
  }
  const direct = expr.kind === 'solution' ? directFrames(expr.elements, setting) : [];
  const [opened, ...merged] = direct;
  if (expr.kind === 'solution' && opened !== undefined) {
    const others = withoutFrames(expr.elements, setting);
    return { kind: 'frame', opened, merged, put: compileList(others, inside) };
  }
  if (expr.kind === 'solution' && expr.elements.some((element) => holdsFrame(element, setting))) {
    return { kind: 'solution', put: compileList(expr.elements, inside) };
  }
  return { kind: 'value', value: setting.context.compileExpr(expr, setting.scope) };
}

/** The frames that stand directly among the elements, under lets too. */
function directFrames(elements: readonly Element[], setting: Setting): number[] {
  return elements.flatMap((element) => {
    if (element.kind === 'let') return directFrames(element.rest, setting);
    const frame = frameOf(element, setting);
    return frame === null ? [] : [frame];
  });
}

function withoutFrames(elements: readonly Element[], setting: Setting): Element[] {
  return elements.flatMap((element): Element[] => {
    if (element.kind === 'let') return [{ ...element, rest: withoutFrames(element.rest, setting) }];
    return frameOf(element, setting) === null ? [element] : [];
  });
}

function frameOf(element: Element, setting: Setting): number | null {
  if (element.kind !== 'molecule' || element.value.kind !== 'name') return null;
  return setting.frames.get(element.value.name) ?? null;
}

/** Whether an element keeps a frame, looking through lets, tuples and solutions as isFrame does. */
function holdsFrame(element: Element, setting: Setting): boolean {
  if (element.kind === 'let') return element.rest.some((one) => holdsFrame(one, setting));
  if (element.kind !== 'molecule') return false;
  return frameOf(element, setting) !== null || exprHoldsFrame(element.value, setting);
}

function exprHoldsFrame(expr: Expr, setting: Setting): boolean {
  if (expr.kind === 'solution') return expr.elements.some((one) => holdsFrame(one, setting));
  return expr.kind === 'tuple' && expr.items.some((item) => exprHoldsFrame(item, setting));
}
