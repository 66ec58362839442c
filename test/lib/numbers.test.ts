import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int, real } from '../../src/runtime/index.ts';
import { call, checkFailures, checkResults } from './call.ts';

const INF = real(Number.POSITIVE_INFINITY);
const NAN = real(Number.NaN);

describe('functions on numbers', () => {
  checkResults([
    ['abs', [-5], '5'],
    ['abs', [real(-2.5)], '2.5'],
    ['abs', [-(2n ** 64n)], '18446744073709551616'],
    ['abs', [NAN], 'nan'],
    ['sign', [-3], '-1'],
    ['sign', [real(0)], '0'],
    ['sign', [2n ** 64n], '1'],
    ['floor', [real(-1.5)], '-2'],
    ['floor', [7], '7'],
    ['ceil', [real(-1.5)], '-1'],
    ['ceil', [real(1e20)], '100000000000000000000'],
    ['trunc', [real(-0.5)], '0'],
    ['round', [real(2.5)], '3'],
    ['round', [real(-2.5)], '-3'],
    ['round', [real(0.49999999999999994)], '0'],
    ['sqrt', [9], '3.0'],
    ['sqrt', [-1], 'nan'],
    ['exp', [0], '1.0'],
    ['log', [1], '0.0'],
    ['log', [0], '-inf'],
    ['sin', [0], '0.0'],
    ['cos', [real(0)], '1.0'],
    ['tan', [0], '0.0'],
    ['atan2', [0, 1], '0.0'],
    ['pow', [2, 10], '1024'],
    ['pow', [2, 64], '18446744073709551616'],
    ['pow', [-2, 3], '-8'],
    ['pow', [0, 0], '1'],
    ['pow', [1, 2n ** 100n], '1'],
    ['pow', [-1, 2n ** 100n + 1n], '-1'],
    ['pow', [2, real(-1)], '0.5'],
    ['pow', [real(2), -1], '0.5'],
    ['isqrt', [17], '4'],
    ['isqrt', [10n ** 40n - 1n], '99999999999999999999'],
    ['gcd', [12, -18], '6'],
    ['gcd', [0, 0], '0'],
    ['lcm', [4, -6], '12'],
    ['lcm', [0, 5], '0'],
    ['int', [real(-2.9)], '-2'],
    ['int', [' 42 '], '42'],
    ['int', ['-1_000'], '-1000'],
    ['int', ['+7'], '7'],
    ['int', ['12345678901234567890'], '12345678901234567890'],
    ['int', [true], '1'],
    ['real', [1], '1.0'],
    ['real', ['2.5e1'], '25.0'],
    ['real', ['.5'], '0.5'],
    ['real', ['-inf'], '-inf'],
    ['string', ['a'], '"a"'],
    ['string', [real(1)], '"1.0"'],
  ]);

  checkFailures([
    ['floor', [INF], 'inf cannot be made an int'],
    ['int', [NAN], 'nan cannot be made an int'],
    ['int', ['2.5'], '"2.5" is not an int'],
    ['int', [''], '"" is not an int'],
    ['int', ['1__0'], '"1__0" is not an int'],
    ['real', ['x'], '"x" is not a number'],
    ['real', ['Infinity'], '"Infinity" is not a number'],
    ['sign', [NAN], 'nan has no sign'],
    ['isqrt', [-1], 'a negative int has no square root'],
    ['pow', [2, -1], 'an int to a negative power is no int: make one of them a real'],
    ['pow', [10, 10_000_000], 'integer too large: at most about 1,000,000 digits'],
    ['pow', [2, 2n ** 70n], 'integer too large: at most about 1,000,000 digits'],
    ['int', ['9'.repeat(2_000_000)], 'integer too large: at most about 1,000,000 digits'],
  ]);

  it('takes roots of ints exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), (n) => {
        const root = BigInt(call('isqrt', [int(n)]) as number | bigint);
        expect(root * root <= n && n < (root + 1n) * (root + 1n)).toBe(true);
      }),
    );
  });

  it('takes roots of squares and their neighbours exactly while they are safe', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 94_906_265 }), (root) => {
        expect(call('isqrt', [root * root])).toBe(root);
        expect(call('isqrt', [root * root - 1])).toBe(root - 1);
      }),
    );
  });

  it('brings ints back from their texts', () => {
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(call('int', [call('string', [int(n)])])).toBe(int(n));
      }),
    );
  });
});
