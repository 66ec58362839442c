// The bookings of one token: spans of one period each, none overlapping another, all within the lease.
// That is the whole promise of a keeper, whatever messages are lost or repeated.
import { assert, type Millis } from '../../base/index.ts';
import type { Lease } from './messages.ts';

/** A stretch before `nextMs` that nobody has booked: left out for a later wish, or given back. */
interface Gap {
  readonly fromMs: Millis;
  readonly toMs: Millis;
}

export interface KeptToken {
  lease: Lease;
  /** From here on nothing is booked. */
  nextMs: Millis;
  /** Earliest first; each has room for a period. */
  gaps: Gap[];
}

export function keep(lease: Lease, freeMs: Millis): KeptToken {
  return { lease, nextMs: freeMs, gaps: [] };
}

/** The first slot not before a moment; it may lie beyond the lease. */
export function firstSlot(token: KeptToken, earliestMs: Millis): Millis {
  return gapFor(token, earliestMs)?.slotMs ?? Math.max(token.nextMs, earliestMs);
}

/** Whether a booking would end before the lease does. */
export function isWithinLease({ lease }: KeptToken, slotMs: Millis): boolean {
  return slotMs + lease.periodMs <= lease.endMs;
}

/** Books the first slot not before a moment, which must lie within the lease. */
export function book(token: KeptToken, earliestMs: Millis, now: Millis): Millis {
  const { periodMs } = token.lease;
  token.gaps = token.gaps.filter(({ toMs }) => toMs - periodMs >= now);
  const found = gapFor(token, earliestMs);
  if (found) {
    const { gap, slotMs } = found;
    token.gaps = token.gaps.filter((other) => other !== gap);
    addGap(token, gap.fromMs, slotMs);
    addGap(token, slotMs + periodMs, gap.toMs);
    return slotMs;
  }
  const slotMs = Math.max(token.nextMs, earliestMs);
  assert(isWithinLease(token, slotMs), 'a booking lies past its lease', slotMs);
  addGap(token, token.nextMs, slotMs);
  token.nextMs = slotMs + periodMs;
  return slotMs;
}

/** Takes back a booking; whoever calls has made sure that it is taken back once. */
export function unbook(token: KeptToken, slotMs: Millis, periodMs: Millis): void {
  if (token.nextMs === slotMs + periodMs) token.nextMs = slotMs;
  else addGap(token, slotMs, slotMs + periodMs);
}

function gapFor(
  { gaps, lease }: KeptToken,
  earliestMs: Millis,
): { gap: Gap; slotMs: Millis } | undefined {
  for (const gap of gaps) {
    const slotMs = Math.max(gap.fromMs, earliestMs);
    if (slotMs + lease.periodMs <= gap.toMs) return { gap, slotMs };
  }
  return undefined;
}

function addGap(token: KeptToken, fromMs: Millis, toMs: Millis): void {
  if (toMs - fromMs < token.lease.periodMs) return;
  const place = token.gaps.findIndex((gap) => gap.fromMs > fromMs);
  token.gaps.splice(place < 0 ? token.gaps.length : place, 0, { fromMs, toMs });
}
