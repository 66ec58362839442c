// What passes from one rule to the next at once, what is made again at once, and what waits in line: a seed still makes one
// run, with code of its own or without, watched or not. Each program notes in which order things happened.
import { describe, it } from 'vitest';
import { compile } from '../../src/index.ts';
import { checkBatches } from '../property/batches.ts';

const NOTE = 'let note = replace NOTE:n, DID:p by NOTE:(31 * n + p) % 1000003 in';

const programs: readonly [what: string, text: string][] = [
  [
    'forks that lie there again',
    `let take = replace THINK:p:q:m, FORK:p, FORK:q by EAT:p:q:m, DID:p if m > 0 in
     let leave = replace EAT:p:q:m by THINK:p:q:m - 1, FORK:p, FORK:q in ${NOTE}
     <THINK:0:1:3, THINK:1:1:2, FORK:0, FORK:1, NOTE:1>`,
  ],
  [
    'what comes back beside others of its key',
    `let take = replace A:k, B:k:v by C:k:v in
     let leave = replace C:k:v by B:k:v, DID:v in ${NOTE}
     <A:0, A:1, B:0:1, B:0:2, B:1:3, C:0:1, NOTE:1>`,
  ],
  [
    'what comes back from the middle of its list to the front',
    `let take = replace A:k:g, B:k:v by C:k:v if v > g in
     let leave = replace C:k:v by B:k:v, DID:v in ${NOTE}
     <A:0:0, A:0:3, B:0:1, B:0:2, B:0:5, B:0:4, C:0:1, NOTE:1>`,
  ],
  [
    'what comes back changed',
    `let take = replace A:k, B:k:v by C:k:v in
     let leave = replace C:k:v by B:k:v + 1, DID:v in ${NOTE}
     <A:0, A:1, B:0:1, B:0:2, B:1:3, C:0:1, NOTE:1>`,
  ],
  [
    'a second rule that fails',
    `let take = replace A:k, B:k:v by C:k:v in
     let leave = replace C:k:v by B:k:v, DID:6 / v in ${NOTE}
     <A:0, A:1, B:0:0, B:0:2, B:1:3, C:0:1, NOTE:1>`,
  ],
  [
    'more than one that goes with each',
    `let take = replace A:k, B:k:v by C:k:v, E:k in
     let leave = replace C:k:v by A:k - 1, B:k:v, B:k:v in
     let drop = replace E:k, B:k:v by DID:v in ${NOTE}
     <A:3, A:4, B:3:1, B:2:2, C:0:1, NOTE:1>`,
  ],
  [
    'ways that become shorter',
    `let improve = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n, DID:m + n if m + n < k in ${NOTE}
     <D:0:1:5, D:1:2:7, D:0:2:90, D:2:0:3, D:1:0:80, D:2:1:70, NOTE:1>`,
  ],
  [
    'one that is there against all that wait',
    `let divide = replace x::int, y::int by x, y % x if 0 < x && x <= y in
     let zero = replace 0 by nothing in
     let seven = replace 7 by 700 in <13, 7, 21, 6, 700>`,
  ],
  [
    'the same where one may fail',
    `let divide = replace x::int, y::int by y, 100 / (x - y) if x <= y in
     let one = replace 1 by 60 in <13, 7, 21, 6, 700>`,
  ],
];

describe('a seed makes one run', () => {
  it.each(programs)('%s', async (_what, text) => {
    const program = await compile(text);
    for (let seed = 1; seed <= 12; seed++) checkBatches(program, seed);
  });
});
