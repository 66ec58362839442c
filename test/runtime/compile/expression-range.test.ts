import { expect, it } from 'vitest';
import { boundsOf, hasZero } from '../../../src/runtime/compile/expression-range.ts';

const APPLY = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => Math.trunc(a / b),
  '%': (a: number, b: number) => a % b,
} as const;

const ENDS = [-4, -1, 0, 1, 3];
const RANGES = ENDS.flatMap((low) =>
  ENDS.filter((end) => end >= low).map((high) => ({ low, high })),
);

it.each(['+', '-', '*', '/', '%'] as const)('bounds hold whatever %s gives', (operator) => {
  for (const a of RANGES) {
    for (const b of RANGES) {
      const { range, minusZero } = boundsOf(operator, a, b);
      for (let x = a.low; x <= a.high; x++) {
        for (let y = b.low; y <= b.high; y++) {
          const isDivision = operator === '/' || operator === '%';
          if (isDivision && y === 0) {
            expect(hasZero(b)).toBe(true);
            continue;
          }
          const result = APPLY[operator](x, y);
          const fits = result >= range.low && result <= range.high;
          if (!fits || (Object.is(result, -0) && !minusZero)) {
            expect.fail(`${x} ${operator} ${y} is outside of ${range.low} to ${range.high}`);
          }
        }
      }
    }
  }
});
