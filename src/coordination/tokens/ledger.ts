// The ledger: who holds which token, until when. It gives a token to somebody else only after the lease
// has run out, so that capacity comes back from the dead and no two epochs of a token are ever valid at once.
// It does not see uses; holders answer for those. Its state must survive: while it is away nothing is
// renewed, and capacity fades instead of doubling.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { type Effects, send, setTimer, tell } from '../effects.ts';
import { forever, periodOf, type TokensConfig } from './config.ts';
import type { Holding, Lease, LedgerMessage, TokensEvent } from './messages.ts';

/** One token as the ledger knows it. */
interface Entry {
  readonly token: number;
  /** Whose turn it is at the very first time. */
  readonly home: NodeId;
  holder: NodeId | null;
  /** Which life of the holder has it. */
  sinceMs: Millis;
  epoch: number;
  endMs: Millis;
  freeMs: Millis;
  /** The resize that the holder has confirmed. */
  version: number;
  /** False until the holder has answered the issue. */
  confirmed: boolean;
  /** When to look again: the issue is repeated, or the lease is over. */
  dueMs: Millis;
}

interface Life {
  sinceMs: Millis;
  heardMs: Millis;
}

export interface Ledger {
  ratePerSecond: number;
  periodMs: Millis;
  version: number;
  readonly entries: Entry[];
  readonly lives: Map<NodeId, Life>;
  /** A resize under way: the latest moment that was given away under the old rate, so far. */
  resizing: { fromMs: Millis } | null;
}

export const ledgerTimer = 'ledger';

type Out = Effects<LedgerMessage, TokensEvent>;

export function createLedger(config: TokensConfig): Ledger {
  const { ratePerSecond, periodMs } = config;
  return { ratePerSecond, periodMs, version: 0, entries: [], lives: new Map(), resizing: null };
}

/** Also after a pause of the ledger: what has run out meanwhile is given out again. */
export function startLedger(ledger: Ledger, config: TokensConfig, ctx: Ctx, out: Out): void {
  if (ledger.entries.length === 0) {
    for (let token = 0; token < config.tokens; token++) {
      ledger.entries.push({
        ...{ token, home: config.keepers[token % config.keepers.length] as NodeId, holder: null },
        ...{ sinceMs: 0, epoch: 0, version: 0, confirmed: true },
        endMs: ctx.now,
        // Staggered, or the first period would begin with all uses at once.
        freeMs: ctx.now + (token * ledger.periodMs) / config.tokens,
        // The home has the first claim, for as long as a few lost greetings take.
        dueMs: ctx.now + 5 * config.replyMs,
      });
    }
  }
  wakeLedger(ledger, config, ctx, out);
}

/** What the ledger does of its own accord: issues that were not answered, leases that have run out. */
export function wakeLedger(ledger: Ledger, config: TokensConfig, ctx: Ctx, out: Out): void {
  for (const entry of ledger.entries) {
    if (entry.dueMs > ctx.now) continue;
    if (entry.endMs + config.skewMs <= ctx.now || entry.holder === null) {
      const heir = chooseHeir(ledger, entry, config, ctx);
      if (heir === undefined) entry.dueMs = ctx.now + config.replyMs;
      else issue(ledger, entry, heir, config, ctx, out);
    } else if (!entry.confirmed) {
      repeatIssue(ledger, entry, config, ctx, out);
    } else {
      entry.dueMs = entry.endMs + config.skewMs;
    }
  }
  const dueMs = ledger.entries.reduce((least, entry) => Math.min(least, entry.dueMs), forever);
  if (dueMs < forever) out.push(setTimer(ledgerTimer, dueMs, ctx.now));
  settleResize(ledger, out);
}

/** A member says that it is there; a later life of it has forgotten what the earlier one held. */
export function hearHello(
  ledger: Ledger,
  config: TokensConfig,
  from: NodeId,
  sinceMs: Millis,
  ctx: Ctx,
  out: Out,
): void {
  if (!isHeard(ledger, from, sinceMs, ctx.now)) return;
  for (const entry of ledger.entries) {
    if (entry.epoch === 0 && entry.home === from) issue(ledger, entry, from, config, ctx, out);
  }
  out.push(send(from, { type: 'renewed', sinceMs, leases: [] }));
  wakeLedger(ledger, config, ctx, out);
}

/** A holder wants its leases to go on; those that are over or another's are left out of the answer. */
export function hearRenew(
  ledger: Ledger,
  config: TokensConfig,
  from: NodeId,
  sinceMs: Millis,
  holdings: readonly Holding[],
  ctx: Ctx,
  out: Out,
): void {
  if (!isHeard(ledger, from, sinceMs, ctx.now)) return;
  const leases: Lease[] = [];
  for (const holding of holdings) {
    const entry = ledger.entries[holding.token];
    if (entry?.epoch !== holding.epoch || entry.endMs + config.skewMs <= ctx.now) continue;
    entry.holder = from;
    entry.sinceMs = sinceMs;
    entry.confirmed = true;
    entry.endMs = leaseEnd(config, ctx.now);
    entry.dueMs = entry.endMs + config.skewMs;
    entry.freeMs = Math.max(entry.freeMs, holding.freeMs);
    confirmVersion(ledger, entry, holding.version, holding.freeMs);
    leases.push(leaseOf(ledger, entry));
  }
  out.push(send(from, { type: 'renewed', sinceMs, leases }));
  wakeLedger(ledger, config, ctx, out);
}

