// A flask of a distributed solution, as a deterministic step machine: an engine over its share of the molecules, which
// reacts until nothing is left to do here; then what belongs elsewhere leaves, and what is left over is advertised.
// Inputs come in order and exactly once (flask-app.ts). The parts: plan.ts says where molecules belong, roaming.ts brings
// together what stays apart, leading.ts is what only flask 0 does.
import { assert, type Result } from '../../base/index.ts';
import { type Molecule, moleculesFromBytes, readPiece, Words } from '../../runtime/index.ts';
import type { FlaskApp, FlaskInput } from '../flask-app.ts';
import { type Endpoint, type FlaskId, isFlask, solutionOf } from '../flask-id.ts';
import { judged } from '../schema.ts';
import { clientMessage } from './client-schema.ts';
import { newCoordinator } from './coordinator.ts';
import { answerOf, askedEffect, engineKey, outerKey, type ReleasedEvent } from './effects.ts';
import { envelopeSchema } from './flask-schema.ts';
import {
  type FlaskState,
  indexOf,
  isCounted,
  newEngine,
  type Running,
  say,
  stir,
  tellClient,
} from './flask-state.ts';
import { nameOf } from './identity.ts';
import { takeAdvert } from './keeping.ts';
import { lead, leadClient } from './leading.ts';
import type { ClientMessage, FlaskMessage } from './messages.ts';
import { readPage, statusOf } from './reading.ts';
import {
  type ProgramOfSpec,
  type ReadyProgram,
  readyProgram,
  sharedRules,
} from './ready-program.ts';
import { endUnbegun, figuresOf, isQuiet, tallyOf, tellEnding } from './reporting.ts';
import { hear, newRoaming, pursue, readvertise, receiveGift } from './roaming.ts';
import { converge, expectTurns, findsNoEnd, settle } from './settling.ts';
import { restoreFlask, snapshotFlask } from './snapshot.ts';
import { type SolutionSpec, specFromBytes } from './spec.ts';
import { earnBy, hasStolen, hearThief, NO_SLICES, newStealing, shareWork } from './stealing.ts';
import { listenTo, newTelling, pour, sendTelling } from './telling.ts';

export interface ChemistryOptions {
  /** The program of a solution, checked, with the functions that are installed here; or why it cannot run here. */
  program(spec: SolutionSpec, solution: string): Result<ProgramOfSpec, string>;
}

/** What runs in the flasks of a cluster. */
export function chemistry(options: ChemistryOptions): FlaskApp<FlaskState> {
  // Flasks of one solution at one node share what was worked out for its rules.
  const known = new Map<string, Result<ReadyProgram, string>>();
  const ready = (id: FlaskId, spec: SolutionSpec): Result<ReadyProgram, string> => {
    const solution = solutionOf(id);
    const found = known.get(solution);
    if (found !== undefined) return found;
    const program = options.program(spec, solution);
    const made = program.ok ? readyProgram(program.value, { roams: spec.flasks > 1 }) : program;
    known.set(solution, made);
    return made;
  };
  return {
    create: newFlask,
    restore: (id, bytes) => restoreFlask(newFlask(id), bytes, (spec) => ready(id, spec)),
    snapshot: snapshotFlask,
    step(state, input) {
      state.out = [];
      // What a restored flask has to tell comes before all else, and so before the pages of the end.
      if (state.running) sendTelling(state, state.running);
      if (input.type === 'begin') begin(state, input.spec, (spec) => ready(state.id, spec));
      else if (state.running) take(state, state.running, input);
      else refuse(state, input);
      if (state.running) {
        calm(state, state.running);
        sendTelling(state, state.running);
      }
      return state.out;
    },
    isHungry: ({ running }) =>
      running?.hungry === true && running.ended === null && running.fuel > 0,
    status: ({ running, failure }) => (running ? statusOf(running) : { failure }),
  };
}

function newFlask(id: FlaskId): FlaskState {
  return { id, index: indexOf(id), running: undefined, failure: null, out: [], inbox: [] };
}

function begin(
  state: FlaskState,
  bytes: Uint8Array,
  ready: (spec: SolutionSpec) => Result<ReadyProgram, string>,
): void {
  const spec = specFromBytes(bytes);
  const program = spec.ok ? ready(spec.value) : spec;
  if (!spec.ok || !program.ok) {
    state.failure = spec.ok ? (program as { error: string }).error : spec.error;
    return;
  }
  state.running = startRunning(state, spec.value, program.value);
  listenTo(state.running);
  pourShared(state.running);
}

