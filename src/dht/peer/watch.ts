// Heartbeats, and whom this node suspects. A node is heard by those that follow it in the order of names, all of them in
// a small cluster. Suspicion decides nothing: it leads to a wish that the authority grants or not, and a node that was
// removed in vain comes back in a new life. Time is counted in beats, so that neither a jump of the clock nor a
// stall of this node makes it suspect all others. A node may be silent because a reaction takes long; whoever removed it would
// have the next one compute the same, and be silent as long. So it is knocked at, and one that is there is waited for.
import type { NodeId } from '../../base/index.ts';
import type { ViewMember } from '../view.ts';
import { withdraw } from '../view-keeper.ts';
import { wishFor } from './authority.ts';
import { send, type Turn, tell } from './turn.ts';

/** So many nodes listen to each. */
const watchersMost = 16;
/**
 * A suspicion that lasts so many times as long as it takes to arise needs nobody to share it. Those whose removal is a
 * loss are given as long.
 */
const patience = 4;
/** So many times as long a node may be busy. */
const busyMost = 240;

/** Tells the others that this node is there, and removes whom they suspect, too. */
export function beat<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  state.beat++;
  if (state.phase === 'alone' || state.phase === 'left') return;
  const members = upMembers(turn);
  for (const { node } of members) {
    // As long as this node is no member, nobody speaks to it.
    if (!state.acts || !state.heard.has(node)) state.heard.set(node, state.beat);
  }
  knockAtSilent(turn, members);
  const suspects = members.map(({ node }) => node).filter((node) => isSuspect(turn, node));
  const { incarnation } = state.identity;
  const { version } = state.keeper.view;
  const gone = state.keeper.view.members.filter((member) => member.state === 'gone');
  // One of those that are gone, in turn: it may not know, or we may be the one that was removed.
  const lostSight = gone.length > 0 ? [(gone[state.beat % gone.length] as ViewMember).node] : [];
  for (const to of [...watchersOf(members, ctx.self), ...lostSight]) {
    if (to === ctx.self) continue;
    send(turn, to, { type: 'heartbeat', incarnation, version, suspects });
  }
  // Whoever could not reach the authority for a while must not remove those whom it hears again.
  withdraw(
    state.keeper,
    (change) =>
      change.type === 'remove' && change.node !== ctx.self && !suspects.includes(change.node),
  );
  if (!state.acts) return;
  for (const member of members) {
    if (suspects.includes(member.node) && isDoomed(turn, members, member.node)) {
      wishFor(turn, { type: 'remove', node: member.node, incarnation: member.incarnation });
    }
  }
}

/** Anything that comes from a node says that it is there. */
export function hearOf<S>({ state }: Turn<S>, node: NodeId): void {
  state.heard.set(node, state.beat);
}

/** At half of the time to suspicion, and whenever the silence has become twice as long. */
function knockAtSilent<S>(turn: Turn<S>, members: readonly ViewMember[]): void {
  const { state, ctx } = turn;
  const limit = beatsToSuspect(turn);
  for (const { node } of members) {
    const heard = state.heard.get(node) ?? state.beat;
    const silentFor = state.beat - heard;
    if (node === ctx.self || silentFor <= limit / 2) continue;
    const known = state.knocks.get(node);
    const knock = known?.heard === heard ? known : { heard, nextAt: 0, busyUntil: 0 };
    state.knocks.set(node, knock);
    if (state.beat < knock.nextAt) continue;
    knock.nextAt = state.beat + silentFor;
    tell(turn, { type: 'knock', node });
  }
}

/** There is a process: it passes for busy until well after the next knock, which may be lost, and the one after that. */
export function hearKnock<S>(turn: Turn<S>, node: NodeId, answers: boolean): void {
  const { state } = turn;
  const knock = state.knocks.get(node);
  if (knock === undefined || knock.heard !== state.heard.get(node)) return;
  if (!answers) {
    // It may have been lost.
    knock.nextAt = state.beat + 1;
    return;
  }
  const limit = beatsToSuspect(turn);
  const silentFor = state.beat - knock.heard;
  knock.busyUntil = Math.min(state.beat + 3 * silentFor + limit, knock.heard + busyMost * limit);
}

