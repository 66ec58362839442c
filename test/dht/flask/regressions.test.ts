// Runs that once ended wrongly, by program, number of flasks and seed. What each showed is said beside it.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { show } from '../../../src/runtime/index.ts';
import { read } from '../../conformance/harness.ts';
import { spread } from './flasks.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

test.each([
  // Flask 0 told that it was quiet before it had heard its own suggestion: the end was declared too early.
  ['test/conformance/programs/02-max.hocl', 4, 2, '<9>'],
  ['examples/convex-hull.hocl', 4, 4, '<0:0, 0:10, 10:0, 10:10>'],
  ['examples/sort.hocl', 16, 6, '<1:1, 2:2, 3:3, 4:6, 5:8, 6:9>'],
  // An advert of the next stage came before the stage itself, and was forgotten with the last one's.
  ['test/conformance/programs/66-sieve-then-max.hocl', 16, 1, '<19>'],
  // One flask went on for ever with what the others waited for.
  ['test/conformance/programs/86-weak-fairness.hocl', 4, 1, null],
])('%s over %i flasks, seed %i', async (file, flasks, seed, outcome) => {
  const program = await read(join(root, file));
  const { status, solution } = await spread(program, { flasks, seed, snapshots: true });
  expect(status).toBe('inert');
  if (outcome !== null) expect(show(solution)).toBe(outcome);
});
