// npm run sim -- [--scenario NAME | all] [--seeds N] [--from S] [--jobs N]: runs so many seeds of a scenario, of each of
// them if none is named, or dealt out over all that have faults (`all`). --seed S [--lines N] runs one, to look at it.
// Prints what was done, which faults struck and, for each seed that fails, the line that runs it again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../scripts/options.mts';
import type { Recording } from '../../src/sim/index.ts';
import type { Outcome } from './outcome.ts';
import { scenarios } from './scenarios.ts';

interface Task {
  readonly name: string;
  readonly seed: number;
}
type Done = Task & Pick<Outcome, 'complaint' | 'faults' | 'endMs'> & { lines: readonly string[] };

class Tally {
  readonly faults = new Map<string, number>();
  runs = 0;
  troubled = 0;
  failed = 0;
  worldMs = 0;

  add({ complaint, faults, endMs }: Done): void {
    this.runs++;
    this.worldMs += endMs;
    if (complaint !== undefined) this.failed++;
    const struck = Object.entries(faults).filter(([, times]) => times > 0);
    if (struck.some(([kind]) => kind !== 'reordered')) this.troubled++;
    for (const [kind, times] of struck) {
      this.faults.set(kind, (this.faults.get(kind) ?? 0) + times);
    }
  }

  tell(name: string, startedAt?: number): void {
    const tookS =
      startedAt === undefined ? '' : ` in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    const inWorlds = `${Math.round(this.worldMs / 1000)} s in the worlds`;
    console.log(
      `${name}: ${this.runs} seeds${tookS} (${inWorlds}), ${this.troubled} with faults, ${this.failed} failed`,
    );
    console.log(`  ${[...this.faults].map(([kind, times]) => `${kind} ${times}`).join(', ')}`);
  }
}

const { values } = readOptions({
  options: {
    scenario: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    lines: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '1' },
  },
});
const lines = Number(values.lines);

if (process.send) serve();
else await run();

function tasks(): readonly Task[] {
  const from = Number(values.seed ?? values.from);
  const seeds = Array.from(
    { length: values.seed === undefined ? Number(values.seeds) : 1 },
    (_, at) => from + at,
  );
  const names = Object.keys(scenarios);
  if (values.scenario === 'all') {
    const troubled = names.filter((name) => name !== 'calm');
    return seeds.map((seed) => ({ name: troubled[seed % troubled.length] as string, seed }));
  }
  const wanted = values.scenario === undefined ? names : [values.scenario];
  return wanted.flatMap((name) => seeds.map((seed) => ({ name, seed })));
}

async function run(): Promise<void> {
  if (values.scenario !== undefined && values.scenario !== 'all' && !scenarios[values.scenario]) {
    console.error(
      `no scenario is named ${values.scenario}; there are ${Object.keys(scenarios).join(', ')} and all`,
    );
    process.exitCode = 2;
    return;
  }
  const startedAt = performance.now();
  const left = [...tasks()];
  const total = new Tally();
  const each = new Map<string, Tally>();
  const take = (): Task | undefined => left.shift();
  const count = left.length;
  const done = (one: Done): void => {
    const tally = each.get(one.name) ?? new Tally();
    each.set(one.name, tally);
    tally.add(one);
    total.add(one);
    if (one.complaint !== undefined) {
      console.log(`${one.name}, seed ${one.seed}: ${one.complaint}`);
      console.log(`  npm run sim -- --scenario ${one.name} --seed ${one.seed}`);
    }
    for (const line of one.lines) console.log(`  ${line}`);
    if (total.runs % 500 === 0 && total.runs < count) {
      const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
      console.log(`... ${total.runs} of ${count}, ${total.failed} failed, ${minutes} min`);
    }
  };
  const jobs = Math.min(Number(values.jobs), count);
  if (jobs > 1) await Promise.all(Array.from({ length: jobs }, () => employ(take, done)));
  else for (let task = take(); task !== undefined; task = take()) done(perform(task));
  for (const [name, tally] of each) tally.tell(name);
  if (each.size > 1) total.tell('all', startedAt);
  else console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  if (total.failed > 0) process.exitCode = 1;
}

function perform({ name, seed }: Task): Done {
  const recording: Recording = lines > 0 ? 'lines' : 'nothing';
  const outcome = scenarios[name]?.run(seed, recording) as Outcome;
  const { complaint, faults, endMs } = outcome;
  return {
    name,
    seed,
    complaint,
    faults,
    endMs,
    lines: lines > 0 ? outcome.lines.slice(-lines) : [],
  };
}

/** Another process that is given one task after another. */
async function employ(take: () => Task | undefined, done: (one: Done) => void): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2));
  const next = (): void => {
    const task = take();
    if (task === undefined) child.disconnect();
    else child.send(task);
  };
  child.on('message', (message) => {
    if (message !== 'ready') done(message as Done);
    next();
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`a process that ran seeds ended with ${code}`);
}

/** In such a process. */
function serve(): void {
  process.on('message', (task: Task) => process.send?.(perform(task)));
  process.send?.('ready');
}
