// The checker must see what it is there for: runs with a planted fault, and one without.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { type Booked, createPoolsWatch } from '../../../src/coordination/pools/index.ts';
import { poolsOf } from '../../../src/lab/index.ts';

/** `a asks p0 p1`, `a gets p0#0/1 p1#0/1` (pool, unit, fence), `a leaves`, `a loses`, `a crashes`, `a ends`. */
function faultsOf(lines: readonly string[]): readonly string[] {
  const watch = createPoolsWatch(poolsOf([1, 2]));
  for (const line of lines) {
    const [name = '', what, ...details] = line.split(' ');
    const node = nodeId(name);
    if (what === 'asks') {
      const needs: Record<string, number> = {};
      for (const pool of details) needs[pool] = (needs[pool] ?? 0) + 1;
      watch.asked(node, 'x', needs);
    } else if (what === 'gets')
      watch.see(node, { type: 'entered', request: 'x', units: details.map(bookedOf) });
    else if (what === 'leaves') watch.see(node, { type: 'left', request: 'x' });
    else if (what === 'loses') watch.see(node, { type: 'lost', request: 'x' });
    else if (what === 'crashes') watch.crashed(node);
    else if (what === 'ends') watch.condemned(node);
    else watch.pardoned(node);
  }
  return [...watch.faults, ...watch.unserved().map((one) => `${one} waits`)];
}

function bookedOf(text: string): Booked {
  const [pool = '', unit = '', fence = ''] = text.split(/[#/]/);
  return { pool, unit: Number(unit), fence: Number(fence) };
}

describe('the checker of pools', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'all is well',
      [
        'a asks p0 p1 p1',
        'b asks p0',
        'a gets p0#0/1 p1#0/1 p1#1/1',
        'a leaves',
        'b gets p0#0/2',
        'b loses',
      ],
      [],
    ],
    ['nobody asked', ['a gets p0#0/1'], ['a x is served without having asked']],
    [
      'two have one resource',
      ['a asks p0', 'b asks p0', 'a gets p0#0/1', 'b gets p0#0/2'],
      ['b x is given p0#0, which a x has'],
    ],
    [
      'a part of what is needed',
      ['a asks p0 p1', 'a gets p0#0/1'],
      ['a x is not given all it needs'],
    ],
    [
      'more than is needed',
      ['a asks p1', 'a gets p1#0/1 p1#1/1'],
      ['a x is not given all it needs'],
    ],
    ['a resource that is not there', ['a asks p0', 'a gets p0#1/1'], ['there is no p0#1']],
    [
      'a fence that does not grow',
      ['a asks p0', 'b asks p0', 'a gets p0#0/2', 'a leaves', 'b gets p0#0/2'],
      ['the fence of p0#0 does not grow'],
    ],
    ['somebody waits', ['a asks p0'], ['a x waits']],
    [
      'the dead have nothing',
      ['a asks p0', 'b asks p0', 'a gets p0#0/1', 'a crashes', 'b gets p0#0/2'],
      [],
    ],
    [
      'who is condemned may go on, its fence is old',
      ['a asks p0', 'b asks p0', 'a gets p0#0/1', 'a ends', 'b gets p0#0/2', 'a loses'],
      [],
    ],
    [
      'but not after it knows',
      ['a asks p0', 'b asks p0', 'a gets p0#0/1', 'a ends', 'a wakes', 'b gets p0#0/2'],
      ['b x is given p0#0, which a x has'],
    ],
  ];
  for (const [name, lines, faults] of cases) {
    it(name, () => expect(faultsOf(lines)).toEqual(faults));
  }
});
