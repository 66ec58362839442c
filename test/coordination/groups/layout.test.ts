// What can be a scheme of groups, and what is said of what cannot.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import {
  allInConflict,
  type GroupsOptions,
  groups,
  inConflict,
  pipeline,
} from '../../../src/coordination/groups/index.ts';

const members = { a: ['a1', 'a2'], b: ['b1'], c: ['c1'] };

describe('bad options', () => {
  const cases: readonly (readonly [GroupsOptions, string, string])[] = [
    [{ members: {}, conflicts: [] }, 'members', 'there must be at least one group'],
    [{ members: { a: [] }, conflicts: [] }, 'members', 'group "a" has no members'],
    [
      { members: { a: ['x'], b: ['x'] }, conflicts: [] },
      'members',
      '"x" is listed twice, in "a" and "b"',
    ],
    [{ members, conflicts: [['a', 'd']] }, 'conflicts', '"d" is not a group'],
    [
      { members, conflicts: [['b', 'b']] },
      'conflicts',
      'group "b" cannot be in conflict with itself',
    ],
  ];
  for (const [options, option, why] of cases) {
    it(why, () => expect(groups.configure(options)).toEqual({ ok: false, error: { option, why } }));
  }
});

describe('conflicts', () => {
  const names = ['a', 'b', 'c'];
  const cases = [
    ['pipeline', pipeline(names), ['a1 b1', 'a2 b1', 'b1 c1']],
    ['all', allInConflict(names), ['a1 b1', 'a1 c1', 'a2 b1', 'a2 c1', 'b1 c1']],
    ['named twice, both ways', [['a', 'c'] as const, ['c', 'a'] as const], ['a1 c1', 'a2 c1']],
    ['none', [], []],
  ] as const;
  for (const [name, conflicts, expected] of cases) {
    it(name, () => {
      const made = groups.configure({ members, conflicts });
      if (!made.ok) throw new Error(made.error.why);
      const nodes = made.value.seats.map(({ node }) => node);
      const pairs = nodes.flatMap((a) =>
        nodes.filter((b) => a < b && inConflict(made.value, a, b)).map((b) => `${a} ${b}`),
      );
      expect(pairs).toEqual(expected);
      for (const pair of pairs) {
        const [a = '', b = ''] = pair.split(' ');
        expect(inConflict(made.value, nodeId(b), nodeId(a))).toBe(true);
      }
    });
  }
});
