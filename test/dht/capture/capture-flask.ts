// A flask that does nothing but capture: it owns molecules, makes the attempts it is told to make, and lets what it has captured
// react. It judges itself: a molecule that leaves must be here, a promise must be kept. `Flaws` plant the bugs that the tests
// have to notice.
import { assert, type Effect, type Input, type NodeId, nodeId } from '../../../src/base/index.ts';
import {
  attemptCapture,
  type Capture,
  type CaptureEffect,
  type CaptureEvent,
  type CaptureMessage,
  type FlaskId,
  flaskId,
  type Gift,
  type Holding,
  hearCapture,
  type MoleculeId,
  newCapture,
  type PolicyOptions,
  type Wanted,
  welcomeGift,
} from '../../../src/dht/index.ts';

export interface Flaws {
  /** GIVE_UP frees a molecule whoever sends it, as printed in Algorithm 4, line 2. */
  readonly anyGiveUp?: boolean;
  /** Answers count for whatever attempt is under way, as printed. */
  readonly anyAttempt?: boolean;
  /** When a molecule passes to the first of those that wait, the others are told nothing. */
  readonly silentQueue?: boolean;
  /** An optimist is given what is promised to somebody else. */
  readonly brokenWord?: boolean;
}

export type FlaskMessage =
  | { readonly type: 'capture'; readonly message: CaptureMessage }
  | { readonly type: 'gift'; readonly gift: Gift };
export interface Suggestion {
  readonly combination: readonly Wanted[];
}
export interface CaptureFlask {
  readonly capture: Capture;
  readonly free: MoleculeId[];
  readonly shelf: MoleculeId[];
  readonly reacted: MoleculeId[];
  /** Molecule to the one it is promised to. */
  readonly promises: Map<MoleculeId, string>;
  /** Suggestions that wait until the attempt before them has ended; only of flasks that make one at a time. */
  readonly waiting: Suggestion[];
  readonly isInTurn: boolean;
  /** The newest attempt of a pessimist that had all promises. */
  sureOf: number;
  captured: number;
  aborted: number;
  complaint: string | undefined;
}
type Effects = readonly Effect<FlaskMessage, CaptureEvent>[];

export function newFlask(
  name: string,
  owned: readonly MoleculeId[],
  policy: Partial<PolicyOptions>,
  isInTurn = false,
): CaptureFlask {
  return {
    ...{ waiting: [], isInTurn },
    ...{ capture: newCapture(flaskId(name), policy), free: [...owned], shelf: [], reacted: [] },
    ...{ promises: new Map(), sureOf: 0, captured: 0, aborted: 0, complaint: undefined },
  };
}

export function stepFlask(flaws: Flaws = {}) {
  return (flask: CaptureFlask, input: Input<FlaskMessage, Suggestion>): Effects => {
    const { capture, waiting, isInTurn } = flask;
    const holding = {
      has: (id: MoleculeId) => flask.free.includes(id) || flask.shelf.includes(id),
    };
    const effects: Effect<FlaskMessage, CaptureEvent>[] = [];
    assert(input.type !== 'timer', 'a capture knows no time');
    if (input.type === 'command') waiting.push(input.command);
    else effects.push(...hearInput(flask, flaskId(input.from), input.message, holding, flaws));
    while (waiting.length > 0 && !(isInTurn && capture.attempts.size > 0)) {
      const combination = waiting.shift()?.combination ?? [];
      effects.push(...carryOut(flask, attemptCapture(capture, holding, 'r', combination)));
    }
    return effects;
  };
}

