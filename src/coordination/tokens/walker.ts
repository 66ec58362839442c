// A member of the walking scheme and its decisions: figure 3 of the paper (a use is over: keep the token or let it
// go) and figure 4 (a token arrives: take it or let it go on). How tokens get from one member to the next
// is in hops.ts. Departures from the print are settled in docs/adr/0061-walking-tokens-settled.md.
import { assert, type Ctx, type Millis } from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer, tell } from '../effects.ts';
import type { RequestId } from '../scheme.ts';
import { mustRenew, type WalkConfig } from './config.ts';
import { type Hops, release, wakeUp } from './hops.ts';
import { whyRefused } from './member.ts';
import type { Holding, TokenNumber, TokensEvent, WalkingToken, WalkMessage } from './messages.ts';

interface Wish {
  readonly request: RequestId;
  /** t_s */
  readonly wishMs: Millis;
}

export interface Walker {
  /** When this life began; -1 before its start. */
  sinceMs: Millis;
  /** Earliest first. */
  wishes: Wish[];
  /** The names of those that wait. */
  readonly names: Set<RequestId>;
  /** The token that is kept, and t_d: when it will be used for the first wish. */
  held: { token: WalkingToken; atMs: Millis } | null;
  /** Between `entered` and `leave` the plan is frozen. */
  using: { readonly wish: Wish; token: WalkingToken } | null;
  /** Tokens that wait here for their lease to go on. */
  readonly renewing: Map<TokenNumber, WalkingToken>;
  /** The last resize that was heard of: tokens that have not learn of it here. */
  resized: { readonly version: number; readonly periodMs: Millis } | null;
  readonly hops: Hops;
}

export const useTimer = 'use';
export const renewPrefix = 'renew:';

type Out = Effects<WalkMessage, TokensEvent>;

export function createWalker(hops: Hops): Walker {
  const [names, renewing] = [new Set<RequestId>(), new Map<TokenNumber, WalkingToken>()];
  return {
    ...{ sinceMs: -1, wishes: [], names, held: null, using: null, renewing, resized: null, hops },
  };
}

/** After a pause: what was planned is planned again, what was in use counts as used. */
export function startWalker(walker: Walker, config: WalkConfig, ctx: Ctx, out: Out): void {
  if (walker.sinceMs < 0) walker.sinceMs = ctx.now;
  if (walker.using) endUse(walker, config, walker.using.token, ctx, out);
  else if (walker.held) out.push(setTimer(useTimer, walker.held.atMs, ctx.now));
  for (const token of walker.renewing.values()) askRenewal(walker, config, token, ctx, out);
  for (const token of [...walker.hops.resting.values()]) {
    walker.hops.resting.delete(token.token);
    arrive(walker, config, token, ctx, out);
  }
}

export function enter(
  walker: Walker,
  config: WalkConfig,
  request: RequestId,
  wishMs: Millis,
  ctx: Ctx,
  out: Out,
): void {
  const { wishes, names, using } = walker;
  const isKnown = using?.wish.request === request || names.has(request);
  const why = whyRefused(isKnown, wishes.length, config.pendingMax, wishMs);
  if (why !== undefined) {
    out.push(tell({ type: 'refused', request, why }));
    return;
  }
  const place = wishes.findLastIndex((wish) => wish.wishMs <= wishMs) + 1;
  wishes.splice(place, 0, { request, wishMs });
  names.add(request);
  if (place > 0) return;
  if (walker.held) keep(walker, config, walker.held.token, wishMs, ctx, out);
  else lookAround(walker, config, ctx, out);
}

export function leave(
  walker: Walker,
  config: WalkConfig,
  request: RequestId,
  ctx: Ctx,
  out: Out,
): void {
  if (walker.using?.wish.request === request) {
    endUse(walker, config, walker.using.token, ctx, out);
    return;
  }
  if (!walker.names.delete(request)) return;
  const place = walker.wishes.findIndex((wish) => wish.request === request);
  walker.wishes.splice(place, 1);
  if (place > 0 || !walker.held) return;
  const { token } = walker.held;
  letGo(walker, out);
  keepOrRelease(walker, config, token, ctx, out);
}

