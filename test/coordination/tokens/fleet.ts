// The paper's fleet: managers that each want to send a position again and again, through a hub that bears a
// capped rate. It runs the real machines on the tight loop and measures what the paper measures.
import { type Millis, nodeId, type Rng } from '../../../src/base/index.ts';
import { book } from '../../../src/coordination/tokens/book.ts';
import type { BookOptions, WalkOptions } from '../../../src/coordination/tokens/config.ts';
import type { TokensCommand, TokensEvent } from '../../../src/coordination/tokens/messages.ts';
import { walk } from '../../../src/coordination/tokens/walk.ts';
import { createWatch } from '../../../src/coordination/tokens/watch.ts';
import { exponential, normal } from '../chance.ts';
import { TightLoop } from '../tight-loop.ts';

export type Regime = 'over' | 'even' | 'under';

export interface Fleet {
  readonly seed: number;
  readonly managers: number;
  readonly ratePerSecond: number;
  readonly regime: Regime;
  /** The first part of a run is not measured. */
  readonly warmUpMs: Millis;
  readonly lastsMs: Millis;
  /** Given by the paper: 1 s. */
  readonly shortestMs: Millis;
  /** Assumed: 50 ms, give or take half. */
  readonly hopMs: Millis;
  /** Assumed: the mean time from a planned to an actual sending; 0 for none. */
  readonly useLagMs: Millis;
}

export interface FleetFigures {
  readonly usagePercent: number;
  readonly latenessS: number;
  /** Of the managers' mean latenesses. */
  readonly sdOverMean: number;
  readonly p99S: number;
  readonly worstS: number;
  readonly messagesPerS: number;
  readonly complaints: readonly string[];
}

/** The mean of a manager's wishes: as many as the hub bears, twice as many, two thirds. */
const meanMs: Readonly<Record<Regime, (fairMs: Millis) => Millis>> = {
  over: (fairMs) => fairMs / 2,
  even: (fairMs) => fairMs,
  under: (fairMs) => 1.5 * fairMs,
};

export function runBook(fleet: Fleet, options: BookOptions): FleetFigures {
  const config = book.configure(options);
  if (!config.ok) throw new Error(config.error.why);
  const loop = new TightLoop(fleet.seed, book.step, hop(fleet));
  for (const name of names(fleet)) loop.add(name, book.create(config.value, nodeId(name)));
  return measure(fleet, loop, config.value.periodMs);
}

export function runWalk(fleet: Fleet, options: Omit<WalkOptions, 'neighbours'>): FleetFigures {
  const neighbours = overlay(fleet, 15.5);
  const config = walk.configure({ ...options, neighbours });
  if (!config.ok) throw new Error(config.error.why);
  const loop = new TightLoop(fleet.seed, walk.step, hop(fleet));
  for (const name of names(fleet)) loop.add(name, walk.create(config.value, nodeId(name)));
  return measure(fleet, loop, config.value.periodMs);
}

export function names({ managers }: Fleet): readonly string[] {
  return Array.from({ length: managers }, (_, index) => `m${index}`);
}

/** Random links, so many a manager on average. */
function overlay(fleet: Fleet, degree: number): Record<string, string[]> {
  const rng = new TightLoop(fleet.seed, book.step, hop(fleet)).rng.split('overlay');
  const all = names(fleet);
  const links = new Map(all.map((name) => [name, new Set<string>()]));
  const link = (a: string, b: string): void => {
    if (a === b) return;
    links.get(a)?.add(b);
    links.get(b)?.add(a);
  };
  const each = Math.floor(degree / 2);
  for (const name of all) {
    for (let i = 0; i < each; i++) link(name, all[rng.below(all.length)] as string);
    if (rng.below(4) < 3) link(name, all[rng.below(all.length)] as string);
  }
  return Object.fromEntries([...links].map(([name, others]) => [name, [...others]]));
}

function hop({ hopMs }: Fleet): (rng: Rng) => Millis {
  return (rng) => hopMs / 2 + rng.below(hopMs + 1);
}

function measure<S, M extends { readonly type: string }>(
  fleet: Fleet,
  loop: TightLoop<S, M, TokensCommand, TokensEvent>,
  periodMs: Millis,
): FleetFigures {
  const { managers, ratePerSecond, warmUpMs, lastsMs, useLagMs } = fleet;
  const fairMs = (1000 * managers) / ratePerSecond;
  const mean = meanMs[fleet.regime](fairMs);
  const rng = loop.rng.split('wishes');
  const drawMs = (): Millis => Math.max(fleet.shortestMs, Math.round(normal(rng, mean, mean / 2)));
  const watch = createWatch({ periodMs, shares: [] });
  const complaints: string[] = [];
  const lateness = new Map<string, number[]>();
  let sends = 0;
  let count = 0;
  const wish = (name: string, wishMs: Millis): void =>
    loop.command(name, { type: 'enter', request: `r${count++}`, wishMs });

  loop.onEvent = (name, event) => {
    if (event.type !== 'entered') return;
    loop.after(useLagMs === 0 ? 0 : exponential(rng, useLagMs), () => {
      const complaint = watch({ ...event, atMs: loop.now });
      if (complaint) complaints.push(complaint);
      if (loop.now >= warmUpMs) {
        sends++;
        const waits = lateness.get(name);
        if (waits) waits.push(loop.now - event.wishMs);
        else lateness.set(name, [loop.now - event.wishMs]);
      }
      wish(name, loop.now + drawMs());
      loop.command(name, { type: 'leave', request: event.request });
    });
  };
  for (const name of names(fleet)) loop.command(name, { type: 'start' });
  for (const name of names(fleet)) wish(name, Math.floor((drawMs() * rng.below(1000)) / 1000));
  loop.run(warmUpMs);
  const before = loop.messages;
  loop.run(lastsMs);

  const measuredS = (lastsMs - warmUpMs) / 1000;
  const means = [...lateness.values()].map(average);
  const waits = [...lateness.values()].flat().sort((a, b) => a - b);
  const latenessMs = average(means);
  const spread = Math.sqrt(average(means.map((each) => (each - latenessMs) ** 2)));
  return {
    usagePercent: (100 * sends) / (measuredS * ratePerSecond),
    latenessS: latenessMs / 1000,
    sdOverMean: spread / latenessMs,
    p99S: (waits[Math.floor(0.99 * waits.length)] ?? 0) / 1000,
    worstS: (waits.at(-1) ?? 0) / 1000,
    messagesPerS: (loop.messages - before) / measuredS,
    complaints,
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