function hearInput(
  flask: CaptureFlask,
  from: FlaskId,
  input: FlaskMessage,
  holding: Holding,
  flaws: Flaws,
): Effects {
  const { capture } = flask;
  if (input.type === 'gift') {
    flask.shelf.push(...input.gift.ids);
    return carryOut(flask, welcomeGift(capture, holding, from, input.gift));
  }
  const { message } = input;
  if (flaws.anyGiveUp && message.type === 'GIVE_UP') {
    const freed = [...capture.claims.values()].flatMap((claim) => [
      ...hearCapture(capture, holding, claim.from, { ...message, attempt: claim.attempt }),
    ]);
    return carryOut(flask, freed);
  }
  if (flaws.brokenWord && message.type === 'FETCH') {
    for (const id of message.ids) {
      if (capture.locks.delete(id)) move(flask, id, flask.shelf, flask.free);
    }
  }
  const isMisread = flaws.anyAttempt && message.type.startsWith('RESP');
  const heard = isMisread ? { ...message, attempt: capture.lastAttempt } : message;
  const isSilent = (effect: CaptureEffect): boolean =>
    flaws.silentQueue === true &&
    message.type === 'GIVE_UP' &&
    effect.type === 'send' &&
    effect.message.type === 'RESP_TAKEN';
  const effects = hearCapture(capture, holding, from, heard);
  return carryOut(
    flask,
    effects.filter((effect) => !isSilent(effect)),
  );
}

function carryOut(flask: CaptureFlask, effects: readonly CaptureEffect[]): Effects {
  const sends: Effect<FlaskMessage, CaptureEvent>[] = [];
  for (const effect of effects) {
    switch (effect.type) {
      case 'send': {
        const message = { type: 'capture', message: effect.message } as const;
        const { type, attempt: number } = effect.message;
        if (type === 'FETCH' && isPessimist(flask) && effect.message.captures === undefined) {
          flask.sureOf = number;
        }
        sends.push({ type: 'send', to: asNode(effect.to), message });
        break;
      }
      case 'lock':
        for (const id of effect.ids) move(flask, id, flask.free, flask.shelf);
        break;
      case 'unlock':
        for (const id of effect.ids) move(flask, id, flask.shelf, flask.free);
        break;
      case 'give': {
        for (const id of effect.gift.ids) {
          judgeGift(flask, id, `${effect.to} ${effect.gift.attempt}`);
          move(flask, id, flask.shelf, undefined);
        }
        const message = { type: 'gift', gift: effect.gift } as const;
        sends.push({ type: 'send', to: asNode(effect.to), message });
        break;
      }
      case 'event':
        note(flask, effect.event);
        sends.push({ type: 'event', event: effect.event });
    }
  }
  return sends;
}

function note(flask: CaptureFlask, event: CaptureEvent): void {
  switch (event.type) {
    case 'captured':
      flask.captured++;
      for (const id of event.ids) {
        judgeGift(flask, id, `${flask.capture.self} ${event.attempt}`);
        move(flask, id, flask.shelf, flask.reacted);
      }
      break;
    case 'aborted':
      flask.aborted++;
      if (event.attempt > 0 && event.attempt === flask.sureOf) {
        flask.complaint = `attempt ${event.attempt} had all promises, and was refused`;
      }
      break;
    case 'promised':
      for (const id of event.ids) {
        if (flask.promises.has(id)) flask.complaint = `${id} is promised twice`;
        flask.promises.set(id, `${event.to} ${event.attempt}`);
      }
      break;
    case 'released':
      for (const id of event.ids) flask.promises.delete(id);
      break;
    case 'mode':
  }
}

/** A molecule goes to somebody, for good: to the one it was promised to, if it was promised. */
function judgeGift(flask: CaptureFlask, id: MoleculeId, to: string): void {
  const promisedTo = flask.promises.get(id) ?? to;
  if (promisedTo !== to) flask.complaint = `${id} is promised to ${promisedTo}, but goes to ${to}`;
  flask.promises.delete(id);
}

function move(
  flask: CaptureFlask,
  id: MoleculeId,
  from: MoleculeId[],
  to: MoleculeId[] | undefined,
): void {
  const at = from.indexOf(id);
  if (at < 0) flask.complaint ??= `${id} is not where it should be`;
  else from.splice(at, 1);
  to?.push(id);
  to?.sort();
}

function isPessimist({ capture }: CaptureFlask): boolean {
  return capture.policy.mode === 'pessimistic';
}

function asNode(flask: string): NodeId {
  return nodeId(flask);
}
