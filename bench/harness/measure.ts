// One job in a process of its own: its times, its peak memory, and whether its answer is right. CPU time and peak
// memory are what Linux says of the process, looked at every few milliseconds. (A limit set by the shell would make
// the clock of a process tick in four milliseconds, and CLIPS has no other clock.)
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Job, Times } from '../drivers/job.ts';
import { bench, type Command, type EngineDriver } from './engines.ts';
import type { EngineName, Fact, Program } from './program.ts';

export interface Row {
  readonly program: string;
  readonly size: number;
  readonly engine: EngineName;
  readonly status: 'ok' | 'wrong' | 'limit' | 'failed';
  /** From molecules in to inertia, the best of all runs. */
  readonly ms: number;
  readonly compileMs: number;
  readonly inputMs: number;
  /** All that is neither compiling, nor reading input, nor running: mostly the start of the process. */
  readonly startMs: number;
  readonly peakMb: number;
  readonly runs: number;
  readonly digest: string;
  readonly note: string;
}

export interface Place {
  /** For inputs, scripts and answers. */
  readonly folder: string;
  /** The drivers in JavaScript, bundled. */
  readonly drivers: string;
}

export interface Limits {
  readonly cpuSeconds: number;
  readonly repeats: number;
}

/** CPU seconds beyond the limit, for the start and for reading so many facts, which do not count. */
const ALLOWANCE = 3;
const FACTS_A_SECOND = 80_000;
const MOST_MEMORY_MB = 6_000;

export async function measure(
  engine: EngineDriver,
  program: Program,
  size: number,
  place: Place,
  limits: Limits,
): Promise<Row> {
  const base = path.join(place.folder, `${program.name}-${size}-${engine.name}`);
  const job: Job = {
    program: program.name,
    size,
    rules: path.join(bench, 'programs', program.name, `${program.name}.${engine.ending}`),
    facts: `${base}.facts`,
    answer: `${base}.answer`,
    repeats: engine.isWarm ? limits.repeats : 1,
    enoughMs: 3_000,
    warmMs: 1_000,
  };
  const generated = program.generate(size);
  const facts = program.factsFor?.[engine.name]?.(generated) ?? generated;
  writeFileSync(job.facts, engine.facts(facts, program));
  writeFileSync(`${base}.json`, JSON.stringify(job));
  rmSync(job.answer, { force: true });
  const command = engine.command(job, `${base}.json`, program, place.drivers);
  let best: Row | null = null;
  let spent = 0;
  let runs = 0;
  const allowance = ALLOWANCE + Math.ceil(facts.length / FACTS_A_SECOND);
  const most = engine.isWarm ? 1 : limits.repeats;
  while (runs < most && spent < job.enoughMs) {
    const row = await once(engine, program, job, command, limits, allowance);
    runs++;
    if (row.status !== 'ok') return row;
    spent += row.ms + row.inputMs;
    if (best === null || row.ms < best.ms) best = row;
  }
  rmSync(job.facts, { force: true });
  return { ...(best as Row), runs: engine.isWarm ? (best as Row).runs : runs };
}

/**
 * A size that is not tried. Every program takes at least as many times longer as its input is larger; a peer that grew
 * faster than that between the last two sizes is expected to go on so, and is in brackets when that is far too long.
 */
export function beyondReach(
  engine: EngineDriver,
  before: readonly Row[],
  size: number,
  limits: Limits,
): Row | null {
  const last = before.at(-1);
  const earlier = before.at(-2);
  if (last === undefined) return null;
  const limitMs = 1_000 * limits.cpuSeconds;
  const row = { ...last, size, status: 'limit', runs: 0, peakMb: 0 } as const;
  const times = size / last.size;
  if (last.ms * times > limitMs) return { ...row, note: `> ${limits.cpuSeconds} s` };
  if (!engine.isPeer || earlier === undefined || last.ms < WORTH_A_GUESS_MS) return null;
  const power = Math.log(last.ms / earlier.ms) / Math.log(last.size / earlier.size);
  if (last.ms * times ** power < 3 * limitMs) return null;
  return { ...row, note: `(> ${limits.cpuSeconds} s)` };
}

