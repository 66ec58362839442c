// One member at a time: inputs, and what comes of them, as lines of text.
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
  createMember,
  firstView,
  type GroupsCommand,
  type GroupsEvent,
  type GroupsMessage,
  groups,
  type MemberState,
  viewWithNew,
  viewWithout,
} from '../../../src/coordination/groups/index.ts';
import { groupsOf } from '../../../src/lab/index.ts';

const pair = groupsOf([1, 2], 'path');
const first = firstView(pair);
const withoutB1 = viewWithout(first, nodeId('b1'));
const newB1 = viewWithNew(withoutB1, nodeId('b1'));
const newA1 = viewWithNew(first, nodeId('a1'));

type Line = GroupsCommand | { from: string; message: GroupsMessage } | 'lease runs out';

const enter = (request: string): GroupsCommand => ({ type: 'enter', request });
const leave = (request: string): GroupsCommand => ({ type: 'leave', request });
const ask = (from: string, at: number, view = 0): Line => ({
  from,
  message: { view, body: { type: 'ask', at } },
});
const fork = (from: string, renew = 0, end = false, view = 0): Line => ({
  from,
  message: { view, body: { type: 'fork', renew, end, fence: { view, count: 0 } } },
});

function inputOf(line: Line): Input<GroupsMessage, GroupsCommand> {
  if (line === 'lease runs out') return { type: 'timer', timer: timerId('lease') };
  if ('from' in line) return { type: 'message', from: nodeId(line.from), message: line.message };
  return { type: 'command', command: line };
}

function show(effect: Effect<GroupsMessage, GroupsEvent>): string {
  switch (effect.type) {
    case 'send': {
      const { view, body } = effect.message;
      const in_ = view === 0 ? '' : ` in view ${view}`;
      if (body.type === 'ask') return `${effect.to}: ask ${body.at}${in_}`;
      if (body.type === 'wait') return `${effect.to}: wait${in_}`;
      const words = [body.renew === 0 ? '' : ` renew ${body.renew}`, body.end ? ' end' : ''];
      return `${effect.to}: fork${words.join('')}${in_}`;
    }
    case 'event': {
      const { event } = effect;
      if (event.type === 'entered') {
        return `entered ${event.request} ${event.fence.view}/${event.fence.count}`;
      }
      if (event.type === 'behind') return `behind ${event.view}`;
      return event.type === 'lost'
        ? `lost ${event.request} by ${event.why}`
        : `${event.type} ${event.request}`;
    }
    case 'set-timer':
      return `timer ${effect.timer} ${effect.afterMs}`;
    case 'cancel-timer':
      return `no timer ${effect.timer}`;
  }
}

/** Gives the lines to a member and compares what it answers to each. */
function check(state: MemberState, script: readonly (readonly [Line, string])[]): void {
  const ctx: Ctx = { self: state.forks.self, now: 0, rng: createRng(0) };
  const told = script.map(
    ([line]) => [line, groups.step(state, inputOf(line), ctx).map(show).join(', ')] as const,
  );
  expect(told).toEqual(script);
}

const a1 = (needsLease = false) => createMember({ ...pair, needsLease }, nodeId('a1'));
const b1 = () => createMember(pair, nodeId('b1'));

