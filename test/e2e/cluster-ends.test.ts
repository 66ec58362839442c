// How runs on a cluster end when the cluster does not do its part: nodes are killed, voters are missing, inputs are wrong. Each run ends
// by itself, with one sentence and the right code, and leaves nothing on the cluster.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Place, type Running } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

const endless = 'let tick = replace N:n by N:n + 1 if n >= 0 in\n<N:0>\n';
const sum = 'let add = replace x::int, y::int by x + y in\n<1..1000>\n';

const fewSeconds = 9000;

/** What a run ends with, which it must within a few seconds from now. */
async function endOf(running: Running): Promise<{ code: number | null; out: string; err: string }> {
  const began = performance.now();
  const end = await running.ended;
  expect(performance.now() - began).toBeLessThan(fewSeconds);
  return end;
}

describe('a run with --nodes', () => {
  /** The process of a node of a run, and where it listens, by the name of its socket. */
  function nodeOfRun(name: string): { readonly pid: number; readonly address: string } {
    for (const pid of place.processes()) {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const address = words[words.indexOf('--listen') + 1] ?? '';
      if (words.includes('--listen') && path.basename(address) === name) return { pid, address };
    }
    throw new Error(`there is no node ${name}`);
  }

  const kill = (name: string) => process.kill(nodeOfRun(name).pid, 'SIGKILL');

  /** A run in which something has happened at all flasks' replicas. */
  async function running(nodes: number, ...options: readonly string[]): Promise<Running> {
    const file = place.file('endless.hocl', endless);
    const run = place.start('run', file, '--nodes', `${nodes}`, ...options);
    await eventually(() => expect(place.processes().length).toBe(nodes + 1));
    const { address } = nodeOfRun('n0');
    await eventually(async () => {
      const { out } = await place.run('status', address);
      expect(out).toMatch(/[1-9][\d,]* reactions/);
    });
    return run;
  }

  it('ends when the node dies that decides alone', async () => {
    const run = await running(2, '--replicas', '2');
    kill('n0');
    expect(await endOf(run)).toEqual({
      ...{ code: 3, out: '' },
      err: 'hocl: a node of the run died that the others cannot do without\n',
    });
    await eventually(() => expect(place.processes()).toEqual([]));
    expect(place.leftovers()).toEqual([]);
  });

  it('ends when most of those die that decide, and goes on when fewer do', async () => {
    const run = await running(4, '--replicas', '3');
    // It is the last by name, so that it decides nothing.
    kill('n3');
    kill('n1');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(run.child.exitCode).toBe(null);
    kill('n0');
    expect(await endOf(run)).toMatchObject({ code: 3, out: '' });
    expect(run.err).toBe('hocl: a node of the run died that the others cannot do without\n');
  });

  it('ends at its time limit and at Ctrl-C although no node answers', async () => {
    for (const how of ['interrupted', 'stopped by its time limit'] as const) {
      const isTimed = how !== 'interrupted';
      const limit = isTimed ? ['--timeout', '8s'] : [];
      const run = await running(2, '--replicas', '2', ...limit);
      for (const name of ['n0', 'n1']) process.kill(nodeOfRun(name).pid, 'SIGSTOP');
      if (!isTimed) run.child.kill('SIGINT');
      const { code, err } = await run.ended;
      expect({ code, err }).toEqual({
        code: 3,
        err: `hocl: ${how}, and the cluster did not answer within 5 s\n`,
      });
      await eventually(() => expect(place.processes()).toEqual([]));
    }
  });

  it('shows what there is when an effect is on its way that takes long', async () => {
    place.file('slow.mjs', 'export const wait = () => new Promise((r) => setTimeout(r, 60000));');
    const file = place.file(
      'slow.hocl',
      'import effect { wait } from "./slow.mjs"\nlet go = replace GO:n by DONE:wait(n) in\n<GO:1, 7>\n',
    );
    const run = await place.run('run', file, '--nodes', '2', '--timeout', '2s');
    expect(run.code).toBe(3);
    expect(run.out).toMatch(/7/);
  });
});

describe('a run with --cluster', () => {
  async function node(name: string, ...args: readonly string[]): Promise<[Running, string]> {
    const address = `unix:${path.join(place.folder, name)}`;
    const running = place.start('node', '--listen', address, ...args);
    await running.says(/listens at/);
    return [running, address];
  }

  async function solutions(address: string): Promise<string[]> {
    const { out } = await place.run('status', address, '--json');
    const { view } = JSON.parse(out) as { view: { solutions: { solution: string }[] } };
    return view.solutions.map(({ solution }) => solution);
  }

  it('ends although no majority of the voters is there', async () => {
    const [first, address] = await node('a', '--voters', '3');
    await first.says(/it waits for 2 more nodes to decide with it/);
    const others = [await node('b', '--join', address)];
    await first.says(/it waits for 1 more node to decide with it/);
    others.push(await node('c', '--join', address));
    await first.says(/is a member/);
    for (const [other] of others) await other.says(/is a member/);
    for (const [other] of others) {
      other.child.kill('SIGKILL');
      await other.ended;
    }
    const file = place.file('sum.hocl', sum);
    const words = ['run', file, '--cluster', address, '--replicas', '1'];
    expect(await place.run(...words, '--timeout', '1s')).toEqual({
      ...{ code: 3, out: '' },
      err: 'hocl: stopped by its time limit, and the cluster did not answer within 5 s\n',
    });
    const run = place.start(...words);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    run.child.kill('SIGINT');
    expect(await endOf(run)).toEqual({
      ...{ code: 3, out: '' },
      err: 'hocl: interrupted, and the cluster did not answer within 5 s\n',
    });
  });

  it('ends at once while it looks for the cluster', async () => {
    const [, address] = await node('a', '--voters', '3');
    const file = place.file('sum.hocl', sum);
    const run = place.start('run', file, '--cluster', address);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    run.child.kill('SIGINT');
    expect(await endOf(run)).toEqual({
      ...{ code: 3, out: '' },
      err: 'hocl: interrupted before the cluster had the program\n',
    });
    expect(await place.run('run', file, '--cluster', address, '--timeout', '1s')).toEqual({
      ...{ code: 3, out: '' },
      err: 'hocl: stopped by its time limit before the cluster had the program\n',
    });
  });

  it('leaves nothing there when its input is wrong, and wants no more replicas than there are nodes', async () => {
    const [first, address] = await node('a');
    await first.says(/is a member/);
    const file = place.file('sum.hocl', sum);
    const input = place.file('bad.json', '[1, 2');
    const alone = await place.run('run', file, '--input', input);
    const there = await place.run('run', file, '--input', input, '--cluster', address);
    expect(there).toEqual(alone);
    expect(there.code).toBe(2);
    expect(await solutions(address)).toEqual([]);
    expect(await place.run('run', file, '--cluster', address, '--replicas', '2')).toEqual({
      ...{ code: 2, out: '' },
      err: 'hocl: --replicas 2 needs as many nodes, and there is 1\n',
    });
    expect(await place.run('run', file, '--cluster', address)).toMatchObject({ out: '<500500>\n' });
  });
});