/** Times below this say little of how an engine grows. */
const WORTH_A_GUESS_MS = 200;

async function once(
  engine: EngineDriver,
  program: Program,
  job: Job,
  command: Command,
  limits: Limits,
  allowance: number,
): Promise<Row> {
  const ended = await run(command, limits.cpuSeconds + allowance);
  const row = {
    program: program.name,
    size: job.size,
    engine: engine.name,
    ms: 0,
    compileMs: 0,
    inputMs: 0,
    startMs: 0,
    peakMb: ended.peakMb,
    runs: 0,
    digest: '',
    note: '',
  };
  if (ended.end === 'limit') return { ...row, status: 'limit', note: `> ${limits.cpuSeconds} s` };
  if (ended.end === 'memory') {
    return { ...row, status: 'limit', note: `> ${MOST_MEMORY_MB / 1000} GB` };
  }
  let times: Times;
  try {
    times = engine.times(ended.stdout, job);
  } catch {
    return { ...row, status: 'failed', note: whatWentWrong(ended.stderr + ended.stdout) };
  }
  const ms = Math.min(...times.runsMs);
  if (ms > limits.cpuSeconds * 1000) {
    return { ...row, status: 'limit', note: `> ${limits.cpuSeconds} s` };
  }
  const used = times.runsMs.reduce((a, b) => a + b, times.compileMs + times.inputMs);
  return {
    ...row,
    status: 'ok',
    ms,
    compileMs: times.compileMs,
    inputMs: times.inputMs,
    startMs: Math.max(0, ended.wallMs - used),
    runs: times.runsMs.length,
    digest: digestOf(job.answer, program),
  };
}

/** What the answer comes to, whatever the order in which it was written. */
function digestOf(file: string, program: Program): string {
  if (!existsSync(file)) return 'no answer';
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ').map((word) => (/^-?\d+$/.test(word) ? Number(word) : word)))
    .filter(([name]) => program.answer[name as string] !== undefined)
    .map((parts) => program.agree?.(parts as unknown as Fact) ?? parts)
    .filter(([name]) => name !== 'none')
    .map((parts) => parts.join(' '));
  return createHash('sha1').update(lines.sort().join('\n')).digest('hex').slice(0, 12);
}

function whatWentWrong(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /error|stack|stopped/i.test(line)) ?? lines.at(-1) ?? 'no output')
    .trim()
    .slice(0, 100);
}

interface Ended {
  readonly end: 'exit' | 'limit' | 'memory';
  readonly stdout: string;
  readonly stderr: string;
  readonly wallMs: number;
  readonly peakMb: number;
}

function run(command: Command, cpuSeconds: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const limit = 'ulimit -s unlimited 2>/dev/null; exec "$@"';
    const shell = ['-c', limit, 'sh', command.file, ...command.args];
    const child = spawn('sh', shell, { stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    let peakMb = 0;
    let end: Ended['end'] = 'exit';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, peakOf(child.pid));
      if (peakMb > MOST_MEMORY_MB && end === 'exit') {
        end = 'memory';
        child.kill('SIGKILL');
      }
      if (cpuSecondsOf(child.pid) > cpuSeconds && end === 'exit') {
        end = 'limit';
        child.kill('SIGKILL');
      }
    }, 10);
    // A process that waits for ever uses no CPU: on a busy machine a run may take three times its CPU time.
    const overdue = setTimeout(() => {
      end = 'limit';
      child.kill('SIGKILL');
    }, cpuSeconds * 3_000);
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(watch);
      clearTimeout(overdue);
      resolve({ end, stdout, stderr, wallMs: performance.now() - started, peakMb });
    });
  });
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Fields 14 and 15 of its stat: user and system time in hundredths of a second. The name before may hold blanks. */
function cpuSecondsOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
