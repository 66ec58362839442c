// hocl run, as a table of calls: arguments and standard input -> output, messages, exit code.
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { FILES } from './files.ts';
import { type Called, Folder } from './harness.ts';

const folder = new Folder(FILES);
afterAll(() => folder.remove());

/** `err` must hold each of the texts; none means that it is empty. */
type Row = readonly [
  args: string,
  out: string,
  code: number,
  err?: readonly string[],
  stdin?: string,
];

const rows: readonly Row[] = [
  ['run DIR/sum.hocl', '<6>\n', 0],
  ['run -', '<3>\n', 0, [], 'let r = replace x::int, y::int by x + y in <1, 2>'],
  ['run - --rules', '<1, (replace B by A)>\n', 0, ['HOCL170'], '<1, (replace B by A)>'],
  ['run DIR/rules.hocl', '<1, IN:<2>>\n', 0, ['HOCL170']],
  ['run DIR/rules.hocl --rules', '<1, IN:<2, (replace C by D)>, keep>\n', 0, ['HOCL170']],
  // What is wrong with the program.
  ['run DIR/unknown.hocl', '', 1, ['error[HOCL101]', 'DIR/unknown.hocl:1:5']],
  ['run DIR/wrong.hocl', '', 1, ['error[', 'DIR/wrong.hocl:1:']],
  ['run DIR/library.hocl', '', 1, ['error[HOCL160]: there is no solution to run']],
  ['run DIR/early.hocl', '', 1, ['error[HOCL301]: division by zero', 'DIR/early.hocl:1:9']],
  ['run DIR/warned.hocl', '<1>\n', 0, ['warning[HOCL111]']],
  // What is wrong with the call.
  ['run', '', 2, ['hocl: run needs a program']],
  ['run DIR/none.hocl', '', 2, ['hocl: DIR/none.hocl: there is no such file\n']],
  ['run DIR', '', 2, ['hocl: DIR is a directory, not a file\n']],
  ['run DIR/latin.hocl', '', 2, ['hocl: DIR/latin.hocl is not UTF-8 text\n']],
  ['run DIR/sum.hocl DIR/sum.hocl', '', 2, ['hocl: too many arguments']],
  ['run DIR/sum.hocl --sed 3', '', 2, ["hocl: unknown option '--sed'; did you mean --seed?\n"]],
  ['run DIR/sum.hocl --seed', '', 2, ['--seed <n>']],
  ['run DIR/sum.hocl --seed x', '', 2, ['hocl: --seed takes a whole number']],
  ['run DIR/sum.hocl --max-reactions 0', '', 2, ['at least 1']],
  ['run DIR/sum.hocl --max-reactions 1.5', '', 2, ["not '1.5'"]],
  ['run DIR/sum.hocl --timeout 5y', '', 2, ['hocl: --timeout takes a time such as']],
  ['run DIR/sum.hocl --timeout 0s', '', 2, ["not '0s'"]],
  ['run DIR/sum.hocl --max-memory much', '', 2, ['a size such as 512m']],
  ['run DIR/sum.hocl --max-memory 900t', '', 2, ['NODE_OPTIONS=--max-old-space-size=']],
  ['run DIR/sum.hocl --trace DIR/sum.hocl', '', 2, ['would overwrite the program']],
  ['run DIR/sum.hocl --trace DIR/no/where', '', 2, ['cannot write DIR/no/where']],
  ['run DIR/sum.hocl --trace DIR', '', 2, ['cannot write DIR: it is a directory, not a file']],
  ['run DIR/sum.hocl --journal DIR/sum.hocl', '', 2, ['DIR/sum.hocl is there already']],
  ['run - --input -', '', 2, ['cannot both come from standard input']],
  // Budgets: the solution as it stands, why, after how much, and how to run it again.
  [
    'run DIR/endless.hocl --max-reactions 10 --seed 7',
    '<11>\n',
    3,
    [
      'stopped by its limit of reactions after',
      'after 10 reactions',
      'not inert',
      'hocl run DIR/endless.hocl --seed 7 --max-reactions 10',
    ],
  ],
  ['run DIR/sum.hocl --max-reactions 1_000', '<6>\n', 0],
  ['run DIR/sum.hocl --max-reactions 2', '<6>\n', 0],
  [
    'run DIR/never.hocl --timeout 50ms',
    '<>\n',
    3,
    ['stopped by its time limit of 50 ms after', '1 effect unanswered'],
  ],
  // Faults.
  [
    'run DIR/fault.hocl --seed 1',
    '<FAULT:"r":"division by zero":<0>, IN:<FAULT:"r":"division by zero":<0>>>\n',
    4,
    [
      'with 2 faults',
      'FAULT in rule r (DIR/fault.hocl:1:1): division by zero, with <0>',
      ', in IN:<',
      'hocl run DIR/fault.hocl --seed 1',
    ],
  ],
  ['run DIR/guard.hocl', '<0, 4>\n', 0, ['warning[HOCL302]', 'counts as false: division by zero']],
  // Input.
  ['run DIR/wait.hocl --input DIR/input.json', '<10>\n', 0],
  ['run DIR/wait.hocl --input DIR/lines.json', '<5, A, [1, 2]>\n', 0],
  ['run DIR/wait.hocl --input DIR/none.json', '', 2, ['--input: DIR/none.json: there is no such']],
  ['run DIR/wait.hocl --input DIR/bad.json', '', 2, ['--input: DIR/bad.json:2:2: expected a JSON']],
  ['run DIR/wait.hocl --input -', '<10>\n', 0, [], '[4, 5]'],
  ['run DIR/wait.hocl --input -', '<10>\n', 0, [], '[4,\n5\n]\n'],
  ['run DIR/wait.hocl --input -', '<5, A, [1, 2]>\n', 0, [], '4\n\n{"sym": "A"}\n[1, 2]\n'],
  ['run DIR/wait.hocl --input -', '<1, [2], [3]>\n', 0, [], '[2]\n[3]'],
  ['run DIR/wait.hocl --input -', '<1>\n', 0, [], ''],
  ['run DIR/wait.hocl --input -', '<6>\n', 2, ['line 2:2: expected'], '2\n4x\n3\n'],
  // Functions of modules.
  ['run DIR/pure.hocl', '<4>\n', 0],
  ['run DIR/effect.hocl', '<DID:2, DID:4>\n', 0],
  ['run DIR/effect.hocl --effects 1', '<DID:2, DID:4>\n', 0],
  ['run DIR/failing.hocl', '<DID:(ERROR:"no luck")>\n', 0],
];

