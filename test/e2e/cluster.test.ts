// Clusters of real processes: runs that bring their own, clusters that stay, and calls that cannot go well. Nothing is left of any.

import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
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
const expectNothingLeft = () =>
  eventually(() => {
    expect(place.processes()).toEqual([]);
    expect(place.leftovers()).toEqual([]);
  });

const sum = 'let add = replace x::int, y::int by x + y in\n<1..1000>\n';
const endless = 'let tick = replace N:n by N:n + 1 if n >= 0 in\n<N:0>\n';

describe('a run with --nodes', () => {
  it.each(['wordcount', 'sieve', 'pipeline', 'workflow-diamond'])(
    '%s ends as on one machine',
    async (name) => {
      const expected = readFileSync(`examples/${name}.expected`, 'utf8');
      const { code, out, err } = await place.run('run', `examples/${name}.hocl`, '--nodes', '3');
      expect({ code, out, err }).toEqual({ code: 0, out: expected, err: '' });
      await expectNothingLeft();
    },
  );

  it('reads its input at its nodes, in pieces', async () => {
    const file = place.file('add.hocl', 'let add = replace x::int, y::int by x + y in\n<>\n');
    const numbers = Array.from({ length: 300_000 }, (_, n) => n);
    const input = place.file('numbers.json', JSON.stringify(numbers));
    const { code, out } = await place.run('run', file, '--input', input, '--nodes', '2');
    expect({ code, out }).toEqual({ code: 0, out: '<44999850000>\n' });
    const traced = place.file('few.json', '1\n2\n[3]\n4\n');
    const trace = path.join(place.folder, 'few.trace');
    const words = ['run', file, '--input', traced, '--nodes', '2', '--trace', trace];
    expect(await place.run(...words)).toMatchObject({ code: 0, out: '<7, [3]>\n' });
    expect(await place.run('replay', trace)).toMatchObject({ code: 0, out: '<7, [3]>\n' });
  });

  it('says of a wrong input what is said on one machine, and does nothing with it', async () => {
    const log = path.join(place.folder, 'asked.log');
    place.file(
      'ask.mjs',
      `import { appendFileSync } from 'node:fs';
       export const ask = (n) => { appendFileSync(${JSON.stringify(log)}, 'asked'); return n; };`,
    );
    const calls =
      'import effect { ask } from "./ask.mjs"\nlet go = replace x::int by A:ask(x) in\n<>\n';
    const right = Array.from({ length: 2000 }, (_, n) => `${n}`).join(',\n');
    const inputs = [`[${right}, 1 2]`, `[${right},]`, `${right}\n`, `["a", ${right}, "b]`];
    for (const [i, text] of inputs.entries()) {
      const input = place.file(`wrong${i}.json`, text);
      for (const file of [place.file('sum.hocl', sum), place.file('calls.hocl', calls)]) {
        const alone = await place.run('run', file, '--input', input);
        expect(alone.code).toBe(2);
        expect(await place.run('run', file, '--input', input, '--nodes', '2')).toEqual(alone);
      }
    }
    expect(existsSync(log)).toBe(false);
    const absent = ['run', place.file('sum.hocl', sum), '--input', 'nowhere.json'];
    const alone = await place.run(...absent);
    expect(await place.run(...absent, '--nodes', '2')).toEqual(alone);
    await expectNothingLeft();
  });

  it('tells what the cluster did, as JSON', async () => {
    const file = place.file('sum.hocl', sum);
    const { code, out } = await place.run('run', file, '--nodes', '2', '--replicas', '2', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ status: 'inert', solution: [500_500], reactions: 999, nodes: 2 },
      captures: { optimistic: 0, pessimistic: 0, aborted: 0, local: 999 },
    });
  });

  it('calls functions of modules at its nodes, and each effect once', async () => {
    const log = path.join(place.folder, 'calls.log');
    place.file(
      'mail.mjs',
      `import { appendFileSync } from 'node:fs';
       export const isLong = (name) => name.length > 3;
       export const send = (name) => { appendFileSync(${JSON.stringify(log)}, name + '\\n'); return 'sent'; };`,
    );
    const file = place.file(
      'mail.hocl',
      `import pure { isLong } from "./mail.mjs"
       import effect { send } from "./mail.mjs"
       let mail = replace TO:name by DONE:name:send(name) if isLong(name) in
       <TO:"Ada", TO:"Grace", TO:"Barbara", TO:"Jean">`,
    );
    const { code, out, err } = await place.run('run', file, '--nodes', '3');
    expect({ code, out, err }).toEqual({
      ...{ code: 0, err: '' },
      out: '<DONE:"Barbara":"sent", DONE:"Grace":"sent", DONE:"Jean":"sent", TO:"Ada">\n',
    });
    expect(readFileSync(log, 'utf8').trim().split('\n').sort()).toEqual([
      'Barbara',
      'Grace',
      'Jean',
    ]);
  });

  it('stops when its time is over, and at Ctrl-C, and prints what there is', async () => {
    const file = place.file('endless.hocl', endless);
    const timed = await place.run('run', file, '--nodes', '2', '--timeout', '3s');
    expect(timed.code).toBe(3);
    expect(timed.out).toMatch(/^<N:\d+>\n$/);
    expect(timed.err).toContain('stopped by its time limit');
    const running = place.start('run', file, '--nodes', '2');
    await eventually(() => expect(place.processes().length).toBe(3));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    running.child.kill('SIGINT');
    const { code, out, err } = await running.ended;
    expect({ code, err: err.split(' after')[0] }).toEqual({
      code: 3,
      err: 'hocl: interrupted: stopped',
    });
    expect(out).toMatch(/^<N:\d+>\n$/);
    await expectNothingLeft();
  });

  it.each(['workflow-diamond', 'pipeline', 'sieve'])(
    'writes down %s as the run of one machine',
    async (name) => {
      const expected = readFileSync(`examples/${name}.expected`, 'utf8');
      const trace = path.join(place.folder, 'run.trace');
      const file = `examples/${name}.hocl`;
      const run = await place.run('run', file, '--nodes', '3', '--replicas', '2', '--trace', trace);
      expect(run).toEqual({ code: 0, out: expected, err: '' });
      const again = await place.run('replay', trace);
      expect(again).toEqual({ code: 0, out: expected, err: '' });
      await expectNothingLeft();
    },
  );

  it('bounds its reactions over all nodes', async () => {
    const file = place.file('endless.hocl', endless);
    const { code, out } = await place.run('run', file, '--nodes', '2', '--max-reactions', '100');
    expect({ code, out }).toEqual({ code: 3, out: '<N:100>\n' });
  });

  it('leaves nothing when it is killed', async () => {
    const running = place.start('run', place.file('endless.hocl', endless), '--nodes', '3');
    await eventually(() => expect(place.processes().length).toBe(4));
    running.child.kill('SIGKILL');
    await running.ended;
    await expectNothingLeft();
  });

  it('ends when one of its nodes dies', async () => {
    const running = place.start('run', place.file('endless.hocl', endless), '--nodes', '3');
    await eventually(() => expect(place.processes().length).toBe(4));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const victim = place.processes().find((pid) => pid !== running.child.pid) as number;
    process.kill(victim, 'SIGKILL');
    const { code, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 3, err: 'hocl: a node of the run died\n' });
    await expectNothingLeft();
  });
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(server.listening).toBe(true));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** How much nodes have written to their logs. */
function dataBytes(folder: string): number {
  return [0, 1, 2]
    .flatMap((i) =>
      readdirSync(path.join(folder, `d${i}`, 'files')).map((name) =>
        path.join(folder, `d${i}`, 'files', name),
      ),
    )
    .reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

async function node(...args: readonly string[]): Promise<{ running: Running; address: string }> {
  const running = place.start('node', '--listen', '127.0.0.1:0', ...args);
  const [, address = ''] = await running.says(/listens at (\S+)/);
  return { running, address };
}

const joined = (running: Running) => running.says(/is a member/);

describe('a cluster that stays', () => {
  it('runs programs side by side, says how it is, and goes on without one of its nodes', async () => {
    const data = (name: string) => ['--data', path.join(place.folder, name)];
    const first = await node('--voters', '3', ...data('d0'));
    const others = await Promise.all(
      ['d1', 'd2'].map((name) => node('--join', first.address, ...data(name))),
    );
    await Promise.all([first, ...others].map(({ running }) => joined(running)));
    const file = place.file('sum.hocl', sum);
    const cluster = ['--cluster', first.address];
    const two = await Promise.all([
      place.run('run', file, ...cluster),
      place.run('run', 'examples/wordcount.hocl', ...cluster),
    ]);
    expect(two.map(({ code }) => code)).toEqual([0, 0]);
    expect(two[0]?.out).toBe('<500500>\n');
    const status = await place.run('status', first.address);
    expect({ code: status.code, err: status.err }).toEqual({ code: 0, err: '' });
    expect(status.out).toMatch(/^3 nodes, 0 solutions/);
    const json = await place.run('status', first.address, '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      silent: [],
      nodes: [{ phase: 'member' }, {}, {}],
    });
    others[1]?.running.child.kill('SIGKILL');
    await others[1]?.running.ended;
    const after = await place.run('run', file, ...cluster);
    expect(after).toMatchObject({ code: 0, out: '<500500>\n' });
    first.running.child.kill('SIGTERM');
    expect(await first.running.ended).toMatchObject({ code: 0, err: '' });
  });

  it('says of a run that goes on what there is', async () => {
    const first = await node();
    await joined(first.running);
    const file = place.file('endless.hocl', endless.replace('<', '<LEFT:1, RIGHT:2, '));
    const run = place.start('run', file, '--cluster', first.address);
    // The rule is at every flask, and is not counted.
    await eventually(async () => {
      const { out } = await place.run('status', first.address);
      expect(out).toMatch(/^ {2}3 molecules, [\d,]+ reactions, /m);
    });
    run.child.kill('SIGINT');
    expect(await run.ended).toMatchObject({ code: 3 });
  });

  it('finishes a run although all of it was killed in the middle', async () => {
    const secret = place.file('s', 'a secret of this test\n', 0o600);
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const start = async (i: number, ...more: readonly string[]) => {
      const data = path.join(place.folder, `d${i}`);
      const args = ['--listen', `127.0.0.1:${ports[i]}`, '--data', data, '--secret-file', secret];
      const running = place.start('node', ...args, ...more);
      await running.says(/listens at/);
      return running;
    };
    const address = `ws://127.0.0.1:${ports[0]}`;
    const first = await start(0, '--voters', '3');
    const nodes = [first, await start(1, '--join', address), await start(2, '--join', address)];
    await Promise.all(nodes.map(joined));
    const file = place.file('slow.hocl', sum.replace('1000', '300000'));
    const run = place.start('run', file, '--cluster', address, '--secret-file', secret);
    // Somewhere between its first molecules and its end; wherever that is, it must come out right.
    await eventually(() => expect(dataBytes(place.folder)).toBeGreaterThan(200_000));
    for (const node of nodes) node.child.kill('SIGKILL');
    await Promise.all(nodes.map((node) => node.ended));
    await Promise.all([0, 1, 2].map((i) => start(i)));
    expect(await run.ended).toEqual({ code: 0, out: '<45000150000>\n', err: '' });
  });

  it('comes back with its data after all of it was killed', async () => {
    const data = path.join(place.folder, 'd0');
    const first = await node('--data', data);
    await joined(first.running);
    first.running.child.kill('SIGKILL');
    await first.running.ended;
    const again = await node('--data', data);
    await joined(again.running);
    const file = place.file('sum.hocl', sum);
    expect(await place.run('run', file, '--cluster', again.address)).toMatchObject({
      out: '<500500>\n',
    });
  });

  it('does without a node that was killed although another one listens in its place', async () => {
    const first = await node();
    await joined(first.running);
    const second = await node('--join', first.address);
    await joined(second.running);
    second.running.child.kill('SIGKILL');
    await second.running.ended;
    const listen = second.address.replace('ws://', '');
    const third = place.start('node', '--listen', listen, '--join', first.address);
    await joined(third);
    // It takes seconds; as a node that is busy it would have ten minutes.
    const check = async () => {
      const { out } = await place.run('status', first.address);
      expect(out).toMatch(/^2 nodes, 0 solutions/);
      expect(out).not.toContain('silent');
    };
    await vi.waitFor(check, { timeout: 60_000, interval: 200 });
    const file = place.file('sum.hocl', sum);
    const run = await place.run('run', file, '--cluster', first.address);
    expect(run).toMatchObject({ code: 0, out: '<500500>\n' });
  });

  it('lets nodes go that are told to stop, and the last of them as well', async () => {
    const first = await node();
    await joined(first.running);
    const second = await node('--join', first.address);
    await joined(second.running);
    second.running.child.kill('SIGTERM');
    expect(await second.running.ended).toMatchObject({ code: 0, err: '' });
    expect((await place.run('status', first.address)).out).toMatch(/^1 node, 0 solutions/);
    first.running.child.kill('SIGTERM');
    expect(await first.running.ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^node n-\w+ listens at \S+\nit is a member of the cluster\n$/),
      err: 'hocl: this node cannot leave: without its vote the cluster can decide nothing\n',
    });
  });

  it('asks for its secret, and runs only modules that are installed', async () => {
    const secret = place.file('secret', 'long enough a secret\n', 0o600);
    const wrong = place.file('wrong', 'another secret, as long\n', 0o600);
    place.file('modules/bank.mjs', "export const pay = (name) => 'paid ' + name;");
    const program = (module: string) =>
      `import effect { pay } from "${module}"\nlet r = replace DUE:n by pay(n) in\n<DUE:"Ada">\n`;
    place.file('bank.mjs', 'export const pay = () => process.exit(9);');
    place.file('other.mjs', 'export const pay = () => 1;');
    const { running, address } = await node(
      ...['--secret-file', secret, '--modules', path.join(place.folder, 'modules')],
    );
    await joined(running);
    const call = (file: string, ...more: readonly string[]) =>
      place.run('run', file, '--cluster', address, ...more);
    const file = place.file('pay.hocl', program('./bank.mjs'));
    expect(await call(file, '--secret-file', secret)).toEqual({
      ...{ code: 0, err: '', out: '<"paid Ada">\n' },
    });
    expect(await call(file)).toMatchObject({
      code: 2,
      err: `hocl: ${address}: it asks for the secret of the cluster; give it with --secret-file\n`,
    });
    expect(await call(file, '--secret-file', wrong)).toMatchObject({
      code: 2,
      err: `hocl: ${address}: the secret is not that of this cluster\n`,
    });
    const strange = place.file('strange.hocl', program('./other.mjs'));
    expect(await call(strange, '--secret-file', secret)).toMatchObject({
      code: 2,
      err: 'hocl: the program needs the module ./other.mjs, which is not installed there\n',
    });
  });
});

