// What experiments say with settings that are not the papers': nothing is reckoned with runs that were given up, nothing that a
// paper printed of its own settings stands beside what was measured with others, and titles tell what was run.
import { describe, expect, it } from 'vitest';
import { assert } from '../../src/base/index.ts';
import {
  type Comparison,
  defaultsOf,
  type Experiment,
  experimentNamed,
  type Picture,
  type Row,
  runExperiment,
  tablesOf,
  type Values,
} from '../../src/lab/index.ts';

interface Told {
  readonly rows: readonly Row[];
  readonly lines: readonly Comparison[];
  readonly titles: readonly string[];
  readonly pictures: readonly Picture[];
}

function named(name: string): Experiment {
  const experiment = experimentNamed(name);
  assert(experiment !== undefined, 'no such experiment', name);
  return experiment;
}

function told(name: string, set: Values, given?: readonly Row[]): Told {
  const experiment = named(name);
  const values = { ...defaultsOf(experiment.parameters), ...set };
  const rows = given ?? runExperiment(experiment, values, { seed: 1, runs: 1 }, () => {});
  const tables = tablesOf(experiment, rows, values);
  const lines = tables.flatMap((table) => table.lines);
  const titles = tables.map(({ title }) => title);
  return { rows, lines, titles, pictures: experiment.pictures(rows, values) };
}

function lineOf({ lines }: Told, what: string): Comparison {
  const found = lines.find((line) => line.what.startsWith(what));
  assert(found !== undefined, 'no such line', what);
  return found;
}

function titleOf({ pictures }: Told, name: string): string {
  return pictures.find((picture) => picture.name === name)?.title ?? '';
}

const small = {
  ...{ nodes: 20, molecules: 200, sizes: [20], growth: [20], growthPrinted: 20 },
  thresholds: [0.5, 0.7],
};

describe('capture, given up', () => {
  const cut = told('capture', { ...small, maxSteps: 5 });

  it('says of every comparison that its runs have not ended', () => {
    for (const what of [
      'adaptive, fewer steps than pessimists',
      'adaptive, above the optimum',
      'adaptive, fewer than pessimists',
      'for each reaction, adaptive',
    ]) {
      expect(lineOf(cut, what)).toMatchObject({ measured: 'not ended', ours: 'not ended' });
    }
    for (const what of ['the best s, fewer', 'the switch begins', 'pessimists, most in 12 steps']) {
      expect(lineOf(cut, what).measured).toBe('not ended');
    }
    expect(lineOf(cut, 'and takes').measured).toBe('0 of 1 switch');
    expect(lineOf(cut, 'optimists, in 12 steps').measured).toBe('fewer than 12 steps');
    expect(lineOf(cut, '200 molecules, 20 nodes')).toMatchObject({
      measured: 'not ended, with dormant nodes not ended',
      ours: 'not ended, thrifty not ended',
    });
    for (const { measured, ours } of cut.lines) {
      expect(`${measured} ${ours}`).not.toMatch(/-\d|NaN|undefined|\d{4,} %/);
    }
  });

  it('gives up ours after as many steps', () => {
    expect(lineOf(cut, 'pessimists alone').ours).toBe('0 of 1 end');
    const ours = cut.rows.filter(({ part }) => part === 'oursSeries');
    expect(Math.max(...ours.map((row) => Number(row['step'])))).toBe(5);
  });

  it('draws no end of runs that have none', () => {
    expect(titleOf(cut, 'capture-time')).toBe('Neither ours nor the printed protocol has ended');
    const growth = cut.pictures.find(({ name }) => name === 'capture-growth');
    for (const { series } of growth?.panels ?? []) {
      for (const { points } of series) expect(points).toEqual([]);
    }
  });

  it('several rules: neither', () => {
    const rules = told('capture-rules', { nodes: 20, molecules: 200, maxSteps: 5, weights: [0.5] });
    expect(lineOf(rules, 'independent rules, for each reaction')).toMatchObject({
      ...{ measured: 'not ended', ours: 'not ended' },
    });
    expect(lineOf(rules, 'independent rules, on each rule at step 50').measured).toBe(
      'given up before',
    );
    expect(titleOf(rules, 'capture-independent')).toBe(
      'Independent rules: printed not ended, ours not ended',
    );
    for (const { what, measured, ours } of rules.lines) {
      expect(`${what} ${measured} ${ours}`).not.toMatch(/-\d|NaN|undefined/);
    }
  });
});

