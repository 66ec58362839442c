// Paper 3, "Group Mutual Exclusion to Scale Distributed Stream Processing Pipelines": its claims at small scale, as shapes.
import { describe, expect, it } from 'vitest';
import { coordinator, groups as forks, ra1, ra2, twoFgme } from '../../src/coordination/index.ts';
import {
  type GroupsFigures,
  type GroupsSetup,
  runGroups,
  type Subject,
  usualGroups,
} from '../../src/lab/index.ts';

const setup: GroupsSetup = { ...usualGroups, seed: 1, nodes: 12, entries: 6 };

function run<S, M>(subject: Subject<S, M>, more: Partial<GroupsSetup> = {}): GroupsFigures {
  return runGroups(subject, { ...setup, ...more });
}

describe('figures 3 to 5: who is inside together', () => {
  const quick = { thinkMs: 300, insideMs: 300 };
  it('2-FGME, RA2, forks and coordinators let whole groups in', () => {
    for (const { together } of [
      run(twoFgme, quick),
      run(ra2, quick),
      run(forks, quick),
      run(coordinator, quick),
    ]) {
      expect(together).toBe(6);
    }
  });

  it('RA1 does not: at most 4 of 6', () => {
    expect(run(ra1, quick).together).toBeLessThanOrEqual(4);
  });
});

describe('figure 6: messages by entries', () => {
  it('grow linearly, for all', () => {
    for (const count of [
      (entries: number) => run(ra1, { entries }).messages,
      (entries: number) => run(ra2, { entries }).messages,
      (entries: number) => run(forks, { entries }).messages,
    ]) {
      const [four, eight, twelve] = [count(4), count(8), count(12)];
      expect(Math.abs(twelve - eight - (eight - four))).toBeLessThan(0.1 * (eight - four));
    }
  });

  it('2-FGME sends a quarter fewer than RA2, or less still (27 to 40 % in the paper)', () => {
    expect(run(twoFgme).messages).toBeLessThan(0.75 * run(ra2).messages);
  });

  it('forks send a quarter fewer than 2-FGME, coordinators less than a quarter of what forks send', () => {
    expect(run(forks).messages).toBeLessThan(0.75 * run(twoFgme).messages);
    expect(run(coordinator).messages).toBeLessThan(0.25 * run(forks).messages);
  });
});

describe('figure 7: messages by nodes', () => {
  it('RA1 sends 2yn(n-1), which is not the 2y(n²-1) of section IV.B', () => {
    for (const nodes of [6, 12, 18]) {
      expect(run(ra1, { nodes }).messages).toBe(2 * setup.entries * nodes * (nodes - 1));
    }
  });

  it('twice the nodes, three to five times the messages; twice, for coordinators', () => {
    const growth = (measure: (nodes: number) => number): number => measure(16) / measure(8);
    expect(growth((nodes) => run(twoFgme, { nodes }).messages)).toBeGreaterThan(3);
    expect(growth((nodes) => run(forks, { nodes }).messages)).toBeGreaterThan(3);
    expect(growth((nodes) => run(forks, { nodes }).messages)).toBeLessThan(5);
    expect(growth((nodes) => run(coordinator, { nodes }).messages)).toBeLessThan(2.2);
  });
});

describe('figures 8 to 10: waiting', () => {
  const late = { entries: 8, leftOut: 4 };
  it('below P = inCS it falls as inCS - P', () => {
    for (const thinkMs of [500, 1000, 1500]) {
      const { latencyMs } = run(forks, { ...late, insideMs: 2000, thinkMs });
      expect(latencyMs - (2000 - thinkMs)).toBeGreaterThan(0);
      expect(latencyMs - (2000 - thinkMs)).toBeLessThan(50);
    }
  });

  it('from P = inCS on it is a few messages long, and does not depend on inCS', () => {
    for (const insideMs of [1000, 5000]) {
      const more = { ...late, insideMs, thinkMs: insideMs + 1000 };
      for (const { latencyMs } of [run(twoFgme, more), run(ra2, more), run(forks, more)]) {
        expect(latencyMs).toBeLessThan(5 * 8.5);
      }
    }
  });

  it('RA1 waits at least 20 times as long', () => {
    const more = { ...late, insideMs: 1000, thinkMs: 1000 };
    expect(run(ra1, more).latencyMs).toBeGreaterThan(20 * run(ra2, more).latencyMs);
  });
});

describe('think times by chance', () => {
  it('the end of a run, at which few are left, takes from the rate but no entry', () => {
    const { entries, entriesPerS, wholePerS, moments } = run(forks, { thinks: 'exponential' });
    expect(entries).toBe(12 * setup.entries);
    expect(wholePerS).toBeCloseTo((1000 * entries) / (moments.at(-1)?.atMs ?? 0));
    expect(wholePerS).toBeLessThan(entriesPerS);
  });
});

describe('section III: 2-FGME is safe and live. Not as printed', () => {
  const hung = <S, M>(subject: Subject<S, M>, more: Partial<GroupsSetup>): number =>
    [1, 2, 3, 4, 5, 6].filter(
      (seed) => run(subject, { ...more, seed }).entries < 12 * setup.entries,
    ).length;

  it('hangs in most runs whose first requests cross, and in all without a time between requests', () => {
    expect(hung(twoFgme, { firstWithinMs: 10 })).toBeGreaterThanOrEqual(5);
    expect(hung(twoFgme, { thinkMs: 0 })).toBe(6);
  });

  it('forks never do', () => {
    expect(hung(forks, { firstWithinMs: 10 })).toBe(0);
    expect(hung(forks, { thinkMs: 0 })).toBe(0);
  });
});
