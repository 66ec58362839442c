// The tasks that a member has and nobody has laid a hand on, in two orders: the one in which it runs them and the one in
// which it offers them to others (section 5 of the paper, figure 2). The orders are not each other's
// reverse: among semi-local tasks of equal ownership the dearer one comes first in both.
import { assert } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import type { Item, Packet } from './task.ts';

/** `agnostic` looks at costs only; `situational` keeps what is local and offers what is distant. */
export type Strategy = 'agnostic' | 'situational';

export interface Bundle {
  readonly strategy: Strategy;
  /** The next one to run is first. */
  readonly running: Item[];
  /** The next one to offer is first. */
  readonly offering: Item[];
  readonly names: Set<RequestId>;
  /** The sum of what they cost here. */
  cost: number;
  /** For each member, no task here costs it less than this. */
  readonly floors: number[];
}

type Order = (a: Item, b: Item) => number;

export function createBundle(strategy: Strategy, members: number): Bundle {
  const floors = Array.from({ length: members }, () => Number.POSITIVE_INFINITY);
  return { strategy, running: [], offering: [], names: new Set(), cost: 0, floors };
}

export function add(bundle: Bundle, item: Item): void {
  const { running, offering, floors, strategy } = bundle;
  running.splice(placeOf(running, item, runOrder[strategy]), 0, item);
  offering.splice(placeOf(offering, item, offerOrder[strategy]), 0, item);
  bundle.names.add(item.task.request);
  bundle.cost += item.cost;
  item.costs.forEach((cost, member) => {
    floors[member] = Math.min(floors[member] ?? cost, cost);
  });
}

export function remove(bundle: Bundle, item: Item): void {
  removeFrom(bundle.running, item, runOrder[bundle.strategy]);
  removeFrom(bundle.offering, item, offerOrder[bundle.strategy]);
  bundle.names.delete(item.task.request);
  // What rounding has left over must not outlive the tasks.
  bundle.cost = bundle.running.length === 0 ? 0 : bundle.cost - item.cost;
}

/** Finds the floors anew: they only sink while tasks come and go. */
export function measureFloors({ offering, floors }: Bundle): void {
  floors.fill(Number.POSITIVE_INFINITY);
  for (const { costs } of offering) {
    for (let member = 0; member < costs.length; member++) {
      const cost = costs[member] as number;
      if (cost < (floors[member] as number)) floors[member] = cost;
    }
  }
}

const packetRank: Readonly<Record<Packet, number>> = { local: 0, 'semi-local': 1, distant: 2 };

const byName: Order = (a, b) =>
  a.task.request < b.task.request ? -1 : a.task.request > b.task.request ? 1 : 0;
const dearFirst: Order = (a, b) => b.cost - a.cost || byName(a, b);
const cheapFirst: Order = (a, b) => a.cost - b.cost || byName(a, b);

/** Equations 17 and 24 to 26. */
const runOrder: Readonly<Record<Strategy, Order>> = {
  agnostic: dearFirst,
  situational: (a, b) => {
    if (a.packet !== b.packet) return packetRank[a.packet] - packetRank[b.packet];
    if (a.packet === 'distant') return cheapFirst(a, b);
    if (a.packet === 'local') return dearFirst(a, b);
    return b.ownership - a.ownership || dearFirst(a, b);
  },
};

/** Equations 18 and 27 to 29. */
const offerOrder: Readonly<Record<Strategy, Order>> = {
  agnostic: cheapFirst,
  situational: (a, b) => {
    if (a.packet !== b.packet) return packetRank[b.packet] - packetRank[a.packet];
    if (a.packet === 'distant') return dearFirst(a, b);
    if (a.packet === 'local') return cheapFirst(a, b);
    return a.ownership - b.ownership || dearFirst(a, b);
  },
};

/** The first place whose item does not come before this one. */
function placeOf(items: readonly Item[], item: Item, order: Order): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(items[middle] as Item, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function removeFrom(items: Item[], item: Item, order: Order): void {
  const place = placeOf(items, item, order);
  assert(items[place] === item, 'a task is not where it belongs', item.task.request);
  items.splice(place, 1);
}
