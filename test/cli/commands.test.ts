// The other commands, as a table of calls, and what they do to files.
import { readFileSync, symlinkSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { version } from '../../src/cli/version.ts';
import { FILES } from './files.ts';
import { Folder } from './harness.ts';

const folder = new Folder(FILES);
afterAll(() => folder.remove());

/** Output and messages must hold each of the texts. */
type Row = readonly [args: string, code: number, out: readonly string[], err: readonly string[]];

const rows: readonly Row[] = [
  // Help and wrong calls.
  ['--version', 0, [`${version}\n`], []],
  ['--help', 0, ['Usage: hocl', 'explore', 'Examples:', 'hocl run examples/max.hocl'], []],
  ['help run', 0, ['Usage: hocl run', '--max-reactions <n>', 'Exit code: 0 inert'], []],
  ['run --help', 0, ['Usage: hocl run'], []],
  ['', 2, [], ['Usage: hocl']],
  ['rnu DIR/sum.hocl', 2, [], ["hocl: unknown command 'rnu'; did you mean run?\n"]],
  ['DIR/sum.hocl', 2, [], ['did you mean hocl run DIR/sum.hocl?\n']],
  ['--sead', 2, [], ["hocl: unknown option '--sead'"]],
  ['check', 2, [], ["hocl: missing required argument 'files' (hocl help check shows how)\n"]],
  // check
  ['check DIR/sum.hocl', 0, [], []],
  ['check DIR/library.hocl', 0, [], []],
  ['check DIR/warned.hocl', 0, [], ['warning[HOCL111]', '0 errors, 1 warning\n']],
  ['check DIR/unknown.hocl DIR/wrong.hocl', 1, [], ['DIR/unknown.hocl:1:5', 'DIR/wrong.hocl:1:']],
  ['check DIR/none.hocl DIR/unknown.hocl', 2, [], ['there is no such file', 'error[HOCL101]']],
  ['check DIR/sum.hocl --json', 0, ['{"errors":0,"diagnostics":[]}\n'], []],
  ['check DIR/unknown.hocl --json', 1, ['{"errors":1,"diagnostics":[{"code":"HOCL101"'], []],
  [
    'check DIR/sum.hocl DIR/none.hocl --json',
    2,
    ['{"errors":0,"diagnostics":[],"unreadable":["DIR/none.hocl"]}\n'],
    ['there is no such file'],
  ],
  ['check DIR/early.hocl', 0, [], []],
  // test
  ['test DIR/good.hocl', 0, ['ok    nothing happens (1 state)\n1 test, all hold\n'], []],
  [
    'test DIR/tests.hocl',
    1,
    [
      'ok    one is left',
      'FAIL  too few (DIR/tests.hocl:3)',
      'not expected: <3>, by\n        cancel: ',
      ' -> nothing\n',
      'FAIL  too many (DIR/tests.hocl:4)\n      never reached: <2>\n',
      '3 tests, 2 failed\n',
    ],
    [],
  ],
  ['test DIR/tests.hocl --max-states 2', 1, ['not decided: bound of 2 states hit'], []],
  ['test DIR/sum.hocl', 0, [], ['hocl: DIR/sum.hocl holds no tests\n']],
  ['test DIR/library.hocl', 0, [], ['holds no tests']],
  ['test DIR/unknown.hocl', 1, [], ['error[HOCL101]']],
  ['test DIR/none.hocl', 2, [], ['there is no such file']],
  ['test DIR/tests.hocl --json', 1, ['{"passed":1,"failed":2,"tests":[{', '"missing":["<2>"]'], []],
  // explore
  [
    'explore DIR/sum.hocl',
    0,
    ['1 outcome:\n  <6>\ndeterministic\nevery run ends (5 states)\n'],
    [],
  ],
  [
    'explore DIR/race.hocl',
    0,
    ['outcomes:\n', '\nnot deterministic\n', 'two runs part ', 'one ends in <', ':\n  r: '],
    [],
  ],
  ['explore DIR/loop.hocl', 0, ['0 outcomes\nit has no outcome\nsome run never ends'], []],
  [
    'explore DIR/grow.hocl --max-states 50',
    3,
    ['at least 0 outcomes\nnot decided: bound of 50 states hit\nno endless run was found'],
    [],
  ],
  ['explore DIR/grow.hocl --timeout 200ms', 3, ['not decided: stopped after'], []],
  ['explore DIR/wait.hocl --input DIR/input.json', 0, ['  <10>\ndeterministic'], []],
  ['explore DIR/wait.hocl --input -', 2, [], ['from a file']],
  ['explore DIR/effect.hocl', 0, ['  <DID:2, DID:4>\ndeterministic'], ['once for each distinct']],
  ['explore DIR/library.hocl', 1, [], ['HOCL160']],
  ['explore DIR/early.hocl', 1, [], ['HOCL301']],
  [
    'explore DIR/sum.hocl --json',
    0,
    ['{"outcomes":[[6]],"deterministic":true,"complete":true'],
    [],
  ],
  ['explore DIR/race.hocl --json', 0, ['"deterministic":false', '"parting":{"shared":['], []],
  ['explore DIR/grow.hocl --max-states 5 --json', 3, ['"deterministic":null,"complete":false'], []],
  // fmt
  ['fmt DIR/tidy.hocl --check', 0, [], []],
  ['fmt DIR/untidy.hocl DIR/tidy.hocl --check', 1, [], ['DIR/untidy.hocl would change\n']],
  ['fmt DIR/wrong.hocl', 1, [], ['error[']],
  ['fmt DIR/none.hocl', 2, [], ['there is no such file']],
  ['replay DIR/none', 2, [], ['DIR/none: there is no such file']],
  ['replay DIR/sum.hocl', 2, [], ['DIR/sum.hocl:1 is not a line of a recorded run']],
];

describe('hocl', () => {
  it.each(rows.map((row) => ({ row, title: row[0] })))('$title', async ({ row }) => {
    const [args, code, out, err] = row;
    const called = await folder.call(args);
    expect(called).toMatchObject({ code });
    if (out.length === 0) expect(called.out).toBe('');
    if (err.length === 0)
      expect(called.err.replace(/^(warning|help| *\d* *\||.*-->).*\n/gm, '')).toBe('');
    for (const part of out) expect(called.out).toContain(part);
    for (const part of err) expect(called.err).toContain(part);
  });

  it('formats from standard input to standard output', async () => {
    const stdin = readFileSync(folder.file('untidy.hocl'), 'utf8');
    const { out, code } = await folder.call('fmt -', { stdin });
    expect({ out, code }).toEqual({
      out: '// why\nlet a = replace x by x, x if x > 1 in\n<1, a>\n',
      code: 0,
    });
  });

  it('formats a file in place, also through a link', async () => {
    const file = folder.write('mess.hocl', '< 1,2 >');
    symlinkSync(file, folder.file('link.hocl'));
    expect(await folder.call('fmt DIR/link.hocl')).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(file, 'utf8')).toBe('<1, 2>\n');
    expect(await folder.call('fmt DIR/mess.hocl --check')).toMatchObject({ code: 0 });
  });
});
