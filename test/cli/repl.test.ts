// The edges of the REPL: through a pipe, and on a terminal that is made of streams.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Io, Output } from '../../src/cli/io.ts';
import { replCommand } from '../../src/cli/repl.ts';
import { historyFile, openHistory } from '../../src/cli/repl-history.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hocl-repl-'));
afterAll(() => rmSync(folder, { recursive: true }));

function ioOf(stdin: Readable, isTerminal: boolean): Io & { out: string; err: string } {
  const io = {
    out: '',
    err: '',
    stdin,
    stdout: outputOf((text) => {
      io.out += text;
    }, isTerminal),
    stderr: outputOf((text) => {
      io.err += text;
    }, isTerminal),
    command: [],
    env: { XDG_STATE_HOME: folder, NO_COLOR: '1' },
    onInterrupt: () => () => {},
    kill: () => {},
  };
  return io;
}

function outputOf(write: (text: string) => void, isTerminal: boolean): Output {
  return { write, isTerminal, columns: 80 };
}

const pipes: readonly [input: string, out: string, err: string, code: number][] = [
  ['1, 2\nreplace x::int, y::int by x+y\n', '<1, 2>\n<3>  // 1 reaction, 1 rule\n', '', 0],
  ['1, 2', '<1, 2>\n', '', 0],
  ['', '', '', 0],
  ['\n\n  \n', '', '', 0],
  ['let n = 5\nn\n', '<5>\n', 'n: known from now on\n', 0],
  [
    'replace x::int,\n\n  y::int\n  by x + y\n1, 2\n',
    '<>  // 1 rule\n<3>  // 1 reaction, 1 rule\n',
    '',
    0,
  ],
  [':zzzzzzzz\n1\n', '<1>\n', 'there is no command `:zzzzzzzz`; `:help` lists the commands\n', 1],
  ['1\n:quit\n2\n', '<1>\n', '', 0],
  ['1\r\n2\r\n', '<1>\n<1, 2>\n', '', 0],
  [':why 1 +\n', '', expect.stringContaining('<repl>:1:') as string, 1],
  ['replace (x by', '', expect.stringContaining('error[') as string, 1],
];

describe('through a pipe', () => {
  it.each(pipes)('%j', async (input, out, err, code) => {
    const io = ioOf(Readable.from([Buffer.from(input)]), false);
    expect(await replCommand({}, io)).toBe(code);
    expect({ out: io.out, err: io.err }).toEqual({ out, err });
  });

  it('begins with a program, and follows a seed', async () => {
    const io = ioOf(Readable.from([':seed\n']), false);
    expect(await replCommand({ load: 'examples/max.hocl', seed: 7 }, io)).toBe(0);
    expect(io.out).toBe('<9>  // 4 reactions, 1 rule\nthe seed is 7\n');
  });

  it('refuses to begin with a file that is not there', async () => {
    const io = ioOf(Readable.from(['1\n']), false);
    await expect(replCommand({ load: 'nowhere.hocl' }, io)).rejects.toThrow(
      'there is no such file',
    );
  });
});

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Types each piece once the screen shows what it waits for; the exit code, and all that was drawn. */
async function type(pieces: readonly [awaited: string, keys: string][]): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const io = ioOf(stdin, true);
  const code = replCommand({}, io);
  let seen = 0;
  for (const [awaited, keys] of pieces) {
    await vi.waitFor(() => {
      const at = io.out.indexOf(awaited, seen);
      if (at < 0) throw new Error(`still no ${awaited} in ${io.out.slice(seen)}`);
      seen = at + awaited.length;
    }, 10_000);
    stdin.write(keys);
  }
  expect(await code).toBe(0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor is not of interest
  return io.out.replace(/\u001b\[\d*[A-Za-z]/g, '');
}

describe('on a terminal', () => {
  it('reads on while an input is not complete, and gives it up at an empty line', async () => {
    const screen = await type([
      ['hocl> ', 'replace x::int,\r'],
      ['  ... ', 'y::int by x + y\r'],
      ['1 rule', ''],
      ['hocl> ', '1, (\r'],
      ['  ... ', '\r'],
      ['given up', ''],
      ['hocl> ', CTRL_D],
    ]);
    expect(screen).toContain('<>  // 1 rule\n');
  });

  it('takes Ctrl-C on a line as: forget this line', async () => {
    const screen = await type([
      ['hocl> ', `1, 2${CTRL_C}`],
      ['hocl> ', '3\r'],
      ['<3>', ''],
      ['hocl> ', CTRL_C],
      ['Ctrl-D or :quit leaves', ''],
      ['hocl> ', ':quit\r'],
    ]);
    expect(screen).not.toContain('<1, 2');
  });

  it('takes Ctrl-C during a reaction as: stop', async () => {
    await type([
      ['hocl> ', 'replace N:x by N:x + 1\r'],
      ['1 rule', ''],
      ['hocl> ', ':auto off\r'],
      ['hocl> ', 'N:0\r'],
      ['<N:0>', ''],
      ['hocl> ', ':run 100000000\r'],
      ['Ctrl-C stops it', CTRL_C],
      ['stopped', ''],
      ['can react', ''],
      ['hocl> ', CTRL_D],
    ]);
  });

  it('takes Ctrl-C while it waits for an effect as: stop waiting', async () => {
    await type([
      ['hocl> ', 'import effect { forever } from "./test/repl/files/services.js"\r'],
      ['known from now on', ''],
      ['hocl> ', 'A, replace A by forever()\r'],
      ['waiting for forever; Ctrl-C stops it', CTRL_C],
      ['stopped, without the answer of forever', ''],
      ['waits for 1 answer', ''],
      ['hocl> ', CTRL_D],
    ]);
  });

  it('completes commands, names and paths', async () => {
    const screen = await type([
      ['hocl> ', ':ste\t'],
      [':step ', '\r'],
      ['nothing can react', ''],
      ['hocl> ', ':load examples/max.h\t'],
      ['examples/max.hocl', '\r'],
      ['<9>', ''],
      ['hocl> ', CTRL_D],
    ]);
    expect(screen).toContain(':load examples/max.hocl');
  });

  it('keeps a history between runs', async () => {
    await type([
      ['hocl> ', 'HISTORY:1\r'],
      ['<HISTORY:1>', ''],
      ['hocl> ', CTRL_D],
    ]);
    const file = historyFile({ XDG_STATE_HOME: folder });
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/HISTORY:1\n$/));
    await type([
      ['hocl> ', '\u001b[A'],
      ['HISTORY:1', '\r'],
      ['<HISTORY:1>', ''],
      ['hocl> ', CTRL_D],
    ]);
  });

  it('does without a history that cannot be kept', async () => {
    const history = await openHistory({ XDG_STATE_HOME: '/dev/null' });
    expect(history.lines).toEqual([]);
    await history.add('1');
  });
});