describe('hocl run', () => {
  it.each(rows.map((row) => ({ row, title: row[0] })))('$title', async ({ row }) => {
    const [args, out, code, err = [], stdin] = row;
    const called = await folder.call(args, stdin === undefined ? {} : { stdin });
    expect(called).toMatchObject({ out, code });
    if (err.length === 0) expect(called.err).toBe('');
    for (const part of err) expect(called.err).toContain(part);
    expect(called.err).not.toMatch(/^\s+at /m);
  });

  it('says in JSON what it says in text', async () => {
    expect(await json('run DIR/sum.hocl --json')).toEqual({
      status: 'inert',
      solution: [6],
      reactions: 2,
      seed: expect.any(Number),
      elapsedMs: expect.any(Number),
    });
    expect(await json('run DIR/endless.hocl --json --max-reactions 3 --seed 5', 3)).toMatchObject({
      status: 'stopped',
      reason: 'reactions',
      solution: [4],
      reactions: 3,
      seed: 5,
    });
    expect(await json('run DIR/fault.hocl --json', 4)).toMatchObject({
      status: 'faulted',
      faults: expect.arrayContaining([{ rule: 'r', message: 'division by zero', path: [] }]),
    });
    expect(await json('run DIR/unknown.hocl --json', 1)).toMatchObject({
      status: 'error',
      diagnostics: [{ code: 'HOCL101', line: 1, column: 5 }],
    });
    expect(await json('run DIR/early.hocl --json', 1)).toMatchObject({
      status: 'error',
      diagnostics: [{ code: 'HOCL301' }],
    });
    expect(await json('run DIR/rules.hocl --json --rules')).toMatchObject({
      solution: expect.arrayContaining([{ rule: 'keep' }]),
    });
    const { statistics } = await json('run DIR/sum.hocl --json --stats');
    expect(statistics).toMatchObject([{ name: 'sum', fired: 2 }]);
  });

  it('runs the same without a seed, and by another order with another', async () => {
    const first = await json('run DIR/race.hocl --json');
    expect(await json('run DIR/race.hocl --json')).toMatchObject({ seed: first['seed'] });
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      outcomes.add((await folder.call(`run DIR/race.hocl --seed ${seed}`)).out);
    }
    expect(outcomes.size).toBeGreaterThan(1);
    const { seed } = await json('run DIR/race.hocl --json --seed random');
    const again = (await folder.call(`run DIR/race.hocl --seed ${seed}`)).out;
    expect(outcomes).toContain(again);
  });

  it('tells what each rule did', async () => {
    const { out, err } = await folder.call('run DIR/sum.hocl --stats');
    expect(out).toBe('<6>\n');
    expect(err).toMatch(/^rule +fired +searches +tried +time\nsum +2 +\d+ +\d+ +\d+\.\d+ ms\n/);
    expect(err).toMatch(/2 reactions in \d/);
    const [header = '', row = ''] = err.split('\n');
    expect(header.length).toBe(row.length);
  });

  it('shows the table in bold on a terminal only', async () => {
    const { err } = await folder.call('run DIR/sum.hocl --stats', { terminal: true });
    expect(err.startsWith('\u001b[1mrule')).toBe(true);
    expect(err).toContain('time\u001b[0m\nsum');
  });
});

