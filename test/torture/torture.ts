// Runs one after another on a cluster whose nodes are killed at random moments and come back, and whose links are cut. Every run must
// end, inert, with the very result that it has on one machine: the programs are such that a molecule that is lost, doubled
// or consumed twice shows in it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRng, type Rng } from '../../src/base/index.ts';
import { TortureCluster } from './cluster.ts';

export interface TortureOptions {
  readonly seed: number;
  readonly nodes: number;
  readonly replicas: number;
  readonly kills: number;
  readonly cuts: number;
  /** Molecules in each run. */
  readonly molecules: number;
  /** For so long a run is under fire; then it has peace until it ends. */
  readonly pressureMs: number;
  /** A run that takes longer hangs. */
  readonly patienceMs: number;
  readonly tell?: (line: string) => void;
}

export interface TortureReport {
  readonly runs: number;
  readonly kills: number;
  readonly cuts: number;
  readonly reactions: number;
  readonly elapsedMs: number;
  /** What went wrong, one line each. */
  readonly wrong: readonly string[];
}

interface Task {
  readonly name: string;
  readonly program: string;
  readonly expected: string;
}

function tasks(n: number): readonly Task[] {
  const many = (make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i + 1));
  return [
    {
      name: 'sum',
      program: `let add = replace x::int, y::int by x + y in\n<1..${n}>\n`,
      expected: `<${(n * (n + 1)) / 2}>`,
    },
    {
      name: 'pass on',
      program: `let a = replace A:i by B:i in\nlet b = replace B:i by C:i in\n<${many((i) => `A:${i}`).join(', ')}>\n`,
      expected: `<${many((i) => `C:${i}`).join(', ')}>`,
    },
    {
      name: 'join',
      program: `let meet = replace L:k:a, R:k:b by PAIR:k:a + b in\n<${many((i) => `L:${i}:1, R:${i}:2`).join(', ')}>\n`,
      expected: `<${many((i) => `PAIR:${i}:3`).join(', ')}>`,
    },
    {
      name: 'count',
      program: `let add = replace COUNT:w:m, COUNT:w:n by COUNT:w:m + n in\n<${many((i) => `COUNT:${i % 7}:1`).join(', ')}>\n`,
      expected: `<${[0, 1, 2, 3, 4, 5, 6]
        .map(
          (w) =>
            `COUNT:${w}:${Array.from({ length: n }, (_, i) => (i + 1) % 7).filter((k) => k === w).length}`,
        )
        .join(', ')}>`,
    },
  ];
}

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const began = performance.now();
  const rng = createRng(options.seed);
  const cluster = await TortureCluster.start(options.nodes);
  const faults = new Faults(cluster, options, rng.split('faults'));
  const wrong: string[] = [];
  let runs = 0;
  let reactions = 0;
  try {
    const all = tasks(options.molecules);
    faults.begin();
    while (!faults.areOver || runs < all.length) {
      const task = all[runs % all.length] as Task;
      // A run that is hit again and again makes no progress for good reasons: after a while it has peace, and must end.
      const breather = setTimeout(() => faults.pause(), options.pressureMs);
      const outcome = await runTask(cluster, task, options, rng, `r${runs}`);
      clearTimeout(breather);
      faults.resume();
      runs++;
      reactions += outcome.reactions;
      if (outcome.problem !== null) wrong.push(`run ${runs} (${task.name}): ${outcome.problem}`);
      options.tell?.(
        `run ${runs}, ${task.name}: ${outcome.problem ?? 'right'} in ${Math.round(outcome.elapsedMs)} ms (${faults.kills} kills, ${faults.cuts} cuts)`,
      );
      if (wrong.length === 0) continue;
      wrong.push(...(await lastWords(cluster)));
      break;
    }
  } finally {
    faults.end();
    await cluster.stop();
  }
  const { kills, cuts } = faults;
  wrong.push(...cluster.complaints);
  return { runs, kills, cuts, reactions, elapsedMs: performance.now() - began, wrong };
}

/** Kills and cuts, one after another at random moments, until all have been made. */
class Faults {
  readonly #cluster: TortureCluster;
  readonly #options: TortureOptions;
  readonly #rng: Rng;
  readonly #timers = new Set<NodeJS.Timeout>();
  kills = 0;
  cuts = 0;
  readonly #held = new Set<number>();
  #isPaused = false;

