// Which flasks lie here, as the view says: logs are opened, kept, taught to others and thrown away; hosts begin and
// end. Only a life that is in the view, and whose disk knows it, does any of this: its view is then newer than
// all that an earlier life knew, and so are the epochs that it refuses. running.ts has what a host does.
import { assert, type NodeId } from '../../base/index.ts';
import type { FlaskId } from '../flask-id.ts';
import type { PeerMessage } from '../peer-messages.ts';
import {
  countedAt,
  dismiss,
  graduate,
  hearReplica,
  openReplica,
  placed,
  type Replica,
  replicaSynced,
  resendRecords,
  teach,
} from '../replica.ts';
import { type FlaskPlace, wantedPlaces } from '../view.ts';
import { tasksOf, type ViewTask } from '../view-change.ts';
import { lookAgain, wishFor } from './authority.ts';
import { deliverEarly } from './routing.ts';
import { carry, goOnFrom, newRunning, resume, saved } from './running.ts';
import type { Local, OpenLog } from './state.ts';
import { send, type Turn, tell, write } from './turn.ts';

/** Brings what lies here in line with the view. */
export function applyPlaces<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  if (!state.acts) {
    discardLost(turn);
    return;
  }
  const wanted = wantedPlaces(state.keeper.view);
  for (const local of [...state.locals.values()]) {
    const place = state.places.get(local.flask);
    const isHere =
      place?.born === local.born &&
      (place.replicas.includes(ctx.self) || wanted.get(local.flask)?.includes(ctx.self));
    if (!isHere && !isCountedOn(local, place)) discard(turn, local);
  }
  for (const place of state.places.values()) {
    const { flask, replicas } = place;
    // What is on the disk may serve as the beginning of what a host will teach.
    const isWanted = wanted.get(flask)?.includes(ctx.self) && state.shelf.has(fileOf(place));
    const isHere = replicas.includes(ctx.self) || isWanted;
    const local = isHere ? localAt(turn, place) : state.locals.get(flask);
    if (local) settle(turn, local, place);
  }
  clearShelf(turn);
  const tasks = new Map<FlaskId, ViewTask[]>();
  for (const task of tasksOf(state.keeper.view)) {
    if (state.places.get(task.flask)?.host !== ctx.self) continue;
    tasks.set(task.flask, [...(tasks.get(task.flask) ?? []), task]);
  }
  state.tasks = tasks;
  const reborn = rebornSince(turn);
  for (const local of state.locals.values()) {
    dismissOthers(turn, local, reborn);
    workOn(turn, local);
  }
}

/**
 * Whether the host of this epoch may have asked the view to take this node in: it has been told what this node has.
 * Under an epoch that is over the view would refuse. A log that knows a later one than the view is of a place that this
 * node has not heard of yet, and may be its only replica there.
 */
function isCountedOn<S>({ born, replica }: Local<S>, place: FlaskPlace | undefined): boolean {
  if (place?.born !== born || replica === undefined) return false;
  return replica.epoch > place.epoch || (replica.epoch === place.epoch && replica.matched > 0);
}

/** What a host has to do so that its flask lies where it ought to. */
export function workOn<S>(turn: Turn<S>, local: Local<S>): void {
  const tasks = turn.state.tasks.get(local.flask) ?? [];
  if (!local.running) return;
  if (tasks.length === 0) forgetLog(turn, local);
  for (const task of tasks) {
    if (task.type === 'settle') {
      wishFor(turn, task);
      continue;
    }
    if (!local.replica) beginLog(turn, local);
    const replica = local.replica as Replica | undefined;
    if (!replica?.hosting || replica.epoch !== task.epoch) continue;
    if (!replica.hosting.needed.has(task.node) && !replica.hosting.learners.has(task.node)) {
      carry(turn, local, teach(replica, task.node));
    }
    if (graduate(replica, task.node)) wishFor(turn, { ...task, type: 'caught-up' });
  }
}

/** The view does not take a node in that we were ready to count on. */
export function notTakenIn<S>(turn: Turn<S>, flask: FlaskId, epoch: number, node: NodeId): void {
  const local = turn.state.locals.get(flask);
  // A life that is over must not count alone what it could not count with the other: it may have been taken in.
  if (!turn.state.acts || local?.replica?.epoch !== epoch) return;
  // It may have been asked for again, in a later life: then the view may yet take it in.
  const isAskedFor = turn.state.keeper.wishes.some(
    (wish) => wish.type === 'caught-up' && wish.flask === flask && wish.node === node,
  );
  if (isAskedFor) return;
  carry(turn, local, dismiss(local.replica, node));
  turn.state.dirty.add(flask);
}

