// The grammar itself: chevrotain's own checks, which a run leaves out to start faster.
import { expect, it } from 'vitest';
import { Grammar } from '../../src/lang/grammar.ts';

it('has no ambiguity, no empty loop and no left recursion', () => {
  expect(() => new Grammar({ validate: true })).not.toThrow();
});
