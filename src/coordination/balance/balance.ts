// Situational load balancing (paper 4): every member runs its own tasks and, at the same time, deals with the others over who
// does what. This file puts the parts together. To read next: task.ts, bundle.ts, search.ts, then a deal from
// both sides: auction.ts and bidder.ts, swap-asker.ts and swap-peer.ts.
//
// A member that is gone comes back with its state, which its driver keeps; messages may be lost, repeated or late.
import { type Ctx, type Effect, type Input, type NodeId, unreachable } from '../../base/index.ts';
import { setTimer, tell } from '../effects.ts';
import type { RequestId, Scheme } from '../scheme.ts';
import {
  type Agent,
  believe,
  createAgent,
  informOthers,
  type Out,
  reservedCost,
  runNext,
  searchAgain,
  takeIn,
  timers,
} from './agent.ts';
import { awardNow, callForBids, hearAnswer, hearBid, repeatAwards } from './auction.ts';
import { dropExpired, hearAward, hearCall, hearClose, watchExpiry } from './bidder.ts';
import { remove } from './bundle.ts';
import { type BalanceConfig, type BalanceOptions, configureBalance } from './config.ts';
import type { BalanceCommand, BalanceEvent, BalanceMessage } from './messages.ts';
import { nextOffer } from './search.ts';
import {
  askForSwap,
  endInVain,
  giveUp,
  hearSwapAnswer,
  hearYes,
  pauseBeforeSwap,
  repeatAccept,
} from './swap-asker.ts';
import { hearAccept, hearSwap } from './swap-peer.ts';
import { type Task, wrongTask } from './task.ts';

export interface BalanceStatus {
  readonly waiting: readonly RequestId[];
  readonly inDeals: readonly RequestId[];
  /** What an exchange that is accepted here will bring, or has brought without our knowing. */
  readonly coming: readonly RequestId[];
  readonly running: RequestId | null;
  /** Cost a second, as measured; null before the first task is done. */
  readonly speed: number | null;
  readonly reserved: number;
}

export const balance: Scheme<
  BalanceOptions,
  BalanceConfig,
  Agent,
  BalanceMessage,
  BalanceCommand,
  BalanceEvent,
  BalanceStatus
> = { name: 'balance', configure: configureBalance, create: createAgent, step, status };

/** How fast a measured speed follows what is measured now. */
const speedWeight = 0.1;

function step(
  agent: Agent,
  input: Input<BalanceMessage, BalanceCommand>,
  ctx: Ctx,
): readonly Effect<BalanceMessage, BalanceEvent>[] {
  const out: Effect<BalanceMessage, BalanceEvent>[] = [];
  dropExpired(agent, ctx.now);
  switch (input.type) {
    case 'command':
      obey(agent, input.command, ctx, out);
      break;
    case 'message':
      believe(agent, input.from, input.message.load);
      hear(agent, input.from, input.message, ctx, out);
      break;
    case 'timer':
      ring(agent, input.timer, ctx, out);
      break;
    default:
      unreachable(input);
  }
  runNext(agent, ctx, out);
  informOthers(agent, ctx, out);
  watchExpiry(agent, ctx, out);
  const mayOffer = agent.bundle.offering.length > 0 && agent.config.members.length > 1;
  if (mayOffer && !agent.deal && !agent.isSearching) searchAgain(agent, 0, ctx, out);
  return out;
}

function obey(agent: Agent, command: BalanceCommand, ctx: Ctx, out: Out): void {
  switch (command.type) {
    case 'start':
      restart(agent, ctx, out);
      informOthers(agent, ctx, out, true);
      break;
    case 'enter':
      offer(agent, { request: command.request, cost: command.cost, where: command.where }, out);
      break;
    case 'leave':
      if (agent.running?.item.task.request === command.request) endTask(agent, ctx);
      else withdraw(agent, command.request);
      break;
    default:
      unreachable(command);
  }
}

/** Timers are gone after a pause, and whoever ran the task that was running has forgotten it. */
function restart(agent: Agent, ctx: Ctx, out: Out): void {
  agent.isSearching = false;
  agent.expiryMs = Number.POSITIVE_INFINITY;
  if (agent.deal) out.push(setTimer(timers.deal, ctx.now, ctx.now));
  if (!agent.running) return;
  const { item } = agent.running;
  agent.running = { item, sinceMs: ctx.now };
  out.push(tell({ type: 'entered', request: item.task.request, task: item.task }));
}