/** What a node says of a log; an earlier life of it is not listened to, and a later one when the view has it. */
export function hearAboutLog<S>(
  turn: Turn<S>,
  from: NodeId,
  { flask, incarnation, message }: Extract<PeerMessage, { type: 'replica' }>,
): void {
  const { state } = turn;
  const place = state.places.get(flask);
  if (!state.acts || !place) return;
  const known = state.lives.get(from) ?? 0;
  if (incarnation > known) lookAgain(turn);
  if (incarnation !== known) return;
  if (message.epoch > place.epoch) lookAgain(turn);
  const isOfHost =
    message.type === 'records' || message.type === 'whole-log' || message.type === 'folded';
  if (message.epoch < place.epoch) {
    // The view is the fence of those who have no log: they must not take one from a host that was replaced.
    const replaced = { type: 'replaced', epoch: place.epoch } as const;
    const own = state.identity.incarnation;
    if (isOfHost) send(turn, from, { type: 'replica', flask, incarnation: own, message: replaced });
    return;
  }
  const here = state.locals.get(flask);
  if (!here?.replica && (!isOfHost || here?.running)) return;
  const local = localAt(turn, place);
  if (!local.replica) keepLog(turn, local, place);
  const replica = local.replica as Replica | undefined;
  assert(replica !== undefined, 'a log that is kept', flask);
  carry(turn, local, hearReplica(replica, from, message));
  if (message.type === 'replaced') lookAgain(turn);
  state.dirty.add(flask);
}

/** The link to a node is up again: what was under way there may be lost. */
export function resendRecordsTo<S>(turn: Turn<S>, node: NodeId): void {
  for (const { replica, flask } of turn.state.locals.values()) {
    if (replica?.hosting?.sent.delete(node)) turn.state.dirty.add(flask);
  }
}

/** From time to time: what was not confirmed is sent again, and what is to be done is tried again. */
export function remindReplicas<S>(turn: Turn<S>): void {
  for (const local of turn.state.locals.values()) {
    if (local.replica?.hosting) carry(turn, local, resendRecords(local.replica));
    workOn(turn, local);
  }
}

/** This node acts for the flask no more. */
function unhost<S>(turn: Turn<S>, local: Local<S>): void {
  if (local.running === undefined) return;
  local.running = undefined;
  local.answers = [];
  turn.state.hungry.delete(local.flask);
  tell(turn, { type: 'unhosted', flask: local.flask });
}

/** A node that is no member stops what runs for solutions that are lost; one that has left keeps nothing. */
function discardLost<S>(turn: Turn<S>): void {
  const { phase, wantsToLeave, locals, places } = turn.state;
  if (phase === 'alone') return;
  const hasLeft = phase === 'left' && wantsToLeave;
  for (const local of [...locals.values()]) {
    if (hasLeft || !places.has(local.flask)) discard(turn, local);
  }
}

function discard<S>(turn: Turn<S>, local: Local<S>): void {
  unhost(turn, local);
  if (local.log) throwAway(turn, local.log);
  turn.state.locals.delete(local.flask);
  turn.state.dirty.delete(local.flask);
  turn.state.early.delete(local.flask);
}

function localAt<S>(turn: Turn<S>, place: FlaskPlace): Local<S> {
  const { state } = turn;
  const { flask, born } = place;
  const known = state.locals.get(flask);
  if (known) return known;
  const log = state.shelf.get(fileOf(place));
  if (log) {
    state.shelf.delete(log.file);
    log.flask = flask;
  }
  const local: Local<S> = {
    ...{ flask, born, log, replica: log?.replica, running: undefined, answers: [] },
  };
  state.locals.set(flask, local);
  return local;
}

/** `<solution>.<index>.<born>.log` */
export function fileOf({ flask, born }: FlaskPlace): string {
  return `${flask.replace('/', '.')}.${born}.log`;
}

