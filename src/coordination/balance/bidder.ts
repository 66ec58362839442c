// The other side of an auction: bid for what is rational, keep room for it, look again when the award comes. With its answer
// the task has changed hands; an award that is repeated gets the same answer.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { send, setTimer, tell } from '../effects.ts';
import {
  type Agent,
  isBound,
  itemFor,
  type Out,
  ownCost,
  ownLoad,
  reservedCost,
  seconds,
  takeIn,
  timers,
  unlock,
  usualSpeed,
} from './agent.ts';
import type { BalanceMessage } from './messages.ts';
import type { Task } from './task.ts';

export function hearCall(
  agent: Agent,
  from: NodeId,
  { deal, load, tasks }: Extract<BalanceMessage, { type: 'call' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (isOld(agent, from, deal)) return;
  const usual = usualSpeed(agent);
  const initiatorS = seconds(load.cost, load.speed, usual);
  const busy = ownCost(agent, ctx.now) + reservedCost(agent, from);
  const takes: Task[] = [];
  let cost = 0;
  for (const task of tasks) {
    const more = cost + itemFor(agent, task).cost;
    if (seconds(busy + more, agent.speed, usual) >= initiatorS) continue;
    takes.push(task);
    cost = more;
  }
  if (takes.length > 0) {
    agent.reservations.set(from, { deal, cost, untilMs: ctx.now + 5 * agent.config.replyMs });
  }
  const names = takes.map(({ request }) => request);
  const said = { load: ownLoad(agent, ctx.now), busy: { cost: busy, speed: agent.speed } };
  out.push(send(from, { type: 'bid', deal, takes: names, ...said }));
}

export function hearAward(
  agent: Agent,
  from: NodeId,
  { deal, without, tasks }: Extract<BalanceMessage, { type: 'award' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (answerAgain(agent, from, deal, ctx, out)) return;
  dropReservation(agent, from, deal);
  const usual = usualSpeed(agent);
  const items = tasks.map((task) => itemFor(agent, task));
  const before = ownCost(agent, ctx.now);
  const after = items.reduce((sum, { cost }) => sum + cost, before);
  const giverBefore = seconds(without.cost, without.speed, usual);
  const takerAfter = seconds(after, agent.speed, usual);
  const isDone = takerAfter < giverBefore && !isBound(agent);
  if (isDone) {
    takeIn(agent, tasks);
    const giver = agent.config.members.indexOf(from);
    const gone = items.reduce((sum, { costs }) => sum + (costs[giver] ?? 0), 0);
    out.push(
      tell({
        ...{ type: 'delegated', from, gave: [], took: tasks.map(({ request }) => request) },
        loads: {
          giverBefore,
          giverAfter: seconds(without.cost - gone, without.speed, usual),
          takerBefore: seconds(before, agent.speed, usual),
          takerAfter,
        },
      }),
    );
  }
  answer(agent, from, deal, isDone, ctx, out);
}

/** The initiator gives us nothing, or has thought better of an exchange. */
export function hearClose(agent: Agent, from: NodeId, deal: number): void {
  dropReservation(agent, from, deal);
  const promise = agent.promises.get(from);
  if (promise?.deal !== deal) return;
  agent.promises.delete(from);
  unlock(agent, promise.give);
}

/** What nobody has taken up is free again. */
export function dropExpired(agent: Agent, now: Millis): void {
  for (const [from, { untilMs }] of agent.reservations) {
    if (untilMs <= now) agent.reservations.delete(from);
  }
  for (const [from, { untilMs, give }] of agent.promises) {
    if (untilMs > now) continue;
    agent.promises.delete(from);
    unlock(agent, give);
  }
}

/** Sees to it that nothing stays reserved for ever, though nobody says a word. */
export function watchExpiry(agent: Agent, ctx: Ctx, out: Out): void {
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { untilMs } of agent.reservations.values()) nextMs = Math.min(nextMs, untilMs);
  for (const { untilMs } of agent.promises.values()) nextMs = Math.min(nextMs, untilMs);
  if (nextMs >= agent.expiryMs) return;
  agent.expiryMs = nextMs;
  out.push(setTimer(timers.expiry, nextMs, ctx.now));
}

/** True for a deal that was answered before: a repeated question gets its answer, an older one none. */
export function answerAgain(agent: Agent, from: NodeId, deal: number, ctx: Ctx, out: Out): boolean {
  const last = agent.answered.get(from);
  if (!last || last.deal < deal) return false;
  if (last.deal === deal) sendAnswer(agent, from, deal, last.isDone, ctx, out);
  return true;
}

export function answer(
  agent: Agent,
  from: NodeId,
  deal: number,
  isDone: boolean,
  ctx: Ctx,
  out: Out,
): void {
  agent.answered.set(from, { deal, isDone });
  sendAnswer(agent, from, deal, isDone, ctx, out);
}

export function isOld(agent: Agent, from: NodeId, deal: number): boolean {
  return (agent.answered.get(from)?.deal ?? 0) >= deal;
}

function sendAnswer(
  agent: Agent,
  from: NodeId,
  deal: number,
  isDone: boolean,
  ctx: Ctx,
  out: Out,
): void {
  const load = ownLoad(agent, ctx.now);
  out.push(send(from, { type: isDone ? 'confirm' : 'decline', deal, load }));
}

function dropReservation(agent: Agent, from: NodeId, deal: number): void {
  const reservation = agent.reservations.get(from);
  if (reservation && reservation.deal <= deal) agent.reservations.delete(from);
}
