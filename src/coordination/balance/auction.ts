// The initiator's side of an auction (contract net, section 4 of the paper): call, bids, awards, answers. Its tasks stay its
// own until a winner has confirmed; an award whose answer is lost is repeated, never given to another.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { cancelTimer, send, setTimer } from '../effects.ts';
import {
  type Agent,
  type Deal,
  handOver,
  indexOf,
  lock,
  type Out,
  ownCost,
  ownLoad,
  searchAgain,
  seconds,
  timers,
  unlock,
  usualSpeed,
} from './agent.ts';
import type { BalanceMessage, Load } from './messages.ts';
import type { Offer } from './search.ts';
import type { Item } from './task.ts';

type Auction = Extract<Deal, { kind: 'auction' }>;

export function callForBids(agent: Agent, { items, members }: Offer, ctx: Ctx, out: Out): void {
  const number = ++agent.deals;
  const peers = members.map((member) => agent.config.members[member] as NodeId);
  const load = ownLoad(agent, ctx.now);
  lock(agent, items);
  agent.deal = {
    ...{ kind: 'auction', number, items, silent: new Set(peers) },
    ...{ bids: new Map(), awards: null },
  };
  const tasks = items.map(({ task }) => task);
  for (const peer of peers) out.push(send(peer, { type: 'call', deal: number, load, tasks }));
  out.push(setTimer(timers.deal, ctx.now + agent.config.replyMs, ctx.now));
}

export function hearBid(
  agent: Agent,
  from: NodeId,
  { deal: number, takes, busy }: Extract<BalanceMessage, { type: 'bid' }>,
  ctx: Ctx,
  out: Out,
): void {
  const { deal } = agent;
  if (deal?.kind !== 'auction' || deal.number !== number || deal.awards) {
    // Too late: the bidder need not keep its promise until it expires.
    const isWinner =
      deal?.kind === 'auction' && deal.number === number && deal.awards?.has(from) === true;
    if (takes.length > 0 && !isWinner) close(agent, from, number, ctx, out);
    return;
  }
  deal.silent.delete(from);
  deal.bids.set(from, { takes: new Set(takes), busy });
  if (deal.silent.size === 0) award(agent, deal, ctx, out);
}

/** No more bids are awaited. Who said nothing at all is not asked again before it is heard of. */
export function awardNow(agent: Agent, deal: Auction, ctx: Ctx, out: Out): void {
  for (const peer of deal.silent) agent.beliefs[indexOf(agent, peer)] = null;
  award(agent, deal, ctx, out);
}

function award(agent: Agent, deal: Auction, ctx: Ctx, out: Out): void {
  const winners = chooseWinners(agent, deal, ctx);
  const ownCostNow = ownCost(agent, ctx.now);
  const awards = new Map<NodeId, { items: readonly Item[]; without: Load }>();
  const given = new Set<Item>();
  for (const [winner, items] of winners) {
    for (const item of items) given.add(item);
    const others = costHere([...winners].flatMap(([other, its]) => (other === winner ? [] : its)));
    awards.set(winner, { items, without: { cost: ownCostNow - others, speed: agent.speed } });
  }
  deal.awards = awards;
  unlock(
    agent,
    deal.items.filter((item) => !given.has(item)),
  );
  for (const [bidder, { takes }] of deal.bids) {
    if (takes.size > 0 && !awards.has(bidder)) close(agent, bidder, deal.number, ctx, out);
  }
  // Nobody had room: that may be so because of bids that others will not take up.
  if (awards.size === 0) endAuction(agent, agent.config.replyMs, ctx, out);
  else repeatAwards(agent, deal, ctx, out);
}

export function repeatAwards(agent: Agent, deal: Auction, ctx: Ctx, out: Out): void {
  const load = ownLoad(agent, ctx.now);
  for (const [winner, { items, without }] of deal.awards ?? []) {
    const tasks = items.map(({ task }) => task);
    out.push(send(winner, { type: 'award', deal: deal.number, load, without, tasks }));
  }
  out.push(setTimer(timers.deal, ctx.now + agent.config.replyMs, ctx.now));
}

/** A winner has taken its tasks, or would rather not. */
export function hearAnswer(
  agent: Agent,
  deal: Auction,
  from: NodeId,
  isDone: boolean,
  ctx: Ctx,
  out: Out,
): void {
  const won = deal.awards?.get(from);
  if (!won) return;
  deal.awards?.delete(from);
  if (isDone) handOver(agent, won.items);
  else unlock(agent, won.items);
  if (deal.awards?.size === 0) endAuction(agent, 0, ctx, out);
}

function endAuction(agent: Agent, pauseMs: Millis, ctx: Ctx, out: Out): void {
  agent.deal = null;
  out.push(cancelTimer(timers.deal));
  searchAgain(agent, pauseMs, ctx, out);
}

/**
 * Task by task on running loads; then each winner loses its last tasks until its new load is below what
 * the initiator would be left with if only the others took theirs: every award is rational by itself.
 */
function chooseWinners(
  agent: Agent,
  deal: Auction,
  ctx: Ctx,
): ReadonlyMap<NodeId, readonly Item[]> {
  const usual = usualSpeed(agent);
  const ownSpeed = agent.speed ?? usual;
  const bidders = [...deal.bids].map(([node, { takes, busy }]) => ({
    ...{ node, takes, index: indexOf(agent, node), speed: busy.speed ?? usual },
    ...{ startS: seconds(busy.cost, busy.speed, usual), addedS: 0, items: [] as Item[] },
  }));
  const ownS = ownCost(agent, ctx.now) / ownSpeed;
  let leftS = ownS;
  for (const item of deal.items) {
    let best: (typeof bidders)[number] | undefined;
    let bestS = Number.POSITIVE_INFINITY;
    for (const bidder of bidders) {
      if (!bidder.takes.has(item.task.request)) continue;
      const costS = (item.costs[bidder.index] as number) / bidder.speed;
      const loadS = bidder.startS + bidder.addedS;
      if (loadS + costS >= leftS) continue;
      const rankS = agent.config.winner === 'cost' ? costS : loadS;
      if (rankS < bestS) {
        best = bidder;
        bestS = rankS;
      }
    }
    if (!best) continue;
    best.items.push(item);
    best.addedS += (item.costs[best.index] as number) / best.speed;
    leftS -= item.cost / ownSpeed;
  }
  for (const bidder of bidders) {
    // What this bidder gets stays in the load that it is compared with.
    let withoutOthersS = leftS + costHere(bidder.items) / ownSpeed;
    while (bidder.items.length > 0 && bidder.startS + bidder.addedS >= withoutOthersS) {
      const last = bidder.items.pop() as Item;
      bidder.addedS -= (last.costs[bidder.index] as number) / bidder.speed;
      leftS += last.cost / ownSpeed;
      withoutOthersS = leftS + costHere(bidder.items) / ownSpeed;
    }
  }
  return new Map(
    bidders.filter(({ items }) => items.length > 0).map(({ node, items }) => [node, items]),
  );
}

function close(agent: Agent, to: NodeId, deal: number, ctx: Ctx, out: Out): void {
  out.push(send(to, { type: 'close', deal, load: ownLoad(agent, ctx.now) }));
}

function costHere(items: readonly Item[]): number {
  return items.reduce((sum, { cost }) => sum + cost, 0);
}
