// `npm run verify -- --only engine`: the laws of the engine over many more programs than the suite runs, in a process for each core.
//   --from N    the first case (2000)    --cases N   how many (100000)    --jobs N   how many processes
// A failure prints its program and the line that runs it again, and makes the exit code 1; an interrupted run prints the
// line that goes on. The end says how many cases met which of the bounds (bounds.ts), and names those beyond what a
// check may cost. Nothing of that depends on the clock: it only ends a process that is stuck, which is a failure.
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../scripts/options.mts';
import type { Bound } from './bounds.ts';
import { again, programOf, runCases, type Tally } from './cases.ts';

const PORTION = 100;
const REPORT_MS = 5_000;
/** After so many reports at one case a process is taken for stuck. They are counted: whoever is suspended makes none. */
const PATIENCE = 120;
/** What a process may have, so that a case that grows without bound fails, and not the machine. */
const MEGABYTES = 2000;
const ENOUGH_FAILURES = 5;

const { values: options } = readOptions({
  options: {
    from: { type: 'string', default: '2000' },
    cases: { type: 'string', default: '100000' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    worker: { type: 'boolean', default: false },
  },
});

/** So many cases are named for each bound. */
const NAMED = 20;
const MEANINGS: Readonly<Record<Bound, string>> = {
  states: 'only the beginning of a run was checked, for too many states or a run without end',
  work: 'only the beginning of a run was checked, as exploring is beyond the bounds',
  size: 'many copies were left out, as what they make is beyond the bounds',
  search: 'many copies were left out, as the search among them is beyond the bounds',
};

interface Portion {
  readonly from: number;
  readonly cases: number;
}

/** What a process is at, and since which report. */
interface State extends Portion {
  readonly at: number;
  readonly since: number;
}

type Report = { readonly at: number } | { readonly tally: Tally };

if (options.worker) serve();
else await verify(Number(options.from), Number(options.cases), Number(options.jobs));

/** Takes ranges from the parent, one after another, and tells which case it is at. */
function serve(): void {
  const tell = (report: Report) => process.send?.(report);
  process.on('message', ({ from, cases }: Portion) => {
    void runCases(from, cases, (at) => tell({ at })).then((tally) => tell({ tally }));
  });
  process.on('disconnect', () => process.exit());
}

async function verify(from: number, cases: number, jobs: number): Promise<void> {
  const started = performance.now();
  const end = from + cases;
  const running = new Map<ChildProcess, State>();
  const total = { cases: 0, idle: 0, failures: 0 };
  const bounded = new Map<Bound, number[]>();
  /** What is left of portions whose process ended before them. */
  const left: Portion[] = [];
  let next = from;
  let reports = 0;

  function take(tally: Tally): void {
    total.cases += tally.cases;
    for (const [number, bound] of tally.bounded) {
      bounded.set(bound, [...(bounded.get(bound) ?? []), number]);
    }
    total.idle += tally.idle;
    total.failures += tally.failures.length;
    for (const failure of tally.failures) process.stdout.write(`\n${failure}\n`);
  }

  function nextPortion(): Portion | null {
    if (total.failures >= ENOUGH_FAILURES) return null;
    const again = left.shift();
    if (again !== undefined || next >= end) return again ?? null;
    const portion = { from: next, cases: Math.min(PORTION, end - next) };
    next += portion.cases;
    return portion;
  }

  async function work(): Promise<void> {
    for (let first = nextPortion(); first !== null; first = nextPortion()) await serveFrom(first);
  }

  /** One process, from this portion on until there are no more, or until it ends by itself. */
  function serveFrom(first: Portion): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${MEGABYTES}`,
        ...['--import', 'tsx', fileURLToPath(import.meta.url), '--worker'],
      ],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    function hand(portion: Portion | null): void {
      if (portion === null) {
        running.delete(child);
        child.disconnect();
        return;
      }
      running.set(child, { ...portion, at: portion.from, since: reports });
      child.send(portion);
    }
    child.on('message', (report: Report) => {
      const state = running.get(child);
      if ('at' in report && state !== undefined) {
        running.set(child, { ...state, at: report.at, since: reports });
      } else if ('tally' in report) {
        take(report.tally);
        hand(nextPortion());
      }
    });
    hand(first);
    return new Promise((resolve) => {
      child.on('exit', () => {
        const state = running.get(child);
        running.delete(child);
        if (state !== undefined) giveUp(state);
        resolve();
      });
    });
  }

  /** A process ended in the middle of a portion: what it had seen was not told, and is seen again. */
  function giveUp({ from: first, cases: many, at }: State): void {
    const failure = `case ${at} did not end well:\n  ${programOf(at)}\n${again(at, 1)}`;
    take({ cases: 1, bounded: [], idle: 0, failures: [failure] });
    const seen = { from: first, cases: at - first };
    const unseen = { from: at + 1, cases: first + many - at - 1 };
    left.push(...[seen, unseen].filter((portion) => portion.cases > 0));
  }

  const report = () => {
    const seconds = (performance.now() - started) / 1000;
    const share = (n: number) => `${((100 * n) / Math.max(1, total.cases)).toFixed(1)} %`;
    const inPart = [...bounded.values()].reduce((sum, numbers) => sum + numbers.length, 0);
    process.stderr.write(
      `${total.cases} of ${cases} cases, ${(total.cases / seconds).toFixed(1)} a second, ${total.failures} failed, ` +
        `${share(inPart)} checked in part, ${share(total.idle)} idle\n`,
    );
  };
  const progress = setInterval(() => {
    report();
    reports++;
    for (const [child, { since }] of running) {
      if (reports - since > PATIENCE) child.kill('SIGKILL');
    }
  }, REPORT_MS);
  process.on('SIGINT', () => {
    const first = Math.min(next, ...[...running.values(), ...left].map((portion) => portion.from));
    process.stderr.write(
      `to go on: npm run verify -- --only engine --from ${first} --cases ${end - first}\n`,
    );
    process.exit(130);
  });

  await Promise.all(Array.from({ length: jobs }, work));
  clearInterval(progress);
  report();
  process.stdout.write(boundsMet(bounded));
  if (total.failures > 0) process.exitCode = 1;
}

/** How many cases met which bound, and which they were unless they are many. */
function boundsMet(bounded: ReadonlyMap<Bound, readonly number[]>): string {
  const lines = [...bounded].sort().map(([bound, numbers]) => {
    const named = [...numbers].sort((a, b) => a - b).slice(0, NAMED);
    const more = numbers.length > NAMED ? ', ...' : '';
    return `${MEANINGS[bound]}: ${numbers.length} (${named.join(', ')}${more})\n`;
  });
  return lines.join('');
}