/** Figure 3. The token counts as used when the use is over, which is at or after its start. */
function endUse(walker: Walker, config: WalkConfig, token: WalkingToken, ctx: Ctx, out: Out): void {
  walker.using = null;
  const used = { ...token, freeMs: ctx.now + token.periodMs };
  keepOrRelease(walker, config, used, ctx, out);
  lookAround(walker, config, ctx, out);
}

/** τ. Where nobody else is, a token may be kept for any time: nobody else could use it. */
function keepMsOf({ hops }: Walker, { keepMs }: WalkConfig, { periodMs }: WalkingToken): Millis {
  return hops.neighbours.length === 0 ? Number.POSITIVE_INFINITY : (keepMs ?? periodMs);
}

/** Of the tokens that rest here, the one that is free first is judged as if it arrived now. */
function lookAround(walker: Walker, config: WalkConfig, ctx: Ctx, out: Out): void {
  const { hops, wishes, using } = walker;
  const [wish] = wishes;
  if (!wish || using) return;
  let best: WalkingToken | undefined;
  for (const token of hops.resting.values()) {
    if (!best || token.freeMs < best.freeMs) best = token;
  }
  if (!best || !isWorthTaking(walker, config, best, wish.wishMs, ctx.now)) return;
  wakeUp(hops, best.token, out);
  arrive(walker, config, best, ctx, out);
}

function keepOrRelease(
  walker: Walker,
  config: WalkConfig,
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
  if (isStopped(walker, config, token, ctx, out)) return;
  const wish = walker.wishes[0];
  const latestMs = ctx.now + keepMsOf(walker, config, token);
  if (wish && token.freeMs <= latestMs && wish.wishMs <= latestMs) {
    keep(walker, config, token, wish.wishMs, ctx, out);
  } else {
    release(walker.hops, config, token, ctx, out);
  }
}

/** Figure 4. A token that was kept by figure 3 is let go as well when a better one comes, or it would leak. */
export function arrive(
  walker: Walker,
  config: WalkConfig,
  arrived: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
  const token = upToDate(walker, config, arrived, out);
  if (isStopped(walker, config, token, ctx, out)) return;
  const wish = walker.wishes[0];
  if (!wish || walker.using || !isWorthTaking(walker, config, token, wish.wishMs, ctx.now)) {
    release(walker.hops, config, token, ctx, out);
    return;
  }
  const previous = walker.held?.token;
  letGo(walker, out);
  if (previous) release(walker.hops, config, previous, ctx, out);
  keep(walker, config, token, wish.wishMs, ctx, out);
}

/** Line 1 of figure 4. */
function isWorthTaking(
  walker: Walker,
  config: WalkConfig,
  token: WalkingToken,
  wishMs: Millis,
  now: Millis,
): boolean {
  const { delayMsMin, changeMsMin, capture } = config;
  const { held } = walker;
  const { freeMs } = token;
  const keepMs = keepMsOf(walker, config, token);
  const worthMs = (held?.atMs ?? Number.POSITIVE_INFINITY) - changeMsMin;
  return (
    wishMs <= worthMs &&
    now + delayMsMin <= worthMs &&
    freeMs <= now + keepMs &&
    freeMs <= worthMs &&
    wishMs <= now + keepMs &&
    (capture === 'printed' || wishMs <= Math.max(freeMs, now + delayMsMin))
  );
}

/** True for a token that cannot be used now: its lease is over, or has to be renewed first. */
function isStopped(
  walker: Walker,
  config: WalkConfig,
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): boolean {
  if (token.endMs <= ctx.now) return true;
  if (!mustRenew(config, token.endMs, ctx.now)) return false;
  walker.renewing.set(token.token, token);
  askRenewal(walker, config, token, ctx, out);
  return true;
}

