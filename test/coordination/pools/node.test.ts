// One node at a time: leases from both sides, giving up, starting again. Inputs, and what comes of them, as lines of text.
import { describe, expect, it } from 'vitest';
import {
  type Ctx,
  createRng,
  type Effect,
  type Input,
  nodeId,
  timerId,
} from '../../../src/base/index.ts';
import {
  createPoolsNode,
  type PoolsCommand,
  type PoolsEvent,
  type PoolsMessage,
  type PoolsState,
  pools,
} from '../../../src/coordination/pools/index.ts';
import type { FormKind, Snapshot } from '../../../src/coordination/pools/messages.ts';
import { poolsOf } from '../../../src/lab/index.ts';

const config = poolsOf([1], { leaseMs: 400, renewMs: 100, blockedMs: 50 });

type Line =
  | PoolsCommand
  | { readonly from: string; readonly message: PoolsMessage }
  | { readonly timer: string };

const enter = (request: string): Line => ({ type: 'enter', request, needs: { p0: 1 } });
const leave = (request: string): Line => ({ type: 'leave', request });
const form = (kind: FormKind, task = 't0.0.1', life = 0): Line => ({
  from: 't0',
  message: { type: 'form', pool: 'p0', task, kind, amount: 1, ticket: 1, life },
});
const shown = (more: Partial<Snapshot>, task = 't0.0.1'): Line => ({
  from: 'p0',
  message: {
    ...{
      type: 'snapshot',
      pool: 'p0',
      task,
      answer: true,
      registered: true,
      admitted: [],
      ahead: [],
    },
    ...{ free: 1, mine: 'nothing', units: [] },
    ...more,
  },
});

function inputOf(line: Line): Input<PoolsMessage, PoolsCommand> {
  if ('from' in line) return { type: 'message', from: nodeId(line.from), message: line.message };
  if ('timer' in line) return { type: 'timer', timer: timerId(line.timer) };
  return { type: 'command', command: line };
}

function show(effect: Effect<PoolsMessage, PoolsEvent>): string {
  switch (effect.type) {
    case 'send': {
      const { to, message } = effect;
      if (message.type === 'form') return `${to}: ${message.kind}`;
      if (message.type === 'snapshot')
        return `${to}: ${message.registered ? message.mine : 'unknown'}`;
      return `${to}: ${message.type} ${message.beat}`;
    }
    case 'event':
      return `${effect.event.type} ${effect.event.request}`;
    case 'set-timer':
      return `timer ${effect.timer}`;
    case 'cancel-timer':
      return `no ${effect.timer}`;
  }
}

function check(state: PoolsState, script: readonly (readonly [Line, string])[]): void {
  const ctx: Ctx = { self: state.self, now: 0, rng: createRng(0) };
  const told = script.map(
    ([line]) => [line, pools.step(state, inputOf(line), ctx).map(show).join(', ')] as const,
  );
  expect(told).toEqual(script);
}

const task = () => createPoolsNode(config, nodeId('t0'));
const keeper = () => createPoolsNode(config, nodeId('p0'));

const served: readonly (readonly [Line, string])[] = [
  [enter('x'), 'timer lease p0 1, timer beat p0, p0: register'],
  [shown({}), 'p0: admit, timer turn t0.0.1'],
  [shown({}), 'p0: request'],
  [shown({ mine: 'queued' }), 'p0: order'],
  [shown({ mine: 'ordered' }), 'p0: win'],
  [shown({ mine: 'booked', units: [{ unit: 0, fence: 1 }] }), 'no turn t0.0.1, entered x'],
];