describe('a call that cannot go well', () => {
  const refused = async (...args: readonly string[]) => {
    const { code, out, err } = await place.run(...args);
    return { code, out, err: err.replaceAll(place.folder, 'DIR') };
  };

  it('ends in one sentence, and leaves no process', async () => {
    const file = place.file('sum.hocl', sum);
    const nobody = 'ws://127.0.0.1:9: nobody listens there';
    const rows: readonly (readonly [readonly string[], string])[] = [
      [['run', file, '--cluster', 'ws://127.0.0.1:9'], nobody],
      [['status', 'ws://127.0.0.1:9'], nobody],
      [
        ['status', '127.0.0.1:9'],
        "an address of a cluster is ws://HOST:PORT, such as ws://127.0.0.1:7000, not '127.0.0.1:9'",
      ],
      [
        ['run', file, '--nodes', '2', '--replicas', '3'],
        '--replicas 3 needs as many nodes, and there are 2',
      ],
      [['run', file, '--replicas', '3'], '--replicas needs --nodes or --cluster'],
      [['run', file, '--nodes', '2', '--journal', 'j'], '--journal cannot be given with --nodes'],
      [
        ['run', file, '--nodes', '2', '--cluster', 'ws://127.0.0.1:9'],
        '--nodes makes a cluster, --cluster names one: give one of them',
      ],
      [
        ['node', '--listen', '0.0.0.0:0'],
        'ws://0.0.0.0:0 can be reached by others: give --secret-file, or certificates with --tls-ca',
      ],
      [
        ['node', '--listen', 'here'],
        "--listen: a place to listen at is HOST:PORT, such as 127.0.0.1:7000, not 'here'",
      ],
      [['node', '--listen', '127.0.0.1:0', '--voters', '2'], '--voters takes 1, 3 or 5'],
      [
        ['node', '--listen', '127.0.0.1:0', '--secret-file', place.file('open', 'x'.repeat(20))],
        '--secret-file: DIR/open can be read by other users: chmod 600 it, and think of a new secret',
      ],
      [
        ['node', '--listen', '127.0.0.1:0', '--data', file],
        'DIR/sum.hocl: that is not a directory',
      ],
    ];
    for (const [args, sentence] of rows) {
      expect(await refused(...args)).toEqual({ code: 2, out: '', err: `hocl: ${sentence}\n` });
    }
    const many = await refused('run', file, '--nodes', '100000');
    expect(many.code).toBe(2);
    const words = /^hocl: --nodes 100000 is more than this machine can bear: at most (\d+)\n$/;
    expect(many.err).toMatch(words);
    const most = Number(many.err.match(words)?.[1]);
    expect(most).toBeLessThanOrEqual(16 * os.availableParallelism());
    await expectNothingLeft();
  });

  it('leaves alone what lies where a socket should be', async () => {
    const file = place.file('notes.txt', 'not to be lost');
    const link = path.join(place.folder, 'link');
    symlinkSync(file, link);
    for (const at of [file, link, place.temporary]) {
      expect(await refused('node', '--listen', `unix:${at}`)).toEqual({
        ...{ code: 2, out: '' },
        err: `hocl: unix:${at.replace(place.folder, 'DIR')}: something is there already that is no socket\n`,
      });
    }
    expect(readFileSync(link, 'utf8')).toBe('not to be lost');
    // The socket of a node that was killed is in nobody's way, that of one that lives is.
    const own = `unix:${path.join(place.folder, 'own')}`;
    const first = place.start('node', '--listen', own);
    await joined(first);
    expect((await refused('node', '--listen', own)).err).toMatch(/somebody else listens there/);
    first.child.kill('SIGKILL');
    await first.ended;
    await joined(place.start('node', '--listen', own));
  });

  it('a port in use, a directory of another format, of another cluster, or in use', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(server.listening).toBe(true));
    const { port } = server.address() as net.AddressInfo;
    expect(await refused('node', '--listen', `127.0.0.1:${port}`)).toEqual({
      ...{ code: 2, out: '' },
      err: `hocl: ws://127.0.0.1:${port}: somebody else listens there already\n`,
    });
    server.close();
    const data = ['--data', path.join(place.folder, 'd0')];
    const first = await node(...data);
    await joined(first.running);
    expect((await refused('node', '--listen', '127.0.0.1:0', ...data)).err).toMatch(
      /^hocl: DIR\/d0 is in use by another process \(\d+\)\n$/,
    );
    first.running.child.kill('SIGKILL');
    await first.running.ended;
    const other = await node();
    await joined(other.running);
    const strange = await refused(
      'node',
      '--listen',
      '127.0.0.1:0',
      ...data,
      '--join',
      other.address,
    );
    expect(strange.code).toBe(2);
    expect(strange.err).toMatch(/^hocl: the disk of node n-\w+ belongs to another cluster\n$/);
    const header = path.join(place.folder, 'd0', 'hocl.json');
    writeFileSync(header, readFileSync(header, 'utf8').replace('"format":1', '"format":7'));
    expect((await refused('node', '--listen', '127.0.0.1:0', ...data)).err).toMatch(
      /^hocl: DIR\/d0 is of format 7 \(made by hocl [\d.]+\), and this hocl reads format 1\n$/,
    );
  });
});
