// hocl explain as a table of calls, its text in full for some examples, and all examples one by one. A changed
// search shows here: read the difference, then `npx vitest run test/cli/explain.test.ts -u`.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../src/runtime/index.ts';
import { FILES } from './files.ts';
import { call, Folder } from './harness.ts';

const folder = new Folder({
  ...FILES,
  'uses.hocl': 'import "./library.hocl"\n<1, 2, pair>\n',
  'rests.hocl': '<1, 2, 3>\n',
  'wide.hocl':
    'let r = replace FIRST:key:value, SECOND:key:other, THIRD:other:last by FOURTH:key:last if value > last in <>\n',
});
afterAll(() => folder.remove());

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = readdirSync(path.join(root, 'examples')).filter((file) => file.endsWith('.hocl'));

type Row = readonly [args: string, code: number, out: readonly string[], err: readonly string[]];

const rows: readonly Row[] = [
  ['explain --help', 0, ['Usage: hocl explain [options] <file>', '--json'], []],
  ['--help', 0, ['explain'], []],
  ['explain', 2, [], ["missing required argument 'file' (hocl help explain shows how)\n"]],
  [
    'explain DIR/sum.hocl',
    0,
    [
      'sum (DIR/sum.hocl:1:11): one pass\n  replace x::int, y::int by x + y\n',
      '\n  x::int ──any──▶ y::int ──▶ x + y\n',
      'which is a reduction',
      '\n\n1 rule: 1 one pass\n',
    ],
    [],
  ],
  ['explain DIR/rests.hocl', 0, ['it has no rules\n'], []],
  ['explain DIR/library.hocl', 0, ['pair (DIR/library.hocl:1:12): one pass'], []],
  ['explain DIR/uses.hocl', 0, ['pair (DIR/library.hocl:1:12)'], []],
  [
    'explain DIR/rules.hocl',
    0,
    ['keep (', 'a rule without a name (DIR/rules.hocl:1:37)'],
    ['HOCL170'],
  ],
  ['explain DIR/effect.hocl', 0, ['matcher: the general one: ', 'the effect `twice`'], []],
  [
    'explain DIR/slow.hocl',
    0,
    ['r (DIR/slow.hocl:1:9): all triples', 'hint:    `x + y + z == 100000000`: '],
    [],
  ],
  ['explain DIR/warned.hocl', 0, ['it has no rules'], ['warning[HOCL111]']],
  ['explain DIR/unknown.hocl', 1, [], ['error[HOCL101]']],
  ['explain DIR/early.hocl', 1, [], ['error[HOCL301]']],
  ['explain DIR/none.hocl', 2, [], ['there is no such file']],
  ['explain DIR/unknown.hocl --json', 1, ['{"status":"error","diagnostics":[{'], []],
];

describe('hocl explain', () => {
  it.each(rows)('%s', async (args, code, out, err) => {
    const called = await folder.call(args);
    expect(called).toMatchObject({ code });
    if (out.length === 0) expect(called.out).toBe('');
    if (err.length === 0) expect(called.err).toBe('');
    for (const part of out) expect(called.out).toContain(part);
    for (const part of err) expect(called.err).toContain(part);
  });

  it('reads from standard input', async () => {
    const stdin = 'let r = replace A:x, A:x by x in <>';
    const { out } = await folder.call('explain -', { stdin });
    expect(out).toContain('r (<stdin>:1:9): per key\n');
  });

  it('gives the data', async () => {
    const { out } = await folder.call('explain DIR/sum.hocl --json');
    const { rules } = JSON.parse(out) as { rules: Explanation[] };
    expect(rules).toMatchObject([
      {
        name: 'sum',
        place: { line: 1, column: 11 },
        cost: 'one pass',
        shortcut: 'reduction',
        slots: [{ class: 'int' }, { class: 'int' }],
        plans: [
          {
            first: 0,
            steps: [
              { slot: 0, how: 'first' },
              { slot: 1, how: 'any' },
            ],
          },
          {
            first: 1,
            steps: [
              { slot: 1, how: 'first' },
              { slot: 0, how: 'any' },
            ],
          },
        ],
        hints: [],
      },
    ]);
  });

  it('has colours on a terminal only', async () => {
    const plain = await folder.call('explain DIR/wide.hocl');
    const painted = await folder.call('explain DIR/wide.hocl', { terminal: true });
    const none = await folder.call('explain DIR/wide.hocl', {
      terminal: true,
      env: { NO_COLOR: '1' },
    });
    expect(plain.out).not.toContain('\u001b');
    expect(none.out).toBe(plain.out);
    expect(painted.out).not.toBe(plain.out);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
    expect(painted.out.replace(/\u001b\[\d*m/g, '')).toBe(plain.out);
  });
});

describe('the text of examples', () => {
  it.each(['word-frequencies', 'philosophers', 'max', 'workflow-adaptation', 'closures'])(
    '%s',
    async (name) => {
      const { code, out, err } = await call(['explain', path.join(root, `examples/${name}.hocl`)]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const text = out.replaceAll(root.replace(/\/$/, ''), 'ROOT').replaceAll('ROOT/', '');
      await expect(text).toMatchFileSnapshot(`explained/${name}.txt`);
    },
  );
});

describe('every example', () => {
  it.each(examples)('%s', async (file) => {
    const { code, out, err } = await call(['explain', path.join(root, 'examples', file)]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\n\d+ rules?: .*\n$/);
    // A title may be long because of its path, and what is quoted as a whole cannot be broken.
    const long = out.split('\n').filter((line) => line.length > 80 && line.startsWith(' '));
    expect(long).toEqual([]);
  });
});
