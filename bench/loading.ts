// `npm run bench:load`: how long many molecules take to load, from --input and from a literal in a program, and
// what they need of memory. Each case is a process of its own; of several runs the fastest is shown.
//   --sizes a,b    how many molecules (100000,1000000)      --only a,b    cases whose name holds one of these words
//   --repeats N    runs of each case (3)                    --profile DIR leaves a CPU profile of each run there
//   --cpu          milliseconds of the processor, for a machine that is busy with other things
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { readOptions } from '../scripts/options.mts';

const { values: options } = readOptions({
  options: {
    sizes: { type: 'string', default: '100000,1000000' },
    only: { type: 'string', default: '' },
    repeats: { type: 'string', default: '3' },
    cpu: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});

/** What a molecule looks like, as JSON and in a program; the n-th of so many. */
interface Molecules {
  readonly json: (n: number) => string;
  readonly text: (n: number) => string;
}

const word = (n: number): string => `w${((n * 7919) % 100_003).toString(36)}`;

const KINDS: Readonly<Record<string, Molecules>> = {
  ints: { json: (n) => `${(n * 7919) % 1_000_003}`, text: (n) => `${(n * 7919) % 1_000_003}` },
  strings: { json: (n) => `"${word(n)}"`, text: (n) => `"${word(n)}"` },
  tuples: { json: (n) => `{"tuple":["${word(n)}",${n}]}`, text: (n) => `"${word(n)}":${n}` },
  facts: {
    json: (n) => `{"tuple":[{"sym":"EDGE"},${n},${(n * 31) % 997}]}`,
    text: (n) => `EDGE:${n}:${(n * 31) % 997}`,
  },
  records: {
    json: (n) => `{"name":"${word(n)}","count":${n}}`,
    text: (n) => `{name: "${word(n)}", count: ${n}}`,
  },
};

const WAYS: Readonly<Record<string, (kind: Molecules, size: number) => string>> = {
  input: ({ json }, size) => `[${series(size, json).join(',')}]`,
  lines: ({ json }, size) => series(size, json).join('\n'),
  program: ({ text }, size) => `<${series(size, text).join(', ')}>\n`,
};

interface Loaded {
  /** Milliseconds by the clock, and of the processor, its other threads included. */
  readonly phases: Readonly<Record<string, number>>;
  readonly cpu: Readonly<Record<string, number>>;
  readonly heapMb: number;
  readonly peakMb: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'hocl-loading-'));
try {
  await measureAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const driver = path.join(folder, 'loading.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'drivers/loading.ts')],
    outfile: driver,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['tsx', 'tsx/*', 're2js'],
    logLevel: 'error',
  });
  const wanted = options.only.split(',');
  for (const size of options.sizes.split(',').map(Number)) {
    for (const [way, write] of Object.entries(WAYS)) {
      for (const [kind, molecules] of Object.entries(KINDS)) {
        const name = `${way} ${kind} ${size}`;
        if (!wanted.some((part) => name.includes(part))) continue;
        const file = path.join(folder, way === 'program' ? 'many.hocl' : 'many.json');
        writeFileSync(file, write(molecules, size));
        show(name, fastest(driver, way === 'program' ? 'program' : 'input', file));
      }
    }
  }
}

function fastest(driver: string, what: string, file: string): Loaded {
  const runs = Array.from({ length: Number(options.repeats) }, () => once(driver, what, file));
  return runs.reduce((best, run) => (totalMs(run.phases) < totalMs(best.phases) ? run : best));
}

function once(driver: string, what: string, file: string): Loaded {
  const profile =
    options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  const flags = ['--expose-gc', ...profile];
  const { stdout, status } = spawnSync(process.execPath, [...flags, driver, what, file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`loading ended with ${status}`);
  return JSON.parse(stdout) as Loaded;
}

function totalMs(ms: Readonly<Record<string, number>>): number {
  return Object.values(ms).reduce((sum, one) => sum + one, 0);
}

function show(name: string, loaded: Loaded): void {
  const ms = options.cpu ? loaded.cpu : loaded.phases;
  const phases = Object.entries(ms)
    .map(([phase, one]) => `${phase} ${one.toFixed(0).padStart(5)}`)
    .join('  ');
  const memory = `heap ${loaded.heapMb.toFixed(0).padStart(4)} MB  peak ${loaded.peakMb.toFixed(0).padStart(4)} MB`;
  const total = totalMs(ms).toFixed(0).padStart(6);
  process.stdout.write(`${name.padEnd(24)} ${total} ms  ${phases}  ${memory}\n`);
}

function series(size: number, make: (n: number) => string): string[] {
  return Array.from({ length: size }, (_, n) => make(n + 1));
}
