// Real nodes that are killed and come back, and links that are cut: a little of what `npm run torture` does at length.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { torture } from './torture.ts';

it('runs end right although nodes are killed and links are cut', async () => {
  expect(existsSync('dist/cli/main.js')).toBe(true);
  const report = await torture({
    ...{ seed: 11, nodes: 5, replicas: 3, kills: 6, cuts: 3, molecules: 500 },
    ...{ pressureMs: 20_000, patienceMs: 120_000 },
  });
  expect(report.wrong).toEqual([]);
  expect(report).toMatchObject({ kills: 6, cuts: 3 });
  expect(report.runs).toBeGreaterThanOrEqual(4);
}, 300_000);
