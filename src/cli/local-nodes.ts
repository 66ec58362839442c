// The nodes of a run with --nodes: processes of this machine that talk over socket files in a folder of their own. They are started
// before anything else is done, and told of the program when it has been read. Whatever happens to the run, they end and the
// folder goes: it kills them when it ends, and they end by themselves when the run is gone without a word.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ProgramText } from '../host/index.ts';
import { CallError, StopError } from './exit-code.ts';
import type { Io } from './io.ts';
import { passOn } from './node-output.ts';

/** What a node of a run says when it can be spoken to. */
export const LISTENS = 'it listens';

/** What a node takes at least; so many of them fit in the memory that is there. */
const nodeBytes = 100 * 2 ** 20;
/**
 * More than these for each processor take longer to get to know each other, all of them all the others, than anybody waits: on two of them
 * 16 nodes are there in 2 s, 32 in 6, 48 in 20, and 100 not in a minute.
 */
const nodesPerProcessor = 16;

/** How long the last words of a node that has gone may take. */
const afterwordsMs = 100;

/** The name of a socket may have some hundred bytes, of which ours takes thirty. */
const longestFolder = 70;

/** Where it is set, Node reads the certificates that it names at each start: twice the time that Node itself takes. */
const CERTIFICATES = 'NODE_EXTRA_CA_CERTS';

export interface LocalNodesOptions {
  readonly nodes: number;
  /** How many of them decide who belongs to the cluster. */
  readonly voters: number;
  /** They speak TLS to nobody: their own talk goes over socket files, and the program can ask nobody either. */
  readonly withoutTls: boolean;
}

export class LocalNodes {
  readonly addresses: readonly string[];
  readonly #folder: string;
  readonly #children: ChildProcessWithoutNullStreams[] = [];
  readonly #onExit = () => this.#sweep();
  #isOver = false;
  #fail: (error: Error) => void = () => {};
  #giveUp: (error: Error) => void = () => {};
  /** The nodes that decide and are there. */
  readonly #voters: Set<string>;
  readonly #majority: number;
  /** Rejects when a node dies before its time. */
  readonly died: Promise<never>;
  /** Rejects when so many have died that the others can decide nothing any more. */
  readonly undecided: Promise<never>;
  /** The first node, to which the run speaks, listens. */
  readonly listens: Promise<void>;
  /** All nodes are members of one cluster. */
  readonly together: Promise<void>;

  /** Starts the nodes, and does not wait for them. */
  constructor({ nodes, voters, withoutTls }: LocalNodesOptions, io: Io) {
    refuseTooMany(nodes);
    const folder = makeFolder();
    this.#folder = folder;
    this.addresses = Array.from({ length: nodes }, (_, i) => `unix:${path.join(folder, `n${i}`)}`);
    this.died = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.died.catch(() => {});
    this.undecided = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    this.undecided.catch(() => {});
    // The founder is one of them, and the others are chosen by their names.
    this.#voters = new Set([...this.addresses].sort().slice(0, voters));
    this.#majority = Math.floor(voters / 2) + 1;
    process.once('exit', this.#onExit);
    const [first = ''] = this.addresses;
    const env = withoutTls ? { ...io.env, [CERTIFICATES]: undefined } : io.env;
    const founding = ['--voters', `${voters}`, '--members', `${nodes}`];
    for (const [i, own] of this.addresses.entries()) {
      const args = ['node', '--listen', own, '--of-run', folder];
      this.#spawn(own, [...args, ...(i === 0 ? founding : ['--join', first])], env, io);
    }
    this.listens = this.#said(LISTENS);
    this.together = this.#said('is a member');
  }

  /** Tells the nodes which program they are for. Those that join hear it when there is somebody to join. */
  async begin(files: readonly ProgramText[]): Promise<void> {
    const line = `${JSON.stringify(files)}\n`;
    const [founder, ...others] = this.#children;
    founder?.stdin.write(line);
    await this.listens;
    for (const child of others) child.stdin.write(line);
  }

  /** Ends all nodes at once: nothing in it waits. */
  kill(): void {
    this.#isOver = true;
    for (const child of this.#children) child.kill('SIGKILL');
  }

  /** Ends all nodes, and returns when they are gone. */
  async stop(): Promise<void> {
    const alive = this.#children.filter(
      (child) => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    );
    const gone = alive.map(goneWith);
    this.#sweep();
    await Promise.all(gone);
    process.off('exit', this.#onExit);
  }

  /** Nothing in it waits, so that it can be the last thing that a process does. */
  #sweep(): void {
    this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #spawn(address: string, args: readonly string[], env: Io['env'], io: Io): void {
    const [program = process.execPath, ...before] = io.command;
    // A terminal sends its Ctrl-C to all processes of a call; what becomes of the nodes is for the run to say.
    const child = spawn(program, [...before, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env,
    });
    this.#children.push(child);
    let said = '';
    passOn(child.stdout, io);
    passOn(child.stderr, io);
    child.stderr.on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    // A node that dies closes its end; what is written to it then is nobody's business.
    child.stdin.on('error', () => {});
    child.once('error', (error) =>
      this.#fail(new CallError(`no node can be started: ${error.message}`)),
    );
    child.once('exit', () => {
      if (this.#isOver) return;
      const line = said.trim().split('\n').at(-1) ?? '';
      const words = line.replace(/^hocl: /, '');
      const why = words === '' ? '' : `: ${words}`;
      this.#fail(new StopError(`a node of the run died${why}`));
      this.#voters.delete(address);
      if (this.#voters.size >= this.#majority) return;
      this.#giveUp(new StopError(`a node of the run died that the others cannot do without${why}`));
    });
  }

  /** When the first node has said these words; it rejects when a node dies before. */
  #said(words: string): Promise<void> {
    let text = '';
    const said = new Promise<void>((resolve) => {
      this.#children[0]?.stdout.on('data', (more: string) => {
        text += more;
        if (text.includes(words)) resolve();
      });
    });
    const heard = Promise.race([said, this.died]);
    heard.catch(() => {});
    return heard;
  }
}

/** Until it has gone and all that it wrote has come. What an effect started may keep its streams for longer than that. */
function goneWith(child: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('exit', () => setTimeout(resolve, afterwordsMs).unref());
  });
}

/** More nodes than fit in memory would bring the machine down rather than the program to its end. */
function refuseTooMany(nodes: number): void {
  const fit = Math.floor((os.totalmem() * 0.8) / nodeBytes);
  const most = Math.max(1, Math.min(fit, nodesPerProcessor * os.availableParallelism()));
  if (nodes <= most) return;
  throw new CallError(`--nodes ${nodes} is more than this machine can bear: at most ${most}`);
}

/** Only this user can enter it, so the sockets in it need no secret. */
function makeFolder(): string {
  const base = os.tmpdir().length <= longestFolder ? os.tmpdir() : '/tmp';
  return mkdtempSync(path.join(base, 'hocl-run-'));
}
