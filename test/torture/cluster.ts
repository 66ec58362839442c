// A cluster of real nodes with data directories, each behind a proxy, that can be killed and come back.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { FaultProxy } from './fault-proxy.ts';

interface TortureNode {
  readonly index: number;
  readonly port: number;
  readonly proxy: FaultProxy;
  child: ChildProcess | undefined;
  said: string;
}

export class TortureCluster {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-torture-'));
  readonly #nodes: TortureNode[] = [];
  /** What nodes said that they should not have: anything but their usual lines. */
  readonly complaints: string[] = [];
  #isOver = false;

  /** The command as it was built when the torture began: a build meanwhile must not mix two versions. */
  get command(): string {
    return path.join(this.folder, 'dist/cli/main.js');
  }

  static async start(size: number): Promise<TortureCluster> {
    const cluster = new TortureCluster();
    cpSync('dist', path.join(cluster.folder, 'dist'), { recursive: true });
    cpSync('package.json', path.join(cluster.folder, 'package.json'));
    for (let index = 0; index < size; index++) {
      const port = await freePort();
      const proxy = await FaultProxy.open(port);
      cluster.#nodes.push({ index, port, proxy, child: undefined, said: '' });
    }
    for (const node of cluster.#nodes) cluster.#spawn(node);
    await Promise.all(cluster.#nodes.map((node) => cluster.#joined(node)));
    return cluster;
  }

  get size(): number {
    return this.#nodes.length;
  }

  addressOf(index: number): string {
    return `ws://127.0.0.1:${this.#node(index).proxy.port}`;
  }

  isUp(index: number): boolean {
    return this.#node(index).child !== undefined;
  }

  proxy(index: number): FaultProxy {
    return this.#node(index).proxy;
  }

  kill(index: number): void {
    const node = this.#node(index);
    const { child } = node;
    node.child = undefined;
    child?.kill('SIGKILL');
  }

  revive(index: number): void {
    const node = this.#node(index);
    if (!this.#isOver && node.child === undefined) this.#spawn(node);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const gone = this.#nodes.flatMap(({ child }) =>
      child === undefined ? [] : [new Promise((resolve) => child.once('exit', resolve))],
    );
    for (const node of this.#nodes) {
      this.kill(node.index);
      node.proxy.close();
    }
    await Promise.all(gone);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #node(index: number): TortureNode {
    return this.#nodes[index] as TortureNode;
  }

  #spawn(node: TortureNode): void {
    const data = path.join(this.folder, `d${node.index}`);
    mkdirSync(data, { recursive: true });
    const entry =
      node.index === 0
        ? ['--voters', this.size >= 5 ? '5' : this.size >= 3 ? '3' : '1']
        : ['--join', this.addressOf(0)];
    // A node with a past needs nobody to let it in.
    const isBack = node.said !== '';
    const args = [
      ...[this.command, 'node', '--listen', `127.0.0.1:${node.port}`],
      ...['--advertise', `127.0.0.1:${node.proxy.port}`, '--data', data, ...(isBack ? [] : entry)],
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    node.child = child;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      node.said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) {
        if (line !== '' && !/majority of the voters/.test(line)) {
          this.complaints.push(`node ${node.index}: ${line}`);
        }
      }
    });
    child.once('exit', (code, signal) => {
      if (node.child !== child) return;
      node.child = undefined;
      if (!this.#isOver)
        this.complaints.push(`node ${node.index} ended by itself (${code ?? signal})`);
    });
  }

  async #joined(node: TortureNode): Promise<void> {
    while (!node.said.includes('is a member')) {
      if (this.complaints.length > 0) throw new Error(this.complaints.join('\n'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
