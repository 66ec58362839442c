// The laws of the engine (laws.ts) over generated programs (programs.ts). RUNS says how many; `npm run verify` runs
// many more, from where these end.
import { describe, expect, it } from 'vitest';
import { runCases } from './cases.ts';

const RUNS = Number(process.env['RUNS'] ?? 2_000);
const PARTS = 4;

describe('the engine does what the naive matcher and exploring allow', () => {
  const each = Math.ceil(RUNS / PARTS);
  it.each(Array.from({ length: PARTS }, (_, i) => i * each))('from case %i on', async (from) => {
    const { failures, bounded, idle } = await runCases(from, each);
    expect(failures.join('\n\n')).toBe('');
    // Programs that cannot be explored, or in which nothing happens, would show nothing.
    expect(bounded).toBeLessThan(each / 4 + 5);
    expect(idle).toBeLessThan(each / 4 + 5);
  });
});
