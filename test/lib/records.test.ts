import { describe } from 'vitest';
import { list, record, symbol, tuple } from '../../src/runtime/index.ts';
import { checkFailures, checkResults } from './call.ts';

const POINT = record([
  ['y', 2],
  ['x', 1],
]);

describe('functions on records', () => {
  checkResults([
    ['keys', [POINT], '["x", "y"]'],
    ['values', [POINT], '[1, 2]'],
    ['entries', [POINT], '["x":1, "y":2]'],
    ['fromEntries', [list([tuple(['b', 1]), tuple(['a', 2]), tuple(['b', 3])])], '{a: 2, b: 3}'],
    ['has', [POINT, 'x'], 'true'],
    ['has', [POINT, 'z'], 'false'],
    ['get', [POINT, 'y'], '2'],
    ['get', [POINT, 'z', 0], '0'],
    ['get', [POINT, 'x', 0], '1'],
    ['put', [POINT, 'z', symbol('A')], '{x: 1, y: 2, z: A}'],
    ['put', [POINT, 'x', 5], '{x: 5, y: 2}'],
    ['remove', [POINT, 'x'], '{y: 2}'],
    ['remove', [POINT, 'z'], '{x: 1, y: 2}'],
    ['merge', [POINT, record([['x', 9]]), record([['a', 0]])], '{a: 0, x: 9, y: 2}'],
    ['merge', [POINT], '{x: 1, y: 2}'],
  ]);

  checkFailures([
    ['get', [POINT, 'z'], 'no field "z" in {x: 1, y: 2}'],
    ['fromEntries', [list([tuple([1, 2])])], '1:2 is not a tuple of a key and a value'],
    ['fromEntries', [list([5])], '5 is not a tuple of a key and a value'],
  ]);
});
