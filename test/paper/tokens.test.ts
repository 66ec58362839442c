// Paper 2, "A Token-Based Scheme for Coordinating Decisions in Large-Scale Autonomic Systems": its claims at a hundredth or so of
// its size, as shapes. Full size: npm run lab:docs.
import { describe, expect, it } from 'vitest';
import {
  type Fleet,
  type FleetFigures,
  type Regime,
  runBook,
  runWalk,
} from '../../src/lab/index.ts';

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `m${index}`);

const windowS = 30;

/** 300 managers at 1.5 sends a second are, for each of them, what 10,000 at 50 are. */
const small: Omit<Fleet, 'regime'> = {
  ...{ seed: 1, managers: 300, ratePerSecond: 1.5, warmUpMs: 600_000, lastsMs: 5_400_000 },
  ...{ shortestMs: 1000, hopMs: 50, useLagMs: 140, messagesMax: 150_000 },
};

/** k tokens of the whole fleet are 3 % of k here; τ is `ratio` times their period. */
function walk(regime: Regime, k: number, ratio: number, more: Partial<Fleet> = {}): FleetFigures {
  const fleet = { ...small, regime, ...more };
  const keepers = names(Math.round(0.03 * k));
  const keepMs = (ratio * 1000 * keepers.length) / fleet.ratePerSecond;
  const { ratePerSecond } = fleet;
  return runWalk(fleet, { ratePerSecond, keepers, keepMs, leaseMs: 0, acknowledge: false });
}

function book(regime: Regime, more: Partial<Fleet> = {}): FleetFigures {
  const fleet = { ...small, regime, useLagMs: 0, ...more };
  return runBook(fleet, { ratePerSecond: fleet.ratePerSecond, keepers: names(2) });
}

describe('section IV.B, overloaded', () => {
  it('uses at least 99 % of the capacity with 1600 tokens and τ = p (99.56 % in the paper)', () => {
    const { usagePercent, complaints } = walk('over', 1600, 1);
    expect(complaints).toEqual([]);
    expect(usagePercent).toBeGreaterThan(99);
    expect(usagePercent).toBeLessThanOrEqual(100);
  });

  it('uses 94 to 100 % for τ from p to 1.5 p, and less at 1.5 p than at p', () => {
    const [atP, above] = [walk('over', 1600, 1), walk('over', 1600, 1.5)];
    expect(above.usagePercent).toBeGreaterThan(94);
    expect(above.usagePercent).toBeLessThan(atP.usagePercent - 1);
  });

  it('depends little on the number of tokens: 800 or 1600, within 1 %', () => {
    const [few, many] = [walk('over', 800, 1), walk('over', 1600, 1)];
    expect(Math.abs(few.usagePercent - many.usagePercent)).toBeLessThan(1);
  });
});

describe('section IV.B, even and underloaded', () => {
  it('even: usage is lower than overloaded, by 1 to 6 %', () => {
    const lost = walk('over', 1600, 1).usagePercent - walk('even', 1600, 1).usagePercent;
    expect(lost).toBeGreaterThan(1);
    expect(lost).toBeLessThan(6);
  });

  it('underloaded: two thirds of the capacity, hardly any lateness', () => {
    const { usagePercent, latenessS } = walk('under', 1600, 1);
    expect(Math.abs(usagePercent - 66.6)).toBeLessThan(7);
    expect(latenessS).toBeLessThan(2);
  });
});

describe('section I, "never exceeds its maximum capacity"', () => {
  it('holds in every period of a token, not in every second', () => {
    const { periodOverTokens, mostInSecond } = walk('over', 1600, 1);
    expect(periodOverTokens).toBeLessThanOrEqual(1);
    expect(mostInSecond).toBeGreaterThan(2 * small.ratePerSecond);
  });

  it('bookings hold it in a second too, but for the whole send that straddles it', () => {
    const { mostInSecond, complaints } = book('over');
    expect(complaints).toEqual([]);
    expect(mostInSecond).toBeLessThanOrEqual(Math.ceil(small.ratePerSecond));
  });
});

describe('how long is measured', () => {
  it('until so many messages were sent, but never for less than was asked for', () => {
    const few = { messagesMax: 5000 };
    expect(walk('even', 1600, 1, few).measuredS).toBeLessThan(500);
    const long = walk('even', 1600, 1, { ...few, measuredMsMin: 900_000 });
    expect(long.measuredS).toBeGreaterThanOrEqual(900);
    expect(long.measuredS).toBeLessThan(901);
  });
});

