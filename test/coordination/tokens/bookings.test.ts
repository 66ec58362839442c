// The law of bookings: whatever is asked for and given back, in whatever order, no two spans overlap and none leaves the lease.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  book,
  firstSlot,
  isWithinLease,
  keep,
  unbook,
} from '../../../src/coordination/tokens/bookings.ts';

const lease = { token: 0, epoch: 1, endMs: 20_000, periodMs: 100, version: 0 };

const action = fc.oneof(
  fc.record({ type: fc.constant('book' as const), aheadMs: fc.nat(1500) }),
  fc.record({ type: fc.constant('unbook' as const), which: fc.nat(50) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.nat(300) }),
  fc.record({ type: fc.constant('resize' as const), periodMs: fc.integer({ min: 20, max: 400 }) }),
);

describe('bookings', () => {
  it('never overlap and stay within the lease', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
        const token = keep({ ...lease }, 0);
        const booked: { slotMs: number; periodMs: number }[] = [];
        let now = 0;
        for (const each of actions) {
          if (each.type === 'wait') now += each.ms;
          else if (each.type === 'resize') {
            token.lease = { ...token.lease, periodMs: each.periodMs };
          } else if (each.type === 'unbook') {
            const future = booked.filter(({ slotMs }) => slotMs > now);
            const gone = future[each.which % Math.max(1, future.length)];
            if (!gone) continue;
            booked.splice(booked.indexOf(gone), 1);
            unbook(token, gone.slotMs, gone.periodMs);
          } else {
            const earliestMs = now + each.aheadMs;
            const expected = firstSlot(token, earliestMs);
            if (!isWithinLease(token, expected)) continue;
            const slotMs = book(token, earliestMs, now);
            expect(slotMs).toBe(expected);
            expect(slotMs).toBeGreaterThanOrEqual(earliestMs);
            booked.push({ slotMs, periodMs: token.lease.periodMs });
          }
        }
        booked.sort((a, b) => a.slotMs - b.slotMs);
        for (const [index, { slotMs, periodMs }] of booked.entries()) {
          const next = booked[index + 1];
          expect(slotMs + periodMs).toBeLessThanOrEqual(next?.slotMs ?? lease.endMs);
        }
      }),
    );
  });

  it('fill what an early booking for a late wish has left out, and what was given back', () => {
    const token = keep({ ...lease }, 0);
    expect(book(token, 1000, 0)).toBe(1000);
    expect(book(token, 50, 0)).toBe(50);
    expect(book(token, 0, 0)).toBe(150);
    expect(book(token, 950, 0)).toBe(1100);
    unbook(token, 1000, 100);
    expect(book(token, 900, 0)).toBe(900);
    expect(book(token, 1000, 0)).toBe(1000);
  });
});
