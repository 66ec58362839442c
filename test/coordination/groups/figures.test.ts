// Messages of the experiment of the paper, with the figures that were found for each algorithm; forks within a tenth of 2 * m
// a member and entry (m competitors), as many as there are in each group inside together.
import { describe, expect, it } from 'vitest';
import {
  coordinator,
  groups as forks,
  ra1,
  ra2,
  twoFgme,
} from '../../../src/coordination/groups/index.ts';
import { runGroups, type Subject, usualGroups } from '../../../src/lab/index.ts';

function check<S, M>(
  subject: Subject<S, M>,
  nodes: number,
  entries: number,
  messages: number,
  withinPercent: number,
): void {
  it(`${subject.name}: ${nodes} nodes, ${entries} entries each, about ${messages} messages`, () => {
    const measured = runGroups(subject, { ...usualGroups, nodes, entries, seed: 1 });
    expect(measured.entries).toBe(nodes * entries);
    expect(measured.faults).toBe(0);
    expect(Math.abs(measured.messages - messages)).toBeLessThanOrEqual(
      (messages * withinPercent) / 100,
    );
    if (subject.name !== 'RA1') expect(measured.mostInside).toBe(nodes / 2);
  });
}

describe('messages', () => {
  check(forks, 12, 10, 1426, 10);
  check(forks, 12, 18, 2578, 10);
  check(forks, 24, 10, 5722, 10);
  check(ra1, 12, 10, 2640, 0);
  check(ra2, 12, 10, 3718, 10);
  check(twoFgme, 12, 10, 2130, 10);
  check(coordinator, 12, 10, 339, 10);
  check(coordinator, 24, 10, 699, 10);
  if (process.env['VERIFY'] !== undefined) {
    check(forks, 12, 50, 7186, 10);
    check(ra1, 24, 10, 11_040, 0);
    check(ra2, 24, 10, 15_780, 10);
  }
});
