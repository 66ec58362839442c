// A member with an owner who thinks, enters, stays and leaves, so often: the experiments of the papers as a
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
} from '../base/index.ts';
import type { Enter, Leave, RequestId } from './scheme.ts';

export interface Work<C extends Enter = Enter> {
  readonly entries: number;
  /** The command that enters; the plain one, unless a scheme wants to know more. */
  enter?(request: RequestId, made: number): C;
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

/**
 * The machine; it begins with its first command, `start`, and passes all other commands on. What it asks for, it
 * tells as an event as well, for those who watch.
 */
export function workload<
  S,
  M,
  C extends { readonly type: string },
  E extends Told,
  W extends Enter,
>(work: Work<W>, step: Step<S, M, C | W | Leave, E>): Step<WorkState<S>, M, C | W | Leave, E | W> {
  const inner = (state: WorkState<S>, input: Input<M, C | W | Leave>, ctx: Ctx) =>
    step(state.inner, input, ctx);

  return (state, input, ctx) => {
    const effects: Effect<M, E | W>[] = [];
    if (input.type === 'timer' && input.timer === thinkTimer) {
      state.made++;
      state.phase = 'waiting';
      const command = enterOf(work, state.made);
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
  effects: Effect<M, E>[],
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

function enterOf<W extends Enter>(work: Work<W>, made: number): W {
  const request = String(made);
  // Who names no command of his own has the plain one, which is what W then is.
  return work.enter?.(request, made) ?? ({ type: 'enter', request } as W);
}

export function workState<S>(inner: S, entries: number): WorkState<S> {
  return { inner, left: entries, made: 0, phase: 'thinking' };
}
