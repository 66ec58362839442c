// Calls of the built command as processes, with a folder of their own for everything they leave: so a test can tell whether a
// process or a file of its own is left, whoever else runs hocl on this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export class Place {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-e2e-'));
  readonly #children: ChildProcess[] = [];

  constructor() {
    mkdirSync(this.temporary);
  }

  /** What the processes take for the folder of temporary files. */
  get temporary(): string {
    return path.join(this.folder, 't');
  }

  file(name: string, text: string, mode = 0o644): string {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  start(...args: readonly string[]): Running {
    return this.script('dist/cli/main.js', ...args);
  }

  /** Runs a file of JavaScript. */
  script(file: string, ...args: readonly string[]): Running {
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: this.temporary },
    });
    this.#children.push(child);
    return new Running(child);
  }

  run(...args: readonly string[]): Promise<Ended> {
    const running = this.start(...args);
    running.child.stdin?.end();
    return running.ended;
  }

  /** The processes that name the folder in their words or environment, as numbers. */
  processes(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => {
        try {
          const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
          return words.includes('main.js') && words.includes(this.folder);
        } catch {
          return false;
        }
      })
      .map(Number);
  }

  /** What is left of runs; tsx keeps a cache of its own there. */
  leftovers(): string[] {
    return readdirSync(this.temporary).filter((name) => name.startsWith('hocl'));
  }

  async remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Running {
  readonly child: ChildProcess;
  out = '';
  err = '';
  readonly ended: Promise<Ended>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.ended = once(child, 'close').then(([code]) => {
      return { code: code as number | null, out: this.out, err: this.err };
    });
  }

  /** Waits until it has said something of this kind, and gives what was found. */
  async says(pattern: RegExp, withinMs = 30_000): Promise<RegExpExecArray> {
    const until = performance.now() + withinMs;
    for (;;) {
      const found = pattern.exec(this.out + this.err);
      if (found) return found;
      if (this.child.exitCode !== null || performance.now() > until) {
        throw new Error(`it does not say ${pattern}, but: ${this.out}${this.err}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
