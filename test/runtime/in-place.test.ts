// What meets the only one of its key and becomes another one of that key stays where that one was: a seed still makes one
// run, with code of its own or without, watched or not, and the same is counted.
import { describe, expect, it } from 'vitest';
import { compile, Solution, symbol, tuple } from '../../src/index.ts';
import { checkBatches } from '../property/batches.ts';

const NOTE = 'let note = replace NOTE:n, DID:p by NOTE:(31 * n + p) % 1000003 in';

const programs: readonly [what: string, text: string][] = [
  [
    'counts of words',
    `let one = replace w::string by COUNT:w:1 in
     let add = replace COUNT:w:m, COUNT:w:n by COUNT:w:m + n in
     <"a", "b", "a", "c", "a", "\\u{0}a", "b", "", "">`,
  ],
  [
    'a sum that depends on the order',
    'let add = replace A:k:m, A:k:n by A:k:(31 * m + n) % 1000003 in <A:0:1, A:1:2, A:0:3, A:1:4, A:2:5>',
  ],
  [
    'keys of all kinds',
    `let add = replace A:k:m, A:k:n by A:k:(31 * m + n) % 1000003 in
     <A:"0":1, A:0:2, A:0.0:3, A:-1:4, A:[0]:5, A:(B:0):6, A:B:7, A:123456789012345678901:8, A:true:9>`,
  ],
  [
    'two fields as key, a third one that goes on',
    `let add = replace A:k:m:j, A:k:n:j by A:k:m - n:j in
     <A:0:1:0, A:0:2:1, A:1:3:0, A:0:4:0, A:"a":5:0, A:2000:6:70>`,
  ],
  [
    'a condition that does not always hold',
    'let add = replace A:k:m, A:k:n by A:k:m + n if (m + n) % 3 != 0 in <A:0:1, A:0:3, A:1:5, A:1:7, A:0:9>',
  ],
  [
    'a product that fails, one of another kind, and a type that it does not have',
    `let add = replace A:k:m::int, A:k:n by A:k:(if n == 3 then "three" else 12 / m) in
     <A:0:1, A:0:3, A:1:5, A:1:0, A:0:9, A:2:2>`,
  ],
  [
    'the keys change places, or are others',
    `let add = replace A:j:m, A:j:n by A:m:j if m != n in
     let turn = replace B:j:m, B:j:n by B:(j + 1) % 5:m + n in
     <A:0:1, A:0:3, A:1:5, A:1:0, B:0:9, B:2:2, B:2:3>`,
  ],
  [
    'others take them as well',
    `let add = replace A:k:m, A:k:n by A:k:m + n in
     let large = replace A:k:m by DID:m if m > 20 in ${NOTE}
     <A:0:1, A:0:3, A:1:5, A:1:7, A:2:9, NOTE:1>`,
  ],
  [
    'with a rule that comes later, and one that goes',
    `let add = replace A:k:m, A:k:n by A:k:m + n in
     let late = replace-one A:k:m, A:k:n by A:k:m - n in
     let make = replace-one START by late in
     <A:0:1, A:0:3, A:1:5, A:1:7, A:2:9, START>`,
  ],
  [
    'without a symbol before them',
    'let add = replace 1:k:m, 1:k:n by 1:k:m + n in <1:0:1, 1:0:3, 1:1:5, 1:1:7, 2:0:9>',
  ],
];

describe('a seed makes one run', () => {
  it.each(programs)('%s', async (_what, text) => {
    const program = await compile(text);
    for (let seed = 1; seed <= 12; seed++) checkBatches(program, seed);
  });
});

describe('what is counted', () => {
  it('is what turns would have counted', async () => {
    const program = await compile('let add = replace A:k:m, A:k:n by A:k:m + n in <>');
    const molecules = Array.from({ length: 900 }, (_, i) => tuple([symbol('A'), i % 40, i]));
    const counted = async (codegen: boolean) => {
      const result = await new Solution(program, { seed: 7, codegen, molecules }).run();
      return result.statistics.map(({ fired, searched, tried }) => ({ fired, searched, tried }));
    };
    expect(await counted(true)).toEqual(await counted(false));
  });
});
