// When a flask changes its ways: section 3.3.1 of the paper for the switch, section 3.4 for sleep.
import { describe, expect, test } from 'vitest';
import {
  chooseMode,
  countOutcome,
  hearRate,
  isAwake,
  ownRate,
  recordOf,
  successRate,
  usualPolicy,
} from '../../../src/dht/capture/policy.ts';
import {
  attemptCapture,
  flaskId,
  hearCapture,
  newCapture,
  wakeCapture,
} from '../../../src/dht/index.ts';

const self = flaskId('f');
const fresh = () => recordOf(new Map(), 'r');
const told = (mode: 'optimistic' | 'pessimistic', outcomes: readonly boolean[]) => {
  const record = fresh();
  const slept = outcomes.map((outcome) => countOutcome(record, self, mode, outcome, usualPolicy));
  return { record, slept };
};

describe('the switch', () => {
  test('a rule that was never tried is hoped for', () => {
    expect(ownRate(fresh(), usualPolicy)).toBe(1);
    expect(chooseMode(fresh(), 5, usualPolicy)).toBe('optimistic');
  });

  test('sigma^r >= s: what is enough for two molecules is not enough for four', () => {
    const { record } = told('optimistic', Array<boolean>(5).fill(false));
    expect(successRate(record, usualPolicy)).toBeCloseTo(0.9);
    expect(chooseMode(record, 2, usualPolicy)).toBe('optimistic');
    expect(chooseMode(record, 4, usualPolicy)).toBe('pessimistic');
  });

  test('others count twice as much as oneself, and only their last twenty', () => {
    const { record } = told('optimistic', [true]);
    for (let i = 0; i < 30; i++) hearRate(record, i < 10 ? 1 : 0.25, usualPolicy);
    expect(successRate(record, usualPolicy)).toBeCloseTo(1 / 3 + (2 / 3) * 0.25);
  });

  test('a flask that may ask in one way only does', () => {
    const { record } = told('optimistic', [false, false, false]);
    expect(chooseMode(record, 2, { ...usualPolicy, mode: 'optimistic' })).toBe('optimistic');
    expect(chooseMode(fresh(), 2, { ...usualPolicy, mode: 'pessimistic' })).toBe('pessimistic');
  });
});

describe('sleep', () => {
  const tired = () => told('pessimistic', Array<boolean>(10).fill(false));

  test('ten aborts in a row, and only those of a pessimist', () => {
    expect(tired().slept.filter(Boolean)).toHaveLength(1);
    expect(told('optimistic', Array<boolean>(30).fill(false)).slept).not.toContain(true);
    const { slept } = told('pessimistic', [...Array<boolean>(9).fill(false), true, false]);
    expect(slept).not.toContain(true);
  });

  test('16 to 24 suggestions pass; then one more failure is enough, and a success is not', () => {
    const { record } = tired();
    let passed = 0;
    while (!isAwake(record)) passed++;
    expect(passed).toBeGreaterThanOrEqual(16);
    expect(passed).toBeLessThanOrEqual(24);
    expect(countOutcome(record, self, 'pessimistic', false, usualPolicy)).toBe(true);
    expect(countOutcome(record, self, 'pessimistic', true, usualPolicy)).toBe(false);
    expect(countOutcome(record, self, 'pessimistic', false, usualPolicy)).toBe(false);
  });

  test('not all flasks sleep equally long', () => {
    const naps = Array.from({ length: 20 }, (_, i) => {
      const record = fresh();
      const name = flaskId(`f${i}`);
      for (let n = 0; n < 10; n++) countOutcome(record, name, 'pessimistic', false, usualPolicy);
      return record.skipsLeft;
    });
    expect(new Set(naps).size).toBeGreaterThan(4);
  });

  test('a dormant flask asks nobody, until molecules are born that it could use', () => {
    const capture = newCapture(self, { mode: 'pessimistic' });
    const nothing = { has: () => false };
    const wanted = [{ id: 'm', holder: flaskId('x') }];
    for (let i = 1; i <= 10; i++) {
      attemptCapture(capture, nothing, 'r', wanted);
      const carried = { attempt: i, rule: 'r', rate: 0, id: 'm' };
      hearCapture(capture, nothing, flaskId('x'), { type: 'RESP_TAKEN', ...carried });
    }
    const dormant = { type: 'aborted', attempt: 0, rule: 'r', reason: 'dormant' };
    expect(attemptCapture(capture, nothing, 'r', wanted)).toEqual([
      { type: 'event', event: dormant },
    ]);
    wakeCapture(capture, 'other');
    expect(attemptCapture(capture, nothing, 'r', wanted)).toHaveLength(1);
    wakeCapture(capture, 'r');
    expect(attemptCapture(capture, nothing, 'r', wanted)[0]).toMatchObject({ type: 'send' });
  });
});
