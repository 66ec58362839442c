// A flask at its host: inputs become records, records are folded into the state, and what comes of them leaves when
// they count. A host that takes over folds the log that it has (replica.ts). Without a log everything counts at once.
// The file before it is record.ts; where messages go is in routing.ts.
import { assert } from '../../base/index.ts';
import { loadChannels, noChannels, post, saveChannels, take } from '../channel.ts';
import type { FlaskApp } from '../flask-app.ts';
import type { FlaskId } from '../flask-id.ts';
import { wantsSnapshot } from '../log.ts';
import type { LogRecord } from '../log-frame.ts';
import {
  addRecord,
  countedAt,
  epochAt,
  foldRecords,
  proceed,
  type ReplicaStep,
} from '../replica.ts';
import { type FlaskRecord, packFlask, packRecord, unpackFlask, unpackRecord } from './record.ts';
import type { Local, Running } from './state.ts';
import { send, type Turn, tell, write } from './turn.ts';

const usualFuel = 1000;
const snapshotLeastBytes = 1024 * 1024;
/** While so many records of a flask do not count, it does not go on by itself. */
const backlogMost = 256;

/** Whether this node may act for the flask. */
export function isHosting<S>({ replica, running }: Local<S>): boolean {
  return running !== undefined && (replica === undefined || replica.hosting !== undefined);
}

/** Up to where records count. */
export function countedOf<S>({ replica }: Local<S>): number {
  return replica ? countedAt(replica) : Number.MAX_SAFE_INTEGER;
}

/** A flask of which nothing has been heard. */
export function newRunning<S>(turn: Turn<S>, local: Local<S>): Running<S> {
  const { app, fuel } = turn.settings;
  return {
    ...{ state: app.create(local.flask), channels: noChannels(), applied: 0, appliedEpoch: 0 },
    ...{ inputs: 0, begunBy: undefined, beginners: new Set(), effects: new Map(), unasked: [] },
    ...{ untold: [], clients: new Map(), fuel: fuel ?? usualFuel },
  };
}

/** Takes in an input: in the log, if there is one, and in the state. */
export function accept<S>(turn: Turn<S>, local: Local<S>, record: FlaskRecord): void {
  const { replica, running } = local;
  assert(running !== undefined, 'inputs are for those who run', local.flask);
  const number = replica ? addRecord(replica, packRecord(record)) : 0;
  fold(turn.settings.app, local.flask, running, record, number, false);
  if (replica) markApplied(local, running);
  turn.state.dirty.add(local.flask);
}

/** A host begins, or begins again under another epoch: what the log has and the state has not is folded in. */
export function resume<S>(turn: Turn<S>, local: Local<S>): void {
  const { replica } = local;
  assert(replica?.hosting !== undefined, 'hosts run flasks', local.flask);
  const base = replica.snapshot?.number ?? 0;
  const known = local.running;
  const isPrefix =
    known !== undefined &&
    known.applied >= base &&
    epochAt(replica, known.applied) === known.appliedEpoch;
  const running = isPrefix ? known : fromSnapshot(turn, local);
  const news = replica.records.slice(running.applied - base);
  local.running = running;
  const isNew = ({ payload }: LogRecord): boolean => payload.length > 0;
  for (const { payload, number } of news.filter(isNew)) {
    fold(turn.settings.app, local.flask, running, unpackRecord(payload), number, true);
  }
  markApplied(local, running);
  turn.state.dirty.add(local.flask);
  if (isPrefix && !news.some(isNew)) return;
  // Somebody else may have hosted it meanwhile, and nobody runs what it has asked for.
  running.unasked = [...running.effects.keys()].map((key) => ({ key, record: running.applied }));
  for (const out of running.channels.out.values()) out.sent = 0;
}

/** After a step in which something was done with a flask: the log goes on, and what counts leaves. */
export function release<S>(turn: Turn<S>, local: Local<S>): void {
  const { replica, running } = local;
  if (replica) {
    if (running && replica.hosting && wantsFold(turn, local)) {
      const payload = saved(turn.settings.app, running);
      if (payload !== null) goOnFrom(turn, local, running, payload);
    }
    carry(turn, local, proceed(replica));
  }
  if (!running || !isHosting(local)) return;
  const counted = countedOf(local);
  askEffects(turn, local, running, counted);
  tellEvents(turn, local, running, counted);
  if (running.begunBy !== undefined && running.begunBy <= counted) {
    for (const node of running.beginners)
      send(turn, node, { type: 'begun', flasks: [local.flask] });
    running.beginners.clear();
  }
  if (wantsRun(turn.settings.app, local, running)) turn.state.hungry.add(local.flask);
  else turn.state.hungry.delete(local.flask);
}

/** Gives a hungry flask a slice of reactions, as many as ought to take the time of one. */
export function runSlice<S>(turn: Turn<S>, local: Local<S>): void {
  const { running } = local;
  const { app, stopwatch, timing } = turn.settings;
  if (!running || !isHosting(local) || !wantsRun(app, local, running)) return;
  const before = stopwatch?.();
  accept(turn, local, { type: 'run', reactions: running.fuel });
  if (before === undefined || stopwatch === undefined) return;
  const tookMs = Math.max(0.01, stopwatch() - before);
  const factor = Math.min(2, Math.max(0.25, timing.sliceMs / tookMs));
  running.fuel = Math.min(10_000_000, Math.max(1, Math.round(running.fuel * factor)));
}

