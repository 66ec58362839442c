// How many bytes hocl needs for a molecule: when all are in, and at the peak of a run to inertia. Each case has a process of
// its own (drivers/memory.ts), with 4 GiB of heap.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { MemoryUse } from '../drivers/memory.ts';
import { bundleDrivers } from './bundle.ts';
import { bench } from './engines.ts';
import { table } from './table.ts';

const CASES = [
  ['sum', 1_000_000],
  ['sum', 10_000_000],
  ['wordcount', 1_000_000],
  ['never2key', 1_000_000],
] as const;

/** As a table. Each case may take so many seconds; of one that takes longer, only what the molecules need is told. */
export async function measureMemory(folder: string, seconds: number): Promise<string> {
  await bundleDrivers(folder, ['memory']);
  const body = CASES.map(([program, size]) => {
    const rules = path.join(bench, 'programs', program, `${program}.hocl`);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--expose-gc',
        '--max-old-space-size=4096',
        path.join(folder, 'memory.mjs'),
        program,
        String(size),
        rules,
      ],
      { encoding: 'utf8', timeout: 1_000 * seconds, killSignal: 'SIGKILL' },
    );
    return [`${program} ${size}`, ...cells(stdout, stderr, size)];
  });
  const head = [
    'bytes a molecule',
    'its value',
    'in the solution',
    'peak of the run',
    'peak MB',
    'ms',
  ];
  return table(head, body);
}

function cells(stdout: string, stderr: string, size: number): string[] {
  let use: MemoryUse;
  try {
    use = JSON.parse(stdout.trim().split('\n').at(-1) as string) as MemoryUse;
  } catch {
    const why =
      stderr.split('\n').find((line) => /error/i.test(line)) ?? 'it takes too long, or too much';
    return ['', '', '', '', why.trim().slice(0, 80)];
  }
  const each = (bytes: number) => (bytes / size).toFixed(0);
  return [
    each(use.values - use.start),
    each(use.filled - use.start),
    use.status === 'inert' ? each(use.peak - use.startResident) : '',
    use.status === 'inert' ? (use.peak / 2 ** 20).toFixed(0) : '',
    use.status === 'inert' ? use.ms.toFixed(0) : use.status,
  ];
}
