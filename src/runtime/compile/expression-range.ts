// Bounds of ints that are held as numbers: where a result cannot leave them, no test need be made.
import type { Range } from './expression-piece.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export interface Bounded {
  /** What the result lies within; outside of the safe integers it is only a sign that a test is needed. */
  readonly range: Range;
  /** Whether JavaScript may give -0, which is no int. */
  readonly minusZero: boolean;
}

/** The bounds of a result, given that neither side is a bigint and no divisor is 0. */
export function boundsOf(operator: ArithmeticOperator, a: Range, b: Range): Bounded {
  switch (operator) {
    case '+':
      return { range: { low: a.low + b.low, high: a.high + b.high }, minusZero: false };
    case '-':
      return { range: { low: a.low - b.high, high: a.high - b.low }, minusZero: false };
    case '*': {
      const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return {
        range: { low: Math.min(...corners), high: Math.max(...corners) },
        minusZero: (hasZero(a) && b.low < 0) || (hasZero(b) && a.low < 0),
      };
    }
    case '/': {
      const most = magnitude(a);
      const isPositive = a.low >= 0 && b.low >= 0;
      return { range: { low: isPositive ? 0 : -most, high: most }, minusZero: !isPositive };
    }
    case '%': {
      const most = Math.min(magnitude(a), Math.max(magnitude(b) - 1, 0));
      return { range: { low: a.low < 0 ? -most : 0, high: most }, minusZero: a.low < 0 };
    }
  }
}

export function hasZero({ low, high }: Range): boolean {
  return low <= 0 && high >= 0;
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.low >= outer.low && inner.high <= outer.high;
}

function magnitude({ low, high }: Range): number {
  return Math.max(Math.abs(low), Math.abs(high));
}