/** Carries what a replica wants done. */
export function carry<S>(turn: Turn<S>, local: Local<S>, { sends, disk }: ReplicaStep): void {
  const { flask, log } = local;
  if (log) write(turn, disk, (mark) => ({ type: 'log', serial: log.serial, mark }));
  const { incarnation } = turn.state.identity;
  for (const { to, message } of sends) {
    send(turn, to, { type: 'replica', flask, incarnation, message });
  }
}

/** The flask as it goes into a snapshot, or to a log that begins now; null if the app is in the midst of something. */
export function saved<S>(app: FlaskApp<S>, running: Running<S>): Uint8Array | null {
  const bytes = app.snapshot(running.state);
  if (bytes === null) return null;
  const effects = [...running.effects].map(([key, effect]) => ({ key, ...effect }));
  return packFlask({
    app: bytes,
    channels: saveChannels(running.channels),
    effects,
    inputs: running.inputs,
    hasBegun: running.begunBy !== undefined,
  });
}

function fold<S>(
  app: FlaskApp<S>,
  flask: FlaskId,
  running: Running<S>,
  record: FlaskRecord,
  number: number,
  again: boolean,
): void {
  if (record.type === 'anew') {
    const bytes = app.snapshot(running.state);
    assert(bytes !== null, 'a flask that could be saved can be saved again', flask);
    running.state = app.restore(flask, bytes);
    return;
  }
  running.inputs++;
  if (record.type === 'begin') running.begunBy = number;
  if (record.type === 'message') take(running.channels, record.from, record.number, number);
  if (record.type === 'answer') running.effects.delete(record.key);
  const outputs = app.step(running.state, record);
  for (const [index, output] of outputs.entries()) {
    switch (output.type) {
      case 'send':
        post(running.channels, output.to, output.message, number);
        break;
      case 'effect':
        running.effects.set(output.key, { name: output.name, args: output.args });
        running.unasked.push({ key: output.key, record: number });
        break;
      case 'event': {
        const { event } = output;
        running.untold.push({ record: number, input: running.inputs, index, again, event });
        break;
      }
    }
  }
}

function markApplied<S>({ replica }: Local<S>, running: Running<S>): void {
  if (!replica) return;
  running.applied = replica.log.last;
  running.appliedEpoch = epochAt(replica, replica.log.last) ?? 0;
}

function fromSnapshot<S>(turn: Turn<S>, local: Local<S>): Running<S> {
  const snapshot = local.replica?.snapshot;
  const running = newRunning(turn, local);
  // Before the first snapshot nothing has happened.
  if (snapshot === undefined) return running;
  const { app, channels, effects, inputs, hasBegun } = unpackFlask(snapshot.payload);
  const { number, epoch } = snapshot;
  return {
    ...running,
    state: turn.settings.app.restore(local.flask, app),
    channels: loadChannels(channels, number),
    effects: new Map(effects.map(({ key, name, args }) => [key, { name, args }])),
    begunBy: hasBegun ? number : undefined,
    ...{ inputs, applied: number, appliedEpoch: epoch },
  };
}

function wantsFold<S>({ settings }: Turn<S>, { replica }: Local<S>): boolean {
  if (!replica) return false;
  return wantsSnapshot(replica.log, settings.snapshotLeastBytes ?? snapshotLeastBytes);
}

/**
 * The log is folded, and the host goes on from the snapshot itself. A record says so: whoever takes over may have the
 * records and not the snapshot, and what the host said after it has to come out the same.
 */
export function goOnFrom<S>(
  turn: Turn<S>,
  local: Local<S>,
  running: Running<S>,
  payload: Uint8Array,
): void {
  assert(local.replica !== undefined, 'a log is folded where there is one', local.flask);
  addRecord(local.replica, packRecord({ type: 'anew' }));
  carry(turn, local, foldRecords(local.replica, payload));
  running.state = turn.settings.app.restore(local.flask, unpackFlask(payload).app);
  markApplied(local, running);
}

function askEffects<S>(
  turn: Turn<S>,
  { flask }: Local<S>,
  running: Running<S>,
  counted: number,
): void {
  const { effects, unasked } = running;
  let asked = 0;
  for (const { key, record } of unasked) {
    if (record > counted) break;
    asked++;
    const effect = effects.get(key);
    if (effect) tell(turn, { type: 'effect', flask, key, ...effect });
  }
  if (asked > 0) running.unasked = unasked.slice(asked);
}

function tellEvents<S>(
  turn: Turn<S>,
  { flask }: Local<S>,
  running: Running<S>,
  counted: number,
): void {
  let told = 0;
  for (const { record, input, index, again, event } of running.untold) {
    if (record > counted) break;
    told++;
    tell(turn, { type: 'app-event', flask, record: input, index, again, event });
  }
  if (told > 0) running.untold = running.untold.slice(told);
}

function wantsRun<S>(app: FlaskApp<S>, { replica }: Local<S>, running: Running<S>): boolean {
  if (running.begunBy === undefined) return false;
  if (replica && replica.log.last - countedAt(replica) > backlogMost) return false;
  return app.isHungry(running.state);
}