function isBusy<S>({ state }: Turn<S>, node: NodeId): boolean {
  const knock = state.knocks.get(node);
  return knock?.heard === state.heard.get(node) && state.beat < (knock?.busyUntil ?? 0);
}

/** Whether there is a node whose word may be held back: one that should have been heard of by now. */
export function isAnybodySilent<S>(turn: Turn<S>): boolean {
  const { state, ctx } = turn;
  const members = upMembers(turn);
  const limit = beatsToSuspect(turn) / 2;
  return members.some(
    ({ node }) =>
      node !== ctx.self &&
      watchersOf(members, node).includes(ctx.self) &&
      state.beat - (state.heard.get(node) ?? state.beat) > limit,
  );
}

/** For how many beats a node may be busy of which this one is not told; 0 where all listen to all. */
export function longestBusyBeats<S>(turn: Turn<S>): number {
  const isHeard = upMembers(turn).length <= watchersMost + 1;
  return isHeard ? 0 : busyMost * beatsToSuspect(turn);
}

export function hearBeat<S>(
  turn: Turn<S>,
  from: NodeId,
  version: number,
  suspects: readonly NodeId[],
): void {
  const { state } = turn;
  state.suspectedBy.set(from, suspects);
  if (version < state.keeper.view.version) showView(turn, from);
  // It shows us its view when it sees how old ours is.
  if (version > state.keeper.view.version) answerBeat(turn, from);
}

function answerBeat<S>(turn: Turn<S>, to: NodeId): void {
  const { state } = turn;
  if (state.shown.get(to) === state.beat) return;
  state.shown.set(to, state.beat);
  const { incarnation } = state.identity;
  const { version } = state.keeper.view;
  send(turn, to, { type: 'heartbeat', incarnation, version, suspects: [] });
}

/** Shows a node the view, not more often than once a beat. */
export function showView<S>(turn: Turn<S>, to: NodeId): void {
  const { state } = turn;
  if (state.shown.get(to) === state.beat) return;
  state.shown.set(to, state.beat);
  send(turn, to, { type: 'view', view: state.keeper.view });
}

function isDoomed<S>(turn: Turn<S>, members: readonly ViewMember[], node: NodeId): boolean {
  const { state, ctx } = turn;
  const limit = beatsToSuspect(turn);
  const silentFor = state.beat - (state.heard.get(node) ?? state.beat);
  const jury = watchersOf(members, node).filter(
    (other) => other === ctx.self || !isSuspect(turn, other),
  );
  const rank = jury.indexOf(ctx.self);
  if (rank < 0) return false;
  if (silentFor > patience * limit) return true;
  if (losesFlasks(turn, members, node)) return false;
  const agree = jury.filter(
    (other) => other === ctx.self || state.suspectedBy.get(other)?.includes(node),
  );
  // The first of them asks first; the others only if nothing comes of it.
  return agree.length * 2 > jury.length && silentFor > limit + 2 * rank;
}

/** Whether to remove a node is to lose what only it has: nothing is gained by haste. */
function losesFlasks<S>({ state }: Turn<S>, members: readonly ViewMember[], node: NodeId): boolean {
  if (members.find((member) => member.node === node)?.durable) return false;
  return state.keeper.view.flasks.some(({ replicas }) => replicas.every((one) => one === node));
}

function isSuspect<S>(turn: Turn<S>, node: NodeId): boolean {
  const { state, ctx } = turn;
  if (node === ctx.self || isBusy(turn, node)) return false;
  return state.beat - (state.heard.get(node) ?? state.beat) > beatsToSuspect(turn);
}

function beatsToSuspect<S>({ settings }: Turn<S>): number {
  return Math.max(2, Math.ceil(settings.timing.suspectMs / settings.timing.heartbeatMs));
}

function upMembers<S>({ state }: Turn<S>): readonly ViewMember[] {
  return state.keeper.view.members.filter((member) => member.state !== 'gone');
}

/** The nodes that listen to one; members are sorted by name. */
function watchersOf(members: readonly ViewMember[], node: NodeId): readonly NodeId[] {
  const names = members.map((member) => member.node).filter((other) => other !== node);
  const first = names.findIndex((other) => other > node);
  const from = first < 0 ? 0 : first;
  return [...names.slice(from), ...names.slice(0, from)].slice(0, watchersMost);
}
