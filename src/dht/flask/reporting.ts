// What a flask says of itself, and how it hands molecules on.
import { type Molecule, moleculesToBytes } from '../../runtime/index.ts';
import { judged } from '../schema.ts';
import { envelopeSchema } from './flask-schema.ts';
import { type FlaskState, type Running, say } from './flask-state.ts';
import { type Figures, MOST_IN_A_MESSAGE, type Tally } from './messages.ts';
import { isRoamingQuiet } from './roaming.ts';
import { tellOut } from './telling.ts';

/** Nothing is left to do here. What it has yet to hear of itself, or to look at, may set it going. */
export function isQuiet({ inbox }: FlaskState, running: Running): boolean {
  const { started, hungry, stirred, engine, roaming } = running;
  if (!started || hungry || stirred || inbox.length > 0) return false;
  return engine.awaitedEffects === 0 && isRoamingQuiet(roaming);
}

export function tallyOf({ sent, received }: Running): Tally {
  return { sent, received };
}

export function figuresOf({ engine, reactionsBefore, sent, roaming }: Running): Figures {
  return {
    reactions: reactionsBefore + engine.reactions,
    messages: sent,
    captures: { ...roaming.counts },
  };
}

/** How far it had come where it was stopped: what was told before may be long ago. Told again when something came or went. */
export function tellEnding(state: FlaskState, running: Running): void {
  const tally = tallyOf(running);
  const { told, engine } = running;
  if (told?.sent === tally.sent && told.received === tally.received) return;
  running.told = tally;
  const ending = { tally, figures: figuresOf(running), unanswered: engine.awaitedEffects };
  say(state, 0, { type: 'ended', ending });
}

/** Of a flask that cannot run: nothing was done here, and nobody need wait for it. */
export function endUnbegun(state: FlaskState, given: unknown): void {
  const envelope = judged(envelopeSchema, given);
  if (!envelope.ok || envelope.value.message.type !== 'end') return;
  const captures = { optimistic: 0, pessimistic: 0, aborted: 0 };
  const figures = { reactions: 0, messages: 0, captures };
  say(state, 0, { type: 'ended', ending: { tally: null, figures, unanswered: 0 } });
}

/** `ids` are those that the molecules had in the engine here, for those who observe. An answer to a thief is `stolen`. */
export function move(
  state: FlaskState,
  running: Running,
  to: number,
  molecules: readonly Molecule[],
  ids: readonly number[] | null,
  stolen = false,
): void {
  const told = ids === null ? null : tellOut(running, ids);
  for (let at = 0; at < molecules.length; at += MOST_IN_A_MESSAGE) {
    const bytes = moleculesToBytes(
      molecules.slice(at, at + MOST_IN_A_MESSAGE),
      running.program.templates,
    );
    say(state, to, {
      type: 'move',
      bytes,
      ids: told?.slice(at, at + MOST_IN_A_MESSAGE) ?? null,
      stolen,
    });
  }
}
