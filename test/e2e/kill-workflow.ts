// A workflow that is killed again and again: run as a process with a journal, SIGKILL at random moments, resumed
// until it ends. What the effects logged is compared with what the journal knows of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRng, type Rng } from '../../src/base/index.ts';
import { type RecordedRun, readRun } from '../../src/host/index.ts';

/** Each task is invoked, its answer is invoked again and the answers are summed: 2 * tasks effects. */
const PROGRAM = `
import effect { invoke } from "./service.mjs"

let first  = replace TASK:n by HALF:invoke(n) in
let second = replace HALF:n by DONE:invoke(n + 1) in
let gather = replace DONE:a, DONE:b by DONE:a + b in
<TASK:1..TASKS>
`;

/** Answers ten times what it gets, after a while, and writes down under which key it was called. */
const SERVICE = `
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const log = new URL('./calls.log', import.meta.url);
export async function invoke(n, { key }) {
  appendFileSync(log, key + ' ' + n + '\\n');
  await setTimeout(5 + (n * 7) % 20);
  return n * 10;
}
`;

export interface Torture {
  readonly folder: string;
  /** How often it was really killed. */
  readonly kills: number;
  readonly output: string;
  readonly expected: string;
  readonly run: RecordedRun;
  /** The keys that effects were called with, in order. */
  readonly calls: readonly string[];
}

/** Kills it `kills` times, unless it ends before. */
export async function torture(tasks: number, kills: number, seed: number): Promise<Torture> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hocl-kill-'));
  const tuples = Array.from({ length: tasks }, (_, i) => `TASK:${i + 1}`).join(', ');
  writeFileSync(path.join(folder, 'flow.hocl'), PROGRAM.replace('TASK:1..TASKS', tuples));
  writeFileSync(path.join(folder, 'service.mjs'), SERVICE);
  const rng = createRng(seed);
  const journal = path.join(folder, 'journal');
  let done = 0;
  for (;;) {
    const begun = existsSync(path.join(journal, 'journal.jsonl'));
    const child = start(folder, begun && holdsLine(journal) ? 'resume' : 'begin');
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      child.on('close', (code) => resolve({ code, output }));
    });
    const spare = done < kills ? killLater(child, folder, rng) : () => {};
    const { code, output } = await ended;
    spare();
    if (code === null) {
      done++;
      continue;
    }
    if (code !== 0) throw new Error(`hocl ended with ${code} in ${folder}`);
    return {
      folder,
      kills: done,
      output,
      expected: `<DONE:${expectedSum(tasks)}>\n`,
      run: readRun(journal),
      calls: readLines(path.join(folder, 'calls.log')).map((line) => line.split(' ')[0] as string),
    };
  }
}

/**
 * Kills at a moment that chance decides: some time after the start, which may be before the program has been
 * read, or some time after so many more effects were called. The result calls it off.
 */
function killLater(child: ChildProcess, folder: string, rng: Rng): () => void {
  const log = path.join(folder, 'calls.log');
  const calls = () => (existsSync(log) ? readLines(log).length : 0);
  const isByTime = rng.below(4) === 0;
  const enough = calls() + (isByTime ? 0 : 1 + rng.below(5));
  let left = 1 + rng.below(isByTime ? 250 : 30);
  const timer = setInterval(() => {
    if (calls() >= enough) left -= POLL_MS;
    if (left <= 0) child.kill('SIGKILL');
  }, POLL_MS);
  return () => clearInterval(timer);
}

const POLL_MS = 3;

export function forget({ folder }: Torture): void {
  rmSync(folder, { recursive: true });
}

/** What is wrong with how effects were run; nothing, if each answered one was run once. */
export function complaints({ run, calls }: Torture): string[] {
  const found: string[] = [];
  const answered = new Map<string, number>();
  const started = new Map<string, number>();
  for (const event of run.events) {
    if (event.type === 'answer') add(answered, event.key);
    if (event.type === 'effect') add(started, event.key);
  }
  const called = new Map<string, number>();
  for (const call of calls) {
    if (!call.startsWith(`${run.header.run}/`)) found.push(`${call} is not a key of this run`);
    add(called, call.slice(call.indexOf('/') + 1));
  }
  for (const [key, times] of answered) {
    if (times !== 1) found.push(`${key} answered ${times} times`);
    if (!called.has(key)) found.push(`${key} answered and was never called`);
  }
  for (const [key, times] of called) {
    // One start each: a call without a start of its own would be a repetition that the journal knows nothing of.
    const starts = started.get(key) ?? 0;
    if (times > starts) found.push(`${key} was called ${times} times and started ${starts} times`);
    if (!answered.has(key)) found.push(`${key} was called and never answered`);
  }
  found.push(...startsAfterAnswers(run));
  return found;
}

/** Effects that were started again after they had answered. */
function startsAfterAnswers(run: RecordedRun): string[] {
  const answered = new Set<string>();
  return run.events.flatMap((event) => {
    if (event.type === 'answer') answered.add(event.key);
    const again = event.type === 'effect' && answered.has(event.key);
    return again ? [`${event.key} was started again after its answer`] : [];
  });
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function start(folder: string, how: 'begin' | 'resume'): ChildProcess {
  const main = path.resolve('dist/cli/main.js');
  const args =
    how === 'begin'
      ? ['run', 'flow.hocl', '--journal', 'journal', '--effects', '3']
      : ['run', '--resume', 'journal', '--effects', '3'];
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] as const };
  return spawn(process.execPath, [main, ...args], { ...options, stdio: [...options.stdio] });
}

function holdsLine(journal: string): boolean {
  return readFileSync(path.join(journal, 'journal.jsonl'), 'utf8').includes('\n');
}

function readLines(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

function expectedSum(tasks: number): number {
  let sum = 0;
  for (let n = 1; n <= tasks; n++) sum += (n * 10 + 1) * 10;
  return sum;
}
