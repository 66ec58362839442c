// One node of the cluster, as one step machine: it may vote, it proposes changes of the view, watches its neighbours,
// keeps the logs of flasks, hosts flasks and serves clients. This file hands each input to the part that it is for
// and brings a step to its end; the parts are in peer/, the face towards the driver in peer-command.ts.
import {
  type Ctx,
  type DiskEffect,
  type DiskFiles,
  type DiskInput,
  type Effect,
  type Input,
  type Machine,
  type NodeId,
  timerId,
  unreachable,
} from '../base/index.ts';
import { voter } from './authority/voter.ts';
import { type FlaskId, isFlask } from './flask-id.ts';
import { dropAbandoned } from './peer/abandoned.ts';
import {
  authorityTimer,
  hearAuthority,
  learnView,
  openVoter,
  proposerSynced,
  voterSynced,
  wishFor,
} from './peer/authority.ts';
import {
  attach,
  clientHeard,
  detach,
  hearForClient,
  postToFlask,
  remindHosts,
} from './peer/clients.ts';
import {
  found,
  hearAskIn,
  hearFoundVoter,
  hearTurnedAway,
  hearWelcome,
  identitySaved,
  join,
  noteVoter,
  remindEntry,
  saveIdentity,
} from './peer/entry.ts';
import { readIdentity } from './peer/identity.ts';
import { hearAboutLog, logSynced, remindReplicas, resendRecordsTo, workOn } from './peer/places.ts';
import {
  hearAnswer,
  hearBegin,
  hearPosts,
  remindFlasks,
  resendTo,
  sendPosts,
  takeAnswers,
} from './peer/routing.ts';
import { release, runSlice } from './peer/running.ts';
import { hearBegun, remindBeginners, submit } from './peer/solutions.ts';
import type { Peer, SyncPart } from './peer/state.ts';
import { askStatus, conclude, hearStatus, nodeStatus } from './peer/status.ts';
import { closeTurn, type Settings, send, type Turn, tell, write } from './peer/turn.ts';
import { actOnNews, leave, leaveIfDrained, reviewPlaces } from './peer/views.ts';
import { beat, hearBeat, hearKnock, hearOf } from './peer/watch.ts';
import { type PeerCommand, type PeerEvent, type PeerOptions, usualTiming } from './peer-command.ts';
import type { PeerMessage } from './peer-messages.ts';
import { openReplica } from './replica.ts';
import { viewKeeper } from './view-keeper.ts';

export type { Peer } from './peer/state.ts';

const [beatTimer, workTimer, hereTimer] = ['beat', 'work', 'here'].map(timerId) as [
  ReturnType<typeof timerId>,
  ReturnType<typeof timerId>,
  ReturnType<typeof timerId>,
];
/** So many messages to itself a node takes in one step; the others wait for the next. */
const hereMost = 512;

type Effects = readonly (Effect<PeerMessage, PeerEvent> | DiskEffect)[];

export function peer<S>(
  options: PeerOptions<S>,
): Machine<Peer<S>, PeerMessage, PeerCommand, PeerEvent> {
  const settings = { ...options, timing: { ...usualTiming, ...options.timing } };
  return {
    start(files, ctx) {
      const turn = opening(settings, files, ctx);
      return { state: turn.state, effects: finish(turn) };
    },
    step(state, input, ctx) {
      const turn: Turn<S> = { state, settings, ctx, effects: [], syncs: [], news: [] };
      take(turn, input);
      return finish(turn);
    },
  };
}

