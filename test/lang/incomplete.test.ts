// Whether a prompt should read on.
import { describe, expect, it } from 'vitest';
import { isIncomplete } from '../../src/lang/index.ts';

describe('more is to come behind', () => {
  it.each([
    '<1, 2',
    '(1 + 2',
    '{a: 1',
    '1 +',
    '1,',
    'let x =',
    'let x',
    'replace x',
    'replace x by',
    'with x',
    'if a then b',
    'replace x by y if',
    'replace x by y under',
    '/* abc',
    'import pure { a }',
    'test "x" {',
    'type t =',
    'let x = <1,\n  2',
  ])('%s', (text) => {
    expect(isIncomplete(text)).toBe(true);
  });
});

describe('nothing is to come behind', () => {
  it.each([
    '',
    '1',
    '1, 2',
    'let x = 5',
    'let x = 5 in',
    'replace x by y',
    'replace x by nothing',
    '<1> // c',
    '1 2',
    ')',
    '<1>>',
    '"abc',
    'else',
    '@',
    'x = '.repeat(2),
  ])('%s', (text) => {
    expect(isIncomplete(text)).toBe(text.endsWith('= '));
  });
});
