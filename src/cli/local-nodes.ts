// The nodes of a run with --nodes: processes of this machine that talk over socket files in a folder of their own. Whatever
// happens to the run, they end and the folder goes: it kills them when it ends, and they end by themselves when the
// run is gone without a word.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { longestSocketPath } from '../dht/net/index.ts';
import type { ProgramText } from '../host/index.ts';
import { CallError, StopError } from './exit-code.ts';
import type { Io } from './io.ts';

/** In the folder of a run: the texts of its program, whose modules the nodes load. */
export const programFile = 'program.json';

/** What a node takes at least; so many of them fit in the memory that is there. */
const nodeBytes = 100 * 2 ** 20;
const mostNodes = 256;

export interface LocalNodesOptions {
  readonly nodes: number;
  /** How many of them decide who belongs to the cluster. */
  readonly voters: number;
  readonly files: readonly ProgramText[];
}

export class LocalNodes {
  readonly addresses: readonly string[];
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];
  readonly #onExit = () => this.#sweep();
  #isOver = false;
  #death: (reason: string) => void = () => {};
  /** Rejects when a node dies before its time. */
  readonly died: Promise<never>;

  private constructor(folder: string, nodes: number) {
    this.#folder = folder;
    this.addresses = Array.from({ length: nodes }, (_, i) => `unix:${path.join(folder, `n${i}`)}`);
    this.died = new Promise((_, reject) => {
      this.#death = (reason) => reject(new StopError(reason));
    });
    this.died.catch(() => {});
    process.once('exit', this.#onExit);
  }

  /** Starts the nodes, and returns when all of them are members of one cluster. */
  static async start(options: LocalNodesOptions, io: Io): Promise<LocalNodes> {
    refuseTooMany(options.nodes);
    const folder = makeFolder();
    const nodes = new LocalNodes(folder, options.nodes);
    try {
      writeFileSync(path.join(folder, programFile), JSON.stringify(options.files));
      const joined = nodes.addresses.map((_, i) => nodes.#spawn(i, options.voters, io));
      await Promise.race([Promise.all(joined), nodes.died]);
      return nodes;
    } catch (error) {
      await nodes.stop();
      throw error;
    }
  }

  /** Ends all nodes, and returns when they are gone. */
  async stop(): Promise<void> {
    this.#isOver = true;
    const alive = this.#children.filter(
      (child) => child.exitCode === null && child.signalCode === null,
    );
    const gone = alive.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    this.#sweep();
    await Promise.all(gone);
    process.off('exit', this.#onExit);
  }

  /** Nothing in it waits, so that it can be the last thing that a process does. */
  #sweep(): void {
    this.#isOver = true;
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(index: number, voters: number, io: Io): Promise<void> {
    const [first = '', own = ''] = [this.addresses[0], this.addresses[index]];
    const entry = index === 0 ? ['--voters', `${voters}`] : ['--join', first];
    const args = ['node', '--listen', own, '--of-run', this.#folder, ...entry];
    const [program = process.execPath, ...before] = io.command;
    const child = spawn(program, [...before, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#children.push(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    // A node that dies closes its end; what is written to it then is nobody's business.
    child.stdin.on('error', () => {});
    child.once('exit', () => {
      if (this.#isOver) return;
      const why =
        said
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/^hocl: /, '') ?? '';
      this.#death(`a node of the run died${why === '' ? '' : `: ${why}`}`);
    });
    return new Promise((resolve, reject) => {
      child.once('error', (error) =>
        reject(new CallError(`no node can be started: ${error.message}`)),
      );
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('is a member')) resolve();
      });
    });
  }
}

/** More nodes than fit in memory would bring the machine down rather than the program to its end. */
function refuseTooMany(nodes: number): void {
  const most = Math.max(1, Math.min(mostNodes, Math.floor((os.totalmem() * 0.8) / nodeBytes)));
  if (nodes <= most) return;
  throw new CallError(`--nodes ${nodes} is more than this machine can bear: at most ${most}`);
}

/** Only this user can enter it, so the sockets in it need no secret. */
function makeFolder(): string {
  const name = 'hocl-run-';
  const longest = longestSocketPath - name.length - '/XXXXXX/n999'.length;
  const base = os.tmpdir().length <= longest ? os.tmpdir() : '/tmp';
  return mkdtempSync(path.join(base, name));
}