export function startRunning(
  state: FlaskState,
  spec: SolutionSpec,
  program: ReadyProgram,
): Running {
  const { index, id } = state;
  return {
    spec,
    program,
    engine: newEngine(spec, index, 0, program),
    stage: 0,
    life: 0,
    started: false,
    hungry: true,
    stirred: true,
    converged: false,
    sent: 0,
    received: 0,
    told: null,
    fuel: spec.maxReactions === null ? Number.POSITIVE_INFINITY : 0,
    wantsFuel: false,
    early: [],
    slices: NO_SLICES,
    restless: 0,
    reactionsBefore: 0,
    ended: null,
    content: null,
    words: null,
    roaming: newRoaming(id, spec),
    spread: newStealing(index, spec.flasks),
    telling: spec.observed ? newTelling() : null,
    coordinator: index === 0 ? newCoordinator(spec.flasks, spec.maxReactions) : null,
  };
}

/** It cannot run here: whoever asks is told why. */
function refuse(state: FlaskState, input: FlaskInput): void {
  if (input.type !== 'message') return;
  if (isFlask(input.from)) endUnbegun(state, input.message);
  else
    tellClient(state, input.from, { type: 'failed', reason: state.failure ?? 'it has not begun' });
}

function take(state: FlaskState, running: Running, input: FlaskInput): void {
  switch (input.type) {
    case 'run':
      run(running, input.reactions);
      break;
    case 'answer':
      running.engine.answer(engineKey(input.key), answerOf(input.answer));
      stir(running);
      break;
    case 'message':
      if (isFlask(input.from)) takeFromFlask(state, running, input.from, input.message);
      else {
        const message = judged(clientMessage, input.message);
        if (message.ok) hearClient(state, running, input.from, message.value);
        else tellClient(state, input.from, { type: 'failed', reason: message.error });
      }
      break;
    default:
      assert(false, 'a flask begins once');
  }
}

/** What is no message of ours is passed over. */
function takeFromFlask(state: FlaskState, running: Running, from: FlaskId, given: unknown): void {
  const envelope = judged(envelopeSchema, given);
  if (!envelope.ok) return;
  const { stage, message } = envelope.value;
  if (isCounted(message)) running.received++;
  if (stage > running.stage) running.early.push({ from, message });
  else hearFlask(state, running, from, message);
}

function run(running: Running, reactions: number): void {
  const { engine, fuel } = running;
  if (running.ended !== null) return;
  const before = engine.reactions;
  const { size } = engine.soup;
  const most = Math.min(reactions, fuel);
  const more = engine.run(before + most, Number.isFinite(fuel));
  const shrinks = 2 * (size - engine.soup.size) >= engine.reactions - before;
  running.slices = { first: running.slices.first || reactions, last: reactions, shrinks };
  running.fuel -= engine.reactions - before;
  running.restless += engine.reactions - before;
  earnBy(running, engine.reactions - before);
  running.hungry = more || engine.isPaused;
  running.stirred = true;
}

function hearClient(
  state: FlaskState,
  running: Running,
  from: Endpoint,
  message: ClientMessage,
): void {
  switch (message.type) {
    case 'put':
    case 'put-text': {
      running.received++;
      const isText = message.type === 'put-text';
      const problem = isText ? putText(running, message) : put(running, message.bytes, null);
      if (problem !== null) tellClient(state, from, { type: 'failed', reason: problem });
      break;
    }
    case 'observe':
      running.telling?.listeners.add(from);
      break;
    case 'read':
      readPage(state, running, from, message.from);
      break;
    default:
      leadClient(state, running, from, message);
  }
}

/** Why these bytes are no molecules of this program; null when they are in. */
function put(running: Running, bytes: Uint8Array, names: readonly string[] | null): string | null {
  const molecules = moleculesFromBytes(bytes, running.program.templates);
  if (!molecules.ok) return molecules.error;
  takeIn(running, molecules.value, names);
  return null;
}

type PutText = Extract<ClientMessage, { readonly type: 'put-text' }>;

function putText(running: Running, { bytes, form }: PutText): string | null {
  running.words ??= new Words();
  const molecules = readPiece(bytes, form, running.words);
  if (!molecules.ok) return molecules.error.message;
  takeIn(running, molecules.value, null);
  return null;
}

function takeIn(
  running: Running,
  molecules: readonly Molecule[],
  names: readonly string[] | null,
): void {
  pour(running, molecules, (put) => ({ type: 'in', names, put }));
  expectTurns(running, molecules.length);
  stir(running);
}

