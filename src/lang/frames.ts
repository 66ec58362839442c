// Frames: a `?w` that comes back once at the level where it was taken is never captured, only kept.
// The engine then leaves the rest where it is, and a rule may keep the rest of the outermost solution.
// What w stands for when it is no frame is the business of runtime/evaluate.
import type { Element, Expr, Pattern, Rule } from './ast.ts';
import { boundNames, occurrences } from './occurrences.ts';

/**
 * Whether the rest `restName` of `rule` is a frame: taken once, by a reactant, and put back once, as
 * a direct molecule of a solution as deep as the one it came from. What a guard asks of it is no use.
 */
export function isFrame(rule: Rule, restName: string): boolean {
  if (rule.catalysts.some((pattern) => restDepths(pattern, restName, 0).length > 0)) return false;
  const depths = rule.reactants.flatMap((pattern) => restDepths(pattern, restName, 0));
  if (rule.rest?.name === restName) depths.push(0);
  const depth = depths[0];
  if (depth === undefined || depths.length > 1) return false;
  if (rule.reactants.some((pattern) => boundNames(pattern).has(restName))) return false;
  return (
    occurrences(rule.products, restName) === 1 && directDepth(rule.products, restName, 0) === depth
  );
}

/** How many solutions enclose each place of the pattern at which the rest stands. */
function restDepths(pattern: Pattern, name: string, depth: number): number[] {
  switch (pattern.kind) {
    case 'tuple-pattern':
      return pattern.items.flatMap((item) => restDepths(item, name, depth));
    case 'solution-pattern': {
      const below = pattern.items.flatMap((item) => restDepths(item, name, depth + 1));
      return pattern.rest?.name === name ? [...below, depth + 1] : below;
    }
    default:
      return [];
  }
}

/** How many solutions enclose the place at which the rest is put out directly; null when it is not. */
function directDepth(elements: readonly Element[], name: string, depth: number): number | null {
  for (const element of elements) {
    if (element.kind === 'let') {
      if (element.name === name) return null;
      const found = directDepth(element.rest, name, depth);
      if (found !== null) return found;
    } else if (element.kind === 'molecule' && element.multiplicity === null) {
      const value = element.value;
      if (value.kind === 'name' && value.name === name) return depth;
      const found = depthWithin(value, name, depth);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The same inside one molecule: only tuples and solutions are looked through. */
function depthWithin(expr: Expr, name: string, depth: number): number | null {
  if (expr.kind === 'solution') return directDepth(expr.elements, name, depth + 1);
  if (expr.kind !== 'tuple') return null;
  for (const item of expr.items) {
    const found = depthWithin(item, name, depth);
    if (found !== null) return found;
  }
  return null;
}
