// Walks through all interleavings of a tiny world of real machines, breadth first, millions of states if need be.
// Untimed: a timer that is set may fire at any moment; links keep the order and lose nothing. Draws, disks and losses are
// left to the explorer of src/sim, with which this one is compared in interleavings.test.ts.
import { assert } from '../../src/base/index.ts';
import { firstStuck, hasCycle, Ints } from './graph.ts';
import { type Notice, NumberedWorld, type Numbers, type Player } from './numbered-world.ts';

export interface Interleavings<S, M, C, E> {
  readonly players: readonly Player<S, M, C, E>[];
  readonly notices?: readonly Notice<S, C>[];
  /** A complaint about one state of the world, given as the states of the players (undefined: down). */
  invariant(states: readonly (S | undefined)[]): string | undefined;
  /** All that was wanted has happened. */
  isGoal(states: readonly (S | undefined)[]): boolean;
  readonly maxStates?: number;
  /** States in which a link holds more than this are counted and not followed. */
  readonly maxOnLink?: number;
}

export interface Found {
  readonly states: number;
  /** Every state was looked at, and followed unless it was cut. */
  readonly complete: boolean;
  readonly cut: number;
  /** A shortest way to a state that breaks the invariant. */
  readonly violation?: { readonly complaint: string; readonly steps: readonly string[] };
  /** A shortest way to a state from which the goal cannot be reached any more. */
  readonly stuck?: readonly string[];
  /** There is a run without end. */
  readonly hasCycle: boolean;
}

export function interleave<S, M, C, E>(world: Interleavings<S, M, C, E>): Found {
  const { players, notices = [], maxStates = 9_000_000, maxOnLink = 60 } = world;
  const numbered = new NumberedWorld(players, notices);
  const known = new Map<string, number>();
  const order: string[] = [];
  const parents = new Ints();
  const edges = { from: new Ints(), to: new Ints() };
  const good = new Ints();
  let complete = true;
  let cut = 0;

  const add = (numbers: Numbers, parent: number): void => {
    const text = String.fromCharCode(...numbers);
    let at = known.get(text);
    if (at === undefined) {
      if (order.length >= maxStates) {
        complete = false;
        return;
      }
      at = order.length;
      known.set(text, at);
      order.push(text);
      parents.push(parent);
    }
    if (parent < 0) return;
    edges.from.push(parent);
    edges.to.push(at);
  };

  const wayTo = (last: number): readonly string[] => {
    const before = parents.view();
    const way: number[] = [];
    for (let at = last; at >= 0; at = before[at] ?? -1) way.unshift(at);
    return way.slice(1).map((at, i) => {
      for (const { next, say } of numbered.stepsFrom(numbersOf(order[way[i] ?? 0]))) {
        if (String.fromCharCode(...next) === order[at]) return say();
      }
      return 'a step that nobody knows';
    });
  };

  add(numbered.start, -1);
  for (let at = 0; at < order.length; at++) {
    const numbers = numbersOf(order[at]);
    const states = numbered.statesOf(numbers);
    const complaint = world.invariant(states);
    if (complaint !== undefined) {
      const violation = { complaint, steps: wayTo(at) };
      return { states: order.length, complete: false, cut, violation, hasCycle: false };
    }
    if (world.isGoal(states)) good.push(at);
    if (numbered.mostOnLink(numbers) > maxOnLink) {
      // It is not followed, so it is given the benefit of the doubt.
      cut++;
      good.push(at);
      continue;
    }
    for (const { next } of numbered.stepsFrom(numbers)) add(next, at);
  }
  const graph = { size: order.length, from: edges.from.view(), to: edges.to.view() };
  const stuck = complete ? firstStuck(graph, good.view()) : undefined;
  return {
    ...{ states: order.length, complete, cut, hasCycle: hasCycle(graph) },
    ...(stuck !== undefined && { stuck: wayTo(stuck) }),
  };
}

/** Takes the steps with these words, one after the other; what the invariant says of the last state. */
export function follow<S, M, C, E>(
  world: Interleavings<S, M, C, E>,
  steps: readonly string[],
): { readonly complaint: string | undefined; readonly states: readonly (S | undefined)[] } {
  const numbered = new NumberedWorld(world.players, world.notices ?? []);
  let at = numbered.start;
  for (const step of steps) {
    const found = [...numbered.stepsFrom(at)].find(({ say }) => say() === step);
    assert(found !== undefined, 'this cannot happen here', step);
    at = found.next;
  }
  const states = numbered.statesOf(at);
  return { complaint: world.invariant(states), states };
}

function numbersOf(text: string | undefined): Numbers {
  return Array.from(text ?? '', (_, i) => (text ?? '').charCodeAt(i));
}
