// What is said twice of a name counts once, also when it comes late: the last word stays.
import { describe, expect, it } from 'vitest';
import { createRng, type NodeId, nodeId } from '../../../src/base/index.ts';
import {
  createCoordination,
  type NodeMessage,
  type NodeState,
  stepCoordination,
} from '../../../src/coordination/index.ts';
import { made } from './world.ts';

const [n1, n2] = ['n1', 'n2'].map(nodeId) as [NodeId, NodeId];

/** Says something to a node, and gives what it says to others. */
function say(state: NodeState, from: NodeId, message: NodeMessage): readonly NodeMessage[] {
  const ctx = { self: state.self, now: 0, rng: createRng(1) };
  return stepCoordination(state, { type: 'message', from, message }, ctx).flatMap((effect) =>
    effect.type === 'send' ? [effect.message] : [],
  );
}

const rated = (rate: number) => ({ definition: made('tokens', 'hub', { rate }), by: 'anna' });
const rateOf = (state: NodeState): unknown => state.definitions.get('tokens hub');

describe('a name', () => {
  it('keeps the last rate when an earlier one is told again', () => {
    const state = createCoordination([n1, n2], n2);
    const define = (number: number, rate: number) =>
      say(state, n1, { type: 'define', generation: 0, number, made: rated(rate) });
    define(0, 5);
    define(1, 9);
    expect(define(0, 5)).toContainEqual({ type: 'defined', generation: 0, number: 0 });
    expect(rateOf(state)).toMatchObject({ rate: 9 });
  });

  it('keeps the last rate when an earlier one is asked for again', () => {
    const state = createCoordination([n1, n2], n1);
    const ask = (request: string, rate: number, replaces: boolean) =>
      say(state, n2, { type: 'create', request, made: rated(rate), replaces });
    const confirm = (number: number) => say(state, n2, { type: 'defined', generation: 0, number });
    ask('make', 1, false);
    confirm(0);
    ask('first', 5, true);
    confirm(1);
    ask('second', 9, true);
    confirm(2);
    expect(ask('first', 5, true)).toContainEqual({ type: 'created', request: 'first', why: null });
    expect(rateOf(state)).toMatchObject({ rate: 9 });
  });
});
