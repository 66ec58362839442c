// How a scheme stands, as a node tells it: of its own wishes all, of others what clients hold and what workers have said.
import { describe, expect, it } from 'vitest';
import { createRng, type NodeId, nodeId } from '../../../src/base/index.ts';
import {
  type Asked,
  createCoordination,
  type NodeCommand,
  type NodeEvent,
  type NodeMessage,
  stepCoordination,
  type Wish,
} from '../../../src/coordination/index.ts';
import { made, schemes } from './world.ts';

/** Nodes whose messages arrive at once, and whose timers never ring. */
class Nodes {
  readonly events: NodeEvent[] = [];
  readonly #states;
  readonly #rng = createRng(1);

  constructor(names: readonly string[], areThere = true) {
    const nodes = names.map(nodeId);
    this.#states = new Map(
      nodes.map((node) => [node, createCoordination(areThere ? nodes : [], node)]),
    );
  }

  command(node: string, command: NodeCommand): void {
    this.#step(nodeId(node), { type: 'command', command });
  }

  enter(node: string, request: string, wish: Wish, session?: string): void {
    const whose = session === undefined ? {} : { session };
    this.command(node, { type: 'enter', request, wish, ...whose });
  }

  /** What a node answers, or null if it does not yet. */
  status(node: string, scheme: Asked['scheme'], name: string = scheme): unknown {
    const request = `status ${this.events.length}`;
    this.command(node, { type: 'status', request, scheme, name });
    return this.answer(request);
  }

  answer(request: string): unknown {
    const event = this.events.find((one) => 'request' in one && one.request === request);
    if (event?.type === 'refused') return event.why;
    return event?.type === 'status' ? event.status : null;
  }

  #step(node: NodeId, input: Parameters<typeof stepCoordination>[1]): void {
    const under: [NodeId, NodeId, NodeMessage][] = [];
    const step = (self: NodeId, given: typeof input): void => {
      const state = this.#states.get(self);
      if (state === undefined) return;
      const ctx = { self, now: 1000, rng: this.#rng };
      for (const effect of stepCoordination(state, given, ctx)) {
        if (effect.type === 'send') under.push([self, effect.to, effect.message]);
        if (effect.type === 'event') this.events.push(effect.event);
      }
    };
    step(node, input);
    for (let next = under.shift(); next !== undefined; next = under.shift()) {
      const [from, to, message] = next;
      step(to, { type: 'message', from, message });
    }
  }
}

function created(...names: string[]): Nodes {
  const nodes = new Nodes(names);
  for (const [i, definition] of schemes.entries()) {
    nodes.command(names[0] as string, { type: 'create', request: `make${i}`, definition });
  }
  return nodes;
}

const desk: Wish = { scheme: 'pools', needs: { desk: 1 } };

