// hocl lab: the list, calls that are wrong, one small experiment in every form of output.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { chartOf } from '../../src/cli/lab-chart.ts';
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
    [
      'lab tokens --set share=0.01 --set hours=0.1 --set warmUpS=600',
      'hocl: a run of 360 s (hours) must last at least 60 s longer than its warm-up of 600 s (warmUpS)\n',
    ],
    [
      'lab tokens --set rate=10',
      'hocl: leasesS takes at least 320 s, four periods of the 800 tokens, not 160\n',
    ],
    [
      'lab tokens --set tokens=400,20000',
      'hocl: tokens takes at most as many as there are managers, 10000, not 20000\n',
    ],
    [
      'lab tokens --set keepers=20000',
      'hocl: keepers takes at most as many as there are managers, 10000, not 20000\n',
    ],
    ['lab tokens --set share=0.01 --set rate=1', 'which is too seldom for leases of 240 s\n'],
    [
      'lab capture --set molecules=3',
      'hocl: molecules takes at least as many as nodes, 250, not 3\n',
    ],
    [
      'lab groups --set delayMinMs=9 --set delayMaxMs=3',
      'hocl: delayMinMs takes at most delayMaxMs, 3, not 9\n',
    ],
    [
      'lab groups --set leftOut=25',
      'hocl: leftOut takes fewer than latencyEntries, 25, not 25: nothing would be measured\n',
    ],
    [
      'lab groups --set nodes=7',
      'hocl: nodes takes even numbers, two groups of the same size, not 7\n',
    ],
    [
      'lab groups --set sizes=6,9',
      'hocl: sizes takes even numbers, two groups of the same size, not 9\n',
    ],
    [
      'lab balance --set agents=2 --set excess=3',
      'hocl: excess takes at most the number of agents, 2, not 3\n',
    ],
    [
      'lab balance --set slowFromS=900',
      'hocl: slowFromS takes less than withoutS, 853 s, not 900: the run would be over\n',
    ],
    [
      'lab capture --parameters --set nodes=one',
      "hocl: nodes takes a whole number of at least 2, not 'one'\n",
    ],
    ['lab --runs 3', 'hocl: --runs needs the name of an experiment (hocl lab lists them)\n'],
    ['lab --csv x.csv', 'hocl: --csv needs the name of an experiment (hocl lab lists them)\n'],
    ['lab --parameters', 'hocl: --parameters needs the name of an experiment'],
    ['lab pools --csv=', 'hocl: --csv takes the name of a file\n'],
    ['lab pools --svg=', 'hocl: --svg takes the name of a file\n'],
    ['lab pools --svg a.png', 'hocl: --svg writes SVG, not .png (a.png)\n'],
    ['lab pools --csv DIR', 'hocl: cannot write DIR (it is a directory)\n'],
    ['lab pools --svg DIR', 'hocl: cannot write DIR (it is a directory)\n'],
    ['lab pools --csv DIR/nowhere/rows.csv', 'hocl: cannot write DIR/nowhere/rows.csv (ENOENT)\n'],
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

  it.runIf(existsSync('/proc'))(
    'finds out before it runs where no file can be made, and leaves none behind',
    async () => {
      const { code, out, err } = await folder.call('lab pools --svg /proc/x.svg');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('hocl: cannot write /proc/x.svg (E');
      await folder.call('lab pools --csv DIR/new.csv --svg /proc/x.svg');
      expect(existsSync(folder.file('new.csv'))).toBe(false);
    },
  );

  it('lists parameters as they are set', async () => {
    const { out } = await folder.call('lab capture --parameters --set nodes=60 --set sizes=5,6');
    expect(out).toMatch(/ {2}nodes=60 +nodes: nodes \[paper\]/);
    expect(out).toMatch(/ {2}sizes=5,6 +nodes: in figures/);
    const { out: json } = await folder.call('lab capture --parameters --set nodes=60 --json');
    const { parameters } = JSON.parse(json) as { parameters: readonly object[] };
    expect(parameters[0]).toMatchObject({ name: 'nodes', value: 60 });
  });

  it('leaves out tables without rows, and tells that one experiment has no spread', async () => {
    const few = 'entries=2 sizes=6 nodes=4 thinkMs=1000 insideMs=1000 repeats=1 trials=1';
    const fewer = 'thinkingRuns=1 latencyEntries=6 sizeEntries=1';
    const sets = `${few} ${fewer}`.split(' ').map((one) => `--set ${one}`);
    const { code, out } = await folder.call(`lab groups ${sets.join(' ')}`);
    expect(code).toBe(0);
    expect(out).toContain('Concurrency (figures 3 to 5)\n');
    expect(out).not.toContain('Messages (figures 6 and 7)');
    expect(out).toMatch(/RA1, sd over the experiments.*none of one experiment/);
    expect(out).not.toMatch(/NaN|undefined/);
  });

  it('draws no point of what was not measured', () => {
    const points = [
      { x: 1, y: Number.NaN },
      { x: 2, y: 3 },
    ];
    const axis = { title: '', unit: '' };
    const series = [{ name: 'one', mark: 'points', of: 'ours', points }] as const;
    const panels = [{ title: '', x: axis, y: axis, series }];
    const chart = chartOf({ name: 'one', title: '', subtitle: '', panels });
    expect(chart['layer']).toMatchObject([{ data: { values: [{ x: 2, y: 3 }] } }]);
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
