// Literals of the syntax tree as molecules.
import type { Expr, Literal } from '../../lang/index.ts';
import { int, type Molecule, real, symbol, tuple } from '../molecule.ts';

/** What a literal or a tuple of literals stands for, whatever the environment; null of any other expression. */
export function constantValue(expr: Expr): Molecule | null {
  switch (expr.kind) {
    case 'int':
    case 'real':
    case 'bool':
    case 'string':
    case 'symbol':
      return literalValue(expr);
    case 'tuple': {
      const items: Molecule[] = [];
      for (const item of expr.items) {
        const value = item.kind === 'tuple' ? null : constantValue(item);
        if (value === null) return null;
        items.push(value);
      }
      // A copy has just the room that it needs.
      return tuple(items.slice());
    }
    default:
      return null;
  }
}

export function literalValue(literal: Literal): Molecule {
  switch (literal.kind) {
    case 'int':
      return int(literal.value);
    case 'real':
      return real(literal.value);
    case 'symbol':
      return symbol(literal.name);
    case 'bool':
    case 'string':
      return literal.value;
  }
}
