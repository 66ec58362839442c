// Two nodes that stay: processes of `hocl node` that are there before the first run and after the last one.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const main = path.resolve(import.meta.dirname, '../dist/cli/main.js');

export class StandingNodes {
  readonly address: string;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.address = `unix:${path.join(folder, 'a')}`;
  }

  /** Both are members of one cluster when it returns. Programs of the benchmark import from `modules`. */
  static async start(modules: string): Promise<StandingNodes> {
    const nodes = new StandingNodes(mkdtempSync(path.join(tmpdir(), 'hocl-bench-')));
    try {
      await nodes.#add(['--listen', nodes.address, '--modules', modules]);
      const second = `unix:${path.join(nodes.#folder, 'b')}`;
      await nodes.#add(['--listen', second, '--join', nodes.address, '--modules', modules]);
      return nodes;
    } catch (error) {
      nodes.stop();
      throw error;
    }
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #add(words: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, [main, 'node', ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    return new Promise((resolve, reject) => {
      let said = '';
      child.once('exit', () => reject(new Error('a node ended early')));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('is a member')) resolve();
      });
    });
  }
}