function opening<S>(settings: Settings<S>, files: DiskFiles, ctx: Ctx): Turn<S> {
  const voting = voter.start(files, ctx);
  const state: Peer<S> = {
    ...{ identity: readIdentity(files, ctx.rng), phase: 'alone' },
    ...{
      identityWrites: 0,
      identityDurable: 0,
      via: undefined,
      founding: undefined,
      foundedWith: [],
      wantsToLeave: false,
    },
    ...{ unfounded: new Set(), voter: voting.state, proposer: undefined, heldCall: undefined },
    ...{ proposerLife: files.get('proposer-life'), isAuthorityReachable: true },
    ...{ keeper: viewKeeper(), places: new Map(), tasks: new Map(), lives: new Map(), acts: false },
    ...{ shelf: new Map(), logs: new Map(), serials: 0, locals: new Map() },
    ...{ early: new Map(), here: [], dirty: new Set(), hungry: new Set() },
    ...{ submissions: new Map(), toldLost: new Set(), sessions: new Map(), asks: new Map() },
    ...{ beat: 0, heard: new Map(), suspectedBy: new Map(), shown: new Map() },
    ...{ knocks: new Map(), unheard: new Map() },
    ...{ syncs: new Map(), syncCount: 0, isWorkSet: false, isHereSet: false },
  };
  const turn: Turn<S> = { state, settings, ctx, effects: [], syncs: [], news: [] };
  openVoter(turn, voting.effects);
  const isDamaged = shelve(turn, files);
  // Whoever has lost one log passes for a replica of none.
  saveIdentity(turn, isDamaged ? { fresh: true, damaged: true } : {});
  const { heartbeatMs } = settings.timing;
  turn.effects.push({ type: 'set-timer', timer: beatTimer, afterMs: heartbeatMs });
  return turn;
}

/** Opens the logs that the disk has; true if one is damaged. */
function shelve<S>(turn: Turn<S>, files: DiskFiles): boolean {
  const { state, ctx } = turn;
  let isDamaged = false;
  for (const [file, bytes] of files) {
    if (!file.endsWith('.log')) continue;
    const opened = openReplica(ctx.self, file, bytes);
    if (!opened.ok) {
      tell(turn, { type: 'damaged', file, reason: opened.error.reason });
      turn.effects.push({ type: 'remove', file });
      isDamaged = true;
      continue;
    }
    const { replica, disk } = opened.value;
    const log = { serial: state.serials++, file, replica, flask: undefined };
    state.shelf.set(file, log);
    state.logs.set(log.serial, log);
    write(turn, disk, (mark) => ({ type: 'log', serial: log.serial, mark }));
  }
  return isDamaged;
}

function take<S>(turn: Turn<S>, input: Input<PeerMessage, PeerCommand> | DiskInput): void {
  const { state } = turn;
  switch (input.type) {
    case 'message':
      hear(turn, input.from, input.message);
      break;
    case 'command':
      obey(turn, input.command);
      break;
    case 'synced': {
      const parts = state.syncs.get(input.mark) ?? [];
      state.syncs.delete(input.mark);
      for (const part of parts) syncedPart(turn, part);
      break;
    }
    case 'timer':
      if (input.timer === beatTimer) beatOnce(turn);
      else if (input.timer === workTimer) workOnce(turn);
      else if (input.timer === hereTimer) state.isHereSet = false;
      else authorityTimer(turn, input.timer);
      break;
    default:
      unreachable(input);
  }
}

function syncedPart<S>(turn: Turn<S>, part: SyncPart): void {
  switch (part.type) {
    case 'identity':
      identitySaved(turn, part.write);
      reviewPlaces(turn);
      break;
    case 'voter':
      voterSynced(turn, part.mark);
      noteVoter(turn);
      break;
    case 'proposer':
      proposerSynced(turn, part.mark);
      break;
    case 'log':
      logSynced(turn, part.serial, part.mark);
      break;
  }
}

function hear<S>(turn: Turn<S>, from: NodeId, message: PeerMessage): void {
  const { state } = turn;
  hearOf(turn, from);
  switch (message.type) {
    case 'authority':
      hearAuthority(turn, from, message.message);
      break;
    case 'replica':
      hearAboutLog(turn, from, message);
      break;
    case 'channel': {
      const { from: sender, to } = message;
      if (isFlask(to)) hearPosts(turn, from, sender, to, message.message);
      else if (isFlask(sender)) hearForClient(turn, to, sender, message.message);
      break;
    }
    case 'heartbeat':
      hearBeat(turn, from, message.version, message.suspects);
      break;
    case 'view':
      if (state.identity.cluster) learnView(turn, message.view);
      break;
    case 'begin':
      hearBegin(turn, from, message.flasks, message.spec);
      break;
    case 'begun':
      hearBegun(turn, message.flasks);
      break;
    case 'ask-in':
      hearAskIn(turn, message.newcomer, message.cluster);
      break;
    case 'welcome':
      hearWelcome(turn, message.cluster, message.view);
      break;
    case 'turned-away':
      // Only whoever was asked may say so.
      if (from === state.via) hearTurnedAway(turn, message.reason);
      break;
    case 'found-voter':
      hearFoundVoter(turn, from, message.cluster);
      break;
    case 'voter-founded':
      state.unfounded.delete(from);
      break;
    case 'aside':
      tell(turn, { type: 'aside', from, message: message.message });
      break;
    case 'ask-status':
      send(turn, from, { type: 'status', id: message.id, status: nodeStatus(turn) });
      break;
    case 'status':
      hearStatus(turn, message.id, message.status);
      break;
    default:
      unreachable(message);
  }
}

