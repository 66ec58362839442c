// What a flask knows while it runs, and how it speaks. Data only; what it does is in flask.ts and the files beside it.
import { createRng, hashText } from '../../base/index.ts';
import { Engine, type Molecule, type Words } from '../../runtime/index.ts';
import type { FlaskOutput } from '../flask-app.ts';
import { type Endpoint, type FlaskId, flaskOf, solutionOf } from '../flask-id.ts';
import type { Spread } from '../spread/spread.ts';
import type { Coordinator } from './coordinator.ts';
import type { EndStatus, Envelope, FlaskMessage, Tally, ToClient } from './messages.ts';
import type { ReadyProgram } from './ready-program.ts';
import type { Roaming } from './roaming.ts';
import type { SolutionSpec } from './spec.ts';
import type { Telling } from './telling.ts';

export interface FlaskState {
  readonly id: FlaskId;
  /** Its number among the flasks of its solution. */
  readonly index: number;
  /** Undefined until it has begun, and where it cannot. */
  running: Running | undefined;
  /** Why it cannot run. */
  failure: string | null;
  /** What the step under way puts out, and what it says to itself. */
  out: FlaskOutput[];
  inbox: FlaskMessage[];
}

export interface Running {
  readonly spec: SolutionSpec;
  readonly program: ReadyProgram;
  engine: Engine;
  stage: number;
  /** How often its engine was made anew. */
  life: number;
  /** All of the input is on its way: what is left over may leave. */
  started: boolean;
  /** Something may react. */
  hungry: boolean;
  /** Something has changed since what is left over was looked at. */
  stirred: boolean;
  /** A rule came up that nobody planned for. */
  converged: boolean;
  /** Messages that may set others going: how many went out, how many came. */
  sent: number;
  received: number;
  /** What was told last to flask 0. */
  told: Tally | null;
  /** How many reactions may still be made; infinite where nothing bounds them. */
  fuel: number;
  wantsFuel: boolean;
  /** Messages of a stage that has not begun here. */
  early: { readonly from: FlaskId; readonly message: FlaskMessage }[];
  /**
   * How many reactions a slice of time was given at first, and the last: more each time while they take less of it. Work is
   * bounded by the molecules that are left where reactions make them fewer.
   */
  slices: { readonly first: number; readonly last: number; readonly shrinks: boolean };
  /** Reactions since nothing was left to do here, less those that what came in since may make. */
  restless: number;
  /** Reactions of engines before the present one. */
  reactionsBefore: number;
  ended: EndStatus | null;
  /** What is read after the end, page by page. */
  content: Molecule[] | null;
  /** The strings of the input that was read so far; null before there is any, and when all of it is in. No part of what is kept. */
  words: Words | null;
  readonly roaming: Roaming;
  readonly spread: Spread;
  /** Null where nobody observes. */
  readonly telling: Telling | null;
  /** Flask 0 only. */
  readonly coordinator: Coordinator | null;
}

export function newEngine(
  spec: SolutionSpec,
  index: number,
  life: number,
  program: ReadyProgram,
): Engine {
  const seed = hashText(`flask ${index} ${life}`, spec.seed >>> 0);
  const engine = new Engine(createRng(seed), null, true, program.cache);
  // A search that finds nothing must not keep a node from answering others.
  engine.pauses = true;
  // What is advertised is known by its identity.
  if (program.plan.groups.some(({ meeting }) => meeting === 'roam')) engine.soup.identify();
  return engine;
}

/** The flask with a number, of the same solution. */
export function sibling(id: FlaskId, index: number): FlaskId {
  return flaskOf(solutionOf(id), index);
}

export function indexOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('/') + 1));
}

/** Whether a message may set its receiver going: those are counted. */
export function isCounted(message: FlaskMessage): boolean {
  switch (message.type) {
    case 'move':
    case 'advert':
    case 'suggest':
    case 'capture':
    case 'given':
    case 'readvertise':
    case 'converge':
    case 'stage':
      return true;
    default:
      return false;
  }
}

/** What a flask says to itself it hears at the end of the same step. */
export function say(state: FlaskState, to: number, message: FlaskMessage): void {
  if (to === state.index) {
    state.inbox.push(message);
    return;
  }
  const stage = state.running?.stage ?? 0;
  if (state.running && isCounted(message)) state.running.sent++;
  const envelope: Envelope = { stage, message };
  state.out.push({ type: 'send', to: sibling(state.id, to), message: envelope });
}

export function tellClient(state: FlaskState, to: Endpoint, message: ToClient): void {
  state.out.push({ type: 'send', to, message });
}

/** Something came in that may react. */
export function stir(running: Running): void {
  running.hungry = true;
  running.stirred = true;
}
