// At every fork of the grammar, before every two tokens: our tables go the way that chevrotain's own go.
import { EOF, LLkLookaheadStrategy } from 'chevrotain';
import { expect, it, vi } from 'vitest';
import { Grammar } from '../../src/lang/grammar.ts';
import { Lookahead } from '../../src/lang/lookahead.ts';
import { ALL_TOKENS } from '../../src/lang/tokens.ts';

const alternations = vi.spyOn(Lookahead.prototype, 'buildLookaheadForAlternation');
const optionals = vi.spyOn(Lookahead.prototype, 'buildLookaheadForOptional');
new Grammar({ validate: false });

const types = [...ALL_TOKENS, EOF];
const ours = new Lookahead({ maxLookahead: 2 });
const theirs = new LLkLookaheadStrategy({ maxLookahead: 2 });

type Decide = (this: unknown, ...more: unknown[]) => unknown;

/** What a fork decides before each two types of tokens, in a row. */
function decisions(decide: unknown, more: readonly unknown[] = []): unknown[] {
  return types.flatMap((first) =>
    types.map((second) => {
      const ahead = (distance: number) => (distance === 1 ? first : second);
      return (decide as Decide).call({ LA: ahead, LA_FAST: ahead }, ...more);
    }),
  );
}

it('meets forks of both kinds', () => {
  expect(alternations.mock.calls.length).toBeGreaterThan(15);
  expect(optionals.mock.calls.length).toBeGreaterThan(20);
});

it.each(alternations.mock.calls.map(([fork]) => [fork.rule.name, fork.prodOccurrence, fork]))(
  'alternatives of %s %i',
  (_name, _occurrence, fork) => {
    // Gates open and close ways by themselves: here all are open, then all but the first.
    for (const gates of [[], [{ GATE: () => false }]]) {
      const expected = decisions(theirs.buildLookaheadForAlternation(fork), [gates]);
      expect(decisions(ours.buildLookaheadForAlternation(fork), [gates])).toEqual(expected);
      if (gates.length === 0) expect(new Set(expected).size).toBeGreaterThan(1);
    }
  },
);

it.each(
  optionals.mock.calls.map(([fork]) => [fork.rule.name, fork.prodType, fork.prodOccurrence, fork]),
)('%s: %s %i', (_name, _type, _occurrence, fork) => {
  const expected = decisions(theirs.buildLookaheadForOptional(fork));
  expect(decisions(ours.buildLookaheadForOptional(fork))).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});
