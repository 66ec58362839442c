// Where hocl spends its time on one program: its driver under the profiler of V8, and the functions that lead, by the time
// in themselves. The profile stays in the folder for temporary files, for whoever wants to see the calls.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Job } from '../drivers/job.ts';
import { bundleDrivers } from './bundle.ts';
import { bench } from './engines.ts';
import type { Program } from './program.ts';
import { table } from './table.ts';

const SHOWN = 25;

/** What of a .cpuprofile is read here. */
interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

export async function profile(program: Program, size: number, folder: string): Promise<void> {
  await bundleDrivers(folder, ['hocl']);
  const job: Job = {
    program: program.name,
    size,
    rules: path.join(bench, 'programs', program.name, `${program.name}.hocl`),
    facts: path.join(folder, 'facts'),
    answer: path.join(folder, 'answer'),
    repeats: 1,
    enoughMs: 3_000,
    warmMs: 2_000,
  };
  writeFileSync(job.facts, JSON.stringify(program.generate(size)));
  const jobFile = path.join(folder, 'job.json');
  writeFileSync(jobFile, JSON.stringify(job));
  const driver = path.join(folder, 'hocl.mjs');
  const flags = ['--max-old-space-size=4096', '--cpu-prof', `--cpu-prof-dir=${folder}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, driver, jobFile], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the driver of hocl failed: ${stderr}`);
  const made = readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) as string;
  const text = readFileSync(path.join(folder, made), 'utf8');
  const kept = path.join(tmpdir(), `${program.name}-${size}.cpuprofile`);
  writeFileSync(kept, text);
  const { runsMs } = JSON.parse(stdout) as { runsMs: number[] };
  const best = Math.min(...runsMs).toFixed(1);
  process.stdout.write(`${topTable(JSON.parse(text) as CpuProfile, driver)}\n\n`);
  process.stdout.write(`${runsMs.length} runs, the best ${best} ms under the profiler; ${kept}\n`);
}

/** The functions by the time in themselves; what was idle does not count. */
function topTable({ nodes, samples, timeDeltas }: CpuProfile, driver: string): string {
  const fileAt = filesOf(driver);
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const file = url.endsWith('hocl.mjs') ? fileAt(lineNumber) : path.basename(url);
      return [id, `${functionName === '' ? '(no name)' : functionName} | ${file}`];
    }),
  );
  const selfUs = new Map<string, number>();
  let total = 0;
  samples.forEach((id, i) => {
    const name = names.get(id) ?? '? | ';
    if (name.startsWith('(idle)')) return;
    const us = timeDeltas[i] ?? 0;
    selfUs.set(name, (selfUs.get(name) ?? 0) + us);
    total += us;
  });
  const leading = [...selfUs].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  const body = leading.map(([name, us]) => [
    ...name.split(' | '),
    (us / 1000).toFixed(0),
    ((100 * us) / total).toFixed(1),
  ]);
  return table(['function', 'file', 'self ms', '%'], body);
}

/** Which source file a line of the bundle comes from: the bundler says so in a comment before each. */
function filesOf(bundle: string): (line: number) => string {
  let file = '';
  const files = readFileSync(bundle, 'utf8')
    .split('\n')
    .map((line) => {
      file = /^\/\/ ((?:src|bench|node_modules)\/\S+)$/.exec(line)?.[1] ?? file;
      return file;
    });
  return (line) => files[line] ?? '';
}