describe('a node with a task', () => {
  it('says that it is alive, and loses what it has when nobody hears it', () => {
    check(task(), [
      ...served,
      [{ timer: 'beat p0' }, 'p0: alive 2, timer lease p0 2, timer beat p0'],
      [{ from: 'p0', message: { type: 'alive-heard', beat: 2 } }, 'no lease p0 1'],
      [{ timer: 'beat p0' }, 'p0: alive 3, timer lease p0 3, timer beat p0'],
      [
        { timer: 'lease p0 2' },
        'no lease p0 2, no lease p0 3, lost x, no turn t0.0.1, p0: release',
      ],
      [{ from: 'p0', message: { type: 'alive-heard', beat: 3 } }, ''],
      [{ timer: 'lease p0 3' }, ''],
    ]);
  });

  it('is silent once its tasks are gone', () => {
    check(task(), [
      ...served,
      [leave('x'), 'left x, no turn t0.0.1, p0: release'],
      [shown({ registered: false }), ''],
      [{ timer: 'beat p0' }, 'no lease p0 1'],
      [enter('x'), 'timer lease p0 2, timer beat p0, p0: register'],
    ]);
  });

  it('loses what a keeper has forgotten', () => {
    check(task(), [
      ...served,
      [shown({ registered: false, answer: false }), 'lost x, no turn t0.0.1, p0: release'],
      [shown({ registered: false }), ''],
    ]);
  });

  it('asks again for what it had not got yet', () => {
    check(task(), [
      ...served.slice(0, 4),
      [shown({ registered: false, answer: false }), 'no turn t0.0.1, p0: release, p0: register'],
    ]);
  });

  it('takes back everything if a promise is missing', () => {
    check(task(), [
      ...served.slice(0, 4),
      [shown({ mine: 'queued' }), 'p0: withdraw'],
      [shown({}), 'p0: request'],
    ]);
  });

  it('stands back when its turn is over, and comes again', () => {
    check(task(), [
      ...served.slice(0, 3),
      [{ timer: 'turn t0.0.1' }, 'timer turn t0.0.1'],
      [shown({ mine: 'queued', free: 0 }), 'p0: withdraw'],
      [shown({ free: 0 }), ''],
      [{ timer: 'turn t0.0.1' }, 'p0: suspend, timer turn t0.0.1'],
      [shown({ free: 0 }), ''],
      [{ timer: 'turn t0.0.1' }, 'p0: admit, timer turn t0.0.1'],
    ]);
  });

  it('moves ahead of those who block it for long, and only of the same ones', () => {
    const ahead = (name: string) => [{ task: name, ticket: 9, amount: 1, ordered: false }];
    const answer = false;
    check(task(), [
      ...served.slice(0, 3),
      [shown({ mine: 'queued', ahead: ahead('b') }), 'timer alarm t0.0.1'],
      [shown({ mine: 'queued', ahead: ahead('c'), answer }), ''],
      [{ timer: 'alarm t0.0.1' }, 'timer alarm t0.0.1'],
      [{ timer: 'alarm t0.0.1' }, 'p0: advance'],
      [shown({ mine: 'queued' }), 'p0: order'],
    ]);
  });

  it('that starts again from a saved state gives up all its tasks', () => {
    check(task(), [
      ...served,
      [{ type: 'start' }, 'lost x, no turn t0.0.1, p0: release'],
      [{ timer: 'beat p0' }, ''],
      [enter('x'), 'timer lease p0 2, timer beat p0, p0: register'],
    ]);
  });
});

describe('a keeper', () => {
  const registered: readonly (readonly [Line, string])[] = [
    [form('register'), 'timer gone t0, t0: nothing'],
  ];

  it('answers those whom it knows, and forgets them after their silence', () => {
    check(keeper(), [
      [{ from: 't0', message: { type: 'alive', beat: 1 } }, ''],
      ...registered,
      [{ from: 't0', message: { type: 'alive', beat: 2 } }, 'timer gone t0, t0: alive-heard 2'],
      [{ timer: 'gone t0' }, 't0: unknown'],
      [form('admit'), 't0: unknown'],
    ]);
  });

  it('forgets an earlier life of a node when it meets a later one, and whoever is declared dead', () => {
    check(keeper(), [
      ...registered,
      [form('register', 't0.1.1', 1), 't0: unknown, timer gone t0, t0: nothing'],
      [{ type: 'gone', node: nodeId('t0') }, 't0: unknown'],
    ]);
  });

  it('that starts again from a saved state counts silence anew', () => {
    check(keeper(), [...registered, [{ type: 'start' }, 'timer gone t0']]);
  });
});