function settle<S>(turn: Turn<S>, local: Local<S>, place: FlaskPlace): void {
  const { self } = turn.ctx;
  const isHost = place.host === self;
  const before = local.replica?.hosting;
  if (!local.replica && place.replicas.includes(self) && !needsNoLog(turn, place)) {
    if (local.running) beginLog(turn, local);
    else keepLog(turn, local, place);
  }
  const { replica } = local;
  if (!replica) {
    if (isHost && !local.running) {
      local.running = newRunning(turn, local);
      turn.state.dirty.add(local.flask);
      deliverEarly(turn, local.flask);
    }
    return;
  }
  carry(turn, local, placed(replica, place));
  if (!isHost) unhost(turn, local);
  if (replica.hosting && replica.hosting !== before) {
    resume(turn, local);
    deliverEarly(turn, local.flask);
  }
  turn.state.dirty.add(local.flask);
}

/** One copy, on a node that comes back with nothing: a log would be written for nobody. */
function needsNoLog<S>({ settings, ctx }: Turn<S>, place: FlaskPlace): boolean {
  const { copies, replicas } = place;
  return !settings.durable && copies === 1 && replicas.length === 1 && replicas[0] === ctx.self;
}

function keepLog<S>(turn: Turn<S>, local: Local<S>, place: FlaskPlace): void {
  const file = fileOf(place);
  const opened = openReplica(turn.ctx.self, file, undefined);
  assert(opened.ok, 'an empty log is whole', file);
  const { replica } = opened.value;
  local.log = { serial: turn.state.serials++, file, replica, flask: local.flask };
  turn.state.logs.set(local.log.serial, local.log);
  local.replica = replica;
  carry(turn, local, { sends: [], disk: opened.value.disk });
  carry(turn, local, placed(local.replica, place));
}

/** A flask that ran without a log is to be taught to another node: its log begins with what it is now. */
function beginLog<S>(turn: Turn<S>, local: Local<S>): void {
  const { running } = local;
  const place = turn.state.places.get(local.flask);
  assert(running !== undefined && place !== undefined, 'a log begins at a host', local.flask);
  const payload = saved(turn.settings.app, running);
  if (payload === null) return;
  keepLog(turn, local, place);
  if (local.replica?.hosting) goOnFrom(turn, local, running, payload);
}

/** A flask that has come to a place where it needs no log goes on without one. */
function forgetLog<S>(turn: Turn<S>, local: Local<S>): void {
  const { replica, running, flask } = local;
  const place = turn.state.places.get(flask);
  if (!replica?.hosting || !running || !place || !needsNoLog(turn, place)) return;
  if (countedAt(replica) < replica.log.last || replica.hosting.learners.size > 0) return;
  if (local.log) throwAway(turn, local.log);
  local.log = undefined;
  local.replica = undefined;
  turn.state.dirty.add(flask);
}

/**
 * Learners that are not wanted any more, and all that have begun another life. Others that were asked for as replicas
 * wait for the view's answer.
 */
function dismissOthers<S>(turn: Turn<S>, local: Local<S>, reborn: ReadonlySet<NodeId>): void {
  const { replica, flask } = local;
  if (!replica?.hosting) return;
  const tasks = turn.state.tasks.get(flask) ?? [];
  for (const node of [...replica.hosting.learners]) {
    const isWanted = tasks.some((task) => task.type === 'catch-up' && task.node === node);
    if (!isWanted) carry(turn, local, dismiss(replica, node));
  }
  for (const node of reborn) carry(turn, local, dismiss(replica, node));
}

/** Members in another life than when we looked last. */
function rebornSince<S>({ state }: Turn<S>): ReadonlySet<NodeId> {
  const reborn = new Set<NodeId>();
  for (const { node, incarnation } of state.keeper.view.members) {
    if (state.lives.get(node) !== incarnation) reborn.add(node);
    state.lives.set(node, incarnation);
  }
  return reborn;
}

/** Logs that were found on the disk and belong nowhere. */
function clearShelf<S>(turn: Turn<S>): void {
  for (const log of turn.state.shelf.values()) throwAway(turn, log);
  turn.state.shelf.clear();
}

function throwAway<S>({ state, effects }: Turn<S>, { serial, file }: OpenLog): void {
  effects.push({ type: 'remove', file });
  state.logs.delete(serial);
}

/** The disk has answered for a log; it may lie on the shelf still. */
export function logSynced<S>(turn: Turn<S>, serial: number, mark: number): void {
  const { state } = turn;
  const log = state.logs.get(serial);
  if (!log) return;
  const step = replicaSynced(log.replica, mark);
  const local = log.flask === undefined ? undefined : state.locals.get(log.flask);
  if (local) {
    carry(turn, local, step);
    state.dirty.add(local.flask);
  } else {
    write(turn, step.disk, (next) => ({ type: 'log', serial, mark: next }));
  }
}