  constructor(cluster: TortureCluster, options: TortureOptions, rng: Rng) {
    this.#cluster = cluster;
    this.#options = options;
    this.#rng = rng;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
  }

  get areOver(): boolean {
    return this.kills >= this.#options.kills && this.cuts >= this.#options.cuts;
  }

  begin(): void {
    this.#after(300 + this.#rng.below(500), () => this.#next());
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (let i = 0; i < this.#cluster.size; i++) this.#cluster.proxy(i).heal();
  }

  #next(): void {
    if (this.areOver) return;
    const { kills, cuts } = this.#options;
    const left = kills - this.kills + (cuts - this.cuts);
    if (!this.#isPaused) {
      if (this.#rng.below(left) < kills - this.kills) this.#kill();
      else this.#cut();
    }
    this.#after(200 + this.#rng.below(2800), () => this.#next());
  }

  /** Never more than one at a time fewer than the replicas, so that something is left to go on with. */
  #kill(): void {
    const up = this.#range().filter((i) => this.#cluster.isUp(i) && !this.#held.has(i));
    const down = this.#cluster.size - up.length;
    if (down >= this.#options.replicas - 1) return;
    const victim = up[this.#rng.below(up.length)] as number;
    this.kills++;
    this.#cluster.kill(victim);
    this.#after(100 + this.#rng.below(2000), () => this.#cluster.revive(victim));
  }

  #cut(): void {
    const whole = this.#range().filter((i) => this.#cluster.isUp(i) && !this.#held.has(i));
    const victim = whole[this.#rng.below(whole.length)];
    if (victim === undefined) return;
    this.cuts++;
    const proxy = this.#cluster.proxy(victim);
    const kind = this.#rng.below(3);
    if (kind === 0) {
      proxy.sever();
      return;
    }
    this.#held.add(victim);
    if (kind === 1) proxy.refuse();
    else proxy.hold();
    this.#after(200 + this.#rng.below(4000), () => {
      this.#held.delete(victim);
      proxy.heal();
    });
  }

  #range(): number[] {
    return Array.from({ length: this.#cluster.size }, (_, i) => i);
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}

/** How the nodes see themselves, for who has to find out what went wrong. */
async function lastWords(cluster: TortureCluster): Promise<string[]> {
  const words: string[] = [];
  for (let i = 0; i < cluster.size; i++) {
    if (!cluster.isUp(i)) continue;
    const { out, err } = await call(cluster, ['status', cluster.addressOf(i), '--json'], 20_000);
    words.push(`node ${i}: ${out}${err}`);
  }
  return words;
}

interface Outcome {
  readonly problem: string | null;
  readonly reactions: number;
  readonly elapsedMs: number;
}

/** One run, through whichever node lets it in. */
async function runTask(
  cluster: TortureCluster,
  task: Task,
  options: TortureOptions,
  rng: Rng,
  name: string,
): Promise<Outcome> {
  const file = path.join(cluster.folder, `${name}.hocl`);
  writeFileSync(file, task.program);
  const began = performance.now();
  for (;;) {
    const up = Array.from({ length: cluster.size }, (_, i) => i).filter((i) => cluster.isUp(i));
    const gate = up[rng.below(up.length)] ?? 0;
    const { code, out, err } = await call(
      cluster,
      [
        ...['run', file, '--cluster', cluster.addressOf(gate), '--replicas', `${options.replicas}`],
        // Whoever writes a trace judges the history: no molecule lost or doubled, no end that comes early.
        ...['--trace', `${file}.trace`],
      ],
      options.patienceMs,
    );
    const elapsedMs = performance.now() - began;
    // The gate was down, or held up: nothing has begun. The user would call again, and so do we.
    if (
      code === 2 &&
      elapsedMs < options.patienceMs &&
      /listens there|does not answer|closed the connection|cannot be reached|say how it is/.test(
        err,
      )
    ) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (code !== 0) return { problem: `exit code ${code}: ${err.trim()}`, reactions: 0, elapsedMs };
    const isRight = out.trim() === task.expected;
    const problem = isRight ? null : `${shortened(out)} is not ${shortened(task.expected)}`;
    return { problem, reactions: options.molecules, elapsedMs };
  }
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function call(
  cluster: TortureCluster,
  args: readonly string[],
  patienceMs: number,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [cluster.command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code, out, err: code === null ? `it hung for ${patienceMs} ms; ${err}` : err });
    });
  });
}
