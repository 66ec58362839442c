// Lines as they come, and the inputs that they make: `|` between inputs, `/` for a line break, `x` for giving up.
import { describe, expect, it } from 'vitest';
import { InputLines } from '../../src/repl/index.ts';

const cases: readonly [lines: string, atPrompt: string, inFile: string][] = [
  ['1', '1', '1'],
  ['1;2', '1|2', '1|2'],
  [';;1', '1', '1'],
  ['1,;2', '1,/2', '1,/2'],
  ['replace x by;x', 'replace x by/x', 'replace x by/x'],
  ['replace x;by x', 'replace x/by x', 'replace x/by x'],
  ['1, (;;2)', 'x|2)', '1, (//2)'],
  ['1, (', '1, (', '1, ('],
  [':step;:why 1 +', ':step|:why 1 +', ':step|:why 1 +'],
  // A let may go on behind `in`, or end there.
  ['let n = 5;n', 'let n = 5|n', 'let n = 5|n'],
  ['let n = 5 in;n', 'let n = 5 in/n', 'let n = 5 in/n'],
  ['let n = 5 in;;n', 'let n = 5 in|n', 'let n = 5 in//n'],
  ['let n = 5 in;:type n', 'let n = 5 in|:type n', 'let n = 5 in|:type n'],
  ['let n = 5 in', 'let n = 5 in', 'let n = 5 in'],
  [
    'let a = 1 in;let b = 2 in;<a, b>',
    'let a = 1 in/let b = 2 in/<a, b>',
    'let a = 1 in/let b = 2 in/<a, b>',
  ],
];

function check(lines: string, blankGivesUp: boolean): string {
  const reading = new InputLines(blankGivesUp);
  const inputs: string[] = [];
  for (const line of lines.split(';')) {
    const taken = reading.take(line);
    inputs.push(...taken.inputs, ...(taken.gaveUp ? ['x'] : []));
  }
  const rest = reading.rest();
  return [...inputs, ...(rest === null ? [] : [rest])].join('|').replaceAll('\n', '/');
}

describe('lines', () => {
  it.each(cases)('%s', (lines, atPrompt, inFile) => {
    expect(check(lines, true)).toBe(atPrompt);
    expect(check(lines, false)).toBe(inFile);
  });
});
