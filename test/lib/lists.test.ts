import { describe } from 'vitest';
import { list, real, record, solution, symbol, tuple } from '../../src/runtime/index.ts';
import { ruleStub } from '../runtime/arbitrary-molecule.ts';
import { checkFailures, checkResults } from './call.ts';

const NUMBERS = list([3, 1, 2]);
const add = ruleStub('add', 'key');

describe('functions on lists', () => {
  checkResults([
    ['head', [NUMBERS], '3'],
    ['first', [NUMBERS], '3'],
    ['last', [NUMBERS], '2'],
    ['tail', [NUMBERS], '[1, 2]'],
    ['tail', [list([1])], '[]'],
    ['nth', [NUMBERS, 1], '1'],
    ['nth', [NUMBERS, -1], '2'],
    ['nth', [tuple([symbol('A'), 5]), 1], '5'],
    ['take', [NUMBERS, 2], '[3, 1]'],
    ['take', [NUMBERS, -1], '[]'],
    ['take', [NUMBERS, 9], '[3, 1, 2]'],
    ['drop', [NUMBERS, 2], '[2]'],
    ['drop', [NUMBERS, -1], '[3, 1, 2]'],
    ['slice', [NUMBERS, 1], '[1, 2]'],
    ['slice', [NUMBERS, 0, 2], '[3, 1]'],
    ['slice', [NUMBERS, -2, -1], '[1]'],
    ['reverse', [NUMBERS], '[2, 1, 3]'],
    ['reverse', ['a😀'], '"😀a"'],
    ['sort', [list(['b', 2, real(1), 'a', 1])], '[1, 1.0, 2, "a", "b"]'],
    ['unique', [list([2, 1, 2, real(1), 1])], '[2, 1, 1.0]'],
    ['concat', [list([1]), list([2]), list([3])], '[1, 2, 3]'],
    ['concat', [list([1])], '[1]'],
    ['flatten', [list([list([1, list([2])]), 3])], '[1, [2], 3]'],
    ['zip', [list([1, 2, 3]), list(['a', 'b'])], '[1:"a", 2:"b"]'],
    ['zip', [list([1]), list(['a', 'b'])], '[1:"a"]'],
    ['range', [2, 5], '[2, 3, 4, 5]'],
    ['range', [5, 2], '[]'],
    ['range', [5, 1, -2], '[5, 3, 1]'],
    ['range', [1, 6, 2], '[1, 3, 5]'],
    ['items', [tuple([1, 2])], '[1, 2]'],
    ['items', [solution([2, add, 1])], '[1, 2]'],
    ['size', [NUMBERS], '3'],
    ['size', [record([['a', 1]])], '1'],
    ['size', [tuple([1, 2])], '2'],
    ['size', [solution([1, add, 1])], '2'],
  ]);

  checkFailures([
    ['head', [list([])], 'head of an empty list'],
    ['last', [list([])], 'last of an empty list'],
    ['tail', [list([])], 'tail of an empty list'],
    ['nth', [NUMBERS, 3], 'no item 3 in a list of 3'],
    ['nth', [tuple([1, 2]), -3], 'no item -3 in a tuple of 2'],
    ['nth', [NUMBERS, 2n ** 60n], 'the position is out of range: 1152921504606846976'],
    ['range', [1, 20_000_000], 'a range has at most 10000000 items'],
    ['range', [1, 2, 0], 'a range needs a step other than 0'],
  ]);
});
