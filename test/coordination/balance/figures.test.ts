// How close balance comes to what no allocation can beat, on the kind of job of the paper. The suite runs a small job;
// FIGURES=full npx vitest run test/coordination/balance/figures.test.ts runs the paper's size and prints a row for each way.
import { describe, expect, it } from 'vitest';
import {
  costsOf,
  firstMakespan,
  type JobFigures,
  lowerBound,
  makeJob,
  paperJob,
  runJob,
} from '../../../src/lab/index.ts';

const isFull = process.env['FIGURES'] === 'full';
const taskCount = isFull ? paperJob.tasks : 1200;
const memberCount = isFull ? paperJob.members : 8;
const withoutS = isFull ? paperJob.withoutS : 200;

const ways = {
  agnostic: { strategy: 'agnostic', winner: 'load', batch: 1, swap: 0 },
  situational: { winner: 'load', batch: 1, swap: 0 },
  'winner by cost': { batch: 1, swap: 0 },
  usual: {},
  'usual, few informs': { informMs: 5000 },
} as const;

const job = makeJob(1, memberCount, taskCount);
const bound = lowerBound(costsOf(job), isFull ? 100 : 300);

function run(way: keyof typeof ways, more: { slowFromMs?: number } = {}): JobFigures {
  const slow = { member: 0, fromMs: more.slowFromMs ?? 0, share: 0.5 };
  const figures = runJob(job, bound, {
    ...{ seed: 1, options: ways[way], withoutS },
    ...(more.slowFromMs === undefined ? {} : { slow }),
  });
  if (isFull) {
    const { tookS, abovePercent, messages, delegations, swaps } = figures;
    const row = [tookS.toFixed(1), `+${abovePercent.toFixed(2)} %`, messages, delegations, swaps];
    console.info(`${way}${more.slowFromMs === undefined ? '' : ', slow node'}: ${row.join('  ')}`);
  }
  expect(figures).toMatchObject({ doneTwice: 0, undone: 0, reserved: 0 });
  return figures;
}

describe('balance beside the bound', () => {
  const results = new Map<string, JobFigures>();
  const of = (way: keyof typeof ways): JobFigures => {
    const known = results.get(way) ?? run(way);
    results.set(way, known);
    return known;
  };

  it('never beats the bound, never takes longer than without negotiation', () => {
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      expect(of(way).abovePercent, way).toBeGreaterThanOrEqual(0);
      expect(of(way).tookS, way).toBeLessThan(withoutS);
    }
    expect(firstMakespan(job)).toBeGreaterThan(1.5 * bound);
  }, 3_600_000);

  it('comes within 1 % of the bound at full size, and close to it where tasks are few and large', () => {
    const most = isFull ? 1 : 5;
    expect(of('usual').abovePercent).toBeLessThan(most);
    expect(of('usual, few informs').abovePercent).toBeLessThan(most);
  });

  it('gains by each step away from the print', () => {
    expect(of('winner by cost').tookS).toBeLessThan(1.01 * of('situational').tookS);
    expect(of('situational').tookS).toBeLessThan(1.02 * of('agnostic').tookS);
    expect(of('usual').tookS).toBeLessThan(0.97 * of('winner by cost').tookS);
    expect(of('usual, few informs').messages).toBeLessThan(0.7 * of('usual').messages);
  });

  it('follows a node that becomes slow', () => {
    const slowFromMs = (withoutS * 1000) / 6;
    const slow = run('usual', { slowFromMs });
    // Half a node of so many is lost for most of the time, and hardly more than that.
    const share = 1 - 0.5 / memberCount;
    expect(slow.tookS).toBeLessThan((1.05 * of('usual').tookS) / share);
  }, 600_000);
});
