// Which reactants come back unchanged. `replace x, y by x, y % x` consumes x and puts out the same molecule: it can
// stay where it is, and need not be tried again with what it has been tried with.
import type { Element, Expr, Pattern, Rule } from '../../lang/index.ts';

/** For an element of the products, the slot whose molecule it is, or -1. Each slot is given to one element. */
export function keptBy(rule: Rule): (element: Element) => number {
  const { catalysts, reactants, form } = rule;
  // What a `whenever` rule remembers are identities: a molecule that comes back is another one.
  if (form === 'whenever') return () => -1;
  const given = new Set<number>();
  return (element) => {
    if (element.kind !== 'molecule' || element.multiplicity !== null) return -1;
    const place = reactants.findIndex(
      (pattern, i) => !given.has(i) && isMolecule(pattern, element.value),
    );
    if (place < 0) return -1;
    given.add(place);
    return catalysts.length + place;
  };
}

/** Whether an expression is, part by part, what the pattern matched. */
function isMolecule(pattern: Pattern, expr: Expr): boolean {
  switch (pattern.kind) {
    case 'variable':
      return expr.kind === 'name' && expr.name === pattern.name && !isRuleType(pattern);
    case 'literal':
      return isSameLiteral(pattern.value, expr);
    case 'tuple-pattern':
      return (
        expr.kind === 'tuple' &&
        expr.items.length === pattern.items.length &&
        pattern.items.every((item, i) => isMolecule(item, expr.items[i] as Expr))
      );
    default:
      return false;
  }
}

function isSameLiteral(a: Expr, b: Expr): boolean {
  switch (a.kind) {
    case 'int':
    case 'bool':
    case 'string':
      return b.kind === a.kind && b.value === a.value;
    case 'symbol':
      return b.kind === 'symbol' && b.name === a.name;
    default:
      return false;
  }
}

function isRuleType(pattern: Extract<Pattern, { kind: 'variable' }>): boolean {
  return pattern.type?.kind === 'type-name' && pattern.type.name === 'rule';
}