/**
 * A new rate for the same tokens. All periods change in the same direction, so that the total never
 * passes the larger of both rates; `resized` tells from when on the new one holds everywhere.
 */
export function resizeLedger(
  ledger: Ledger,
  config: TokensConfig,
  ratePerSecond: number,
  ctx: Ctx,
  out: Out,
): void {
  ledger.ratePerSecond = ratePerSecond;
  ledger.periodMs = periodOf(config.tokens, ratePerSecond);
  ledger.version++;
  ledger.resizing = { fromMs: ctx.now };
  const held = ledger.entries.filter(({ holder }) => holder !== null);
  for (const entry of ledger.entries) {
    if (entry.holder === null) confirmVersion(ledger, entry, ledger.version, entry.freeMs);
  }
  // All are told of all: tokens that walk are not where the ledger last heard of them.
  const leases = held.map((entry) => leaseOf(ledger, entry));
  for (const [node, { sinceMs }] of ledger.lives) {
    out.push(send(node, { type: 'renewed', sinceMs, leases }));
  }
  settleResize(ledger, out);
}

function confirmVersion(ledger: Ledger, entry: Entry, version: number, freeMs: Millis): void {
  if (version !== ledger.version || entry.version === version) return;
  entry.version = version;
  if (ledger.resizing) ledger.resizing.fromMs = Math.max(ledger.resizing.fromMs, freeMs);
}

function settleResize(ledger: Ledger, out: Out): void {
  if (!ledger.resizing) return;
  if (ledger.entries.some((entry) => entry.version !== ledger.version)) return;
  const { fromMs } = ledger.resizing;
  ledger.resizing = null;
  out.push(tell({ type: 'resized', ratePerSecond: ledger.ratePerSecond, fromMs }));
}

/** False for a message of a life that is over. */
function isHeard(ledger: Ledger, from: NodeId, sinceMs: Millis, now: Millis): boolean {
  const life = ledger.lives.get(from);
  if (life && life.sinceMs > sinceMs) return false;
  ledger.lives.set(from, { sinceMs, heardMs: now });
  return true;
}

function issue(
  ledger: Ledger,
  entry: Entry,
  to: NodeId,
  config: TokensConfig,
  ctx: Ctx,
  out: Out,
): void {
  entry.holder = to;
  entry.sinceMs = ledger.lives.get(to)?.sinceMs ?? 0;
  entry.epoch++;
  // Invariant: what the last holder gave away ends with its lease, so from then on all is free.
  entry.freeMs = Math.max(entry.freeMs, entry.endMs, ctx.now);
  entry.endMs = leaseEnd(config, ctx.now);
  entry.confirmed = false;
  confirmVersion(ledger, entry, ledger.version, entry.freeMs);
  repeatIssue(ledger, entry, config, ctx, out);
  out.push(tell({ type: 'issued', token: entry.token, epoch: entry.epoch, to }));
}

function repeatIssue(ledger: Ledger, entry: Entry, config: TokensConfig, ctx: Ctx, out: Out): void {
  if (entry.holder === null) return;
  const { sinceMs, freeMs, holder } = entry;
  const lease = leaseOf(ledger, entry);
  out.push(send(holder, { type: 'issue', sinceMs, lease, freeMs }));
  entry.dueMs = Math.min(ctx.now + config.replyMs, entry.endMs + config.skewMs);
}

/** Somebody alive with few tokens; not the life that has just let the lease run out. */
function chooseHeir(
  ledger: Ledger,
  entry: Entry,
  config: TokensConfig,
  ctx: Ctx,
): NodeId | undefined {
  const held = new Map<NodeId, number>();
  for (const { holder } of ledger.entries) {
    if (holder !== null) held.set(holder, (held.get(holder) ?? 0) + 1);
  }
  let fewest = Number.POSITIVE_INFINITY;
  let best: NodeId[] = [];
  for (const [node, life] of ledger.lives) {
    if (node === entry.holder && life.sinceMs === entry.sinceMs) continue;
    if (ctx.now - life.heardMs > config.leaseMs) continue;
    const count = held.get(node) ?? 0;
    if (count < fewest) best = [];
    if (count <= fewest) best.push(node);
    fewest = Math.min(fewest, count);
  }
  if (best.length === 0) return undefined;
  return best[ctx.rng.below(best.length)];
}

function leaseOf(ledger: Ledger, { token, epoch, endMs }: Entry): Lease {
  return { token, epoch, endMs, periodMs: ledger.periodMs, version: ledger.version };
}

function leaseEnd(config: TokensConfig, now: Millis): Millis {
  return Math.min(forever, now + config.leaseMs);
}
