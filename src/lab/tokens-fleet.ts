// The fleet of paper 2: managers that each want to send a position again and again, through a hub that bears a
// capped rate. It runs the real machines on the tight loop; what is measured is in tokens-meter.ts.
import { assert, createRng, type Millis, nodeId, type Result, type Rng } from '../base/index.ts';
import {
  type BadOption,
  type BookOptions,
  book,
  type TokensCommand,
  type TokensEvent,
  type WalkOptions,
  walk,
} from '../coordination/index.ts';
import { exponential, normal, TightLoop } from '../sim/index.ts';
import { type FleetFigures, Meter } from './tokens-meter.ts';

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
  /**
   * A run ends early once so many messages were measured; unless said, never. Underloaded, where the beginning is already as it
   * will be, half of them end the warm-up too.
   */
  readonly messagesMax?: number;
  /** But never before so much time was measured. */
  readonly measuredMsMin?: Millis;
  /** Managers die so often each, and come back as new after a while; the first one is spared. */
  readonly crashes?: { readonly everyMs: Millis; readonly downMs: Millis };
}

/** The mean of a manager's wishes: twice as many as the hub bears, as many, two thirds. */
const meanMs: Readonly<Record<Regime, (fairMs: Millis) => Millis>> = {
  over: (fairMs) => fairMs / 2,
  even: (fairMs) => fairMs,
  under: (fairMs) => 1.5 * fairMs,
};

export function runBook(fleet: Fleet, options: BookOptions): FleetFigures {
  const config = configured(book.configure(options));
  const create = (name: string) => book.create(config, nodeId(name));
  const loop = new TightLoop(fleet.seed, book.step, hop(fleet));
  return measure(fleet, loop, create, config.periodMs);
}

export function runWalk(fleet: Fleet, options: Omit<WalkOptions, 'neighbours'>): FleetFigures {
  const neighbours = overlay(fleet);
  const config = configured(walk.configure({ ...options, neighbours }));
  const create = (name: string) => walk.create(config, nodeId(name));
  const loop = new TightLoop(fleet.seed, walk.step, hop(fleet));
  return measure(fleet, loop, create, config.periodMs);
}

function configured<T>(result: Result<T, BadOption>): T {
  assert(result.ok, 'wrong options', result);
  return result.value;
}

/** m0, m1 ...; the first is the ledger, the first k keep the k tokens at first. */
export function managersNamed(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `m${index}`);
}

/** Given by the paper: 15.5 neighbours in the mean, with a standard deviation of 1.5. */
const degree = { mean: 15.5, sd: 1.5 } as const;

/** Each manager has as many ends of links as its degree says; they are tied by chance. */
function overlay({ seed, managers }: Fleet): Record<string, string[]> {
  const rng = createRng(seed).split('overlay');
  const all = managersNamed(managers);
  const ends = all.flatMap((name) => {
    const count = Math.max(1, Math.round(normal(rng, degree.mean, degree.sd)));
    return Array.from({ length: count }, () => name);
  });
  for (let left = ends.length; left > 1; left--) {
    const other = rng.below(left);
    const end = ends[other] as string;
    ends[other] = ends[left - 1] as string;
    ends[left - 1] = end;
  }
  const links = new Map(all.map((name) => [name, new Set<string>()]));
  for (let i = 0; i + 1 < ends.length; i += 2) {
    const [a, b] = [ends[i] as string, ends[i + 1] as string];
    if (a === b) continue;
    links.get(a)?.add(b);
    links.get(b)?.add(a);
  }
  return Object.fromEntries([...links].map(([name, others]) => [name, [...others]]));
}

function hop({ hopMs }: Fleet): (rng: Rng) => Millis {
  return (rng) => hopMs / 2 + rng.below(hopMs + 1);
}

function measure<S, M extends { readonly type: string }>(
  fleet: Fleet,
  loop: TightLoop<S, M, TokensCommand, TokensEvent>,
  create: (name: string) => S,
  periodMs: Millis,
): FleetFigures {
  const { managers, ratePerSecond, warmUpMs, lastsMs, useLagMs } = fleet;
  const fairMs = (1000 * managers) / ratePerSecond;
  const mean = meanMs[fleet.regime](fairMs);
  const rng = loop.rng.split('wishes');
  const drawMs = (): Millis => Math.max(fleet.shortestMs, Math.round(normal(rng, mean, mean / 2)));
  // How long a wish that is under way at a random moment still has: the long ones are met more often.
  const restMs = (): Millis => {
    let ms = drawMs();
    while (rng.below(1000) >= (1000 * ms) / (4 * mean)) ms = drawMs();
    return Math.floor((ms * rng.below(1000)) / 1000);
  };
  const meter = new Meter({ periodMs, ratePerSecond });
  const lives = new Map<string, number>();
  let count = 0;
  const wish = (name: string, wishMs: Millis): void =>
    loop.command(name, { type: 'enter', request: `r${count++}`, wishMs });

  loop.onEvent = (name, event) => {
    if (event.type !== 'entered') return;
    const life = lives.get(name);
    loop.after(useLagMs === 0 ? 0 : exponential(rng, useLagMs), () => {
      if (lives.get(name) !== life) return;
      meter.see(name, { ...event, atMs: loop.now });
      wish(name, loop.now + drawMs());
      loop.command(name, { type: 'leave', request: event.request });
    });
  };
  const all = managersNamed(managers);
  for (const name of all) loop.add(name, create(name));
  for (const name of all) loop.command(name, { type: 'start' });
  for (const name of all) wish(name, restMs());
  if (fleet.crashes) plan(fleet.crashes);
  const messagesMax = fleet.messagesMax ?? Number.POSITIVE_INFINITY;
  const warmMax = fleet.regime === 'under' ? messagesMax / 2 : Number.POSITIVE_INFINITY;
  loop.run(warmUpMs, () => loop.messages >= warmMax);
  const before = loop.messages;
  const most = before + messagesMax;
  // What was planned before is measured from here on, whenever that is.
  const beginMs = before < warmMax ? warmUpMs : loop.now;
  meter.begin(beginMs);
  const leastMs = beginMs + (fleet.measuredMsMin ?? 0);
  let isCut = false;
  loop.run(lastsMs, () => {
    isCut = loop.messages >= most && loop.now >= leastMs;
    return isCut;
  });
  const endMs = isCut ? loop.now : lastsMs;
  return meter.figures(endMs, loop.messages - before);

  function plan({ everyMs, downMs }: NonNullable<Fleet['crashes']>): void {
    const dice = loop.rng.split('crashes');
    const strike = (): void => {
      const name = all[1 + dice.below(managers - 1)] as string;
      if (loop.isUp(name)) {
        loop.stop(name);
        lives.set(name, (lives.get(name) ?? 0) + 1);
        loop.after(downMs, () => {
          loop.restart(name, create(name));
          loop.command(name, { type: 'start' });
          wish(name, loop.now + restMs());
        });
      }
      loop.after(exponential(dice, everyMs / (managers - 1)), strike);
    };
    loop.after(exponential(dice, everyMs / (managers - 1)), strike);
  }
}
