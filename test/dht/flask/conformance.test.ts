// Every program of the conformance suite, spread over flasks: it ends as one machine could have ended.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { faultsIn, show } from '../../../src/runtime/index.ts';
import { read } from '../../conformance/harness.ts';
import { spread } from './flasks.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../conformance/programs');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hocl'))
  .map((file) => file.slice(0, -'.hocl'.length));

/** More by hand: `SEEDS=50 npx vitest run test/dht/flask`. */
const SEEDS = Number(process.env['SEEDS'] ?? 1);
const MAX_REACTIONS = 20_000;

describe.each(names)('%s', (name) => {
  const given = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
    readonly outcomes?: readonly string[];
    readonly status?: string;
  };

  test.each([1, 4, 16])('over %i flasks', async (flasks) => {
    const program = await read(join(folder, `${name}.hocl`));
    for (let seed = 1; seed <= SEEDS; seed++) {
      const snapshots = (seed + flasks) % 2 === 0;
      const options = { flasks, seed, snapshots, maxReactions: MAX_REACTIONS };
      const { status, solution } = await spread(program, options);
      const isFaulted = status === 'inert' && faultsIn(solution).length > 0;
      expect(isFaulted ? 'faulted' : status, `seed ${seed}`).toBe(given.status ?? 'inert');
      if (given.outcomes) expect(given.outcomes, `seed ${seed}`).toContain(show(solution));
    }
  });
});