function hearFlask(
  state: FlaskState,
  running: Running,
  from: FlaskId,
  message: FlaskMessage,
): void {
  switch (message.type) {
    case 'move':
      put(running, message.bytes, namesFrom(indexOf(from), message.ids));
      if (message.stolen) hasStolen(running);
      break;
    case 'share':
      hearThief(state, running, indexOf(from), message.message);
      break;
    case 'advert':
      takeAdvert(running, indexOf(from), message.rule, message.bytes, message.ids);
      running.stirred = true;
      break;
    case 'suggest':
      pursue(state, running, message.rule, message.combination);
      break;
    case 'capture':
      hear(state, running, from, message.message);
      break;
    case 'given':
      receiveGift(state, running, from, message.gift, message.bytes);
      break;
    case 'readvertise':
      readvertise(running, message.ids);
      running.stirred = true;
      break;
    case 'converge':
      running.converged = true;
      running.stirred = true;
      break;
    case 'start':
      running.started = true;
      running.stirred = true;
      running.words = null;
      break;
    case 'stage':
      nextStage(running, message.stage);
      for (const early of running.early.splice(0)) {
        hearFlask(state, running, early.from, early.message);
      }
      break;
    case 'fuel':
      running.fuel += message.reactions;
      running.wantsFuel = false;
      break;
    case 'wave':
      answerWave(state, running, message.wave);
      break;
    case 'end':
      running.ended = message.status;
      running.hungry = false;
      running.told = null;
      break;
    default:
      lead(state, running, indexOf(from), message);
  }
}

function answerWave(state: FlaskState, running: Running, wave: number): void {
  const quiet = isQuiet(state, running);
  // It will be told again when it is.
  if (!quiet) running.told = null;
  say(state, 0, { type: 'wave-answer', wave, tally: tallyOf(running), quiet });
}

/** The rules at the top are gone, those of the next stage come. Data of the stage comes as moves of flask 0. */
function nextStage(running: Running, stage: number): void {
  const { engine } = running;
  for (const rule of [...engine.soup.root.rules.values()]) engine.remove(rule.id);
  running.stage = stage;
  running.told = null;
  running.roaming.kept.clear();
  running.roaming.advertised.clear();
  pourShared(running);
  stir(running);
}

function pourShared(running: Running): void {
  const { program, stage } = running;
  pour(running, sharedRules(program, stage), (put) => ({ type: 'shared', stage, put }));
}

function namesFrom(flask: number, ids: readonly number[] | null): readonly string[] | null {
  return ids?.map((id) => nameOf(flask, id)) ?? null;
}

/** At the end of each step: effects are asked for, what the flask says to itself is heard, and quiet is told. */
function calm(state: FlaskState, running: Running): void {
  do {
    for (let message = state.inbox.shift(); message !== undefined; message = state.inbox.shift()) {
      hearFlask(state, running, state.id, message);
    }
    askEffects(state, running);
    if (running.hungry && running.fuel === 0) wantFuel(state, running);
    const isDue = !running.hungry || (running.converged && state.index > 0);
    if (running.stirred && isDue && running.started && running.ended === null) {
      running.stirred = false;
      settle(state, running);
    } else if (findsNoEnd(running)) converge(state, running);
    shareWork(state, running);
    if (running.ended === 'stopped') tellEnding(state, running);
    else tellQuiet(state, running);
  } while (state.inbox.length > 0);
}

/** Once for each time that something came or went. */
function tellQuiet(state: FlaskState, running: Running): void {
  if (!isQuiet(state, running) || running.ended !== null) return;
  const tally = tallyOf(running);
  const { told } = running;
  if (told?.sent === tally.sent && told.received === tally.received) return;
  running.told = tally;
  if (Number.isFinite(running.fuel) && running.fuel > 0) {
    say(state, 0, { type: 'spare-fuel', reactions: running.fuel });
    running.fuel = 0;
  }
  say(state, 0, { type: 'quiet', tally, figures: figuresOf(running) });
}

function wantFuel(state: FlaskState, running: Running): void {
  if (running.wantsFuel) return;
  const { engine } = running;
  let hasMatch = engine.hasMatch();
  while (!hasMatch && engine.isPaused) hasMatch = engine.hasMatch();
  if (!hasMatch) {
    running.hungry = false;
    return;
  }
  running.wantsFuel = true;
  running.told = null;
  say(state, 0, { type: 'want-fuel' });
}

function askEffects(state: FlaskState, { engine, life }: Running): void {
  for (const effect of engine.takeEffects()) {
    const key = outerKey(life, effect.key);
    state.out.push({ type: 'effect', key, name: effect.name, args: askedEffect(life, effect) });
  }
  const keys = engine.takeReleases().map((key) => outerKey(life, key));
  if (keys.length === 0) return;
  const event: ReleasedEvent = { type: 'released', keys };
  state.out.push({ type: 'event', event });
}
