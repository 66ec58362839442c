// What nodes know of clients' holds when one of them dies, message by message: each link carries in order, and keeps what it has
// until it is let go or its sender dies.
import { describe, expect, it } from 'vitest';
import { createRng, type NodeId, nodeId } from '../../../src/base/index.ts';
import {
  createCoordination,
  type NodeCommand,
  type NodeEvent,
  type NodeMessage,
  type NodeState,
  stepCoordination,
} from '../../../src/coordination/index.ts';
import { made } from './world.ts';

const [n1, n2, n3] = ['n1', 'n2', 'n3'].map(nodeId) as [NodeId, NodeId, NodeId];
const desk = { scheme: 'pools', needs: { desk: 1 } } as const;

class Links {
  readonly nodes = new Map<NodeId, NodeState>();
  readonly events: NodeEvent[] = [];
  /** What each generation began with, by who holds what. */
  readonly begun = new Map<number, readonly string[]>();
  readonly #under = new Map<string, NodeMessage[]>();
  readonly #kept = new Map<string, NodeMessage['type']>();
  readonly #rng = createRng(1);
  #view = 0;

  constructor() {
    for (const node of [n1, n2, n3]) this.nodes.set(node, createCoordination([], node));
    this.view();
    const definition = made('pools', 'desk', { capacity: 1 });
    this.command(n1, { type: 'create', request: 'create', definition });
  }

  /** All who live hear who lives, in one order. */
  view(): void {
    const nodes = [...this.nodes.keys()];
    const number = ++this.#view;
    for (const node of nodes) this.#step(node, { type: 'view', number, nodes });
    this.run();
  }

  command(node: NodeId, command: NodeCommand): void {
    this.#step(node, command);
    this.run();
  }

  /** A client comes with a new session and wants the desk. */
  want(node: NodeId, session: string): void {
    this.command(node, { type: 'attach', session, isNew: true });
    this.command(node, { type: 'enter', request: `${session}/1`, wish: desk, session });
  }

  /** From the first such message on, nothing comes through. */
  keep(from: NodeId, to: NodeId, type: NodeMessage['type']): void {
    this.#kept.set(`${from} ${to}`, type);
  }

  letGo(from: NodeId, to: NodeId): void {
    this.#kept.delete(`${from} ${to}`);
    this.run();
  }

  die(node: NodeId): void {
    this.nodes.delete(node);
    for (const link of [...this.#under.keys()]) {
      if (link.startsWith(`${node} `)) this.#under.delete(link);
    }
    this.view();
  }

  has(type: NodeEvent['type'], name: string): boolean {
    return this.events.some((event) => {
      const of = 'session' in event ? event.session : event.request;
      return event.type === type && of === name;
    });
  }

  run(): void {
    for (;;) {
      const next = [...this.#under].find(
        ([link, [first]]) => first !== undefined && first.type !== this.#kept.get(link),
      );
      if (next === undefined) return;
      const [from, to] = next[0].split(' ').map((name) => nodeId(name)) as [NodeId, NodeId];
      const message = next[1].shift() as NodeMessage;
      if (message.type === 'begin') {
        this.begun.set(
          message.generation,
          message.held.map(({ request }) => request),
        );
      }
      this.#take(to, { type: 'message', from, message });
    }
  }

  #step(node: NodeId, command: NodeCommand): void {
    this.#take(node, { type: 'command', command });
  }

  #take(node: NodeId, input: Parameters<typeof stepCoordination>[1]): void {
    const state = this.nodes.get(node);
    if (state === undefined) return;
    for (const effect of stepCoordination(state, input, { self: node, now: 0, rng: this.#rng })) {
      if (effect.type === 'event') this.events.push(effect.event);
      if (effect.type !== 'send') continue;
      const link = `${node} ${effect.to}`;
      this.#under.set(link, [...(this.#under.get(link) ?? []), structuredClone(effect.message)]);
    }
  }
}

describe('what nodes know of the holds of clients', () => {
  it('is free for others when all have forgotten it, and not before', () => {
    const links = new Links();
    links.want(n1, 'a');
    links.want(n1, 'b');
    expect(links.has('entered', 'a/1')).toBe(true);
    links.keep(n1, n3, 'forget');
    links.command(n1, { type: 'leave', request: 'a/1' });
    // n2 has forgotten, n3 has not: n1 dies, and what it said to n3 with it.
    links.die(n1);
    expect(links.begun.get(2000)).toEqual(['a/1']);
    expect(links.has('entered', 'b/1')).toBe(false);
    links.command(n2, { type: 'attach', session: 'a', isNew: false });
    links.want(n3, 'c');
    expect(links.has('entered', 'c/1')).toBe(false);
    // The client finds what it had left, and leaves it again.
    links.command(n2, { type: 'leave', request: 'a/1' });
    expect(links.has('entered', 'c/1')).toBe(true);
  });

  it('is what those say who have begun the last generation, where others have not', () => {
    const links = new Links();
    links.want(n2, 'a');
    expect(links.has('entered', 'a/1')).toBe(true);
    links.keep(n2, n3, 'forget');
    links.keep(n1, n3, 'begin');
    links.command(n2, { type: 'end', session: 'a' });
    // n3 says what it has noted, and does not hear that a generation begins without it, in which somebody else is given it.
    links.view();
    links.letGo(n2, n3);
    links.want(n2, 'b');
    expect(links.has('entered', 'b/1')).toBe(false);
    links.die(n1);
    expect(links.begun.get(3000)).toEqual(['b/1']);
    expect(links.has('entered', 'b/1')).toBe(true);
  });

  for (const hears of ['while it takes itself for dead', 'once it does so no longer']) {
    it(`is still the client's where its node hears of a generation ${hears}`, () => {
      const links = new Links();
      links.want(n2, 'a');
      links.keep(n1, n2, 'begin');
      // n2 says what a holds, and then sends a away.
      links.view();
      links.command(n2, { type: 'isolated' });
      if (hears.startsWith('while')) links.letGo(n1, n2);
      links.command(n2, { type: 'connected' });
      links.letGo(n1, n2);
      expect(links.begun.get(2001)).toEqual(['a/1']);
      links.want(n3, 'b');
      expect(links.has('entered', 'b/1')).toBe(false);
      for (const node of [n1, n2])
        links.command(node, { type: 'attach', session: 'a', isNew: false });
      expect(links.has('attached', 'a')).toBe(true);
      expect(links.has('ended', 'a')).toBe(false);
      for (const node of [n1, n2]) links.command(node, { type: 'leave', request: 'a/1' });
      expect(links.has('entered', 'b/1')).toBe(true);
    });
  }
});
