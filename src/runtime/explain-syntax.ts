// Questions about the text of a rule that explaining it asks: which names a part mentions, how a part is
// written on one line, which reactants come back as they were. How a rule is searched is explain-steps.ts.
import { type Expr, type Pattern, printExpr, printPattern, type Rule } from '../lang/index.ts';

const ONE_LINE = Number.MAX_SAFE_INTEGER;

/** The patterns by slot: catalysts first, then reactants. */
export function slotsOf(rule: Rule): readonly Pattern[] {
  return [...rule.catalysts, ...rule.reactants];
}

/** Calls `visit` for each node of a syntax tree, outermost first; it does not go into what gives false. */
export function eachNode(
  node: unknown,
  visit: (node: Readonly<Record<string, unknown>>) => unknown,
): void {
  if (Array.isArray(node)) {
    for (const item of node) eachNode(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (visit(node as Record<string, unknown>) === false) return;
  for (const [key, child] of Object.entries(node)) {
    if (!key.toLowerCase().endsWith('span') && key !== 'type') eachNode(child, visit);
  }
}

/** Every name that a pattern or an expression mentions, variables and rests alike. */
export function namesIn(node: Pattern | Expr): ReadonlySet<string> {
  const names = new Set<string>();
  eachNode(node, ({ kind, name, variable, rest }) => {
    if ((kind === 'name' || kind === 'variable') && typeof name === 'string') names.add(name);
    if (kind === 'rule-pattern' && typeof variable === 'string') names.add(variable);
    if ((kind === 'none' || kind === 'all') && typeof rest === 'string') names.add(rest);
    if (kind === 'solution-pattern' && isNamed(rest)) names.add(rest.name);
  });
  return names;
}

/** The names that `node` has in common with `names`. */
export function sharedNames(node: Pattern | Expr, names: ReadonlySet<string>): string[] {
  return [...namesIn(node)].filter((name) => names.has(name));
}

export function expressionsIn(pattern: Pattern): Extract<Pattern, { kind: 'expression' }>[] {
  switch (pattern.kind) {
    case 'expression':
      return [pattern];
    case 'tuple-pattern':
    case 'solution-pattern':
      return pattern.items.flatMap(expressionsIn);
    default:
      return [];
  }
}

/** The solutions that a pattern opens. */
export function solutionsIn(pattern: Pattern): Extract<Pattern, { kind: 'solution-pattern' }>[] {
  switch (pattern.kind) {
    case 'tuple-pattern':
      return pattern.items.flatMap(solutionsIn);
    case 'solution-pattern':
      return [pattern, ...pattern.items.flatMap(solutionsIn)];
    default:
      return [];
  }
}

export function patternText(pattern: Pattern): string {
  return printPattern(pattern, ONE_LINE);
}

export function exprText(expr: Expr): string {
  return printExpr(expr, ONE_LINE);
}

/** The value that a field must have, as it is written: `w`, `"on"`, `(p + 1) % n`. */
export function valueText(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'variable':
      return pattern.name;
    case 'literal':
    case 'expression':
      return exprText(pattern.value);
    default:
      return patternText(pattern);
  }
}

export function productTexts(rule: Rule): string[] {
  return rule.products.map((element) => {
    const text = exprText({ kind: 'solution', span: element.span, elements: [element] });
    return text.slice(1, -1).trim();
  });
}

/** For each slot, whether its molecule is among the products just as it was taken. */
export function comingBack(rule: Rule): boolean[] {
  const left = rule.products.flatMap((element) =>
    element.kind === 'molecule' && element.multiplicity === null ? [element.value] : [],
  );
  const catalysts = rule.catalysts.map(() => false);
  const reactants = rule.reactants.map((pattern) => {
    const at = left.findIndex((value) => isWrittenAlike(pattern, value));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...catalysts, ...reactants];
}

function isWrittenAlike(pattern: Pattern, expr: Expr): boolean {
  switch (pattern.kind) {
    case 'variable':
      return expr.kind === 'name' && expr.name === pattern.name;
    case 'literal':
    case 'expression':
      return exprText(pattern.value) === exprText(expr);
    case 'tuple-pattern':
      return (
        expr.kind === 'tuple' &&
        expr.items.length === pattern.items.length &&
        pattern.items.every((item, i) => isWrittenAlike(item, expr.items[i] as Expr))
      );
    default:
      return false;
  }
}

/** The functions that the products call themselves; what a produced rule calls is its own matter. */
export function callsOf(rule: Rule): string[] {
  const names = new Set<string>();
  eachNode(rule.products, ({ kind, name, module }) => {
    if (kind === 'call') names.add(module === null ? String(name) : `${module}.${name}`);
    return kind !== 'rule';
  });
  return [...names];
}

function isNamed(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value;
}
