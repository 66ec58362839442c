// Nodes that are told to start in a way that cannot go well: each ends with one sentence and code 2, and harms nothing.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Place } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function refused(...args: readonly string[]) {
  const { code, out, err } = await place.run('node', '--listen', '127.0.0.1:0', ...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  return err.replaceAll(place.folder, 'DIR').replace(/^hocl: (.*)\n$/, '$1');
}

/** The data directory of a founder that was there and was killed. */
async function past(): Promise<string> {
  const data = path.join(place.folder, 'd');
  const node = place.start('node', '--listen', '127.0.0.1:0', '--data', data);
  await node.says(/is a member/);
  node.child.kill('SIGKILL');
  await node.ended;
  return data;
}

it('a node whose identity is damaged or missing does not pass for a new one', async () => {
  const data = await past();
  const file = path.join(data, 'files', 'node');
  const rest = 'and nothing else says who this node was: with an empty directory it is a new node';
  for (const text of ['garbage\n', '', '{"token":"x"}']) {
    writeFileSync(file, text);
    expect(await refused('--data', data)).toBe(`DIR/d/files/node is damaged, ${rest}`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  rmSync(file);
  expect(await refused('--data', data)).toBe(`DIR/d/files/node is missing, ${rest}`);
});

it('a voter whose votes are gone says so', async () => {
  const data = await past();
  rmSync(path.join(data, 'files', 'votes'));
  const node = place.start('node', '--listen', '127.0.0.1:0', '--data', data);
  await node.says(/votes is damaged: what this node promised as a voter is not there any more/);
  await node.says(/no majority of the voters answers; waiting/);
  expect(node.out).not.toContain('is a member');
});

it('a node does not join itself, however it is called', async () => {
  const itself =
    'that is this node itself: join another one, or leave out --join to found a cluster';
  const socket = `unix:${path.join(place.folder, 's')}`;
  const { code, err } = await place.run('node', '--listen', socket, '--join', socket);
  expect({ code, err }).toEqual({ code: 2, err: `hocl: ${socket}: ${itself}\n` });
  const link = `unix:${place.folder}/./s`;
  const other = await place.run('node', '--listen', socket, '--join', link);
  expect({ code: other.code, err: other.err }).toEqual({
    code: 2,
    err: `hocl: ${link}: ${itself}\n`,
  });
});

it('--voters where it does not apply is not passed over', async () => {
  expect(await refused('--voters', '3', '--join', 'ws://127.0.0.1:9')).toBe(
    '--voters is for the node that founds the cluster: leave it out with --join',
  );
  const data = await past();
  expect(await refused('--voters', '3', '--data', data)).toBe(
    '--voters 3: the cluster of DIR/d has 1 for good: leave out --voters',
  );
  const node = place.start('node', '--listen', '127.0.0.1:0', '--voters', '1', '--data', data);
  await node.says(/is a member/);
});
