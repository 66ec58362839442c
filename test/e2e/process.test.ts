// The built command as a process: what only a real one can show. Pipes that close, large results, signals, a
// shell without a terminal, and programs that would break a careless reader.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { FILES } from '../cli/files.ts';
import { Folder } from '../cli/harness.ts';

const folder = new Folder({
  ...FILES,
  'large.hocl': '<1..200000>',
  'deep.hocl': `${'<'.repeat(100_000)}${'>'.repeat(100_000)}`,
  'parens.hocl': `<${'('.repeat(50_000)}1${')'.repeat(50_000)}>`,
  'chain.hocl': `<${'1+'.repeat(50_000)}1>`,
  'digits.hocl': `<${'9'.repeat(2_000_000)}>`,
  'text.hocl': `<"${'x'.repeat(3_000_000)}">`,
  'unclosed.hocl': `<"${'x'.repeat(1_000_000)}`,
  'range.hocl': '<1..999999999999>',
  'copies.hocl': '<A^99999999999999999999>',
  'power.hocl': '<pow(10, 1000000000)>',
  'doubling.hocl': 'let r = replace x::string by x + x if len(x) > 0 in <"abcdefgh">',
  'squares.hocl': 'let r = replace x::int by x * x if x > 1 in <3>',
  'nested.hocl': 'let r = replace x by <x> in <A, r>',
  'handles.hocl':
    'import effect { leave } from "./handles.mjs"\nlet r = replace A by leave(1) in <A>',
  'handles.mjs': 'export const leave = (x) => { setInterval(() => {}, 1000); return x; };',
  'rejects.hocl':
    'import effect { later } from "./rejects.mjs"\nlet r = replace A by later(1) in <A>',
  'rejects.mjs':
    "export const later = (x) => { Promise.reject(new Error('nobody listens')); return new Promise(() => {}); };",
  'overflow.hocl': 'import pure { deep } from "./overflow.mjs"\n<deep(1)>',
  'overflow.mjs': 'export function deep(x) { return deep(x) + 1; }',
});
afterAll(() => folder.remove());

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

function start(args: string, stdio: 'pipe' | number = 'pipe'): ChildProcess {
  const argv = folder.fill(args).split(' ');
  return spawn(process.execPath, ['dist/cli/main.js', ...argv], { stdio: ['pipe', stdio, 'pipe'] });
}

async function endOf(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, out, err: folder.hide(err) };
}

describe('the command as a process', () => {
  it('writes a large result to the end, also to a slow reader', async () => {
    const child = start('run DIR/large.hocl');
    child.stdout?.pause();
    setTimeout(() => child.stdout?.resume(), 500);
    const { code, out } = await endOf(child);
    expect(code).toBe(0);
    expect(out.length).toBe(1_488_896);
    expect(out.endsWith('199999, 200000>\n')).toBe(true);
  });

  it('ends silently when its reader goes away', async () => {
    const child = start('run DIR/large.hocl');
    child.stdout?.once('data', () => child.stdout?.destroy());
    const { code, err } = await endOf(child);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it.runIf(process.platform === 'linux')('says that the disk is full', async () => {
    const { code, err } = await endOf(start('run DIR/sum.hocl', openSync('/dev/full', 'w')));
    expect(code).toBe(2);
    expect(err).toMatch(/^hocl: standard output cannot be written: .*\n$/);
  });

  it('stops at SIGINT, and prints what there is', async () => {
    const child = start('run DIR/endless.hocl');
    const ended = endOf(child);
    setTimeout(() => child.kill('SIGINT'), 1000);
    const { code, out, err } = await ended;
    expect(code).toBe(3);
    expect(out).toMatch(/^<\d+>\n$/);
    expect(err).toContain('interrupted: stopped after');
  });

  it('takes molecules as they come, and answers when they end', async () => {
    const child = start('run DIR/wait.hocl --input -');
    const ended = endOf(child);
    for (const line of ['2\n', '{"int": "3"}\n', '4']) {
      child.stdin?.write(line);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.stdin?.end();
    expect(await ended).toMatchObject({ code: 0, out: '<10>\n', err: '' });
  });

  it('leaves although a module keeps a timer', async () => {
    expect(await endOf(start('run DIR/handles.hocl'))).toMatchObject({ code: 0, out: '<1>\n' });
  });
});

type Row = readonly [args: string, codes: readonly number[], err: string];

/** Whatever the program: an exit code of ours and a sentence, never a stack trace, never a hang. */
const rows: readonly Row[] = [
  ['run DIR/deep.hocl', [1], 'brackets stand inside each other'],
  ['run DIR/parens.hocl', [1], 'brackets stand inside each other'],
  ['run DIR/chain.hocl', [1], 'operators hang together'],
  ['run DIR/digits.hocl', [1], 'more than a million digits'],
  ['run DIR/text.hocl', [0], ''],
  ['run DIR/unclosed.hocl', [1], 'error['],
  ['run DIR/range.hocl', [1], 'may stand in one list'],
  ['run DIR/copies.hocl', [1], 'may stand in one list'],
  ['run DIR/power.hocl', [1], 'integer too large'],
  ['run DIR/doubling.hocl --timeout 10s', [3, 4], 'hocl: '],
  ['run DIR/squares.hocl --timeout 10s', [3, 4], 'hocl: '],
  ['run DIR/nested.hocl --max-reactions 5000', [0, 1, 3, 4], ''],
  ['run DIR/overflow.hocl', [1], 'call stack'],
  [
    'run DIR/rejects.hocl',
    [70],
    'nobody caught, in an imported module or in hocl itself: nobody listens',
  ],
  ['run DIR/none.hocl', [2], 'hocl: DIR/none.hocl: there is no such file'],
  ['run DIR', [2], 'hocl: DIR is a directory'],
  ['run DIR/latin.hocl', [2], 'hocl: DIR/latin.hocl is not UTF-8 text'],
  ['check DIR/deep.hocl DIR/unclosed.hocl', [1], 'error['],
  ['fmt --check DIR/deep.hocl', [1], 'error['],
  ['explore DIR/large.hocl --timeout 5s', [0], ''],
];

describe('a program that would break a careless reader', () => {
  it.each(rows)('%s', async (args, codes, err) => {
    const ended = await endOf(start(args));
    expect(codes).toContain(ended.code);
    expect(ended.err).toContain(err);
    expect(ended.err).not.toMatch(/^\s+at /m);
    expect(ended.err.length).toBeLessThan(5000);
  });
});