describe('the status of a scheme', () => {
  it('is all that there is on one node', () => {
    const nodes = created('n1');
    nodes.enter('n1', 'a1', { scheme: 'groups', name: 'line', group: 'a' });
    nodes.enter('n1', 'a2', { scheme: 'groups', name: 'line', group: 'a' });
    nodes.enter('n1', 'c1', { scheme: 'groups', name: 'line', group: 'c' });
    nodes.enter('n1', 'b1', { scheme: 'groups', name: 'line', group: 'b' });
    expect(nodes.status('n1', 'groups', 'line')).toEqual({
      inside: { a: 2, b: 0, c: 1 },
      waiting: { a: 0, b: 1, c: 0 },
    });
    nodes.enter('n1', 'd1', { scheme: 'pools', needs: { desk: 2, lamp: 1 } });
    nodes.enter('n1', 'd2', { scheme: 'pools', needs: { lamp: 1 } });
    expect(nodes.status('n1', 'pools', 'desk')).toEqual({ capacity: 2, taken: 2, waiting: 0 });
    expect(nodes.status('n1', 'pools', 'lamp')).toEqual({ capacity: 1, taken: 1, waiting: 1 });
    nodes.command('n1', { type: 'leave', request: 'd1' });
    expect(nodes.status('n1', 'pools', 'desk')).toEqual({ capacity: 2, taken: 0, waiting: 0 });
    expect(nodes.status('n1', 'pools', 'lamp')).toEqual({ capacity: 1, taken: 1, waiting: 0 });
    for (const request of ['t1', 't2'])
      nodes.enter('n1', request, { scheme: 'balance', cost: 4, where: { w1: 1 } });
    expect(nodes.status('n1', 'balance')).toEqual({
      loads: { w1: 8, w2: 0, w3: 0, w4: 0 },
      waiting: 1,
    });
  });

  it('tells the rate as it is now, how tokens get to their users, and who waits', () => {
    const nodes = created('n1');
    const walking = made('tokens', 'walk', { rate: 5, scheme: 'walking' });
    nodes.command('n1', { type: 'create', request: 'walk', definition: walking });
    // No timer rings here, so nobody has a turn.
    for (const request of ['u1', 'u2']) {
      nodes.enter('n1', request, { scheme: 'tokens', name: 'walk' });
    }
    expect(nodes.status('n1', 'tokens', 'walk')).toEqual({
      ...{ rate: 5, scheme: 'walking', waiting: 2 },
    });
    nodes.command('n1', { type: 'resize', request: 'more', name: 'rate', rate: 40 });
    expect(nodes.status('n1', 'tokens', 'rate')).toEqual({
      rate: 40,
      scheme: 'booked',
      waiting: 0,
    });
  });

  it('knows of clients of other nodes what they hold, not what they wait for', () => {
    const nodes = created('n1', 'n2', 'n3');
    nodes.command('n2', { type: 'attach', session: 'anna', isNew: true });
    for (const i of [1, 2, 3]) nodes.enter('n2', `anna/${i}`, desk, 'anna');
    expect(nodes.status('n2', 'pools', 'desk')).toEqual({ capacity: 2, taken: 2, waiting: 1 });
    expect(nodes.status('n3', 'pools', 'desk')).toEqual({ capacity: 2, taken: 2, waiting: 0 });
    nodes.command('n2', { type: 'end', session: 'anna' });
    expect(nodes.status('n3', 'pools', 'desk')).toEqual({ capacity: 2, taken: 0, waiting: 0 });
  });

  it('has the loads of workers elsewhere as they were last heard of', () => {
    const nodes = created('n1', 'n2');
    nodes.enter('n1', 't', { scheme: 'balance', cost: 4, where: { w1: 1 } });
    const loads = { w1: 4, w2: 0, w3: 0, w4: 0 };
    expect(nodes.status('n1', 'balance')).toEqual({ loads, waiting: 0 });
    expect(nodes.status('n2', 'balance')).toEqual({ loads, waiting: 0 });
  });

  it('has no loads where no worker is, since nobody tells', () => {
    const nodes = created('n1', 'n2', 'n3', 'n4', 'n5');
    const loads = { w1: null, w2: null, w3: null, w4: null };
    expect(nodes.status('n5', 'balance')).toEqual({ loads, waiting: 0 });
  });

  it('has the nodes as workers until somebody names others', () => {
    const nodes = new Nodes(['n1', 'n2']);
    expect(nodes.status('n1', 'balance')).toEqual({ loads: { n1: 0, n2: 0 }, waiting: 0 });
  });

  it('waits for a generation to begin', () => {
    const nodes = new Nodes(['n1'], false);
    expect(nodes.status('n1', 'pools', 'desk')).toBe(null);
    nodes.command('n1', { type: 'view', number: 1, nodes: [nodeId('n1')] });
    expect(nodes.answer('status 0')).toContain('there is no pool "desk"');
  });

  it.each([
    ['tokens', 'there are no tokens "x": create them first, with tokens.create'],
    ['groups', 'there are no groups "x": create them first, with groups.create'],
    ['pools', 'there is no pool "x": create it first, with pools.create'],
  ] as const)('is refused where there is none: %s', (scheme, sentence) => {
    expect(created('n1').status('n1', scheme, 'x')).toBe(sentence);
  });
});
