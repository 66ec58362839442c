// A keeper of BOOK: it owns tokens by lease, books slots on them and tells other keepers how busy it is. A wish
// that somebody else can serve sooner is passed on, once. What it promised stays good when it is gone.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer } from '../effects.ts';
import { book, firstSlot, isWithinLease, type KeptToken, keep, unbook } from './bookings.ts';
import { type BookConfig, forever, mustRenew } from './config.ts';
import type {
  AskId,
  BookMessage,
  Holding,
  Lease,
  Rumour,
  TokenNumber,
  TokensEvent,
} from './messages.ts';

interface Booking {
  readonly token: TokenNumber;
  readonly epoch: number;
  readonly slotMs: Millis;
  readonly periodMs: Millis;
}

export interface Keeper {
  /** When this life of the keeper began; -1 before its start. */
  sinceMs: Millis;
  readonly tokens: Map<TokenNumber, KeptToken>;
  /** The last epoch of each token that came here: an issue that is told twice is heard once. */
  readonly newest: Map<TokenNumber, number>;
  /** By attempt: a wish that is told twice has one slot. */
  readonly bookings: Map<AskId, Booking>;
  readonly passedOn: Map<AskId, { readonly to: NodeId; readonly atMs: Millis }>;
  readonly rumours: Map<NodeId, Rumour>;
}

/** Of how many others a keeper thinks, by chance: if all thought of all, all would crowd the same one. */
const comparedMax = 8;

export const gossipTimer = 'gossip';
export const renewTimer = 'renew';

type Out = Effects<BookMessage, TokensEvent>;
type Reserve = Extract<BookMessage, { type: 'reserve' }>;

export function createKeeper(): Keeper {
  return {
    ...{ sinceMs: -1, tokens: new Map(), newest: new Map() },
    ...{ bookings: new Map(), passedOn: new Map(), rumours: new Map() },
  };
}

export function startKeeper(keeper: Keeper, config: BookConfig, ctx: Ctx, out: Out): void {
  if (keeper.sinceMs < 0) keeper.sinceMs = ctx.now;
  greetLedger(keeper, config, ctx, out);
  // Keepers that start together should not gossip together.
  out.push(setTimer(gossipTimer, ctx.now + ctx.rng.below(Math.ceil(config.gossipMs)), ctx.now));
}

/** Says hello, or asks for leases to go on; again and again until the ledger answers. */
export function greetLedger(keeper: Keeper, config: BookConfig, ctx: Ctx, out: Out): void {
  dropExpired(keeper, ctx.now);
  const { sinceMs } = keeper;
  const holdings = [...keeper.tokens.values()].map(holdingOf);
  const message: BookMessage =
    holdings.length > 0 ? { type: 'renew', sinceMs, holdings } : { type: 'hello', sinceMs };
  out.push(send(config.ledger, message));
  out.push(setTimer(renewTimer, ctx.now + config.replyMs, ctx.now));
}

