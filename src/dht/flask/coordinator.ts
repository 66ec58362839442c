// The part of flask 0 that knows when all is over. Each flask tells when nothing is left to do there, with how many
// messages it has sent and received. When all have told, and as much was received as was sent, flask 0 asks
// everybody once more. A flask that still has the numbers that it told has been idle all the while, since only a
// message could have set it going; so at the moment of the last report all were idle, and nothing was on its way.
// That is Mattern's way with two waves, of which the first comes by itself.
// It also deals out reactions where they are bounded, and begins stages.
import type { Endpoint } from '../flask-id.ts';
import type { Ending, EndStatus, Figures, Tally } from './messages.ts';

export interface Coordinator {
  readonly flasks: number;
  /** How many messages of input were announced; null until they are. */
  puts: number | null;
  readonly reports: (Tally | null)[];
  readonly figures: (Figures | null)[];
  wave: number;
  /** The flasks that have confirmed in the wave under way; null when none is. */
  confirmed: Set<number> | null;
  /** Reactions that nobody has been given yet. */
  fuel: number;
  /** Flasks that wait for reactions to make. */
  readonly starving: Set<number>;
  readonly watchers: Set<Endpoint>;
  over: EndStatus | null;
  /** Of a run that was stopped: what each flask told of that. */
  endings: (Ending | null)[] | null;
}

export function newCoordinator(flasks: number, maxReactions: number | null): Coordinator {
  return {
    flasks,
    puts: null,
    reports: new Array<Tally | null>(flasks).fill(null),
    figures: new Array<Figures | null>(flasks).fill(null),
    wave: 0,
    confirmed: null,
    fuel: maxReactions ?? Number.POSITIVE_INFINITY,
    starving: new Set(),
    watchers: new Set(),
    over: null,
    endings: null,
  };
}

/** What is to be done next. */
export type Verdict = 'wait' | 'ask' | 'inert' | 'out-of-fuel';

export function reported(
  coordinator: Coordinator,
  from: number,
  tally: Tally,
  figures: Figures,
): Verdict {
  coordinator.reports[from] = tally;
  coordinator.figures[from] = figures;
  coordinator.confirmed = null;
  return judge(coordinator);
}

/** Whether it is time for a wave. */
export function judge(coordinator: Coordinator): Verdict {
  const { reports, puts, over, confirmed, starving, fuel } = coordinator;
  if (over !== null || puts === null || confirmed !== null) return 'wait';
  let onTheWay = puts;
  let told = 0;
  for (const [flask, report] of reports.entries()) {
    if (report === null) continue;
    if (!starving.has(flask)) told++;
    onTheWay += report.sent - report.received;
  }
  if (told + starving.size < coordinator.flasks) return 'wait';
  // Who is quiet has given back what it did not use; so all reactions were made, and another could be.
  if (starving.size > 0) return fuel === 0 ? 'out-of-fuel' : 'wait';
  if (onTheWay !== 0) return 'wait';
  coordinator.confirmed = new Set();
  coordinator.wave++;
  return 'ask';
}

/** An answer to a wave: `inert` when it was the last, and all is as it was told. */
export function answered(
  coordinator: Coordinator,
  from: number,
  wave: number,
  tally: Tally,
  quiet: boolean,
): Verdict {
  const { confirmed, reports } = coordinator;
  if (confirmed === null || wave !== coordinator.wave) return 'wait';
  const report = reports[from];
  const isSame = report?.sent === tally.sent && report.received === tally.received;
  if (!quiet || !isSame) {
    // It has been set going, and will tell when it is quiet again.
    coordinator.confirmed = null;
    return 'wait';
  }
  confirmed.add(from);
  return confirmed.size === coordinator.flasks ? 'inert' : 'wait';
}

/** From now on each flask tells how it was stopped. */
export function awaitEndings(coordinator: Coordinator): void {
  coordinator.endings = new Array<Ending | null>(coordinator.flasks).fill(null);
}

/** Stopped, a flask has made its last reaction. What it tells last is what counts. */
export function ended(coordinator: Coordinator, from: number, ending: Ending): void {
  if (coordinator.endings === null) return;
  coordinator.endings[from] = ending;
  coordinator.figures[from] = ending.figures;
}

/**
 * Whether what is read now is the end. Of a run that was stopped, all have told, and what they had sent each other has arrived:
 * a molecule on its way would be missed.
 */
export function isSettled({ over, endings, puts }: Coordinator): boolean {
  if (over === null || endings === null) return over !== null;
  let onTheWay = puts ?? 0;
  let isCertain = puts !== null;
  for (const ending of endings) {
    if (ending === null) return false;
    if (ending.tally === null) isCertain = false;
    else onTheWay += ending.tally.sent - ending.tally.received;
  }
  return !isCertain || onTheWay === 0;
}

export function unansweredOf({ endings }: Coordinator): number {
  return (endings ?? []).reduce((all, ending) => all + (ending?.unanswered ?? 0), 0);
}

/** A share of what is left for a flask that asks; 0 when nothing is. It is at work again, whatever it told before. */
export function dealFuel(coordinator: Coordinator, to: number): number {
  const { fuel, flasks } = coordinator;
  const share = Math.min(fuel, Math.max(1, Math.ceil(fuel / (2 * flasks))));
  coordinator.fuel -= share;
  coordinator.reports[to] = null;
  if (share === 0) coordinator.starving.add(to);
  else coordinator.starving.delete(to);
  return share;
}

/** A new stage: nobody has told anything yet. */
export function forgetReports(coordinator: Coordinator): void {
  coordinator.reports.fill(null);
  coordinator.confirmed = null;
}

export function totals({ figures }: Coordinator): Figures {
  const sum = (pick: (one: Figures) => number): number =>
    figures.reduce((all, one) => all + (one === null ? 0 : pick(one)), 0);
  return {
    reactions: sum((one) => one.reactions),
    messages: sum((one) => one.messages),
    captures: {
      optimistic: sum((one) => one.captures.optimistic),
      pessimistic: sum((one) => one.captures.pessimistic),
      aborted: sum((one) => one.captures.aborted),
    },
  };
}
