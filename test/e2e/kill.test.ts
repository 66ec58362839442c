// A workflow survives being killed: whatever the moment, resuming ends in the right solution, and no effect that
// has answered is run again. KILLS=100 npx vitest run test/e2e/kill.test.ts kills more often.
import { describe, expect, it } from 'vitest';
import { complaints, forget, torture } from './kill-workflow.ts';

const KILLS = Number(process.env['KILLS'] ?? 12);
const TASKS = 12;
/** Kills of one run: after some more of them it would end anyway. */
const KILLS_A_RUN = 6;

describe('a workflow that is killed', () => {
  it(
    `${KILLS} times ends as if nothing had happened`,
    async () => {
      let kills = 0;
      let repeated = 0;
      for (let seed = 1; kills < KILLS; seed++) {
        const tortured = await torture(TASKS, Math.min(KILLS_A_RUN, KILLS - kills), seed);
        kills += tortured.kills;
        const { output, expected, calls } = tortured;
        expect({ seed, output }).toEqual({ seed, output: expected });
        expect({ seed, complaints: complaints(tortured) }).toEqual({ seed, complaints: [] });
        expect(calls.length).toBeGreaterThanOrEqual(2 * TASKS);
        repeated += calls.length - 2 * TASKS;
        forget(tortured);
      }
      expect(kills).toBeGreaterThanOrEqual(KILLS);
      // Or it was never killed in the middle of an effect, and nothing was tried.
      expect(repeated).toBeGreaterThan(0);
    },
    20_000 * KILLS,
  );
});
