// Plain data: literals, and tuples of literals. Nothing can be wrong with it and nothing in it refers to anything, so
// whoever looks for such things passes over it; of all else in a program there is never very much.
import type { Expr } from './ast.ts';

export function isPlain(expr: Expr): boolean {
  return expr.kind === 'tuple' ? expr.items.every(isLiteral) : isLiteral(expr);
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
