// Logs at several nodes: what counted once stays, under its number, at every node that has to have it, through
// crashes, cut links, false suspicions and moves. Flaws that break it are seen.
import { describe, expect, it } from 'vitest';
import { type Flaws, replicate } from './replica-world.ts';

const seeds = 8 * Number(process.env['SEEDS'] ?? 1);

describe('replicas', () => {
  it('keep every record that counted, and come to rest', () => {
    let counted = 0;
    let epochs = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const run = replicate(seed);
      expect(run.complaint, `seed ${seed}`).toBeUndefined();
      expect(run.isQuiet, `seed ${seed}`).toBe(true);
      counted += run.counted;
      epochs += run.epoch;
    }
    expect(counted).toBeGreaterThan(20 * seeds);
    expect(epochs).toBeGreaterThan(10 * seeds);
  });

  // Each with the seed from which on it is looked for: rare ones would take long otherwise.
  it.each<[string, Flaws, number]>([
    ['a host that counts alone', { countsAlone: true }, 0],
    ['no fence', { noFence: true }, 3],
    ['a host that goes on under its old epoch', { hostsAgain: true }, 17],
    ['an heir that has not the log', { anyHeir: true }, 1],
    ['a replica that confirms before its disk does', { confirmsEarly: true }, 2],
  ])('the checker sees %s', (_name, flaws, from) => {
    const seen = Array.from({ length: 30 }).some((_, at) => {
      try {
        return replicate(from + at, flaws).complaint !== undefined;
      } catch {
        return true;
      }
    });
    expect(seen).toBe(true);
  });
});
