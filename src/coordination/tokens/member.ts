// A member of BOOK: for each wish it asks some keeper for a slot, waits for it, and enters exactly then. It owns no
// capacity; what it is granted and does not use, it gives back.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer, tell } from '../effects.ts';
import type { RequestId } from '../scheme.ts';
import type { BookConfig } from './config.ts';
import type { AskId, BookMessage, TokensEvent } from './messages.ts';

type Grant = Extract<BookMessage, { type: 'grant' }>;

interface Wish {
  readonly request: RequestId;
  readonly wishMs: Millis;
  phase: 'waiting' | 'asking' | 'booked' | 'entered';
  /** Who was asked last, and how often in vain. */
  keeper: NodeId | null;
  ask: AskId;
  tries: number;
  grant: Grant | null;
  /** Who gave the grant. */
  giver: NodeId | null;
}

export interface Member {
  /** When this life of the member began, and how often it has asked: together they name an attempt. */
  sinceMs: Millis;
  asks: number;
  readonly wishes: Map<RequestId, Wish>;
}

type Out = Effects<BookMessage, TokensEvent>;

const prefix = 'wish:';

export function createMember(): Member {
  return { sinceMs: -1, asks: 0, wishes: new Map() };
}

/** After a pause every wish takes up where it was; who had entered has forgotten it. */
export function startMember(member: Member, config: BookConfig, ctx: Ctx, out: Out): void {
  if (member.sinceMs < 0) member.sinceMs = ctx.now;
  for (const wish of member.wishes.values()) {
    if (wish.phase === 'entered') member.wishes.delete(wish.request);
    else if (wish.grant) wake(wish, wish.grant.slotMs, ctx, out);
    else wake(wish, wish.wishMs - config.aheadMs, ctx, out);
  }
}

export function enter(
  member: Member,
  config: BookConfig,
  request: RequestId,
  wishMs: Millis,
  ctx: Ctx,
  out: Out,
): void {
  const why = whyRefused(member.wishes.has(request), member.wishes.size, config.pendingMax, wishMs);
  if (why !== undefined) {
    out.push(tell({ type: 'refused', request, why }));
    return;
  }
  const wish: Wish = {
    ...{ request, wishMs, phase: 'waiting' },
    ...{ keeper: null, ask: '', tries: 0, grant: null, giver: null },
  };
  member.wishes.set(request, wish);
  if (wishMs - config.aheadMs > ctx.now) wake(wish, wishMs - config.aheadMs, ctx, out);
  else ask(member, wish, config, ctx, out);
}

export function whyRefused(
  isKnown: boolean,
  pending: number,
  pendingMax: number,
  wishMs: Millis,
): string | undefined {
  if (isKnown) return 'a wish with this name is open already';
  if (pending >= pendingMax) return `${pending} wishes are open already`;
  return Number.isFinite(wishMs) ? undefined : `a wish needs a time, not ${wishMs}`;
}

export function leave(member: Member, request: RequestId, out: Out): void {
  const wish = member.wishes.get(request);
  if (!wish) return;
  member.wishes.delete(request);
  if (wish.phase === 'entered') return;
  out.push(cancelTimer(prefix + request));
  if (wish.grant && wish.giver !== null) giveBack(wish.giver, wish.grant.ask, out);
}

/** A slot. One that comes for a wish that has no use for it goes back. */
export function hearGrant(member: Member, from: NodeId, grant: Grant, ctx: Ctx, out: Out): void {
  const wish = member.wishes.get(grant.request);
  if (wish?.grant?.ask === grant.ask && wish.giver === from) return;
  if (wish?.phase !== 'asking' && wish?.phase !== 'waiting') {
    giveBack(from, grant.ask, out);
    return;
  }
  wish.phase = 'booked';
  wish.grant = grant;
  wish.giver = from;
  wake(wish, grant.slotMs, ctx, out);
}

export function hearBusy(
  member: Member,
  config: BookConfig,
  request: RequestId,
  ctx: Ctx,
  out: Out,
): void {
  const wish = member.wishes.get(request);
  if (wish?.phase !== 'asking') return;
  wish.phase = 'waiting';
  wish.keeper = null;
  wish.tries++;
  wake(wish, ctx.now + config.replyMs * Math.min(8, 2 ** (wish.tries - 1)), ctx, out);
}

/** The timer of a wish: time to ask, no answer, or the slot itself. */
export function hearTimer(
  member: Member,
  config: BookConfig,
  timer: string,
  ctx: Ctx,
  out: Out,
): void {
  if (!timer.startsWith(prefix)) return;
  const wish = member.wishes.get(timer.slice(prefix.length));
  if (!wish || wish.phase === 'entered') return;
  if (wish.phase === 'booked' && wish.grant) {
    useSlot(member, wish, wish.grant, config, ctx, out);
    return;
  }
  if (wish.phase === 'asking') wish.tries++;
  ask(member, wish, config, ctx, out);
}

function useSlot(
  member: Member,
  wish: Wish,
  grant: Grant,
  config: BookConfig,
  ctx: Ctx,
  out: Out,
): void {
  const { request, wishMs } = wish;
  const { token, epoch, slotMs } = grant;
  if (ctx.now < slotMs) {
    wake(wish, slotMs, ctx, out);
  } else if (ctx.now <= slotMs + config.slackMs) {
    wish.phase = 'entered';
    out.push(tell({ type: 'entered', request, token, epoch, wishMs, atMs: ctx.now }));
  } else {
    // A late use would come too close to the next one of the same token.
    out.push(tell({ type: 'missed', request, slotMs }));
    if (wish.giver !== null) giveBack(wish.giver, grant.ask, out);
    wish.grant = null;
    wish.giver = null;
    wish.keeper = null;
    ask(member, wish, config, ctx, out);
  }
}

/** The first repetition goes to the same keeper, which may have answered; later ones to another. */
function ask(member: Member, wish: Wish, config: BookConfig, ctx: Ctx, out: Out): void {
  if (wish.keeper === null || wish.tries !== 1) {
    wish.keeper = otherKeeper(wish.keeper, config, ctx);
    wish.ask = `${ctx.self}.${member.sinceMs}.${member.asks++}`;
  }
  wish.phase = 'asking';
  const { request, wishMs } = wish;
  const reserve = { request, wishMs, ask: wish.ask, member: ctx.self, rumours: null } as const;
  out.push(send(wish.keeper, { type: 'reserve', ...reserve }));
  wake(wish, ctx.now + config.replyMs, ctx, out);
}

function otherKeeper(last: NodeId | null, { keepers }: BookConfig, ctx: Ctx): NodeId {
  const others = keepers.length > 1 ? keepers.filter((keeper) => keeper !== last) : keepers;
  return others[ctx.rng.below(others.length)] as NodeId;
}

function giveBack(giver: NodeId, ask: AskId, out: Out): void {
  out.push(send(giver, { type: 'return', ask }));
}

function wake(wish: Wish, atMs: Millis, ctx: Ctx, out: Out): void {
  out.push(setTimer(prefix + wish.request, atMs, ctx.now));
}
