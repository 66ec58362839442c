// Flasks with nothing left to do ask busy ones for work (../spread): a busy flask gives away molecules whose turn has not come,
// of classes that need not meet anything in particular places. What is left over of them climbs as it would have anyway.
// These questions set nobody going, so they are not counted when the end is looked for; molecules that move are.
import { countWaiting, type StoreClass, takeWaiting } from '../../runtime/index.ts';
import {
  earn,
  hearSpread,
  lookForWork,
  newSpread,
  type Spread,
  type SpreadEffect,
  type SpreadMessage,
  serveThieves,
  stolen,
  usualSpread,
} from '../spread/spread.ts';
import { type FlaskState, type Running, say } from './flask-state.ts';
import { groupFor } from './plan.ts';
import { move } from './reporting.ts';

/** So many molecules make up what one steals as one: most rules take two. */
const TOGETHER = 2;

export function newStealing(self: number, flasks: number): Spread {
  return newSpread(self, flasks, { ...usualSpread, multiples: [] });
}

export const NO_SLICES: Running['slices'] = { first: 0, last: 0, shrinks: false };

/** At the end of each step: thieves are served, and who has nothing to do becomes one. */
export function shareWork(state: FlaskState, running: Running): void {
  const { spread, hungry, started, ended } = running;
  if (!started || ended !== null || spread.size < 2) return;
  const load = spread.thieves.length > 0 || !hungry ? loadOf(running) : 0;
  // Thieves wait until a first slice has told something of the work.
  if (!hungry || running.slices.last > 0) {
    carryOut(state, running, serveThieves(spread, isSoonDone(running, load) ? 0 : load));
  }
  if (!hungry && mayShare(running)) carryOut(state, running, lookForWork(spread, load));
}

export function hearThief(
  state: FlaskState,
  running: Running,
  from: number,
  message: SpreadMessage,
): void {
  carryOut(state, running, hearSpread(running.spread, from, message, []));
}

/** Stolen molecules have come in. */
export function hasStolen({ spread }: Running): void {
  stolen(spread);
}

/** Work that was done pays for questions that may be in vain, up to a few: who waits for long must not ask all the time. */
export function earnBy({ spread }: Running, reactions: number): void {
  earn(spread, reactions);
  spread.tokens = Math.min(spread.tokens, MOST_TOKENS);
}

const MOST_TOKENS = 4;

function loadOf(running: Running): number {
  if (!mayShare(running)) return 0;
  return Math.floor(countWaiting(running.engine, movable(running)) / TOGETHER);
}

/**
 * Where slices have grown, reactions take little time, and what is done within a few of them would take longer on its way:
 * half of a sum moved from node to node and back while both could have added it up. Where work may beget work, nobody knows.
 */
function isSoonDone({ slices: { first, last, shrinks } }: Running, load: number): boolean {
  return shrinks && last > first && load <= FEW_SLICES * last;
}

const FEW_SLICES = 4;

function mayShare({ program, converged }: Running): boolean {
  return !converged && !program.plan.single;
}

/** Data that may be anywhere, for the time being. */
function movable({ program }: Running): (of: StoreClass) => boolean {
  return (of) => {
    if (of.template !== null) return false;
    const group = groupFor(program.plan, of);
    return group === undefined || group.meeting === 'climb';
  };
}

function carryOut(state: FlaskState, running: Running, effects: readonly SpreadEffect[]): void {
  for (const effect of effects) {
    if (effect.type === 'send') {
      say(state, effect.to, { type: 'share', message: effect.message });
    } else if (effect.type === 'move') {
      const most = TOGETHER * effect.combinations;
      const { molecules, ids } = takeWaiting(running.engine, movable(running), most);
      move(state, running, effect.to, molecules, ids, true);
    }
  }
}
