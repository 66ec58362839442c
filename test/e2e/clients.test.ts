// Processes that use the schemes of a running cluster from TypeScript: what they share is shared, also when a node is killed that serves
// one of them, and what a client held that was killed comes back. What they do they write into one file.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Place, type Running } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

interface Line {
  readonly what: string;
  readonly who: string;
  readonly fence: number;
}

const library = pathToFileURL(path.resolve('dist/host/coordination/api.js')).href;

/** Three nodes, any of which the cluster can do without. */
async function cluster(...options: string[]): Promise<{ nodes: Running[]; addresses: string[] }> {
  const addresses = ['a', 'b', 'c'].map((name) => `unix:${path.join(place.folder, name)}`);
  const [first = '', ...others] = addresses;
  const founder = place.start('node', '--listen', first, '--voters', '3', ...options);
  const nodes = [founder];
  await founder.says(/listens at/);
  for (const address of others) {
    nodes.push(place.start('node', '--listen', address, '--join', first, ...options));
  }
  for (const node of nodes) await node.says(/member of the cluster/);
  return { nodes, addresses };
}

/** A client: `work` is the body of a program that knows `cluster`, `who`, `write(what, fence)` and `pause(ms)`. */
function client(name: string, work: string): string {
  return place.file(
    `${name}.mjs`,
    `import { appendFileSync } from 'node:fs';
     import { connect } from ${JSON.stringify(library)};
     const [who, ...addresses] = process.argv.slice(2);
     const log = ${JSON.stringify(path.join(place.folder, 'log'))};
     const write = (what, fence = 0) => appendFileSync(log, what + ' ' + who + ' ' + fence + '\\n');
     const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
     const cluster = await connect(addresses, { patienceMs: 15_000 });
     ${work}
     await cluster.close();`,
  );
}

function lines(): Line[] {
  const log = path.join(place.folder, 'log');
  const text = existsSync(log) ? readFileSync(log, 'utf8').trim() : '';
  return text.split('\n').map((line) => {
    const [what = '', who = '', fence = ''] = line.split(' ');
    return { what, who, fence: Number(fence) };
  });
}

async function written(what: string, who: string): Promise<void> {
  await vi.waitFor(
    () => expect(lines().some((line) => line.what === what && line.who === who)).toBe(true),
    { timeout: 40_000, interval: 5 },
  );
}

/** Whoever begins has what the one before has ended, by a larger fence. */
function expectOneAtATime(all: readonly Line[]): void {
  const moves = all.filter(({ what }) => what === 'begin' || what === 'end');
  for (const [i, { what, who }] of moves.entries()) {
    if (i % 2 === 0) expect(what).toBe('begin');
    else expect({ what, who }).toEqual({ what: 'end', who: moves[i - 1]?.who });
  }
  const fences = moves.filter(({ what }) => what === 'begin').map(({ fence }) => fence);
  expect(fences).toEqual([...fences].sort((a, b) => a - b));
  expect(new Set(fences).size).toBe(fences.length);
}

