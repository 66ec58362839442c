// A member of the walking scheme and its decisions: figure 3 of the paper (a use is over: keep the token or let it
// go) and figure 4 (a token arrives: take it or let it go on). How tokens get from one member to the next
// is in hops.ts. Departures from the print are settled in docs/adr/0061-walking-tokens-settled.md.
import { assert, type Ctx, type Millis } from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer, tell } from '../effects.ts';
import type { RequestId } from '../scheme.ts';
import { mustRenew, type WalkConfig } from './config.ts';
import { type Hops, release } from './hops.ts';
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
  /** The token that is kept, and t_d: when it will be used for the first wish. */
  held: { token: WalkingToken; atMs: Millis } | null;
  /** Between `entered` and `leave` the plan is frozen. */
  using: { readonly wish: Wish; token: WalkingToken } | null;
  /** Tokens that wait here for their lease to go on. */
  readonly renewing: Map<TokenNumber, WalkingToken>;
  readonly hops: Hops;
}

export const useTimer = 'use';
export const renewPrefix = 'renew:';

type Out = Effects<WalkMessage, TokensEvent>;

export function createWalker(hops: Hops): Walker {
  return { sinceMs: -1, wishes: [], held: null, using: null, renewing: new Map(), hops };
}

/** After a pause: what was planned is planned again, what was in use counts as used. */
export function startWalker(walker: Walker, config: WalkConfig, ctx: Ctx, out: Out): void {
  if (walker.sinceMs < 0) walker.sinceMs = ctx.now;
  if (walker.using) endUse(walker, config, walker.using.token, ctx, out);
  else if (walker.held) out.push(setTimer(useTimer, walker.held.atMs, ctx.now));
  for (const token of walker.renewing.values()) askRenewal(walker, config, token, ctx, out);
}

export function enter(
  walker: Walker,
  config: WalkConfig,
  request: RequestId,
  wishMs: Millis,
  ctx: Ctx,
  out: Out,
): void {
  const { wishes, using } = walker;
  const isKnown =
    using?.wish.request === request || wishes.some((wish) => wish.request === request);
  const why = whyRefused(isKnown, wishes.length, config.pendingMax, wishMs);
  if (why !== undefined) {
    out.push(tell({ type: 'refused', request, why }));
    return;
  }
  const place = wishes.findIndex((wish) => wish.wishMs > wishMs);
  wishes.splice(place < 0 ? wishes.length : place, 0, { request, wishMs });
  if (place === 0 && walker.held) keep(walker, config, walker.held.token, wishMs, ctx, out);
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
  const place = walker.wishes.findIndex((wish) => wish.request === request);
  if (place < 0) return;
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
  const latestMs = ctx.now + config.keepMs;
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
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
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
  { held }: Walker,
  config: WalkConfig,
  { freeMs }: WalkingToken,
  wishMs: Millis,
  now: Millis,
): boolean {
  const { keepMs, delayMsMin, changeMsMin, capture } = config;
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
  for (const lease of leases) {
    const place = [walker.renewing.get(lease.token), walker.held?.token, walker.using?.token];
    const token = place.find((here) => here?.token === lease.token && here.epoch === lease.epoch);
    if (!token) continue;
    const isNewer = lease.version >= token.version;
    const endMs = Math.max(token.endMs, lease.endMs);
    const renewed = { ...token, ...(isNewer ? lease : {}), endMs };
    if (renewed.version > token.version) {
      // Two uses under the old and the new period are as far apart as the new one asks.
      const freeMs = Math.max(token.freeMs, token.freeMs - token.periodMs + renewed.periodMs);
      const resized = { ...renewed, freeMs };
      out.push(send(config.ledger, { type: 'renew', sinceMs, holdings: [holdingOf(resized)] }));
      replace(walker, config, token, resized, ctx, out);
    } else {
      replace(walker, config, token, renewed, ctx, out);
    }
  }
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
  } else if (walker.renewing.delete(token.token)) {
    out.push(cancelTimer(renewPrefix + token.token));
    arrive(walker, config, token, ctx, out);
  }
}

/** What the ledger needs to know of a token. */
export function holdingOf({ token, epoch, freeMs, version }: WalkingToken): Holding {
  return { token, epoch, freeMs, version };
}