function obey<S>(turn: Turn<S>, command: PeerCommand): void {
  switch (command.type) {
    case 'found':
      found(turn, command.voters, command.members ?? 1);
      break;
    case 'join':
      join(turn, command.via);
      break;
    case 'leave':
      leave(turn);
      break;
    case 'submit':
      submit(turn, command);
      break;
    case 'drop':
      wishFor(turn, { type: 'drop', solution: command.solution });
      break;
    case 'attach':
      attach(turn, command.client, command.heard);
      break;
    case 'detach':
      detach(turn, command.client);
      break;
    case 'to-flask':
      postToFlask(turn, command.client, command.flask, command.number, command.message);
      break;
    case 'heard':
      clientHeard(turn, command.client, command.flask, command.upTo);
      break;
    case 'effect-answer':
      hearAnswer(turn, command.flask, command.key, command.answer);
      break;
    case 'say':
      send(turn, command.to, { type: 'aside', message: command.message });
      break;
    case 'reconnected':
      tell(turn, { type: 'reconnected', node: command.node });
      resendTo(turn, (flask) => turn.state.places.get(flask)?.host === command.node);
      resendRecordsTo(turn, command.node);
      break;
    case 'knocked':
      hearKnock(turn, command.node, command.answers);
      break;
    case 'status':
      askStatus(turn, command.id);
      break;
  }
}

function beatOnce<S>(turn: Turn<S>): void {
  const { heartbeatMs, resendMs } = turn.settings.timing;
  turn.effects.push({ type: 'set-timer', timer: beatTimer, afterMs: heartbeatMs });
  beat(turn);
  remindEntry(turn);
  conclude(turn);
  dropAbandoned(turn);
  leaveIfDrained(turn);
  if (turn.state.beat % Math.max(1, Math.round(resendMs / heartbeatMs)) !== 0) return;
  remindReplicas(turn);
  remindFlasks(turn);
  remindHosts(turn, () => true);
  remindBeginners(turn);
}

function workOnce<S>(turn: Turn<S>): void {
  const { state } = turn;
  state.isWorkSet = false;
  const [flask] = state.hungry;
  if (flask === undefined) return;
  state.hungry.delete(flask);
  const local = state.locals.get(flask);
  if (local) runSlice(turn, local);
}

/** Ends a step: what was learned is acted upon, what counts leaves, and messages to oneself arrive. */
function finish<S>(turn: Turn<S>): Effects {
  const { state, settings } = turn;
  for (let budget = hereMost; ; ) {
    actOnNews(turn);
    for (const flask of state.dirty) tidy(turn, flask);
    const here = state.here.splice(0, budget);
    budget -= here.length;
    for (const { from, message } of here) hear(turn, from, message);
    const isIdle = turn.news.length === 0 && state.dirty.size === 0;
    if (isIdle && (state.here.length === 0 || budget === 0)) break;
  }
  if (state.here.length > 0 && !state.isHereSet) {
    state.isHereSet = true;
    turn.effects.push({ type: 'set-timer', timer: hereTimer, afterMs: 0 });
  }
  if (state.hungry.size > 0 && !state.isWorkSet) {
    state.isWorkSet = true;
    turn.effects.push({ type: 'set-timer', timer: workTimer, afterMs: settings.timing.pauseMs });
  }
  closeTurn(turn);
  return turn.effects;
}

function tidy<S>(turn: Turn<S>, flask: FlaskId): void {
  const { state } = turn;
  state.dirty.delete(flask);
  const local = state.locals.get(flask);
  if (!local) return;
  takeAnswers(turn, local);
  release(turn, local);
  sendPosts(turn, local);
  if (state.tasks.has(flask)) workOn(turn, local);
}