describe('figure 5, mean latenesses of the managers', () => {
  const long = { messagesMax: Number.POSITIVE_INFINITY };
  const sorted = (ratio: number): readonly number[] =>
    walk('over', 800, ratio, long).latenesses.toSorted((one, other) => one - other);

  it('lie between 40 and 450 s, for τ below, at and above p, if runs are not cut', () => {
    for (const ratio of [0.75, 1, 1.5]) {
      const all = sorted(ratio);
      expect(all).toHaveLength(small.managers);
      expect(all[0]).toBeGreaterThan(40);
      expect(all.at(-1)).toBeLessThan(450);
    }
  });

  it('the tail is not longer where τ is smaller, against the paper', () => {
    const tail = (ratio: number): number => sorted(ratio)[Math.floor(0.99 * small.managers)] ?? 0;
    expect(tail(0.75)).toBeLessThan(1.1 * tail(1.5));
  });

  it('a run that is cut after a send or two of each spreads them for want of sends', () => {
    const cut = walk('over', 800, 0.75, { messagesMax: 50_000 });
    const whole = walk('over', 800, 0.75, long);
    expect(cut.measuredS).toBeLessThan(600);
    expect(cut.sdOverMean).toBeGreaterThan(2 * whole.sdOverMean);
  });
});

describe('section V, overloaded', () => {
  it('sd over mean of the mean latenesses is kept under 25 %: at the edge here, at most 32', () => {
    for (const ratio of [1, 1.25, 1.5]) {
      expect(walk('over', 1600, ratio).sdOverMean).toBeLessThan(0.32);
      expect(walk('over', 800, ratio).sdOverMean).toBeLessThan(0.32);
    }
  });

  it('sd of usage is less than 1 % for τ from 1.25 p on, reckoned for the whole fleet', () => {
    // Windows hold 3 % of its sends, and vary by so much more.
    const share = small.ratePerSecond / 50;
    for (const ratio of [1.25, 1.5]) {
      const { usageSdPercent } = walk('over', 800, ratio);
      expect(usageSdPercent * Math.sqrt(share)).toBeLessThan(1);
    }
  });

  it('bookings keep both far below', () => {
    const { usageSdPercent, sdOverMean } = book('over');
    // A window holds a send more or less than the next; of the whole fleet, which sends more, that is a smaller part.
    expect(usageSdPercent).toBeLessThan(1.01 * (100 / (windowS * small.ratePerSecond)));
    expect(sdOverMean).toBeLessThan(0.05);
  });
});

describe('section V, fairness; and what ours adds', () => {
  it('walking: some wait more than 5 times the mean; booked: nobody more than twice', () => {
    const [walked, booked] = [walk('over', 1600, 1), book('over')];
    expect(walked.worstS).toBeGreaterThan(5 * walked.latenessS);
    expect(booked.worstS).toBeLessThan(2 * booked.latenessS);
    expect(booked.sdOverMean).toBeLessThan(walked.sdOverMean / 5);
  });

  it('tokens that nobody wants walk: at least 20 times the messages of bookings', () => {
    const [walked, booked] = [walk('under', 1600, 1), book('under')];
    expect(walked.messagesPerS).toBeGreaterThan(20 * booked.messagesPerS);
  });

  it('a faster network makes them walk more: 4 times as much at 10 ms as at 50 ms, at least 3', () => {
    const slow = walk('under', 1600, 1);
    const fast = walk('under', 1600, 1, { hopMs: 10 });
    expect(fast.messagesPerS).toBeGreaterThan(3 * slow.messagesPerS);
  });

  it('crashes cost walking tokens without leases a fifth of the capacity or more, bookings a tenth at most', () => {
    const crashes = { everyMs: 36_000_000, downMs: 60_000 };
    expect(walk('over', 800, 1, { crashes }).usagePercent).toBeLessThan(80);
    expect(book('over', { crashes }).usagePercent).toBeGreaterThan(90);
  });

  it('the lag between plan and sending costs its share of a period: 0.9 % of 16 s', () => {
    const usage = (useLagMs: number): number => walk('over', 800, 1, { useLagMs }).usagePercent;
    expect(Math.abs(usage(0) - usage(140) - (100 * 0.14) / 16)).toBeLessThan(0.3);
  });
});
