// The checker must see what it is there for: runs with a planted fault, and one without.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { createGroupsWatch, twoFgme } from '../../../src/coordination/groups/index.ts';
import { groupsOf, runGroups, usualGroups } from '../../../src/lab/index.ts';

/** `a1 asks`, `a1 enters 3` (with this fence; 2/3 in view 2), `a1 leaves`, `a1 loses`, `a1 crashes`, `a1 ends 2`. */
function faultsOf(lines: readonly string[]): readonly string[] {
  const watch = createGroupsWatch(groupsOf([2, 1], 'path'));
  for (const line of lines) {
    const [name = '', what, detail = ''] = line.split(' ');
    const node = nodeId(name);
    const [first = '', second] = detail.split('/');
    const fence =
      second === undefined
        ? { view: 0, count: Number(first) }
        : { view: Number(first), count: Number(second) };
    if (what === 'asks') watch.asked(node, 'x');
    else if (what === 'enters') watch.see(node, { type: 'entered', request: 'x', fence });
    else if (what === 'leaves') watch.see(node, { type: 'left', request: 'x' });
    else if (what === 'loses') watch.see(node, { type: 'lost', request: 'x', why: 'lease' });
    else if (what === 'crashes') watch.crashed(node);
    else watch.condemned(node, Number(detail));
  }
  return [...watch.faults, ...watch.unserved().map((one) => `${one} waits`)];
}

describe('the checker of groups', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'all is well',
      [
        'a1 asks',
        'a2 asks',
        'b1 asks',
        'a1 enters 1',
        'a2 enters 1',
        'a1 leaves',
        'a2 loses',
        'b1 enters 2',
      ],
      [],
    ],
    ['nobody asked', ['a1 enters 1'], ['a1 enters without having asked']],
    [
      'two groups inside',
      ['a1 asks', 'b1 asks', 'a1 enters 1', 'b1 enters 2'],
      ['b1 enters while a1 is inside'],
    ],
    [
      'a fence that does not grow',
      ['a1 asks', 'b1 asks', 'a1 enters 2', 'a1 leaves', 'b1 enters 2'],
      ['b1 enters with a fence that is not after the one of a1'],
    ],
    ['somebody waits', ['a1 asks'], ['a1 x waits']],
    [
      'the dead are inside no more',
      ['a1 asks', 'b1 asks', 'a1 enters 1', 'a1 crashes', 'b1 enters 2'],
      [],
    ],
    [
      'who is condemned may come late, with an old fence',
      ['a1 asks', 'b1 asks', 'a1 ends 1', 'b1 enters 1/1', 'a1 enters 0/7'],
      [],
    ],
    [
      'but not with a new one',
      ['a1 asks', 'b1 asks', 'a1 ends 1', 'b1 enters 1/1', 'a1 enters 1/7'],
      ['a1 enters while b1 is inside'],
    ],
  ];
  for (const [name, lines, faults] of cases) {
    it(name, () => expect(faultsOf(lines)).toEqual(faults));
  }

  it('sees that 2-FGME as printed serves few when all ask at once', () => {
    const measured = runGroups(twoFgme, {
      ...usualGroups,
      ...{ nodes: 12, entries: 10, seed: 1, firstWithinMs: 10 },
    });
    expect(measured.entries).toBeLessThan(120);
  });
});
