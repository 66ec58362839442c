// Every example, spread over flasks: it ends as on one machine.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { show } from '../../../src/runtime/index.ts';
import { read } from '../../conformance/harness.ts';
import { spread } from './flasks.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../examples');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hocl'))
  .map((file) => file.slice(0, -'.hocl'.length));

const SEEDS = Number(process.env['SEEDS'] ?? 2);

describe.each(names)('%s', (name) => {
  test.each([1, 4, 16])('over %i flasks', async (flasks) => {
    const program = await read(join(folder, `${name}.hocl`));
    const outcomes = readFileSync(join(folder, `${name}.expected`), 'utf8')
      .trimEnd()
      .split('\n');
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { status, solution } = await spread(program, {
        flasks,
        seed,
        snapshots: seed % 2 === 0,
      });
      expect(status).toBe('inert');
      expect(outcomes).toContain(show(solution));
    }
  });
});
