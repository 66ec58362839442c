// What Tab offers for the end of a line.
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/repl/index.ts';

const session = new Session();
for (const input of [
  'let fortune = 7',
  'type fork = int',
  'Tea:1, TEAPOT',
  'tick = replace A by B',
]) {
  const { ask } = session.enter(input);
  if (ask?.type === 'run') session.advance(1000);
}

const cases: readonly [line: string, word: string, candidates: readonly string[]][] = [
  [':wh', ':wh', [':why ', ':whynot ']],
  [':whynot t', 't', ['tick']],
  [':trace ', '', ['off', 'on']],
  [':help mol', 'mol', ['molecules']],
  ['1, for', 'for', ['fork', 'fortune']],
  ['T', 'T', ['TEAPOT', 'Tea']],
  ['replace x by x if start', 'start', ['startsWith(']],
  ['ti', 'ti', ['tick']],
  ['whe', 'whe', ['whenever']],
  ['1, ', '', []],
];

describe('completion', () => {
  it.each(cases)('%s', (line, word, candidates) => {
    expect(session.complete(line)).toEqual({ word, candidates, path: false });
  });

  it('leaves paths to the edge', () => {
    expect(session.complete(':load exam')).toEqual({ word: 'exam', candidates: [], path: true });
  });
});