describe('a member', () => {
  it('that holds all forks enters without a message, and again', () => {
    check(a1(), [
      [enter('x'), 'entered x 0/1'],
      [leave('x'), 'left x'],
      [enter('y'), 'entered y 0/2'],
    ]);
  });

  it('lets more requests in while nobody waits, and makes them wait when somebody does', () => {
    check(a1(), [
      [enter('x'), 'entered x 0/1'],
      [enter('y'), 'entered y 0/1'],
      [ask('b1', 1), ''],
      [enter('z'), ''],
      [leave('x'), 'left x'],
      [leave('y'), 'left y, b1: fork end, b1: ask 2'],
      [fork('b1', 0, true), 'entered z 0/2'],
    ]);
  });

  it('refuses a name in use, and ignores one that it does not know', () => {
    check(a1(), [
      [enter('x'), 'entered x 0/1'],
      [enter('x'), 'refused x'],
      [leave('y'), ''],
    ]);
  });

  it('passes the forks on at once if nobody wants in any more', () => {
    check(b1(), [
      [enter('x'), 'a1: ask 1'],
      [leave('x'), ''],
      [fork('a1', 3), 'a1: fork end'],
    ]);
  });

  it('lends to the group of one that is ahead, until one of them has left', () => {
    check(a1(), [
      [ask('b2', 1), 'b2: fork'],
      [enter('x'), 'b2: ask 2'],
      [ask('b1', 5), 'b1: fork renew 2'],
      [fork('b1', 0, true), ''],
      [ask('b1', 7), 'b1: wait'],
      [fork('b2', 0, true), 'entered x 0/1'],
      [leave('x'), 'left x, b1: fork end'],
    ]);
  });

  it('gives way to an earlier request, and then keeps nothing that belongs to an earlier one', () => {
    check(createMember(groupsOf([2, 1], 'path'), nodeId('b1')), [
      [enter('x'), 'a1: ask 1, a2: ask 1'],
      [fork('a1', 1), ''],
      [{ from: 'a2', message: { view: 0, body: { type: 'wait' } } }, 'a1: fork renew 1'],
      [fork('a1', 0, true), ''],
      [fork('a2', 0, true), 'entered x 0/1'],
    ]);
  });

  it('gives loans back once it has yielded to an earlier request', () => {
    check(createMember(groupsOf([1, 3], 'path'), nodeId('a1')), [
      [ask('b1', 1), 'b1: fork'],
      [ask('b3', 1), 'b3: fork'],
      [enter('x'), 'b1: ask 2, b3: ask 2'],
      [fork('b1', 1), ''],
      [ask('b2', 1), 'b2: fork renew 2, b1: fork renew 2'],
    ]);
  });

  it('ignores a fork it holds, a request for one it does not, and strangers', () => {
    check(a1(), [
      [fork('b1', 9), ''],
      [ask('b1', 1), 'b1: fork'],
      [ask('b1', 1), ''],
      [ask('z9', 1), ''],
    ]);
  });

  it('waits for a lease, and is out when it ends', () => {
    check(a1(true), [
      [enter('x'), ''],
      [{ type: 'lease', forMs: 50 }, 'timer lease 50, entered x 0/1'],
      [ask('b1', 1), ''],
      ['lease runs out', 'lost x by lease, b1: fork end'],
      [enter('y'), 'b1: ask 2'],
      [fork('b1'), ''],
      [{ type: 'lease', forMs: 50 }, 'timer lease 50, entered y 0/2'],
    ]);
  });

  it('holds the forks of those who are gone, and keeps them when they come again', () => {
    check(a1(), [
      [ask('b1', 1), 'b1: fork'],
      [enter('x'), 'b1: ask 2'],
      [{ type: 'view', view: withoutB1 }, 'entered x 1/1'],
      [fork('b1'), ''],
      [{ type: 'view', view: newB1 }, ''],
      [ask('b1', 1, 1), ''],
      [ask('b1', 1, 2), ''],
      [leave('x'), 'left x, b1: fork end in view 2'],
    ]);
  });

  it('that starts again from a saved state has nobody inside or waiting, and waits for a lease', () => {
    check(a1(true), [
      [{ type: 'start' }, ''],
      [{ type: 'lease', forMs: 50 }, 'timer lease 50'],
      [enter('x'), 'entered x 0/1'],
      [ask('b1', 1), ''],
      [enter('y'), ''],
      [{ type: 'start' }, 'lost x by start, b1: fork end'],
      [enter('x'), 'b1: ask 2'],
      [fork('b1'), ''],
      [{ type: 'lease', forMs: 50 }, 'timer lease 50, entered x 0/2'],
    ]);
  });

  it('does not enter while others know a later view', () => {
    check(b1(), [
      [enter('x'), 'a1: ask 1'],
      [fork('a1', 0, false, 1), 'behind 1'],
      [{ type: 'view', view: newA1 }, 'entered x 1/1'],
    ]);
  });

  it('nor by forks of an earlier view, once it knows that there is a later one', () => {
    const groups = groupsOf([2, 1], 'path');
    const view = viewWithNew(firstView(groups), nodeId('a2'));
    check(createMember(groups, nodeId('b1')), [
      [enter('x'), 'a1: ask 1, a2: ask 1'],
      [fork('a1'), ''],
      [ask('a1', 2, 1), 'behind 1'],
      [fork('a2'), ''],
      [{ type: 'view', view }, 'a1: wait in view 1, entered x 1/1'],
    ]);
  });

  it('is out in a view that begins a new life for it, and asks again', () => {
    check(a1(), [
      [enter('x'), 'entered x 0/1'],
      [ask('b1', 1), ''],
      [enter('y'), ''],
      [{ type: 'view', view: newA1 }, 'lost x by view, b1: ask 2 in view 1, b2: ask 2 in view 1'],
      [fork('b1'), ''],
      [fork('b1', 0, false, 1), ''],
      [fork('b2', 0, false, 1), 'entered y 1/1'],
      [{ type: 'view', view: first }, ''],
    ]);
  });
});

it('tells its status', () => {
  const state = b1();
  const ctx: Ctx = { self: nodeId('b1'), now: 0, rng: createRng(0) };
  groups.step(state, inputOf(enter('x')), ctx);
  expect(groups.status(state)).toEqual({
    ...{ phase: 'requesting', inside: [], waiting: ['x'], waitsFor: ['a1'], awaitedBy: [] },
    ...{ mayEnter: true, view: 0, fence: { view: 0, count: 0 } },
  });
});
