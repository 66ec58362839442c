// What `hocl status` makes of what nodes say of themselves.
import { describe, expect, it } from 'vitest';
import { statusText } from '../../src/cli/status.ts';
import type { ClusterStatus } from '../../src/dht/net/index.ts';

function member(node: string, state = 'up') {
  return { node, incarnation: 1, token: 't', address: `ws://${node}`, durable: false, state };
}

function flask(index: number, app: object, lag = 0) {
  return {
    ...{ flask: `s-1/${index}`, role: 'host', epoch: 1, records: 10, counted: 10 - lag },
    ...{ logBytes: 0, isHungry: false, waiting: 0, app },
  };
}

function app(molecules: number, rules: object[]) {
  const captures = { optimistic: 3, pessimistic: 1, aborted: 2 };
  return { molecules, ended: null, hungry: true, reactions: 500, messages: 7, captures, rules };
}

function cluster(apps: readonly [string, readonly object[]][], silent: string[] = []) {
  const nodes = apps.map(([node, flasks]) => ({ node, phase: 'member', flasks }));
  const members = [...apps.map(([node]) => member(node)), ...silent.map((node) => member(node))];
  const solutions = [{ solution: 's-1', flasks: 2, copies: 2, lost: null }];
  const view = { version: 3, members, solutions, dropped: [], flasks: [] };
  return { view, nodes, silent } as unknown as ClusterStatus;
}

describe('what a status says', () => {
  it('has members, flasks, molecules, lag, and for each rule its modes and rates', () => {
    const one = app(1200, [{ rule: 'meet', mode: 'optimistic', rate: 0.981 }]);
    const other = app(4, [{ rule: 'meet', mode: 'dormant', rate: 0.2 }]);
    const text = statusText(
      cluster([
        ['a', [flask(0, one, 2)]],
        ['b', [flask(1, other)]],
      ]),
    );
    expect(text.split('\n')).toEqual([
      '2 nodes, 1 solution (view 3)',
      'node  state  address  flasks  molecules  lag',
      'a     up     ws://a        1      1,200    2',
      'b     up     ws://b        1          4    0',
      '',
      'solution s-1: 2 flasks, 2 copies, 2 at work',
      '  1,204 molecules, 1,000 reactions, 14 messages',
      '  captures: 6 optimistic, 2 pessimistic, 4 aborted',
      '  rule meet: optimistic in 1 flask, dormant in 1 flask, success 20 to 98 %',
    ]);
  });

  it('says who is silent', () => {
    const text = statusText(cluster([['a', []]], ['b']));
    expect(text).toContain('b     silent  ws://b        -          -    -');
  });

  it('bears flasks that say nothing of themselves, or something else', () => {
    const rules = [{ rule: 'meet', mode: 'optimistic' }];
    const text = statusText(cluster([['a', [flask(0, { rules }), flask(1, { failure: 'x' })]]]));
    expect(text).toContain('0 molecules');
    expect(text).toMatch(/rule meet: optimistic in 1 flask$/);
  });
});
