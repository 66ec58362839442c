// The side that is asked for an exchange. It puts one together that lowers the larger of both loads, locks its part, and
// decides for good when the asker accepts: with its confirmation everything changes hands at once.
import type { Ctx, NodeId } from '../../base/index.ts';
import { send, tell } from '../effects.ts';
import {
  type Agent,
  handOver,
  indexOf,
  isBound,
  itemFor,
  lock,
  type Out,
  ownCost,
  ownLoad,
  reservedCost,
  seconds,
  takeIn,
  unlock,
  usualSpeed,
} from './agent.ts';
import { answer, answerAgain, hearClose, isOld } from './bidder.ts';
import type { BalanceMessage } from './messages.ts';
import { cheaperAt } from './search.ts';
import type { Item } from './task.ts';

/** One task of an exchange: what its giver saves and what it costs its receiver, in seconds. */
interface Piece {
  readonly item: Item;
  readonly savesS: number;
  readonly costsS: number;
}

/** Whether the larger load falls, by more than rounding. */
export function isBetter(
  before: readonly [number, number],
  after: readonly [number, number],
): boolean {
  const top = Math.max(...before);
  return Math.max(...after) < top - 1e-9 * top;
}

export function hearSwap(
  agent: Agent,
  from: NodeId,
  { deal, load, tasks }: Extract<BalanceMessage, { type: 'swap' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (isOld(agent, from, deal)) return;
  const before = agent.promises.get(from);
  if (before && before.deal >= deal) return;
  if (before) hearClose(agent, from, before.deal);
  const usual = usualSpeed(agent);
  const busy = ownCost(agent, ctx.now) + reservedCost(agent, from);
  const found = exchange(
    agent,
    from,
    tasks.map((task) => itemFor(agent, task)),
    {
      askerS: seconds(load.cost, load.speed, usual),
      ownS: seconds(busy, agent.speed, usual),
      askerSpeed: load.speed ?? usual,
      ownSpeed: agent.speed ?? usual,
      now: ctx.now,
    },
  );
  if (!found) {
    out.push(send(from, { type: 'swap-no', deal, load: ownLoad(agent, ctx.now) }));
    return;
  }
  const { take, give } = found;
  const cost = costOf(take);
  const untilMs = ctx.now + 5 * agent.config.replyMs;
  lock(agent, give);
  agent.promises.set(from, { deal, cost, untilMs, take, give });
  const after = { cost: busy + cost - costOf(give), speed: agent.speed };
  out.push(
    send(from, {
      ...{ type: 'swap-yes', deal, load: ownLoad(agent, ctx.now), after },
      busy: { cost: busy, speed: agent.speed },
      give: take.map(({ task }) => task.request),
      get: give.map(({ task }) => task),
    }),
  );
}

export function hearAccept(
  agent: Agent,
  from: NodeId,
  { deal, before: asker, after }: Extract<BalanceMessage, { type: 'accept' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (answerAgain(agent, from, deal, ctx, out)) return;
  const promise = agent.promises.get(from);
  if (promise?.deal !== deal) {
    // It was kept until it expired; now the asker keeps its tasks and we keep ours.
    answer(agent, from, deal, false, ctx, out);
    return;
  }
  agent.promises.delete(from);
  const { take, give } = promise;
  const usual = usualSpeed(agent);
  const before = ownCost(agent, ctx.now);
  const loads = {
    giverBefore: seconds(asker.cost, asker.speed, usual),
    giverAfter: seconds(after.cost, after.speed, usual),
    takerBefore: seconds(before, agent.speed, usual),
    takerAfter: seconds(before + costOf(take) - costOf(give), agent.speed, usual),
  };
  const { giverBefore, giverAfter, takerBefore, takerAfter } = loads;
  const isDone = isBetter([giverBefore, takerBefore], [giverAfter, takerAfter]) && !isBound(agent);
  if (isDone) {
    handOver(agent, give);
    takeIn(
      agent,
      take.map(({ task }) => task),
    );
    const took = take.map(({ task }) => task.request);
    out.push(
      tell({ type: 'swapped', from, took, gave: give.map(({ task }) => task.request), loads }),
    );
  } else {
    unlock(agent, give);
  }
  answer(agent, from, deal, isDone, ctx, out);
}

/** Greedy by saving: the more loaded side gives its next task as long as the receiver stays below the top. */
function exchange(
  agent: Agent,
  from: NodeId,
  offered: readonly Item[],
  at: { askerS: number; ownS: number; askerSpeed: number; ownSpeed: number; now: number },
): { take: readonly Item[]; give: readonly Item[] } | undefined {
  const asker = indexOf(agent, from);
  const toUs = bySaving(offered, asker, at.askerSpeed, agent.self, at.ownSpeed);
  const own = cheaperAt(agent, asker, agent.config.swap, at.now);
  const toThem = bySaving(own, agent.self, at.ownSpeed, asker, at.askerSpeed);
  const topS = Math.max(at.askerS, at.ownS);
  let { askerS, ownS } = at;
  const take: Item[] = [];
  const give: Item[] = [];
  let us = 0;
  let them = 0;
  while (us < toUs.length || them < toThem.length) {
    const askerGives = them >= toThem.length || (us < toUs.length && askerS >= ownS);
    const piece = (askerGives ? toUs[us++] : toThem[them++]) as Piece;
    if ((askerGives ? ownS : askerS) + piece.costsS >= topS) continue;
    askerS += askerGives ? -piece.savesS : piece.costsS;
    ownS += askerGives ? piece.costsS : -piece.savesS;
    (askerGives ? take : give).push(piece.item);
  }
  return isBetter([at.askerS, at.ownS], [askerS, ownS]) ? { take, give } : undefined;
}

function bySaving(
  items: readonly Item[],
  giver: number,
  giverSpeed: number,
  receiver: number,
  receiverSpeed: number,
): readonly Piece[] {
  const pieces = items.map((item) => ({
    item,
    savesS: (item.costs[giver] ?? 0) / giverSpeed,
    costsS: (item.costs[receiver] ?? 0) / receiverSpeed,
  }));
  return pieces.sort((a, b) => b.savesS - b.costsS - (a.savesS - a.costsS));
}

function costOf(items: readonly Item[]): number {
  return items.reduce((sum, { cost }) => sum + cost, 0);
}
