import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { list, real, solution, symbol, tuple } from '../../src/runtime/index.ts';
import { ruleStub } from '../runtime/arbitrary-molecule.ts';
import { call, checkFailures, checkResults } from './call.ts';

const add = ruleStub('add', 'key');

describe('aggregates', () => {
  checkResults([
    ['count', [list([])], '0'],
    ['count', [list([1, 1, 'a'])], '3'],
    ['count', [solution([1, add, 1])], '2'],
    ['sum', [list([])], '0'],
    ['sum', [list([1, 2, 3])], '6'],
    ['sum', [solution([1, real(0.5), add])], '1.5'],
    ['sum', [list([2 ** 53 - 1, 1, 1])], '9007199254740993'],
    ['min', [list([3, 1, 2])], '1'],
    ['min', [3, 1, 2], '1'],
    ['min', [real(1), 1], '1'],
    ['max', [real(1), 1], '1.0'],
    ['max', [solution([3, add, 7])], '7'],
    ['max', ['a', 'b'], '"b"'],
    ['min', [list([tuple([2, symbol('A')]), tuple([1, symbol('B')])])], '1:B'],
    ['min', [list([1]), list([0, 5])], '[0, 5]'],
  ]);

  checkFailures([
    ['sum', [list([1, 'a'])], 'cannot sum a string'],
    ['min', [list([])], 'min of nothing'],
    ['max', [solution([add])], 'max of nothing'],
    ['min', [1], 'min takes a list, a solution, or two or more values, not an int alone'],
    ['max', [1, 'a'], 'max cannot compare an int with a string'],
    ['max', [list([tuple([1, 2]), 1])], 'max cannot compare a tuple with an int'],
  ]);

  it('sums a multiset of reals alike in every order', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (values) => {
        const items = values.map(real);
        expect(call('sum', [list(items)])).toEqual(call('sum', [list(items.reverse())]));
      }),
    );
  });
});
