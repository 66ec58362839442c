// A few programs through a few seeds; `npm run sim -- --scenario chemistry` goes through as many as asked for.
import { describe, expect, test } from 'vitest';
import { programFor, programNames } from './chemistry-programs.ts';
import { runChemistry } from './chemistry-scenario.ts';

const SEEDS = Number(process.env['SEEDS'] ?? 2);

describe('a simulated cluster', () => {
  test.each(programNames)('%s, in trouble', async (name) => {
    const { program, outcomes } = await programFor(name);
    for (let seed = 1; seed <= SEEDS; seed++) {
      const cluster = { nodes: 5, voters: 3, replicas: 3, flasks: 5 } as const;
      const { complaint } = runChemistry({ seed, program, outcomes, ...cluster });
      expect(complaint, `seed ${seed}`).toBe(undefined);
    }
  });

  test.each(programNames)('%s, in peace and without a log', async (name) => {
    const { program, outcomes } = await programFor(name);
    const cluster = { nodes: 4, voters: 3, replicas: 1, flasks: 4, durable: false } as const;
    const { complaint } = runChemistry({ seed: 1, program, outcomes, ...cluster, trouble: null });
    expect(complaint).toBe(undefined);
  });
});