function offer(agent: Agent, task: Task, out: Out): void {
  const { bundle, locked, running } = agent;
  const { request } = task;
  const isKnown =
    bundle.names.has(request) || locked.has(request) || running?.item.task.request === request;
  const why = isKnown ? 'a task with this name is here already' : wrongTask(task);
  if (why !== undefined) out.push(tell({ type: 'refused', request: task.request, why }));
  else takeIn(agent, [task]);
}

/** A task that is still waiting here; one that has gone elsewhere can no longer be called back. */
function withdraw(agent: Agent, request: RequestId): void {
  if (!agent.bundle.names.has(request)) return;
  const item = agent.bundle.running.find(({ task }) => task.request === request);
  if (item) remove(agent.bundle, item);
}

function endTask(agent: Agent, ctx: Ctx): void {
  if (!agent.running) return;
  const { item, sinceMs } = agent.running;
  agent.running = null;
  const tookS = (ctx.now - sinceMs) / 1000;
  if (tookS <= 0) return;
  const speed = item.cost / tookS;
  agent.speed = agent.speed === null ? speed : agent.speed + speedWeight * (speed - agent.speed);
}

function hear(agent: Agent, from: NodeId, message: BalanceMessage, ctx: Ctx, out: Out): void {
  const { deal } = agent;
  switch (message.type) {
    case 'inform':
      break;
    case 'call':
      hearCall(agent, from, message, ctx, out);
      break;
    case 'bid':
      hearBid(agent, from, message, ctx, out);
      break;
    case 'close':
      hearClose(agent, from, message.deal);
      break;
    case 'award':
      hearAward(agent, from, message, ctx, out);
      break;
    case 'swap':
      hearSwap(agent, from, message, ctx, out);
      break;
    case 'swap-yes':
      hearYes(agent, from, message, ctx, out);
      break;
    case 'swap-no':
      if (deal?.kind === 'swap' && deal.number === message.deal && !deal.accepted) {
        endInVain(agent, deal, ctx, out);
      }
      break;
    case 'accept':
      hearAccept(agent, from, message, ctx, out);
      break;
    case 'confirm':
    case 'decline': {
      if (deal?.number !== message.deal) break;
      const isDone = message.type === 'confirm';
      if (deal.kind === 'auction') hearAnswer(agent, deal, from, isDone, ctx, out);
      else hearSwapAnswer(agent, deal, from, isDone, ctx, out);
      break;
    }
    default:
      unreachable(message);
  }
}

function ring(agent: Agent, timer: string, ctx: Ctx, out: Out): void {
  const { deal } = agent;
  if (timer === timers.expiry) agent.expiryMs = Number.POSITIVE_INFINITY;
  else if (timer === timers.search) search(agent, ctx, out);
  else if (timer !== timers.deal || !deal) return;
  else if (deal.kind === 'auction' && deal.awards) repeatAwards(agent, deal, ctx, out);
  else if (deal.kind === 'auction') awardNow(agent, deal, ctx, out);
  else if (deal.accepted) repeatAccept(agent, deal, ctx, out);
  else giveUp(agent, deal, ctx, out);
}

/** Opens a deal if there is one to be made: a delegation first, else an exchange; or looks again later. */
function search(agent: Agent, ctx: Ctx, out: Out): void {
  agent.isSearching = false;
  if (agent.deal || agent.bundle.offering.length === 0) return;
  const found = nextOffer(agent, ctx.now);
  if (found) {
    callForBids(agent, found, ctx, out);
    return;
  }
  const pauseMs = pauseBeforeSwap(agent, ctx.now);
  if (pauseMs === 0 && askForSwap(agent, ctx, out)) return;
  searchAgain(agent, Math.min(agent.config.searchMs, Math.max(pauseMs, 1)), ctx, out);
}

function status(agent: Agent): BalanceStatus {
  const coming = agent.deal?.kind === 'swap' ? (agent.deal.accepted?.get ?? []) : [];
  return {
    waiting: agent.bundle.running.map(({ task }) => task.request),
    inDeals: [...agent.locked.keys()],
    coming: coming.map(({ request }) => request),
    running: agent.running?.item.task.request ?? null,
    speed: agent.speed,
    reserved: reservedCost(agent),
  };
}
