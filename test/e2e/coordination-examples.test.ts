// The examples of coordination between real processes, with a node killed while it runs an effect: each ends as on one machine, and
// whatever ran at the same time was allowed to. The services of the examples take longer here, and write down what they do.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Place } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

interface Call {
  readonly id: string;
  readonly pid: number;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly permits: readonly {
    readonly scheme: string;
    readonly worker?: string;
    readonly units?: readonly { readonly pool: string; readonly unit: number }[];
  }[];
  readonly begin: number;
  end: number;
}

/** The services as they are, each in the company of the log. */
function services(names: readonly string[], log: string): string {
  return `import { appendFileSync } from 'node:fs';
    import * as shop from ${JSON.stringify(pathToFileURL(path.resolve('examples/workshop.ts')).href)};
    let calls = 0;
    const write = (line: object) => appendFileSync(${JSON.stringify(log)}, JSON.stringify(line) + '\\n');
    const logged = (name: string) => async (...all: any[]) => {
      const { permits } = all.at(-1);
      const id = process.pid + '.' + ++calls;
      write({ id, pid: process.pid, name, args: all.slice(0, -1), permits, begin: Date.now() });
      await new Promise((resolve) => setTimeout(resolve, 60));
      try {
        return await (shop as any)[name](...all);
      } finally {
        write({ id, end: Date.now() });
      }
    };
    ${names.map((name) => `export const ${name} = logged('${name}');`).join('\n')}`;
}

function callsIn(log: string, killed?: { readonly pid: number; readonly at: number }): Call[] {
  const calls = new Map<string, Call>();
  const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
  for (const line of text.split('\n').filter((one) => one.endsWith('}'))) {
    const said = JSON.parse(line) as Call;
    const known = calls.get(said.id);
    if (known !== undefined) known.end = said.end;
    else {
      const end = said.pid === killed?.pid ? killed.at : Number.POSITIVE_INFINITY;
      calls.set(said.id, { ...said, end });
    }
  }
  return [...calls.values()];
}

/** What nobody else may have at the same time. */
function exclusive({ permits }: Call): string[] {
  return permits.flatMap(({ worker, units = [] }) => [
    ...(worker === undefined ? [] : [`worker ${worker}`]),
    ...units.map(({ pool, unit }) => `${pool} ${unit}`),
  ]);
}

/** Whether two calls are of groups in conflict: neighbours of the pipeline, sides of the quay. */
function areInConflict(one: Call, other: Call): boolean {
  if (one.name === 'ship') return (Number(one.args[0]) - Number(other.args[0])) % 2 !== 0;
  if (one.name !== 'scale' || other.name !== 'scale') return false;
  const line = ['parse', 'count', 'write'];
  const apart = line.indexOf(one.args[0] as string) - line.indexOf(other.args[0] as string);
  return Math.abs(apart) === 1;
}

it.each([
  ['geotracking', ['report']],
  ['stream-scaling', ['operate', 'scale']],
  ['print-shop', ['print']],
  ['skewed-wordcount', ['addUp']],
  ['harbour', ['ship']],
])('%s ends as ever when a node is killed in the middle of it', async (example, names) => {
  const log = path.join(place.folder, 'log');
  place.file('workshop.ts', services(names, log));
  const program = place.file('program.hocl', readFileSync(`examples/${example}.hocl`, 'utf8'));
  const options = ['--nodes', '3', '--replicas', '2', '--timeout', '60s'];
  const running = place.start('run', program, ...options);
  const victim = await vi.waitFor(
    () => {
      const atWork = callsIn(log).filter(({ end }) => end === Number.POSITIVE_INFINITY);
      const last = atWork.at(-1);
      expect(last).toBeDefined();
      return last as Call;
    },
    { timeout: 30_000, interval: 2 },
  );
  process.kill(victim.pid, 'SIGKILL');
  const killed = { pid: victim.pid, at: Date.now() };
  const { code, out, err } = await running.ended;
  const expected = readFileSync(`examples/${example}.expected`, 'utf8');
  expect({ code, out, err }).toEqual({ code: 0, out: expected, err: '' });
  const all = callsIn(log, killed);
  // What was under way there was run again elsewhere.
  expect(all.filter(({ pid }) => pid !== killed.pid).length).toBeGreaterThan(0);
  for (const one of all) {
    const beside = all.filter((other) => other.begin <= one.begin && other.end > one.begin);
    const taken = beside.flatMap(exclusive);
    expect(new Set(taken).size, JSON.stringify(beside)).toBe(taken.length);
    for (const other of beside) {
      if (other.id !== one.id)
        expect(areInConflict(one, other), `${one.id} ${other.id}`).toBe(false);
    }
  }
});
