// `npm run verify -- --only engine`: the laws of the engine over many more programs than the suite runs, in a process for each core.
//   --from N    the first case (2000)    --cases N   how many (100000)    --jobs N   how many processes
// A failure prints its program and the line that runs it again, and makes the exit code 1; an interrupted run prints the
// line that goes on.
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../scripts/options.mts';
import { again, programOf, runCases, type Tally } from './cases.ts';

const PORTION = 100;
const PATIENCE_MS = 60_000;
const ENOUGH_FAILURES = 5;

const { values: options } = readOptions({
  options: {
    from: { type: 'string', default: '2000' },
    cases: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    worker: { type: 'boolean', default: false },
  },
});

type Report = { readonly at: number } | { readonly tally: Tally };

if (options.worker) serve();
else await verify(Number(options.from), Number(options.cases), Number(options.jobs));

/** Takes ranges from the parent, one after another, and tells which case it is at. */
function serve(): void {
  const tell = (report: Report) => process.send?.(report);
  process.on('message', ({ from, cases }: { from: number; cases: number }) => {
    void runCases(from, cases, (at) => tell({ at })).then((tally) => tell({ tally }));
  });
  process.on('disconnect', () => process.exit());
}

async function verify(from: number, cases: number, jobs: number): Promise<void> {
  const started = performance.now();
  const end = from + cases;
  const running = new Map<ChildProcess, { from: number; at: number; since: number }>();
  const total = { cases: 0, bounded: 0, idle: 0, failures: 0 };
  let next = from;

  function take(tally: Tally): void {
    total.cases += tally.cases;
    total.bounded += tally.bounded;
    total.idle += tally.idle;
    total.failures += tally.failures.length;
    for (const failure of tally.failures) process.stdout.write(`\n${failure}\n`);
  }

  function work(): Promise<void> {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', fileURLToPath(import.meta.url), '--worker'],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    function hand(): void {
      if (next >= end || total.failures >= ENOUGH_FAILURES) {
        running.delete(child);
        child.disconnect();
        return;
      }
      const portion = Math.min(PORTION, end - next);
      running.set(child, { from: next, at: next, since: performance.now() });
      child.send({ from: next, cases: portion });
      next += portion;
    }
    child.on('message', (report: Report) => {
      const state = running.get(child);
      if ('at' in report && state !== undefined) {
        running.set(child, { ...state, at: report.at, since: performance.now() });
      } else if ('tally' in report) {
        take(report.tally);
        hand();
      }
    });
    hand();
    return new Promise((resolve) => {
      child.on('exit', () => {
        const state = running.get(child);
        running.delete(child);
        if (state !== undefined) {
          const failure = `case ${state.at} did not end well:\n  ${programOf(state.at)}\n${again(state.at, 1)}`;
          take({ cases: state.at - state.from + 1, bounded: 0, idle: 0, failures: [failure] });
        }
        resolve();
      });
    });
  }

  const report = () => {
    const seconds = (performance.now() - started) / 1000;
    const share = (n: number) => `${((100 * n) / Math.max(1, total.cases)).toFixed(1)} %`;
    process.stderr.write(
      `${total.cases} of ${cases} cases, ${(total.cases / seconds).toFixed(1)} a second, ${total.failures} failed, ` +
        `${share(total.bounded)} checked in part, ${share(total.idle)} idle\n`,
    );
  };
  const progress = setInterval(() => {
    report();
    for (const [child, { since }] of running) {
      if (performance.now() - since > PATIENCE_MS) child.kill('SIGKILL');
    }
  }, 5_000);
  process.on('SIGINT', () => {
    const first = Math.min(next, ...[...running.values()].map((state) => state.from));
    process.stderr.write(
      `to go on: npm run verify -- --only engine --from ${first} --cases ${end - first}\n`,
    );
    process.exit(130);
  });

  await Promise.all(Array.from({ length: jobs }, work));
  clearInterval(progress);
  report();
  if (total.failures > 0) process.exitCode = 1;
}
