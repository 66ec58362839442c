// `npm run bench`: our programs beside the peers, one engine a process, answers compared, as tables and as JSON.
//   --only a,b       these programs       --sizes small|large|all   (all unless told)
//   --peers a,b      these engines, besides hocl and hand
//   --limit N        CPU seconds a run may take (60)      --repeats N   best of so many (3)
//   --json FILE      rows to this file, in the place of those of the same case      --report   only show that file
//   --docs           writes the tables into docs/performance.md, with the bytes a molecule takes
//   --memory         instead: bytes of hocl for each molecule at the peak (memory.ts)
//   --profile NAME SIZE   instead: where hocl spends its time on a program (profile.ts)
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../scripts/options.mts';
import { bundleDrivers } from './harness/bundle.ts';
import { programNamed, programs } from './harness/catalogue.ts';
import { type EngineDriver, engines } from './harness/engines.ts';
import { beyondReach, type Limits, measure, type Place, type Row } from './harness/measure.ts';
import { measureMemory } from './harness/memory.ts';
import { writePage } from './harness/page.ts';
import { profile } from './harness/profile.ts';
import type { Program } from './harness/program.ts';
import { growthTable, memoryTable, onceTable, timeTable } from './harness/table.ts';

const { values: options, positionals } = readOptions({
  options: {
    only: { type: 'string' },
    sizes: { type: 'string', default: 'all' },
    peers: { type: 'string' },
    limit: { type: 'string', default: '60' },
    repeats: { type: 'string', default: '3' },
    json: { type: 'string' },
    report: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
  allowPositionals: true,
});

if (options.profile !== undefined) {
  const size = Number(positionals[0] ?? programNamed(options.profile).sizes.small.at(-1));
  await inFolder((folder) => profile(programNamed(options.profile as string), size, folder));
} else if (options.memory) {
  process.stdout.write(`${await bytesTable()}\n`);
} else {
  await compare();
}

async function compare(): Promise<void> {
  const known =
    options.json !== undefined && existsSync(options.json) ? readRows(options.json) : [];
  // What was measured is kept program by program, so that a run that is cut short leaves what it has.
  const keep = (now: readonly Row[]): void => {
    if (options.json !== undefined) writeRows(options.json, merged(known, now));
  };
  const rows = options.report ? known : merged(known, await measureAll(keep));
  for (const show of [timeTable, growthTable, memoryTable, onceTable]) {
    process.stdout.write(`${show(rows)}\n\n`);
  }
  if (options.docs) {
    writePage({
      rows,
      memory: await bytesTable(),
      // What is only shown again was measured without that word.
      options: process.argv
        .slice(2)
        .filter((word) => word !== '--report')
        .join(' '),
      cpuSeconds: Number(options.limit),
      date: new Date(),
    });
  }
  if (rows.some(({ status }) => status === 'wrong')) process.exitCode = 1;
}

function bytesTable(): Promise<string> {
  return inFolder((folder) => measureMemory(folder, Number(options.limit)));
}

async function measureAll(keep: (rows: readonly Row[]) => void): Promise<Row[]> {
  return inFolder(async (folder) => {
    await bundleDrivers(folder, ['hocl', 'naive', 'hand', 'chrjs', 'nools']);
    const place = { folder, drivers: folder };
    const limits = { cpuSeconds: Number(options.limit), repeats: Number(options.repeats) };
    const chosen = chosenEngines();
    const all: Row[] = [];
    for (const program of chosenPrograms()) {
      all.push(...(await measureProgram(program, chosen, place, limits)));
      keep(all);
    }
    return all;
  });
}

/** Calls `use` with a folder for what is only needed meanwhile. */
async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hocl-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureProgram(
  program: Program,
  chosen: readonly EngineDriver[],
  place: Place,
  limits: Limits,
): Promise<Row[]> {
  for (const [name, why] of Object.entries(program.leftOut)) {
    if (chosen.some((engine) => engine.name === name))
      note(`${program.name} ${name}: left out, ${why}`);
  }
  const made: Row[] = [];
  const beaten = new Set<string>();
  for (const size of sizesOf(program)) {
    for (const engine of chosen) {
      if (beaten.has(engine.name) || !takesPart(engine, program, size)) continue;
      const before = made.filter((one) => one.engine === engine.name);
      const row =
        beyondReach(engine, before, size, limits) ??
        judged(await measure(engine, program, size, place, limits), made);
      if (row.status !== 'ok') {
        // What did not finish here will not finish on more.
        beaten.add(engine.name);
        note(`${program.name} ${size} ${engine.name}: ${row.status} ${row.note}`);
      } else {
        note(`${program.name} ${size} ${engine.name}: ${row.ms.toFixed(1)} ms`);
      }
      made.push(row);
    }
  }
  return made;
}

/** The first engine of a case is the hand-written program: the others must agree with it. */
function judged(row: Row, before: readonly Row[]): Row {
  const first = before.find((one) => one.program === row.program && one.size === row.size);
  if (first === undefined || row.status !== 'ok' || first.digest === row.digest) return row;
  return { ...row, status: 'wrong', note: `another answer than ${first.engine}` };
}

function takesPart(engine: EngineDriver, program: Program, size: number): boolean {
  if (program.leftOut[engine.name] !== undefined) return false;
  return engine.name !== 'naive' || size <= program.naiveUpTo;
}

function chosenEngines(): EngineDriver[] {
  const wanted = options.peers?.split(',').filter((name) => name !== '');
  return engines
    .filter(({ name }) => name === 'hocl' || name === 'hand' || (wanted?.includes(name) ?? true))
    .filter((engine) => {
      if (!engine.isInstalled()) note(`${engine.name} is not installed: bench/install-peers.sh`);
      return engine.isInstalled();
    });
}

function chosenPrograms(): Program[] {
  const wanted = options.only?.split(',');
  for (const name of wanted ?? []) {
    if (!programs.some((program) => program.name === name)) throw new Error(`no program ${name}`);
  }
  return programs.filter(({ name }) => wanted?.includes(name) ?? true);
}

function sizesOf({ sizes }: Program): readonly number[] {
  if (options.sizes === 'small') return sizes.small;
  return options.sizes === 'large' ? sizes.large : [...sizes.small, ...sizes.large];
}

function merged(old: readonly Row[], now: readonly Row[]): Row[] {
  const key = (row: Row) => `${row.program} ${row.size} ${row.engine}`;
  const renewed = new Set(now.map(key));
  const place = (row: Row) => programs.findIndex(({ name }) => name === row.program);
  return [...old.filter((row) => !renewed.has(key(row))), ...now].sort(
    (a, b) => place(a) - place(b) || a.size - b.size,
  );
}

function readRows(file: string): Row[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Row[];
}

function writeRows(file: string, rows: readonly Row[]): void {
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
