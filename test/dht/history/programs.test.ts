// Every example and every program of the conformance suite, spread over flasks that tell what happens: together it is one run
// that one machine could have made, and the ordinary replay repeats it to the same end.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faultsIn, show } from '../../../src/runtime/index.ts';
import { read } from '../../conformance/harness.ts';
import { spread } from '../flask/flasks.ts';
import { oneRun, replayed } from './one-run.ts';

const here = dirname(fileURLToPath(import.meta.url));
const files = ['../../../examples', '../../conformance/programs'].flatMap((folder) =>
  readdirSync(join(here, folder))
    .filter((file) => file.endsWith('.hocl'))
    .map((file) => join(folder, file)),
);

/** More by hand: `SEEDS=50 npx vitest run test/dht/history`. */
const SEEDS = Number(process.env['SEEDS'] ?? 2);
const FLASKS = 4;
const MAX_REACTIONS = 2000;

describe('told by four flasks', () => {
  test.each(files)('%s', async (file) => {
    const program = await read(join(here, file));
    for (let seed = 1; seed <= SEEDS; seed++) {
      const options = { seed, snapshots: seed % 2 === 0, maxReactions: MAX_REACTIONS };
      const run = await spread(program, { ...options, flasks: FLASKS, observed: true });
      const { complaint, trace, text } = oneRun({ program, ...run, flasks: FLASKS });
      expect(complaint, `seed ${seed}`).toBe(null);
      const again = replayed(program, trace);
      const status = run.status === 'inert' && faultsIn(run.solution).length > 0;
      expect(again.status, `seed ${seed}`).toBe(status ? 'faulted' : run.status);
      expect(again.text, `seed ${seed}`).toBe(run.status === 'inert' ? show(run.solution) : text);
    }
  });
});
