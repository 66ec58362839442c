// What an observed flask tells of itself: each reaction, and what comes and goes, by identities. The clients that observe get
// it as messages, in order and exactly once, through every take-over. Told of one flask it is a list of local events;
// all flasks together make one run (../history). Where nobody observes there is no telling, and nothing is told.
import {
  type Engine,
  type Event,
  type JsonValue,
  type Molecule,
  newContent,
  type Occurrence,
  type Portrait,
  portraitOf,
} from '../../runtime/index.ts';
import type { Endpoint } from '../flask-id.ts';
import { toJsonBytes } from '../json-bytes.ts';
import { type FlaskState, type Running, tellClient } from './flask-state.ts';
import { toldId } from './identity.ts';

/** Numbers are identities of the flask's engine. */
export type FlaskEvent =
  /** The rules of a stage that every flask has. */
  | { readonly type: 'shared'; readonly stage: number; readonly put: readonly Portrait[] }
  | Arrival
  /** These left the engine, for another flask or for the shelf: from now on they have names. */
  | { readonly type: 'out'; readonly ids: readonly number[] }
  /** The engine was made anew, and these are now those. */
  | { readonly type: 'anew'; readonly ids: readonly number[]; readonly put: readonly Portrait[] }
  | {
      readonly type: 'reaction';
      readonly n: number;
      readonly rule: number;
      readonly took: readonly number[];
      readonly put: readonly Portrait[];
    }
  | {
      readonly type: 'answer';
      readonly key: string;
      readonly answer: JsonValue;
      readonly failed: boolean;
      readonly put: readonly Portrait[];
    }
  /** Of a solution inside. */
  | { readonly type: 'stage'; readonly in: number; readonly put: readonly Portrait[] }
  | { readonly type: 'inert'; readonly in: number };

/** Molecules came into the engine: under their names, or null for those that the program or its input begins with. */
export interface Arrival {
  readonly type: 'in';
  readonly names: readonly string[] | null;
  readonly put: readonly Portrait[];
}

export interface Telling {
  readonly listeners: Set<Endpoint>;
  /** What has not been sent. */
  events: FlaskEvent[];
  /** Identities from here on are new to those who listen. */
  since: number;
  /** What came in last. */
  poured: readonly Portrait[];
}

export function newTelling(): Telling {
  return { listeners: new Set(), events: [], since: 0, poured: [] };
}

/** Notes all that happens in the present engine. */
export function listenTo({ engine, telling }: Pick<Running, 'engine' | 'telling'>): void {
  if (telling !== null) engine.observe((event) => note(telling, engine, event));
}

/** Puts molecules into the engine, and tells how they came. */
export function pour(
  { engine, telling }: Pick<Running, 'engine' | 'telling'>,
  molecules: readonly Molecule[],
  how: (put: readonly Portrait[]) => FlaskEvent,
): void {
  engine.inject(molecules);
  telling?.events.push(how(telling.poured));
}

/** These have left the engine; the names that they have from now on, where anybody wants to know. */
export function tellOut({ telling, life }: Running, ids: readonly number[]): number[] | null {
  if (telling === null) return null;
  if (ids.length > 0) telling.events.push({ type: 'out', ids });
  return ids.map((id) => toldId(life, id));
}

/** Sends what has been noted to those who listen; until somebody does it is kept. */
export function sendTelling(state: FlaskState, { telling }: Running): void {
  if (telling === null || telling.listeners.size === 0 || telling.events.length === 0) return;
  const events = telling.events;
  telling.events = [];
  for (const some of inBatches(events)) {
    const bytes = toJsonBytes(some);
    for (const client of telling.listeners) tellClient(state, client, { type: 'history', bytes });
  }
}

/** So many portraits travel in one message, unless one event has more. */
const BATCH = 4096;

function* inBatches(events: readonly FlaskEvent[]): Generator<readonly FlaskEvent[]> {
  let batch: FlaskEvent[] = [];
  let weight = 0;
  for (const event of events) {
    batch.push(event);
    weight += 1 + ('put' in event ? event.put.length : 0);
    if (weight < BATCH) continue;
    yield batch;
    batch = [];
    weight = 0;
  }
  if (batch.length > 0) yield batch;
}

function note(telling: Telling, engine: Engine, event: Event): void {
  const told = localEvent(telling, engine, event);
  if (told !== null) telling.events.push(told);
  telling.since = engine.soup.ids.molecule;
}

function localEvent(telling: Telling, engine: Engine, event: Event): FlaskEvent | null {
  const portraits = (put: readonly { readonly id: string }[]): Portrait[] =>
    put.map(({ id }) => portraitOf(engine.occurrence(numberOf(id)) as Occurrence, telling.since));
  switch (event.type) {
    case 'inject':
      telling.poured = portraits(event.put);
      return null;
    case 'reaction': {
      const { type, n, rule, took, put } = event;
      return { type, n, rule: numberOf(rule), took: took.map(numberOf), put: portraits(put) };
    }
    case 'answer': {
      const { type, key, answer, failed, put } = event;
      return { type, key, answer, failed, put: portraits(put) };
    }
    case 'stage': {
      const id = numberOf(event.in);
      const live = engine.soup.places.findLive(id, engine.soup.root);
      return { type: 'stage', in: id, put: live === null ? [] : newContent(live, telling.since) };
    }
    case 'inert': {
      // The share of a flask is not the whole: that it rests means nothing yet.
      const id = numberOf(event.in);
      return id === engine.soup.root.id ? null : { type: 'inert', in: id };
    }
    default:
      return null;
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
