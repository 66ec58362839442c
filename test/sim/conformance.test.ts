// The programs of the conformance suite in simulated clusters of whole nodes, in peace: each ends as one machine could have
// ended, and its history is one run. Those with effects run on real nodes (test/e2e/programs-on-nodes.test.ts), where effects are.
// Four nodes; more by hand: `NODES=1,4,16 npx vitest run --configLoader runner test/sim/conformance.test.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { read } from '../conformance/harness.ts';
import { runChemistry } from './chemistry-scenario.ts';

const folder = 'test/conformance/programs';
const sizes = (process.env['NODES'] ?? '4').split(',').map(Number);

interface Expected {
  readonly outcomes?: readonly string[];
  readonly status?: string;
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hocl'))
  .map((file) => file.slice(0, -'.hocl'.length));
const all = await Promise.all(
  names.map(async (name) => {
    const given = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Expected;
    return { name, ...given, program: await read(path.join(folder, `${name}.hocl`)) };
  }),
);
const programs = all.filter(
  ({ outcomes, status = 'inert', program }) =>
    outcomes !== undefined && status === 'inert' && program.effects.size === 0,
);

describe.each(sizes)('on %i simulated nodes', (nodes) => {
  it.each(programs)('$name', ({ program, outcomes = [] }) => {
    const { complaint } = runChemistry({
      ...{ seed: 1, program, outcomes, nodes, trouble: null },
      ...{ voters: nodes >= 3 ? 3 : 1, replicas: Math.min(2, nodes), flasks: nodes },
    });
    expect(complaint).toBe(undefined);
  });
});
