// What is saved is a program that begins where the session was: every example, loaded, run and saved, gives the
// same solution again, and so do rules that closed over values.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReplDriver, relocate } from '../../src/cli/repl-driver.ts';
import { compileFile, Solution, show } from '../../src/index.ts';
import { Session } from '../../src/repl/index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hocl-save-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Enters all of it; the last result, and what went wrong. */
async function enter(inputs: readonly string[]): Promise<{ last: string; errors: string[] }> {
  let last = '';
  const errors: string[] = [];
  const driver = new ReplDriver(new Session({ seed: 1, relocate }), ({ kind, text }) => {
    if (kind === 'result') last = text;
    if (kind === 'error') errors.push(text);
  });
  for (const input of inputs) await driver.enter(input);
  driver.close();
  return { last, errors };
}

/** The solution that a saved program begins with, its rules left out. */
async function startOf(file: string): Promise<string> {
  return show(new Solution(await compileFile(file)).value);
}

const examples = readdirSync('examples').filter((name) => name.endsWith('.hocl'));

describe('an example, run and saved', () => {
  it.each(examples)('%s', async (name) => {
    const file = path.join(folder, name);
    const { last, errors } = await enter([`:load examples/${name}`, `:save ${file}`]);
    expect(errors).toEqual([]);
    expect(await startOf(file)).toBe(last.replace(/ {2}\/\/.*$/, ''));
  });
});

const sessions: readonly [inputs: readonly string[], program: string][] = [
  [['1, 2, A:3'], '<1, 2, A:3>'],
  [['COIN^3, <1, 1>'], '<COIN^3, <1, 1>>'],
  [['let n = 5', 'n'], 'let n = 5 in\n<5>'],
  [['type p = int:int', '1:2'], 'type p = int:int\n<1:2>'],
  [['let r = replace A by B'], 'let r = replace A by B in\n<r>'],
  // A rule that is gone must not come back because nothing mentions it.
  [['let r = replace-one A by B', 'A'], 'let r = replace-one A by B in\n<B, r^0>'],
  [['let r = replace-one A by B', 'r, A'], 'let r = replace-one A by B in\n<B, r>'],
  [['r = replace A by B'], '<(r = replace A by B)>'],
  [['replace A by B'], '<(replace A by B)>'],
  [['let r = replace A by B', 'let r = replace A by C'], 'let r = replace A by C in\n<r>'],
  [['S:<replace A by B, C>'], '<S:<(replace A by B, C)>>'],
  // Values that a rule closed over take the places of their names, as tests in patterns.
  [['replace-one A:n by (replace B:n:x by n + x)', 'A:3'], '<(replace B:(3):x by (3) + x)>'],
  [['replace-one A:n by (r = replace n::int by C:n)', 'A:3'], '<(r = replace (3) by C:(3))>'],
  [
    ['replace-one A:n by (replace x by (let n = x in n) if x > n)', 'A:3'],
    '<(replace x by (let n = x in n) if x > (3))>',
  ],
  [['replace-one A:<?w> by (replace B by w)', 'A:<1, 2>'], '<(replace B by 1, 2)>'],
  [['replace-one A:<?w> by (replace B by w)', 'A:<>'], '<(replace B by 0^0)>'],
];

describe('a session, saved', () => {
  it.each(sessions)('%s', async (inputs, program) => {
    const file = path.join(folder, 'session.hocl');
    const { errors } = await enter([...inputs, `:save! ${file}`]);
    expect(errors).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(`${program}\n`);
    const before = await enter([...inputs, ':solution']);
    const after = await enter([`:load ${file}`, ':solution']);
    expect(after).toEqual(before);
  });

  it('imports from where the file is', async () => {
    const file = path.join(folder, 'imports.hocl');
    const imports = 'import "./test/repl/files/rules.hocl"';
    const { errors } = await enter([imports, '1, add', `:save! ${file}`, `:load ${file}`]);
    expect(errors).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('/test/repl/files/rules.hocl"\n<1, add>');
  });
});
