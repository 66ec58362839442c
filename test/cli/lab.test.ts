// hocl lab: the list, calls that are wrong, one small experiment in every form of output.
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { experiments } from '../../src/lab/index.ts';
import { Folder } from './harness.ts';

const folder = new Folder();
afterAll(() => folder.remove());

/** Small enough for a test: a second or so. */
const small =
  'lab pools --set pools=1,2 --set others=0,2 --set trials=5 --set crashTrials=5 --set lastsMs=10000';

describe('hocl lab', () => {
  it('lists every experiment with its paper', async () => {
    const { code, out } = await folder.call('lab');
    expect(code).toBe(0);
    for (const { name, paper } of experiments) {
      expect(out).toContain(`  ${name}`);
      expect(out).toContain(`(${paper})`);
    }
  });

  it.each([
    ['lab grups', "hocl: there is no experiment 'grups'; did you mean groups?\n"],
    ['lab zzzzzzzz', "hocl: there is no experiment 'zzzzzzzz' (hocl lab lists them)\n"],
    ['lab pools --set trails=3', "hocl: pools has no parameter 'trails'; did you mean trials?\n"],
    ['lab pools --set trials', "hocl: --set takes key=value, not 'trials'\n"],
    [
      'lab pools --set trials=many',
      "hocl: trials takes a whole number of at least 1, not 'many'\n",
    ],
    [
      'lab pools --set pools=1,x',
      "hocl: pools takes whole numbers with commas between them, from 1 to 20, not '1,x'\n",
    ],
    ['lab pools --runs 0', 'hocl: --runs takes a whole number of at least 1'],
  ])('refuses %s', async (args, sentence) => {
    const { code, out, err } = await folder.call(args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(sentence);
  });

  it('lists parameters, with whose value it is', async () => {
    const { out } = await folder.call('lab groups --parameters');
    expect(out).toMatch(/ {2}nodes=12 +nodes: members of both groups together \[paper\]/);
    expect(out).toMatch(/ {2}delayMinMs=4\.5 +ms: .* \[assumed\]/);
  });

  it('prints the same for the same seed, and other rows for another', async () => {
    const [one, again, other] = [
      await folder.call(`${small} --seed 3 --json`),
      await folder.call(`${small} --seed 3 --json`),
      await folder.call(`${small} --seed 4 --json`),
    ];
    expect(one.out).toBe(again.out);
    expect(one.out).not.toBe(other.out);
    const { seed, runs, rows, tables, parameters } = JSON.parse(one.out);
    expect({ seed, runs, trials: parameters.trials }).toEqual({ seed: 3, runs: 1, trials: 5 });
    expect(rows[0]).toMatchObject({ part: 'alone', form: 'printed', pools: 1, run: 1, seed: 3 });
    expect(tables[0].lines[0]).toMatchObject({ where: 'section 1', paper: 'of order ϱ' });
  });

  it('writes rows and pictures, of several runs', async () => {
    const files = '--csv DIR/rows.csv --svg DIR/out.svg';
    const { code, out, err } = await folder.call(`${small} --runs 2 ${files}`);
    expect(code).toBe(0);
    expect(out).toContain('A task alone, and beside others\nwhere');
    expect(err).toContain('seed 1, 2 runs, pools=1,2');
    const csv = readFileSync(folder.file('rows.csv'), 'utf8').trimEnd().split('\n');
    expect(csv[0]).toMatch(/^part,run,seed,form,/);
    expect(csv.filter((line) => /^runs,2,\d+,ours,/.test(line))).toHaveLength(1);
    const svg = readFileSync(folder.file('out-pools-messages.svg'), 'utf8');
    expect(svg).toMatch(/^<svg /);
    for (const text of ['pools that the task needs', 'as printed', 'ours', 'messages']) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toContain('NaN');
  });

  it('tells lines one by one where a terminal is too narrow for a table', async () => {
    const { out, err } = await folder.call(small, { terminal: true });
    expect(out).toContain('section 1: messages of a task without conflicts');
    expect(out).toContain('\n  paper     of order ϱ\n  measured  1: 12, 2: 24\n');
    expect(err).toContain('\r\u001b[2Kpools: 0 %, runs, printed');
  });
});
