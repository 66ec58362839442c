// A member with an owner who thinks, enters, stays and leaves, so often: the experiment of the paper as a
// machine around a machine. It drives any scheme with `enter` and `leave`, by timers of its own, and so
// runs wherever machines run. A request that was lost is made again.
import {
  type Ctx,
  type Effect,
  type Input,
  type Millis,
  type Rng,
  type Step,
  timerId,
} from '../../base/index.ts';
import type { Enter, Leave } from '../scheme.ts';

export interface Work {
  readonly entries: number;
  /** Between leaving and the next request, and before the first one. */
  thinkMs(rng: Rng): Millis;
  firstMs(rng: Rng): Millis;
  insideMs(rng: Rng): Millis;
}

export interface WorkState<S> {
  readonly inner: S;
  left: number;
  /** Requests made so far; they are named by this number. */
  made: number;
  phase: 'thinking' | 'waiting' | 'inside';
}

interface Told {
  readonly type: string;
  readonly request?: string;
}

/** Fires when the owner wants to enter; who explores may begin with it set, instead of with `start`. */
export const thinkTimer = timerId('work think');
const stay = timerId('work stay');

/** The machine; it begins with its first command, `start`, and passes all other commands on. */
export function workload<S, M, C extends { readonly type: string }, E extends Told>(
  work: Work,
  step: Step<S, M, C | Enter | Leave, E>,
): Step<WorkState<S>, M, C | Enter | Leave, E | Enter> {
  const inner = (state: WorkState<S>, input: Input<M, C | Enter | Leave>, ctx: Ctx) =>
    step(state.inner, input, ctx);

  return (state, input, ctx) => {
    const effects: Effect<M, E | Enter>[] = [];
    if (input.type === 'timer' && input.timer === thinkTimer) {
      state.made++;
      state.phase = 'waiting';
      const command: Enter = { type: 'enter', request: String(state.made) };
      effects.push({ type: 'event', event: command });
      effects.push(...inner(state, { type: 'command', command }, ctx));
    } else if (input.type === 'timer' && input.timer === stay) {
      state.phase = 'thinking';
      state.left--;
      const command: Leave = { type: 'leave', request: String(state.made) };
      effects.push(...inner(state, { type: 'command', command }, ctx));
      if (state.left > 0) {
        effects.push({ type: 'set-timer', timer: thinkTimer, afterMs: work.thinkMs(ctx.rng) });
      }
    } else {
      if (input.type === 'command' && input.command.type === 'start') {
        effects.push({ type: 'set-timer', timer: thinkTimer, afterMs: work.firstMs(ctx.rng) });
      }
      effects.push(...inner(state, input, ctx));
    }
    follow(state, work, effects, ctx);
    return effects;
  };
}

/** Reacts to what the machine has told. */
function follow<S, M, E extends Told>(
  state: WorkState<S>,
  work: Work,
  effects: Effect<M, E | Enter>[],
  ctx: Ctx,
): void {
  for (const effect of [...effects]) {
    if (effect.type !== 'event' || effect.event.request !== String(state.made)) continue;
    if (effect.event.type === 'entered') {
      state.phase = 'inside';
      effects.push({ type: 'set-timer', timer: stay, afterMs: work.insideMs(ctx.rng) });
    } else if (effect.event.type === 'lost') {
      state.phase = 'thinking';
      effects.push({ type: 'cancel-timer', timer: stay });
      effects.push({ type: 'set-timer', timer: thinkTimer, afterMs: work.thinkMs(ctx.rng) });
    }
  }
}

export function workState<S>(inner: S, entries: number): WorkState<S> {
  return { inner, left: entries, made: 0, phase: 'thinking' };
}