/** The ledger hands over a token. */
export function hearIssue(
  keeper: Keeper,
  config: BookConfig,
  { sinceMs, lease, freeMs }: Extract<BookMessage, { type: 'issue' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (sinceMs !== keeper.sinceMs || lease.endMs <= ctx.now) return;
  const { token, epoch } = lease;
  if (epoch > (keeper.newest.get(token) ?? 0)) {
    keeper.newest.set(token, epoch);
    keeper.tokens.set(token, keep(lease, freeMs));
  }
  const kept = keeper.tokens.get(token);
  if (kept?.lease.epoch !== epoch) return;
  out.push(send(config.ledger, { type: 'renew', sinceMs, holdings: [holdingOf(kept)] }));
}

/** Leases go on, perhaps with another period: then the ledger is told from when on it holds. */
export function hearRenewed(
  keeper: Keeper,
  config: BookConfig,
  { sinceMs, leases }: Extract<BookMessage, { type: 'renewed' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (sinceMs !== keeper.sinceMs) return;
  let isResized = false;
  for (const lease of leases) {
    const kept = keeper.tokens.get(lease.token);
    if (kept?.lease.epoch !== lease.epoch) continue;
    isResized ||= lease.version > kept.lease.version;
    kept.lease = laterOf(kept.lease, lease);
  }
  if (isResized) {
    greetLedger(keeper, config, ctx, out);
    return;
  }
  const isRenewed = [...keeper.tokens.values()].every(
    ({ lease }) => !mustRenew(config, lease.endMs, ctx.now),
  );
  if (!isRenewed) return;
  if (config.leaseMs === forever) out.push(cancelTimer(renewTimer));
  else out.push(setTimer(renewTimer, ctx.now + config.leaseMs / 2, ctx.now));
}

/** A wish: passed on, granted, or put off. */
export function hearReserve(
  keeper: Keeper,
  config: BookConfig,
  message: Reserve,
  ctx: Ctx,
  out: Out,
): void {
  dropExpired(keeper, ctx.now);
  const { member, request, ask, wishMs, rumours } = message;
  if (rumours) hearGossip(keeper, ctx.self, rumours);
  const known = keeper.bookings.get(ask);
  if (known) {
    out.push(send(member, { type: 'grant', request, ask, ...grantOf(known) }));
    return;
  }
  const earliestMs = Math.max(wishMs, ctx.now + config.leadMs);
  const own = soonest(keeper, earliestMs);
  if (!rumours) {
    const better =
      keeper.passedOn.get(ask)?.to ?? betterKeeper(keeper, config, own, earliestMs, ctx);
    if (better !== undefined) {
      keeper.passedOn.set(ask, { to: better, atMs: ctx.now });
      out.push(send(better, { ...message, rumours: rumoursOf(keeper, config, ctx) }));
      return;
    }
  }
  if (!own) {
    out.push(send(member, { type: 'busy', request }));
    return;
  }
  const slotMs = book(own, earliestMs, ctx.now);
  const { token, epoch, periodMs } = own.lease;
  const booking = { token, epoch, slotMs, periodMs };
  keeper.bookings.set(ask, booking);
  out.push(send(member, { type: 'grant', request, ask, ...grantOf(booking) }));
}

/**
 * A slot that nobody will use is free again, if its token is still the one it was booked on. One that is past or about to be
 * may have been used: a grant that is told twice comes back although its first telling was taken.
 */
export function hearReturn(keeper: Keeper, config: BookConfig, ask: AskId, ctx: Ctx): void {
  const booking = keeper.bookings.get(ask);
  if (!booking || booking.slotMs <= ctx.now + config.skewMs) return;
  keeper.bookings.delete(ask);
  const kept = keeper.tokens.get(booking.token);
  if (kept?.lease.epoch === booking.epoch) unbook(kept, booking.slotMs, booking.periodMs);
}

export function hearGossip(keeper: Keeper, self: NodeId, rumours: readonly Rumour[]): void {
  for (const rumour of rumours) {
    if (rumour.keeper === self) continue;
    const known = keeper.rumours.get(rumour.keeper);
    if (!known || known.stampMs < rumour.stampMs) keeper.rumours.set(rumour.keeper, rumour);
  }
}

/** Tells one other keeper, by chance, all that is known of who is how busy. */
export function gossip(keeper: Keeper, config: BookConfig, ctx: Ctx, out: Out): void {
  dropExpired(keeper, ctx.now);
  forgetOld(keeper, config, ctx.now);
  const others = config.keepers.filter((other) => other !== ctx.self);
  if (others.length === 0) return;
  const rumours = rumoursOf(keeper, config, ctx);
  out.push(send(others[ctx.rng.below(others.length)] as NodeId, { type: 'gossip', rumours }));
  out.push(setTimer(gossipTimer, ctx.now + config.gossipMs, ctx.now));
}

/** All that is known here, first of all of oneself. */
function rumoursOf(keeper: Keeper, config: BookConfig, ctx: Ctx): readonly Rumour[] {
  const own = soonest(keeper, ctx.now + config.leadMs);
  const nextMs = own ? firstSlot(own, ctx.now + config.leadMs) : null;
  return [{ keeper: ctx.self, nextMs, stampMs: ctx.now }, ...keeper.rumours.values()];
}

/** Who is thought to be sooner by more than a period; that one then counts as a period busier. */
function betterKeeper(
  keeper: Keeper,
  config: BookConfig,
  own: KeptToken | undefined,
  earliestMs: Millis,
  ctx: Ctx,
): NodeId | undefined {
  const { periodMs } = own?.lease ?? config;
  let best: Rumour | undefined;
  let bestMs = own ? firstSlot(own, earliestMs) - periodMs : Number.POSITIVE_INFINITY;
  const compared = [...keeper.rumours.values()];
  while (compared.length > comparedMax) compared.splice(ctx.rng.below(compared.length), 1);
  for (const rumour of compared) {
    if (rumour.nextMs === null || isStale(rumour, config, ctx.now)) continue;
    const slotMs = Math.max(rumour.nextMs, earliestMs);
    const isTie = best !== undefined && slotMs === bestMs;
    if (slotMs < bestMs || (isTie && ctx.rng.below(2) === 0)) {
      best = rumour;
      bestMs = slotMs;
    }
  }
  if (!best) return undefined;
  keeper.rumours.set(best.keeper, { ...best, nextMs: bestMs + periodMs });
  return best.keeper;
}

function soonest(keeper: Keeper, earliestMs: Millis): KeptToken | undefined {
  let best: KeptToken | undefined;
  let bestMs = Number.POSITIVE_INFINITY;
  for (const token of keeper.tokens.values()) {
    const slotMs = firstSlot(token, earliestMs);
    if (slotMs < bestMs && isWithinLease(token, slotMs)) {
      best = token;
      bestMs = slotMs;
    }
  }
  return best;
}

function dropExpired(keeper: Keeper, now: Millis): void {
  for (const [token, { lease }] of keeper.tokens) {
    if (lease.endMs <= now) keeper.tokens.delete(token);
  }
}

/** What is past, or older than any message that could still ask for it. */
function forgetOld(keeper: Keeper, config: BookConfig, now: Millis): void {
  for (const [key, { slotMs }] of keeper.bookings) {
    if (slotMs < now) keeper.bookings.delete(key);
  }
  for (const [key, { atMs }] of keeper.passedOn) {
    if (atMs + 4 * config.replyMs < now) keeper.passedOn.delete(key);
  }
  for (const [peer, rumour] of keeper.rumours) {
    if (isStale(rumour, config, now)) keeper.rumours.delete(peer);
  }
}

/** A keeper of whom nobody has heard for many rounds of gossip is taken to be gone. */
function isStale(rumour: Rumour, config: BookConfig, now: Millis): boolean {
  return now - rumour.stampMs > 20 * config.gossipMs + config.skewMs;
}

function laterOf(old: Lease, lease: Lease): Lease {
  const endMs = Math.max(old.endMs, lease.endMs);
  return lease.version >= old.version ? { ...lease, endMs } : { ...old, endMs };
}

function holdingOf({ lease, nextMs }: KeptToken): Holding {
  return { token: lease.token, epoch: lease.epoch, freeMs: nextMs, version: lease.version };
}

function grantOf({ token, epoch, slotMs }: Booking): Omit<Booking, 'periodMs'> {
  return { token, epoch, slotMs };
}
