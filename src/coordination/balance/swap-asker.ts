// The side that proposes an exchange, when no delegation is rational any more: it names tasks that cost a peer less, the peer
// answers with what it would give for some of them. One peer at a time, in turn; more and more seldom while
// they refuse.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { cancelTimer, send, setTimer } from '../effects.ts';
import {
  type Agent,
  type Deal,
  handOver,
  indexOf,
  itemFor,
  lock,
  type Out,
  ownLoad,
  searchAgain,
  seconds,
  takeIn,
  timers,
  unlock,
  usualSpeed,
} from './agent.ts';
import { swapPause } from './config.ts';
import type { BalanceMessage } from './messages.ts';
import { cheaperAt } from './search.ts';
import { isBetter } from './swap-peer.ts';

type Swap = Extract<Deal, { kind: 'swap' }>;

/** Asks the next peer that has been heard of and would do something cheaper; false if there is none. */
export function askForSwap(agent: Agent, ctx: Ctx, out: Out): boolean {
  const { config, self, beliefs } = agent;
  for (let turn = 0; turn < config.members.length; turn++) {
    const peer = agent.nextPeer % config.members.length;
    agent.nextPeer = peer + 1;
    if (peer === self || !beliefs[peer]) continue;
    const items = cheaperAt(agent, peer, config.swap, ctx.now);
    if (items.length === 0) continue;
    const number = ++agent.deals;
    const to = config.members[peer] as NodeId;
    const load = ownLoad(agent, ctx.now);
    lock(agent, items);
    agent.deal = { kind: 'swap', number, peer: to, items, accepted: null };
    const tasks = items.map(({ task }) => task);
    out.push(send(to, { type: 'swap', deal: number, load, tasks }));
    out.push(setTimer(timers.deal, ctx.now + config.replyMs, ctx.now));
    return true;
  }
  return false;
}

export function hearYes(
  agent: Agent,
  from: NodeId,
  { deal: number, give, get, busy, after }: Extract<BalanceMessage, { type: 'swap-yes' }>,
  ctx: Ctx,
  out: Out,
): void {
  const { deal } = agent;
  const isOurs = deal?.kind === 'swap' && deal.number === number && deal.peer === from;
  if (!isOurs) {
    out.push(send(from, { type: 'close', deal: number, load: ownLoad(agent, ctx.now) }));
    return;
  }
  if (deal.accepted) return;
  const names = new Set(give);
  const given = deal.items.filter(({ task }) => names.has(task.request));
  const before = ownLoad(agent, ctx.now);
  const cost = get.reduce((sum, task) => sum + itemFor(agent, task).cost, 0);
  const left = given.reduce((sum, item) => sum - item.cost, before.cost);
  const ownAfter = { cost: left + cost, speed: agent.speed };
  const usual = usualSpeed(agent);
  const isStillBetter = isBetter(
    [seconds(before.cost, before.speed, usual), seconds(busy.cost, busy.speed, usual)],
    [seconds(ownAfter.cost, before.speed, usual), seconds(after.cost, after.speed, usual)],
  );
  if (!isStillBetter) {
    out.push(send(from, { type: 'close', deal: number, load: before }));
    endInVain(agent, deal, ctx, out);
    return;
  }
  unlock(
    agent,
    deal.items.filter((item) => !given.includes(item)),
  );
  deal.items = given;
  deal.accepted = { get, cost, before, after: ownAfter };
  repeatAccept(agent, deal, ctx, out);
}

export function repeatAccept(agent: Agent, deal: Swap, ctx: Ctx, out: Out): void {
  if (!deal.accepted) return;
  const { before, after } = deal.accepted;
  const load = ownLoad(agent, ctx.now);
  out.push(send(deal.peer, { type: 'accept', deal: deal.number, load, before, after }));
  out.push(setTimer(timers.deal, ctx.now + agent.config.replyMs, ctx.now));
}

/** Refused, or not answered: what was not accepted binds nobody. */
export function endInVain(agent: Agent, deal: Swap, ctx: Ctx, out: Out): void {
  unlock(agent, deal.items);
  agent.swapAtMs = ctx.now + agent.swapPauseMs;
  agent.swapPauseMs = Math.min(swapPause.longestMs, agent.swapPauseMs * swapPause.growth);
  end(agent, ctx, out);
}

/** The peer did not answer at all: it is not asked again before it is heard of. */
export function giveUp(agent: Agent, deal: Swap, ctx: Ctx, out: Out): void {
  agent.beliefs[indexOf(agent, deal.peer)] = null;
  out.push(send(deal.peer, { type: 'close', deal: deal.number, load: ownLoad(agent, ctx.now) }));
  endInVain(agent, deal, ctx, out);
}

export function hearSwapAnswer(
  agent: Agent,
  deal: Swap,
  from: NodeId,
  isDone: boolean,
  ctx: Ctx,
  out: Out,
): void {
  if (from !== deal.peer || !deal.accepted) return;
  if (!isDone) {
    endInVain(agent, deal, ctx, out);
    return;
  }
  handOver(agent, deal.items);
  takeIn(agent, deal.accepted.get);
  agent.swapPauseMs = swapPause.firstMs;
  agent.swapAtMs = ctx.now;
  end(agent, ctx, out);
}

function end(agent: Agent, ctx: Ctx, out: Out): void {
  agent.deal = null;
  out.push(cancelTimer(timers.deal));
  searchAgain(agent, 0, ctx, out);
}

/** How long until the next proposal may be made, if one is to be made at all. */
export function pauseBeforeSwap(agent: Agent, now: Millis): Millis {
  return agent.config.swap === 0 ? Number.POSITIVE_INFINITY : Math.max(0, agent.swapAtMs - now);
}