describe('capture, with other settings than those of the paper', () => {
  const other = told('capture', small);

  it('leaves out what was published for 250 nodes', () => {
    for (const what of [
      'theoretic optimum',
      'pessimists alone',
      'adaptive, fewer steps than pessimists',
      'adaptive, above the optimum',
      'optimists, in 12 steps',
      'pessimists, most in 12 steps',
      'adaptive, fewer than pessimists',
      'and takes',
    ]) {
      expect(lineOf(other, what).paper).toBe('');
    }
    for (const { panels } of other.pictures) {
      for (const { series } of panels) expect(series.map(({ of }) => of)).not.toContain('paper');
    }
  });

  it('counts in its title how late ours is, and how much longer the printed protocol takes', () => {
    const run = (protocol: string, steps: number): Row => ({
      part: 'run',
      protocol,
      steps,
      run: 1,
    });
    const title = (ours: number, adaptive: number): string => {
      const swapped = other.rows.map((row): Row => {
        const isRun = row.part === 'run' && row['protocol'] === 'adaptive';
        if (isRun) return { ...row, ...run('adaptive', adaptive) };
        return row.part === 'ours' && row['protocol'] === 'ours' ? { ...row, steps: ours } : row;
      });
      return titleOf(told('capture', small, swapped), 'capture-time');
    };
    // 200 molecules on 20 nodes: 10 steps at best.
    expect(title(12, 26)).toBe(
      'Ours ends two steps after the optimum; the printed protocol takes twice as long',
    );
    expect(title(10, 26)).toBe(
      'Ours ends at the optimum; the printed protocol takes 2.5 times as long',
    );
    expect(title(18, -1)).toBe(
      'Ours ends 8 steps after the optimum; the printed protocol has not ended',
    );
  });
});

describe('capture, by the steps of a reaction at home', () => {
  const rulesOf = (set: Values): Told =>
    told('capture-rules', { nodes: 20, molecules: 200, weights: [0.5], ...set });
  const quick = 'independent rules, one step at home (at least 5)';

  it('tells those that are set, and beside them those with one step, each with its least', () => {
    const both = rulesOf({});
    const usual = lineOf(both, 'independent rules, two steps at home (at least 10)');
    const line = lineOf(both, quick);
    expect(line.measured).toBe('');
    expect(Number(line.ours)).toBeLessThan(Number(usual.ours));
    expect(line.note).toContain('Two are what the ideal node of the paper needs');
    expect(titleOf(both, 'capture-independent')).toBe(
      `Independent rules: printed ${usual.measured} steps, ours ${usual.ours}; ${line.ours} with one step at home`,
    );
    const slow = rulesOf({ homeSteps: 7 });
    expect(lineOf(slow, 'independent rules, 7 steps at home (at least 35)').note).not.toMatch(
      /Two are/,
    );
    expect(lineOf(slow, quick).ours).toBe(line.ours);
  });

  it('tells one step only once', () => {
    const one = rulesOf({ homeSteps: 1 });
    const found = one.lines.filter(({ what }) => what === quick);
    expect(found).toHaveLength(1);
    expect(found[0]?.measured).not.toBe('');
    expect(titleOf(one, 'capture-independent')).toMatch(/, ours \d+$/);
  });

  it('says of one rule that it ends before the optimum, which is of nodes that fetch', () => {
    const one = told('capture', { ...small, homeSteps: 1 });
    expect(titleOf(one, 'capture-time')).toMatch(
      /^Ours ends (one step|\w+ steps) before the optimum; /,
    );
    expect(lineOf(one, 'adaptive, above the optimum').ours).toMatch(/^-\d+ %$/);
    const both = told('capture', small);
    expect(lineOf(both, 'ours, one step at home').note).toMatch(/decision 73/);
  });
});

describe('balance', () => {
  const tiny = { tasks: 100, smallTasks: 100, sizes: [100] };

  it('tells how many agents there were, and no gains that others had', () => {
    const few = told('balance', { ...tiny, agents: 4 });
    expect(few.titles).toContain('The job on 4 agents (section 6)');
    for (const { subtitle } of few.pictures) expect(subtitle).toMatch(/^4 agents[;,]/);
    const note = lineOf(few, 'situational against agnostic, run time').note ?? '';
    expect(note).toMatch(/of 100\. Messages are free here/);
  });
});

describe('tokens', () => {
  it('tells how many tokens and keepers there were, how long they lived and were watched', () => {
    const set = { tokens: [400], keepers: [10, 30], lifeH: 3, hours: 2, ratios: [1] };
    const { titles, pictures } = told('tokens', set, [
      { part: 'crashes', form: 'walk', leaseS: 0, usagePercent: 50, messagesPerS: 1, run: 1 },
    ]);
    expect(titles).toContain('Managers crash: mean life 3 h, down for a minute; overloaded');
    const crashes = pictures.find(({ name }) => name === 'tokens-crashes');
    expect(crashes?.subtitle).toBe(
      '800 walking tokens or 30 keepers, overloaded, mean life of a manager 3 h, down for a minute, 2 h',
    );
    const hops = pictures.find(({ name }) => name === 'tokens-hops');
    expect(hops?.subtitle).toMatch(/^400 walking tokens/);
  });
});

describe('groups', () => {
  it('sets the numbers of 12 nodes beside runs of 12 nodes only', () => {
    const rows = ['2-FGME', 'RA2', 'RA1', 'forks', 'coordinator'].flatMap((algorithm): Row[] => [
      { part: 'entries', algorithm, entries: 18, messages: 720, entriesMade: 1, due: 1, run: 1 },
    ]);
    const other = lineOf(told('groups', { nodes: 8 }, rows), '2-FGME, 8 nodes, 18 entries each');
    expect(other).toMatchObject({ paper: '', measured: '720' });
    expect(lineOf(told('groups', {}, rows), '2-FGME, 12 nodes, 18 entries').paper).toBe(3748);
  });
});
