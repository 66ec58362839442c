import { describe } from 'vitest';
import { list, real, record, solution, symbol, tuple } from '../../src/runtime/index.ts';
import { ruleStub } from '../runtime/arbitrary-molecule.ts';
import { checkFailures, checkResults } from './call.ts';

const add = ruleStub('add', 'key');

describe('regular expressions', () => {
  checkResults([
    ['matches', ['abc', 'b'], 'true'],
    ['matches', ['abc', '^b'], 'false'],
    ['matches', ['abc', '^a.c$'], 'true'],
    ['matches', ['\u00e9', '^\\pL$'], 'true'],
    ['matches', ['a'.repeat(50_000), '(a*)*b'], 'false'],
    ['find', ['k=v; x=y', '(\\w)=(\\w)(!)?'], '["k=v", "k", "v", NULL]'],
    ['find', ['abc', 'x'], '[]'],
    ['findAll', ['a1b22', '[0-9]+'], '["1", "22"]'],
    ['findAll', ['abc', 'x'], '[]'],
    ['replaceRegex', ['a1b22', '([0-9])+', '<$1$&$$>'], '"a<11$>b<222$>"'],
    ['splitRegex', ['a1b22c', '[0-9]+'], '["a", "b", "c"]'],
    ['splitRegex', ['a,b,', ','], '["a", "b", ""]'],
  ]);

  checkFailures([
    ['matches', ['a', '('], 'bad regular expression: missing closing ): `(`'],
    [
      'matches',
      ['a', '(?=a)'],
      'bad regular expression: invalid or unsupported Perl syntax: `(?=`',
    ],
    ['matches', ['a', 'a'.repeat(10_001)], 'a regular expression has at most 10000 characters'],
    [
      'replaceRegex',
      ['a'.repeat(2 ** 15), 'a', 'b'.repeat(2 ** 15)],
      'string too long: at most 268435456 characters',
    ],
  ]);
});

describe('JSON', () => {
  checkResults([
    ['parseJson', ['{"a": [1, 1.0, null]}'], '{a: [1, 1.0, NULL]}'],
    ['toJson', [record([['a', list([1, real(1), symbol('NULL')])]])], '"{\\"a\\":[1,1.0,null]}"'],
    ['toJson', [tuple([symbol('A'), true])], '"[\\"A\\",true]"'],
  ]);

  checkFailures([
    ['parseJson', ['[1'], 'not JSON: expected `,` or `]` after an item, at character 2'],
    ['toJson', [real(Number.NaN)], 'nan has no JSON form'],
    ['toJson', [list([add])], 'a rule has no JSON form'],
  ]);
});

describe('any molecule', () => {
  checkResults([
    ['kind', [1], '"int"'],
    ['kind', [2n ** 64n], '"int"'],
    ['kind', [real(1)], '"real"'],
    ['kind', [add], '"rule"'],
    ['hash', [1], '1428125071'],
    ['hash', [real(1)], '1745567804'],
    ['hash', [solution([2, 1])], '1228705639'],
    ['hash', [solution([1, 2])], '1228705639'],
  ]);
});
