// How often a rest occurs in a list of molecules: an inner binding of its name (a let, the variable of
// `all`, a variable or a rest of a produced rule) hides it. Frames ask this.
// Full name resolution, with every binding at once, is check/resolve.ts.
import type { Element, Expr, Pattern, Rule } from './ast.ts';

/** Occurrences of `name` in a list of molecules, under the bindings that stand inside it. */
export function occurrences(elements: readonly Element[], name: string): number {
  return sum(elements, (element) => {
    switch (element.kind) {
      case 'molecule':
        return inExpr(element.value, name) + inOptional(element.multiplicity, name);
      case 'range':
        return (
          inExpr(element.from, name) +
          inExpr(element.to, name) +
          inOptional(element.multiplicity, name)
        );
      case 'let':
        return (
          inExpr(element.value, name) +
          (element.name === name ? 0 : occurrences(element.rest, name))
        );
    }
  });
}

/** The variables that a pattern binds, rests left out. */
export function boundNames(pattern: Pattern): ReadonlySet<string> {
  switch (pattern.kind) {
    case 'variable':
      return new Set([pattern.name]);
    case 'rule-pattern':
      return new Set([pattern.variable]);
    case 'tuple-pattern':
    case 'solution-pattern':
      return new Set(pattern.items.flatMap((item) => [...boundNames(item)]));
    default:
      return new Set();
  }
}

/** The rests that a pattern takes, at any depth. */
function restNames(pattern: Pattern): ReadonlySet<string> {
  switch (pattern.kind) {
    case 'tuple-pattern':
      return new Set(pattern.items.flatMap((item) => [...restNames(item)]));
    case 'solution-pattern': {
      const names = pattern.items.flatMap((item) => [...restNames(item)]);
      return new Set(pattern.rest === null ? names : [...names, pattern.rest.name]);
    }
    default:
      return new Set();
  }
}

function inExpr(expr: Expr, name: string): number {
  switch (expr.kind) {
    case 'int':
    case 'real':
    case 'bool':
    case 'string':
    case 'symbol':
      return 0;
    case 'name':
      return expr.name === name ? 1 : 0;
    case 'tuple':
    case 'list':
      return sum(expr.items, (item) => inExpr(item, name));
    case 'record':
      return sum(expr.fields, (field) => inExpr(field.value, name));
    case 'solution':
      return occurrences(expr.elements, name);
    case 'rule':
      return inRule(expr, name);
    case 'call':
      return sum(expr.args, (arg) => inExpr(arg, name));
    case 'binary':
      return inExpr(expr.left, name) + inExpr(expr.right, name);
    case 'unary':
      return inExpr(expr.operand, name);
    case 'project':
    case 'field':
      return inExpr(expr.target, name);
    case 'index':
      return inExpr(expr.target, name) + inExpr(expr.index, name);
    case 'let-in':
      return inExpr(expr.value, name) + (expr.name === name ? 0 : inExpr(expr.body, name));
    case 'if':
      return (
        inExpr(expr.condition, name) +
        occurrences(expr.consequent, name) +
        occurrences(expr.alternative, name)
      );
    case 'none':
      return (expr.rest === name ? 1 : 0) + inPattern(expr.pattern, name);
    case 'all':
      return (
        (expr.rest === name ? 1 : 0) + (expr.variable === name ? 0 : inExpr(expr.condition, name))
      );
    case 'then':
      return inExpr(expr.first, name) + inExpr(expr.second, name);
  }
}

function inRule(rule: Rule, name: string): number {
  const patterns = [...rule.catalysts, ...rule.reactants];
  const rebinds =
    rule.rest?.name === name ||
    patterns.some((pattern) => restNames(pattern).has(name) || boundNames(pattern).has(name));
  if (rebinds) return 0;
  return (
    sum(patterns, (pattern) => inPattern(pattern, name)) +
    occurrences(rule.products, name) +
    inOptional(rule.guard, name) +
    sum(rule.permits, (permit) => inExpr(permit, name))
  );
}

/** Variables are left out: a rest is no value that a pattern could be compared with. */
function inPattern(pattern: Pattern, name: string): number {
  switch (pattern.kind) {
    case 'variable':
    case 'wildcard':
    case 'rule-pattern':
      return 0;
    case 'literal':
    case 'expression':
      return inExpr(pattern.value, name);
    case 'tuple-pattern':
    case 'solution-pattern':
      return sum(pattern.items, (item) => inPattern(item, name));
  }
}

function inOptional(expr: Expr | null, name: string): number {
  return expr === null ? 0 : inExpr(expr, name);
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}
