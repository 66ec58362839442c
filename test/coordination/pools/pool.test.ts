// A keeper alone: forms, and what it then shows to whom, as lines of text.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import type { FormKind, Snapshot } from '../../../src/coordination/pools/messages.ts';
import {
  createPool,
  dropNode,
  freeOf,
  type Pool,
  type Shown,
  takeForm,
} from '../../../src/coordination/pools/pool.ts';

/** `a admit`: the form of task a, which lives on node a; its ticket is its place in the alphabet. */
function take(pool: Pool, line: string, life = 0): readonly Shown[] {
  const [task = '', kind = '', amount = '1'] = line.split(' ');
  const ticket = task.charCodeAt(0) - 96;
  const form = { type: 'form', pool: pool.name, task, kind: kind as FormKind } as const;
  return takeForm(pool, nodeId(task), { ...form, amount: Number(amount), ticket, life });
}

function show({ to, snapshot }: Shown): string {
  return `${to}${snapshot.answer ? '!' : ':'} ${words(snapshot)}`;
}

function words({ registered, mine, ahead, admitted, free, units }: Snapshot): string {
  if (!registered) return 'unknown';
  if (mine === 'booked')
    return `has ${units.map(({ unit, fence }) => `#${unit}/${fence}`).join(' ')}`;
  const before = ahead.map(({ task, ordered }) => (ordered ? task.toUpperCase() : task)).join('');
  return `${mine} free ${free} ahead ${before || '-'} admitted ${admitted.join('') || '-'}`;
}

function check(pool: Pool, script: readonly (readonly [string, string])[]): void {
  const told = script.map(([line]) => [line, take(pool, line).map(show).join(', ')] as const);
  expect(told).toEqual(script);
}

describe('a keeper', () => {
  it('serves a task that is alone', () => {
    check(createPool('p', 1), [
      ['a register', 'a! nothing free 1 ahead - admitted -'],
      ['a admit', 'a! nothing free 1 ahead - admitted -'],
      ['a request', 'a! queued free 1 ahead - admitted -'],
      ['a order', 'a! ordered free 1 ahead - admitted -'],
      ['a win', 'a! has #0/1'],
      ['a release', 'a! unknown'],
    ]);
  });

  it('shows others what concerns them: not who comes, but who goes and who is ahead', () => {
    check(createPool('p', 1), [
      ['a register', 'a! nothing free 1 ahead - admitted -'],
      ['a admit', 'a! nothing free 1 ahead - admitted -'],
      ['b register', 'b! nothing free 1 ahead - admitted a'],
      ['c register', 'c! nothing free 1 ahead - admitted a'],
      ['c admit', 'c! nothing free 1 ahead - admitted -'],
      [
        'a request',
        'a! queued free 1 ahead - admitted -, b: nothing free 1 ahead a admitted ac, c: nothing free 1 ahead a admitted -',
      ],
      ['c request', 'c! queued free 1 ahead a admitted -, b: nothing free 1 ahead ac admitted ac'],
      [
        'a suspend',
        'a! nothing free 1 ahead c admitted c, b: nothing free 1 ahead c admitted c, c: queued free 1 ahead - admitted -',
      ],
    ]);
  });

  const queueOf = (pool: Pool, tasks: readonly string[]): void => {
    for (const task of tasks) {
      for (const kind of ['register', 'admit']) take(pool, `${task} ${kind}`);
    }
    for (const task of tasks) take(pool, `${task} request`);
  };

  it('promises no more than is free, whatever a task believes', () => {
    const pool = createPool('p', 1);
    queueOf(pool, ['a', 'b']);
    expect(take(pool, 'b order').map(show)[0]).toBe('b! queued free 1 ahead a admitted -');
    expect(take(pool, 'b win').map(show)[0]).toBe('b! queued free 1 ahead a admitted -');
    expect(freeOf(pool)).toBe(1);
  });

  it('moves a request one place ahead, but not past a promise', () => {
    const pool = createPool('p', 1);
    queueOf(pool, ['a', 'b', 'c']);
    const order = () => pool.queue.map(({ task }) => task).join('');
    take(pool, 'c advance');
    expect(order()).toBe('acb');
    take(pool, 'a order');
    take(pool, 'c advance');
    expect(order()).toBe('acb');
  });

  it('gives fences that grow with each booking of a resource', () => {
    const pool = createPool('p', 2);
    for (const [i, task] of ['a', 'b', 'c'].entries()) {
      queueOf(pool, [task]);
      take(pool, `${task} order`);
      expect(take(pool, `${task} win`).map(show)[0]).toBe(`${task}! has #0/${i + 1}`);
      take(pool, `${task} release`);
    }
  });

  it('forgets the tasks of a node, and tells them', () => {
    const pool = createPool('p', 1);
    queueOf(pool, ['a', 'b']);
    take(pool, 'a order');
    take(pool, 'a win');
    expect(dropNode(pool, nodeId('a')).map(show)).toEqual([
      'a: unknown',
      'b: queued free 1 ahead - admitted -',
    ]);
    expect(take(pool, 'a release').map(show)).toEqual(['a! unknown']);
    expect(dropNode(pool, nodeId('b'), 0)).toEqual([]);
    expect(dropNode(pool, nodeId('b'), 1).map(show)).toEqual(['b: unknown']);
  });
});
