// The state of a session, and the few things that every command does with it: react for a while, and say how
// the solution looks now. Commands are commands.ts, inputs are input.ts, the whole is session.ts.
import { type Diagnostic, renderDiagnostic } from '../lang/index.ts';
import { type GuardError, SoupFull, showShort } from '../runtime/index.ts';
import type { Declared } from './declared.ts';
import { guardWarning } from './fragment.ts';
import type { Paint } from './paint.ts';
import type { Relocate } from './program-text.ts';
import type { Reactor } from './reactor.ts';
import { type Line, note, type Progress, type Reply, result } from './reply.ts';
import { tellEvent } from './tell-reaction.ts';

export interface State {
  readonly paint: Paint;
  readonly colour: boolean;
  /** How many reactions one input may set off before it is stopped. */
  readonly budget: number;
  /** At most so many characters of a solution are shown unasked. */
  readonly width: number;
  /** How many molecules there is room for. */
  readonly capacity: number;
  readonly relocate: (target: string) => Relocate;
  declared: Declared;
  reactor: Reactor;
  seed: number;
  /** Whether an input reacts at once. */
  auto: boolean;
  trace: boolean;
  /** After going back it reacts only when told to, or it would do again what was taken back. */
  held: boolean;
  run: Run | null;
  /** Said, and not handed over yet. */
  lines: Line[];
  /** Conditions that failed to evaluate; each place is reported once. */
  readonly guards: Map<string, GuardError>;
  /** Why the last condition that failed did. */
  failure: string | null;
  hintedAtSolution: boolean;
}

export interface Run {
  /** Reactions that may still be made. */
  left: number;
  readonly allowed: number;
  /** Reactions that had been made when it began. */
  readonly before: number;
  /** Whether it was asked for as such, and not set off by an input. */
  readonly asked: boolean;
  /** How many of its reactions are told of one by one. */
  told: number;
}

export function reply(state: State, ...lines: readonly Line[]): Reply {
  return { lines: [...state.lines.splice(0), ...lines], ask: null };
}

/** Begins to react; whoever drives the session calls `advance` until it is done. */
export function startRun(state: State, allowed: number, told = 0, asked = false): Reply {
  const before = state.reactor.engine.reactions;
  state.run = {
    left: allowed,
    allowed,
    before,
    asked,
    told: state.trace ? Number.POSITIVE_INFINITY : told,
  };
  return { lines: state.lines.splice(0), ask: { type: 'run' } };
}

export function advance(state: State, reactions: number): Progress {
  const { run, reactor } = state;
  if (run === null) return { type: 'done', reply: reply(state) };
  try {
    for (let i = 0; i < reactions; i++) {
      if (run.left === 0) return done(state, run, reactor.engine.hasMatch() ? 'spent' : 'rest');
      if (!reactor.engine.step()) {
        return reactor.engine.awaitedEffects > 0 ? { type: 'waiting' } : done(state, run, 'rest');
      }
      run.left--;
    }
  } catch (thrown) {
    if (!(thrown instanceof SoupFull)) throw thrown;
    state.lines.push(note(`stopped: ${thrown.message}`));
    return done(state, run, 'full');
  }
  return { type: 'more' };
}

/** Stops a run from outside; what has been done is done. */
export function interrupt(state: State, why = 'stopped'): Reply {
  const { run } = state;
  if (run === null) return reply(state);
  const { awaited } = state.reactor;
  const waits = awaited.length === 0 ? '' : `, without the answer of ${awaited.join(', ')}`;
  state.lines.push(note(`${why}${waits}; \`:run\` goes on`));
  return finish(state, run);
}

/** How the solution looks now, with a remark beside it. */
export function solutionLine(
  state: State,
  reactions: number,
  width = state.width,
  rules = false,
): Line {
  const { engine } = state.reactor;
  const shown = showShort(engine.value, width, { rules });
  const { size } = engine.soup.root.rules;
  const remarks = [
    shown.length >= width && shown.endsWith('…') ? '`:solution` shows all' : '',
    reactions > 0 ? counted(reactions, 'reaction') : '',
    size > 0 && !rules ? counted(size, 'rule') : '',
    engine.awaitedEffects > 0 ? `waits for ${counted(engine.awaitedEffects, 'answer')}` : '',
    mayReact(state) ? 'can react: `:step`, `:run`' : '',
  ].filter((remark) => remark !== '');
  const remark = remarks.length === 0 ? '' : `  ${state.paint.dim(`// ${remarks.join(', ')}`)}`;
  return result(`${shown}${remark}`);
}

/** Told of each event while it happens. */
export function observe(state: State): void {
  const { reactor } = state;
  reactor.onEvent = (event) => {
    if (state.run === null || state.run.told <= 0) return;
    const line = tellEvent(event, reactor.chronicle, state.paint);
    if (line === null) return;
    if (event.type === 'reaction') state.run.told--;
    state.lines.push(result(line));
  };
}

export function noteGuard(state: State, error: GuardError): void {
  state.failure = error.message;
  const { source, start, end } = error.span;
  const key = `${start}-${end} ${source.text}`;
  if (state.guards.has(key)) return;
  state.guards.set(key, error);
  state.lines.push(note(rendered(state, guardWarning(error))));
}

export function rendered(state: State, diagnostic: Diagnostic): string {
  return renderDiagnostic(diagnostic, { colour: state.colour });
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function mayReact(state: State): boolean {
  const { engine } = state.reactor;
  return !engine.isInert && engine.hasMatch();
}

function done(state: State, run: Run, why: 'rest' | 'spent' | 'full'): Progress {
  if (why === 'spent' && run.allowed >= state.budget) {
    const made = counted(run.allowed, 'reaction');
    state.lines.push(note(`stopped after ${made}; \`:run\` goes on`));
  }
  return { type: 'done', reply: finish(state, run) };
}

function finish(state: State, run: Run): Reply {
  state.run = null;
  const made = state.reactor.engine.reactions - run.before;
  if (made === 0 && run.asked && state.reactor.awaited.length === 0 && !mayReact(state)) {
    state.lines.push(note('nothing can react'));
  }
  return reply(state, solutionLine(state, made));
}
