// What a member may offer: tasks whose delegation would be socially rational (definition 3 of the paper) as far as it knows
// the loads of the others. All in seconds, so that a node that has become slow counts as more loaded.
import type { Millis } from '../../base/index.ts';
import { type Agent, ownCost, seconds, usualSpeed } from './agent.ts';
import { measureFloors } from './bundle.ts';
import { searchMax } from './config.ts';
import type { Item } from './task.ts';

/** Γ_i by belief: tasks of `items` that some other member would finish before this one has worked off its load. */
export function rationalDelegations(
  items: readonly Item[],
  loads: readonly (number | null)[],
  self: number,
): readonly Item[] {
  const own = loads[self] ?? 0;
  return items.filter(({ costs }) =>
    costs.some((cost, member) => {
      const load = loads[member] ?? null;
      return member !== self && load !== null && load + cost < own;
    }),
  );
}

export interface Offer {
  readonly items: readonly Item[];
  /** The members for whom one of them may be rational. */
  readonly members: readonly number[];
}

/**
 * The next tasks to offer, in the order of the strategy. Each counts as given to whom it costs least before the next one
 * is looked at: a batch offers no more than would be given one by one.
 */
export function nextOffer(agent: Agent, now: Millis): Offer | undefined {
  const { config, bundle, beliefs, self } = agent;
  const usual = usualSpeed(agent);
  const speeds = beliefs.map((belief) => belief?.speed ?? usual);
  speeds[self] = agent.speed ?? usual;
  const loads = beliefs.map((belief, member) =>
    belief && member !== self ? belief.cost / (speeds[member] as number) : Number.POSITIVE_INFINITY,
  );
  let own = ownCost(agent, now) / (speeds[self] as number);
  const isOpen = (): boolean =>
    loads.some(
      (load, member) => load + (bundle.floors[member] ?? 0) / (speeds[member] as number) < own,
    );
  if (!isOpen()) return undefined;

  const asked = new Set<number>();
  const items: Item[] = [];
  const kept = keptBack(agent, now);
  let looked = 0;
  for (const item of bundle.offering) {
    if (items.length >= config.batch || (items.length > 0 && looked > searchMax)) break;
    looked++;
    if (item === kept) continue;
    let best = -1;
    let bestS = Number.POSITIVE_INFINITY;
    for (let member = 0; member < loads.length; member++) {
      const costS = (item.costs[member] as number) / (speeds[member] as number);
      if ((loads[member] as number) + costS >= own) continue;
      asked.add(member);
      if (costS < bestS) {
        best = member;
        bestS = costS;
      }
    }
    if (best < 0) continue;
    items.push(item);
    loads[best] = (loads[best] as number) + bestS;
    own -= item.cost / (speeds[self] as number);
    if (!isOpen()) break;
  }
  if (items.length === 0) {
    measureFloors(bundle);
    return undefined;
  }
  return { items, members: [...asked] };
}

/** Tasks that cost a peer less than they cost here, in the order of the strategy; at most so many. */
export function cheaperAt(agent: Agent, peer: number, most: number, now: Millis): readonly Item[] {
  const { bundle, beliefs, self } = agent;
  const usual = usualSpeed(agent);
  const ownSpeed = agent.speed ?? usual;
  const peerSpeed = beliefs[peer]?.speed ?? usual;
  const kept = keptBack(agent, now);
  const found: Item[] = [];
  let looked = 0;
  for (const item of bundle.offering) {
    if (found.length >= most || looked++ >= searchMax) break;
    if (item === kept) continue;
    const saved =
      (item.costs[self] as number) / ownSpeed - (item.costs[peer] as number) / peerSpeed;
    if (saved > 0) found.push(item);
  }
  return found;
}

/** While nothing that runs will outlast a deal, the next task is kept back: nobody should idle for a talk. */
function keptBack(agent: Agent, now: Millis): Item | undefined {
  const { config, bundle, running } = agent;
  if (config.execution === 'off') return undefined;
  const next = bundle.running[0];
  if (!running) return next;
  const speed = agent.speed ?? usualSpeed(agent);
  const lastsMs = 1000 * seconds(running.item.cost, speed, speed) - (now - running.sinceMs);
  return lastsMs < config.replyMs ? next : undefined;
}
