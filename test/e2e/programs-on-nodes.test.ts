// Every example and every program of the conformance suite on a cluster of real processes: it ends as one machine could have ended.
// Three nodes, two copies of everything; more by hand: `NODES=5 npx vitest run test/e2e/programs-on-nodes.test.ts`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOnCluster } from '../../src/cli/cluster-run.ts';
import { RunStop } from '../../src/cli/run-stop.ts';
import { headerOf } from '../../src/host/index.ts';
import { show } from '../../src/runtime/index.ts';
import { read } from '../conformance/harness.ts';
import { Place } from './processes.ts';

const nodes = Number(process.env['NODES'] ?? 3);

interface Expected {
  readonly outcomes?: readonly string[];
  readonly status?: string;
}

interface Suite {
  readonly name: string;
  readonly folder: string;
  expectedOf(name: string): Expected;
}

const suites: readonly Suite[] = [
  {
    name: 'examples',
    folder: 'examples',
    expectedOf: (name) => ({
      outcomes: readFileSync(`examples/${name}.expected`, 'utf8').trimEnd().split('\n'),
    }),
  },
  {
    name: 'conformance',
    folder: 'test/conformance/programs',
    expectedOf: (name) =>
      JSON.parse(readFileSync(`test/conformance/programs/${name}.json`, 'utf8')) as Expected,
  },
];

describe.each(suites)(`$name, on ${nodes} nodes`, ({ folder, expectedOf }) => {
  const place = new Place();
  let addresses: string[] = [];

  beforeAll(async () => {
    const start = async (...args: readonly string[]) => {
      const running = place.start('node', '--listen', '127.0.0.1:0', '--modules', folder, ...args);
      const [, address = ''] = await running.says(/listens at (\S+)/);
      return { running, address };
    };
    const first = await start('--voters', nodes >= 3 ? '3' : '1');
    const others = await Promise.all(
      Array.from({ length: nodes - 1 }, () => start('--join', first.address)),
    );
    const all = [first, ...others];
    await Promise.all(all.map(({ running }) => running.says(/is a member/)));
    addresses = all.map(({ address }) => address);
  });
  afterAll(() => place.remove());

  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.hocl'))
    .map((file) => file.slice(0, -'.hocl'.length));

  it.each(names)('%s', async (name) => {
    const { outcomes, status = 'inert' } = expectedOf(name);
    const program = await read(path.join(folder, `${name}.hocl`));
    const { files } = headerOf({ program, run: '', seed: 0, molecules: [], directory: '' });
    const { result } = await runOnCluster({
      ...{ addresses, credentials: {}, program, files, seed: 7 },
      ...{ flasks: nodes * 2, replicas: Math.min(2, nodes), capture: 'adaptive' },
      ...{
        maxReactions: 20_000,
        onEvent: () => {},
        stop: new RunStop(null),
      },
    });
    expect(result.status).toBe(status);
    if (outcomes) expect(outcomes).toContain(show(result.solution));
  });
});
