// What is said of runs on nodes that do not come to their end: how much was done, how to run them again, and that nothing is left of
// one that was interrupted before it began.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Place } from './processes.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });
const expectNothingLeft = () =>
  eventually(() => {
    expect(place.processes()).toEqual([]);
    expect(place.leftovers()).toEqual([]);
  });

const endless = 'let tick = replace N:n by N:n + 1 if n >= 0 in\n<N:0, N:1.5>\n';

it('all reactions are told, wherever they happened', async () => {
  const file = place.file('endless.hocl', endless);
  const words = ['run', file, '--seed', '1', '--max-reactions', '100', '--nodes', '2'];
  const { code, out, err } = await place.run(...words, '--json');
  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ reactions: 100, captures: { local: 100 } });
  expect(err).toContain(
    `after 100 reactions: not inert\n  to run it again: hocl run ${file} --seed 1 --max-reactions 100 --nodes 2\n`,
  );
});

it('its limit is named, and effects that did not answer are counted', async () => {
  place.file('never.mjs', 'export const never = () => new Promise(() => {});');
  const file = place.file(
    'never.hocl',
    'import effect { never } from "./never.mjs"\nlet go = replace x::int by D:never(x) in <1, 2, 3>',
  );
  const { code, out, err } = await place.run('run', file, '--nodes', '2', '--timeout', '3s');
  expect({ code, out }).toEqual({ code: 3, out: '<>\n' });
  expect(err).toContain(
    'hocl: stopped by its time limit of 3 s after 3 reactions: not inert, 3 effects unanswered\n',
  );
});

it('what modules print comes to standard error, and what the nodes say does not', async () => {
  place.file(
    'say.mjs',
    `export const say = (x) => {
       console.log('seen', x);
       console.error('hmm', x);
       process.stdout.write('without an end');
       return x;
     };`,
  );
  const file = place.file(
    'say.hocl',
    'import effect { say } from "./say.mjs"\nlet go = replace A:x by B:say(x) in <A:1>',
  );
  const { code, out, err } = await place.run('run', file, '--nodes', '2');
  expect({ code, out }).toEqual({ code: 0, out: '<B:1>\n' });
  expect(err.split('\n').sort()).toEqual(['', 'hmm 1', 'seen 1', 'without an end']);
});

it('a run that is interrupted before it begins says so', async () => {
  const file = place.file('endless.hocl', endless);
  const running = place.start('run', file, '--nodes', '2');
  // The first thing of it that can be seen is the folder of its sockets, and by then it listens for Ctrl-C.
  await eventually(() => expect(place.leftovers().length).toBe(1));
  running.child.kill('SIGINT');
  const { code, err } = await running.ended;
  expect(code).toBe(3);
  expect(err).toContain('hocl: interrupted: stopped');
  await expectNothingLeft();
});

it('a node that waits for its cluster leaves no socket', async () => {
  const socket = path.join(place.folder, 'a');
  const nobody = `unix:${path.join(place.folder, 'nobody')}`;
  const joining = place.start('node', '--listen', `unix:${socket}`, '--join', nobody);
  await eventually(() => expect(existsSync(socket)).toBe(true));
  joining.child.kill('SIGINT');
  const { code, err } = await joining.ended;
  expect({ code, err }).toEqual({
    code: 3,
    err: 'hocl: interrupted: stopped before it was a member of a cluster\n',
  });
  expect(existsSync(socket)).toBe(false);
  await expectNothingLeft();
});