describe('Ctrl-C', () => {
  it('stops a run politely', async () => {
    const called = await folder.call('run DIR/endless.hocl', { whenListening: soon(1) });
    expect(called.code).toBe(3);
    expect(called.out).toMatch(/^<\d+>\n$/);
    expect(called.err).toContain('hocl: interrupted: stopped after');
  });

  it('stops a search that would take hours, and so does the time', async () => {
    const called = await folder.call('run DIR/slow.hocl', { whenListening: soon(1) });
    expect(called.code).toBe(3);
    expect(called.err).toContain('hocl: interrupted: stopped after 0 reactions');
    const timed = await folder.call('run DIR/slow.hocl --timeout 200ms');
    expect(timed.code).toBe(3);
  });

  it('twice ends the process', async () => {
    const called = await folder.call('run DIR/never.hocl', { whenListening: soon(2) });
    expect(called.code).toBe(130);
  });

  it('closes a live input in order', async () => {
    const stdin = new PassThrough();
    stdin.write('5\n');
    const called = await folder.call('run DIR/wait.hocl --input - --json', {
      stdin,
      whenListening: soon(1),
    });
    expect(called.code).toBe(0);
    expect(JSON.parse(called.out)).toMatchObject({ status: 'open', solution: [6] });
  });

  function soon(times: number): (interrupt: () => void) => void {
    return (interrupt) => {
      setTimeout(() => {
        for (let i = 0; i < times; i++) interrupt();
      }, 100);
    };
  }
});

describe('a terminal', () => {
  it('shows colours, unless told otherwise', async () => {
    const colour = '\u001b[';
    const args = 'run DIR/unknown.hocl';
    expect((await folder.call(args, { terminal: true })).err).toContain(colour);
    expect((await folder.call(args, { env: { FORCE_COLOR: '1' } })).err).toContain(colour);
    expect((await folder.call(args)).err).not.toContain(colour);
    for (const env of [{ NO_COLOR: '1' }, { FORCE_COLOR: '0' }, { TERM: 'dumb' }]) {
      expect((await folder.call(args, { terminal: true, env })).err).not.toContain(colour);
    }
    const both = { NO_COLOR: '1', FORCE_COLOR: '1' };
    expect((await folder.call(args, { env: both })).err).not.toContain(colour);
  });

  it('shows progress of a long run, and takes it away', async () => {
    const { err } = await folder.call('run DIR/endless.hocl --timeout 1500ms', { terminal: true });
    expect(err).toMatch(/reactions, 1 s, [\d,]+ a second/);
    expect(err.slice(err.lastIndexOf('a second'))).toContain('\r\u001b[2K');
  });
});

async function json(args: string, code = 0): Promise<Record<string, unknown>> {
  const called: Called = await folder.call(args);
  expect(called.code).toBe(code);
  expect(called.out).toMatch(/^[^\n]*\n$/);
  return JSON.parse(called.out) as Record<string, unknown>;
}
