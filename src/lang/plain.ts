// Plain data: literals, and tuples of literals. Nothing can be wrong with it and nothing in it refers to anything, so
// whoever looks for such things passes over it; of all else in a program there is never very much.
import type { Element, Expr } from './ast.ts';

export function isPlain(expr: Expr): boolean {
  return expr.kind === 'tuple' ? expr.items.every(isLiteral) : isLiteral(expr);
}

/** The elements of a list that are not plain data, in their order. */
export function unplain(elements: readonly Element[]): readonly Element[] {
  if (elements.length < LONG) return elements.filter(isUnplain);
  const known = sifted.get(elements);
  if (known !== undefined) return known;
  const found = elements.filter(isUnplain);
  sifted.set(elements, found);
  return found;
}

const LONG = 100;

// A tree never changes, so a long list is gone through once, and not by every pass.
const sifted = new WeakMap<readonly Element[], readonly Element[]>();

function isUnplain(element: Element): boolean {
  return element.kind !== 'molecule' || element.multiplicity !== null || !isPlain(element.value);
}

function isLiteral({ kind }: Expr): boolean {
  switch (kind) {
    case 'int':
    case 'string':
    case 'symbol':
    case 'real':
    case 'bool':
      return true;
    default:
      return false;
  }
}
