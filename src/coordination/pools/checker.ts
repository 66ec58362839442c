// Judges a run of a scheme of pools from its events alone. It is told of every request, every event and every crash, in the
// order in which they happened.
import type { NodeId } from '../../base/index.ts';
import type { Needs, PoolsConfig } from './config.ts';
import type { Booked, PoolsEvent } from './node.ts';

export interface PoolsWatch {
  asked(node: NodeId, request: string, needs: Needs): void;
  /** A wish was withdrawn before it was granted. */
  withdrawn(node: NodeId, request: string): void;
  see(node: NodeId, event: PoolsEvent): void;
  /** The node has stopped: it uses nothing any more. */
  crashed(node: NodeId): void;
  /**
   * The leases of the node are over, whether it knows or not. What it goes on using, or takes by an old booking, its
   * next user's larger fence keeps it from: that is no fault.
   */
  condemned(node: NodeId): void;
  /** The node knows by now what it has lost. */
  pardoned(node: NodeId): void;
  readonly faults: readonly string[];
  readonly entries: number;
  /** Requests neither granted nor withdrawn, as `node request`. */
  unserved(): readonly string[];
}

export function createPoolsWatch(config: PoolsConfig): PoolsWatch {
  const waiting = new Map<string, Needs>();
  const holding = new Map<string, readonly Booked[]>();
  const users = new Map<string, string>();
  const fences = new Map<string, number>();
  const condemned = new Set<string>();
  const faults: string[] = [];
  let entries = 0;

  const grant = (task: string, units: readonly Booked[]): void => {
    const isStale = units.some(
      ({ pool, unit, fence }) => fence <= (fences.get(`${pool}#${unit}`) ?? 0),
    );
    if (isStale && condemned.has(nodeOf(task))) {
      waiting.delete(task);
      return;
    }
    entries++;
    const needs = waiting.get(task);
    if (needs === undefined) faults.push(`${task} is served without having asked`);
    waiting.delete(task);
    const got: Record<string, number> = {};
    for (const { pool, unit, fence } of units) {
      got[pool] = (got[pool] ?? 0) + 1;
      const name = `${pool}#${unit}`;
      const user = users.get(name);
      if (user !== undefined && !condemned.has(nodeOf(user)))
        faults.push(`${task} is given ${name}, which ${user} has`);
      if (fence <= (fences.get(name) ?? 0)) faults.push(`the fence of ${name} does not grow`);
      if (unit >= (config.pools.get(pool)?.capacity ?? 0)) faults.push(`there is no ${name}`);
      users.set(name, task);
      fences.set(name, fence);
    }
    if (needs !== undefined && !isAll(needs, got)) faults.push(`${task} is not given all it needs`);
    holding.set(task, units);
  };
  const giveBack = (task: string): void => {
    for (const { pool, unit } of holding.get(task) ?? []) {
      const name = `${pool}#${unit}`;
      if (users.get(name) === task) users.delete(name);
    }
    holding.delete(task);
  };

  return {
    asked: (node, request, needs) => void waiting.set(`${node} ${request}`, needs),
    withdrawn: (node, request) => void waiting.delete(`${node} ${request}`),
    see(node, event) {
      const task = `${node} ${event.request}`;
      if (event.type === 'entered') grant(task, event.units);
      else if (event.type === 'refused') waiting.delete(task);
      else giveBack(task);
    },
    crashed(node) {
      for (const task of [...holding.keys()]) if (task.startsWith(`${node} `)) giveBack(task);
      for (const task of [...waiting.keys()]) if (task.startsWith(`${node} `)) waiting.delete(task);
    },
    condemned: (node) => void condemned.add(node),
    pardoned: (node) => void condemned.delete(node),
    faults,
    get entries() {
      return entries;
    },
    unserved: () => [...waiting.keys()],
  };
}

function nodeOf(task: string): string {
  return task.split(' ')[0] ?? '';
}

function isAll(needs: Needs, got: Needs): boolean {
  const pools = new Set([...Object.keys(needs), ...Object.keys(got)]);
  return [...pools].every((pool) => needs[pool] === got[pool]);
}