/** Asks the ledger, again until it answers or the lease is over. */
export function askRenewal(
  { sinceMs, renewing }: Walker,
  config: WalkConfig,
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
  if (token.endMs <= ctx.now) {
    renewing.delete(token.token);
    return;
  }
  out.push(send(config.ledger, { type: 'renew', sinceMs, holdings: [holdingOf(token)] }));
  out.push(setTimer(renewPrefix + token.token, ctx.now + config.replyMs, ctx.now));
}

/** The moment of t_d. */
export function use(walker: Walker, config: WalkConfig, ctx: Ctx, out: Out): void {
  const { held } = walker;
  if (!held) return;
  if (ctx.now < held.atMs) {
    out.push(setTimer(useTimer, held.atMs, ctx.now));
    return;
  }
  const { token } = held;
  walker.held = null;
  if (ctx.now + token.periodMs > token.endMs) {
    // The timer came so late that the next epoch might already begin within a period.
    arrive(walker, config, token, ctx, out);
    return;
  }
  const wish = walker.wishes.shift();
  assert(wish !== undefined, 'a token is held for no wish', token.token);
  walker.names.delete(wish.request);
  walker.using = { wish, token };
  const { request, wishMs } = wish;
  const { token: number, epoch } = token;
  out.push(tell({ type: 'entered', request, token: number, epoch, wishMs, atMs: ctx.now }));
}

/** Line 6 of both figures. */
function keep(
  walker: Walker,
  config: WalkConfig,
  token: WalkingToken,
  wishMs: Millis,
  ctx: Ctx,
  out: Out,
): void {
  const atMs = Math.max(wishMs, token.freeMs, ctx.now + config.delayMsMin);
  walker.held = { token, atMs };
  out.push(setTimer(useTimer, atMs, ctx.now));
}

function letGo(walker: Walker, out: Out): void {
  if (walker.held) out.push(cancelTimer(useTimer));
  walker.held = null;
}

/** The lease of a token that is here goes on; the ledger is told if the period is another one now. */
export function hearRenewed(
  walker: Walker,
  config: WalkConfig,
  { sinceMs, leases }: Extract<WalkMessage, { type: 'renewed' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (sinceMs !== walker.sinceMs) return;
  for (const { token: number, epoch, endMs, version, periodMs } of leases) {
    if (version > (walker.resized?.version ?? 0)) walker.resized = { version, periodMs };
    const { renewing, held, using, hops } = walker;
    const places = [renewing.get(number), held?.token, using?.token, hops.resting.get(number)];
    const token = places.find((here) => here?.token === number && here.epoch === epoch);
    if (!token) continue;
    const renewed = { ...token, endMs: Math.max(token.endMs, endMs) };
    replace(walker, config, token, upToDate(walker, config, renewed, out), ctx, out);
  }
}

/** A token that has not heard of a resize learns its new period, and the ledger that it has. */
function upToDate(
  { resized, sinceMs }: Walker,
  config: WalkConfig,
  token: WalkingToken,
  out: Out,
): WalkingToken {
  if (resized === null || resized.version <= token.version) return token;
  // Two uses under the old and the new period are as far apart as the new one asks.
  const freeMs = Math.max(token.freeMs, token.freeMs - token.periodMs + resized.periodMs);
  const known = { ...token, ...resized, freeMs };
  out.push(send(config.ledger, { type: 'renew', sinceMs, holdings: [holdingOf(known)] }));
  return known;
}

function replace(
  walker: Walker,
  config: WalkConfig,
  old: WalkingToken,
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
  if (walker.held?.token === old) {
    keep(walker, config, token, walker.wishes[0]?.wishMs ?? ctx.now, ctx, out);
  } else if (walker.using?.token === old) {
    walker.using.token = token;
  } else if (walker.hops.resting.get(token.token) === old) {
    walker.hops.resting.set(token.token, token);
    lookAround(walker, config, ctx, out);
  } else if (walker.renewing.delete(token.token)) {
    out.push(cancelTimer(renewPrefix + token.token));
    arrive(walker, config, token, ctx, out);
  }
}

/** What the ledger needs to know of a token. */
export function holdingOf({ token, epoch, freeMs, version }: WalkingToken): Holding {
  return { token, epoch, freeMs, version };
}