describe('clients of a cluster', () => {
  const times = 25;
  const work = `await cluster.pools.create('desk', { capacity: 1 });
     for (let i = 0; i < ${times}; i++) {
       await cluster.pools.take(['desk'], async ({ units: [unit], lost }) => {
         write('begin', unit.fence);
         // One of them stays long enough for the cluster to notice that a node is gone.
         await pause(i === 5 && who === 'anna' ? 6000 : 20);
         if (lost.aborted) write('lost');
         write('end', unit.fence);
       });
     }`;

  it('share a pool of one, and keep what they have when a node is killed', async () => {
    const { nodes, addresses } = await cluster();
    const [, second = '', third = ''] = addresses;
    const file = client('work', work);
    const anna = place.script(file, 'anna', second);
    const ben = place.script(file, 'ben', third);
    // The sixth stay of anna has begun: her node dies in the middle of it.
    const stays = (): number =>
      lines().filter(({ what, who }) => what === 'begin' && who === 'anna').length;
    await vi.waitFor(() => expect(stays()).toBe(6), { timeout: 30_000, interval: 5 });
    nodes[1]?.child.kill('SIGKILL');
    const ended = await Promise.all([anna.ended, ben.ended]);
    expect(ended).toEqual([
      { code: 0, out: '', err: '' },
      { code: 0, out: '', err: '' },
    ]);
    const all = lines();
    expectOneAtATime(all);
    expect(all.filter(({ what }) => what === 'lost')).toEqual([]);
    for (const name of ['anna', 'ben']) {
      const own = all.filter(({ what, who }) => what === 'end' && who === name);
      expect(own.length).toBe(times);
    }
  });

  it('give back what they held when they are killed', async () => {
    const { addresses } = await cluster();
    const holder = client(
      'holder',
      `await cluster.pools.create('desk', { capacity: 1 });
       await cluster.groups.create('room', { members: ['a', 'b'], conflicts: 'all' });
       await cluster.groups.enter('room', 'a');
       const { units: [unit] } = await cluster.pools.take(['desk']);
       write('begin', unit.fence);
       await new Promise(() => {});`,
    );
    const heir = client(
      'heir',
      `write('waits');
       const room = await cluster.groups.enter('room', 'b');
       const { units: [unit] } = await cluster.pools.take(['desk']);
       write('begin', unit.fence);`,
    );
    const dying = place.script(holder, 'anna', addresses[0] ?? '');
    await written('begin', 'anna');
    const waiting = place.script(heir, 'ben', addresses[1] ?? '');
    await written('waits', 'ben');
    dying.child.kill('SIGKILL');
    expect(await waiting.ended).toEqual({ code: 0, out: '', err: '' });
    const [first, second] = lines().filter(({ what }) => what === 'begin');
    expect([first?.who, second?.who]).toEqual(['anna', 'ben']);
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY);
  });

  it('ask how a scheme stands, and are told by their node what it knows', async () => {
    const { addresses } = await cluster();
    const file = place.file(
      'ask.mjs',
      `import { connect } from ${JSON.stringify(library)};
       const [anna, ben] = await Promise.all(process.argv.slice(2).map((address) => connect(address)));
       const say = (what) => console.log(JSON.stringify(what));
       await anna.tokens.create('hub', { rate: 20, scheme: 'walking' });
       await anna.tokens.resize('hub', 40);
       say(await ben.tokens.status('hub'));
       await anna.pools.create('desk', { capacity: 2 });
       const desks = await anna.pools.take({ desk: 2 });
       const desk = ben.pools.take(['desk']);
       say(await ben.pools.status('desk'));
       // Who waits is known to his own node, what is held to all.
       say(await anna.pools.status('desk'));
       await anna.groups.create('room', { members: ['a', 'b'], conflicts: 'all' });
       const room = await anna.groups.enter('room', 'a');
       const other = ben.groups.enter('room', 'b');
       say(await ben.groups.status('room'));
       desks.release();
       room.leave();
       await Promise.all([desk, other]);
       say(await ben.groups.status('room'));
       await anna.balance.create({ workers: ['ash', 'elm'] });
       await anna.balance.task(10, { ash: 1 });
       say(Object.keys((await ben.balance.status()).loads));
       await ben.pools.status('ship').catch((error) => say(error.name + ': ' + error.message));
       await Promise.all([anna.close(), ben.close()]);`,
    );
    const { code, out, err } = await place.script(file, ...addresses.slice(0, 2)).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { rate: 40, scheme: 'walking', waiting: 0 },
      { capacity: 2, taken: 2, waiting: 1 },
      { capacity: 2, taken: 2, waiting: 0 },
      { inside: { a: 1, b: 0 }, waiting: { a: 0, b: 1 } },
      { inside: { a: 0, b: 1 }, waiting: { a: 0, b: 0 } },
      ['ash', 'elm'],
      'CoordinationError: there is no pool "ship": create it first, with pools.create',
    ]);
  });

  it('are told when no node answers any more, and lose what they held', async () => {
    const { nodes, addresses } = await cluster();
    const file = client(
      'left-alone',
      `await cluster.pools.create('desk', { capacity: 1 });
       const { lost } = await cluster.pools.take(['desk']);
       lost.addEventListener('abort', () => console.log('lost'));
       const waiting = cluster.pools.take(['desk']).catch((error) => console.log(error.message));
       write('holds');
       await waiting;
       await cluster.pools.take(['desk']).catch((error) => console.log(error.message));`,
    );
    const running = place.script(file, 'anna', ...addresses);
    await written('holds', 'anna');
    for (const node of nodes) node.child.kill('SIGKILL');
    const { code, out, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const why = /^the cluster does not answer any more: unix:.*: nobody listens there$/;
    const [first, ...others] = out.trim().split('\n');
    expect(first).toBe('lost');
    expect(others).toEqual([expect.stringMatching(why), expect.stringMatching(why)]);
  });

  it('are told why they cannot come in', async () => {
    const secret = place.file('secret', 'correct horse battery', 0o600);
    const wrong = place.file('wrong', 'incorrect horse battery', 0o600);
    const { addresses } = await cluster('--secret-file', secret);
    const [address = ''] = addresses;
    const file = place.file(
      'try.mjs',
      `import { connect } from ${JSON.stringify(library)};
       const [address, secret, wrong] = process.argv.slice(2);
       const why = async (...args) => {
         const error = await connect(...args).then((cluster) => cluster.close(), (thrown) => thrown);
         console.log(error === undefined ? 'came in' : error.name + ': ' + error.message.replaceAll(address, 'ADDRESS'));
       };
       await why(address);
       await why(address, { secretFile: wrong });
       await why(address, { secretFile: secret });
       await why('unix:/nowhere', { secretFile: secret });
       await why('example', { secretFile: secret });
       await why(address, { secretFile: '/nowhere' });
       await why(address, { tlsCert: secret });`,
    );
    const { code, out, err } = await place.script(file, address, secret, wrong).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim().split('\n')).toEqual([
      'CoordinationError: ADDRESS: it asks for the secret of the cluster; give it with secretFile',
      expect.stringMatching(/^CoordinationError: ADDRESS: .*secret/),
      'came in',
      'CoordinationError: unix:/nowhere: nobody listens there',
      "CoordinationError: an address of a cluster is ws://HOST:PORT, such as ws://127.0.0.1:7000, not 'example'",
      'CoordinationError: /nowhere does not exist',
      'CoordinationError: tlsCert and tlsKey belong together',
    ]);
  });
});
