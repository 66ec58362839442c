// How a node comes into a cluster. The founder waits until as many nodes have asked as there shall be voters, fixes who
// they are, and founds the view with itself as its first member. All others ask a node that they can reach, are
// told the voters and the view, and wish to be members. Whoever finds a cluster on its disk knows both already.
//
// Two things on the disk make that safe. The token, drawn when the disk was empty: a voter is founded under its token,
// so that one whose disk was wiped is not founded again, and passes for a replica of nothing. And `damaged`, which stays until the
// view has this node without what it lost: no node passes for a replica because of what an earlier life had.
import type { NodeId } from '../../base/index.ts';
import { toJsonBytes } from '../json-bytes.ts';
import type { Candidate, Cluster } from '../peer-messages.ts';
import { memberNamed, type View } from '../view.ts';
import type { Newcomer } from '../view-change.ts';
import { foundVoter, isVoter, learnView, openProposer, wishFor } from './authority.ts';
import { identityFile } from './identity.ts';
import type { Identity } from './state.ts';
import { send, type Turn, tell, write } from './turn.ts';

export function saveIdentity<S>(turn: Turn<S>, changes: Partial<Identity> = {}): void {
  const { state } = turn;
  state.identity = { ...state.identity, ...changes };
  const save = ++state.identityWrites;
  const bytes = toJsonBytes(state.identity);
  turn.effects.push({ type: 'replace', file: identityFile, bytes });
  write(turn, [{ type: 'sync', mark: save }], (mark) => ({ type: 'identity', write: mark }));
}

/** The disk has the identity: what had to wait for it may be done. */
export function identitySaved<S>(turn: Turn<S>, save: number): void {
  const { state } = turn;
  state.identityDurable = Math.max(state.identityDurable, save);
  if (!isKnown(turn)) return;
  if (state.identity.cluster && state.phase === 'alone') beginEntry(turn, state.identity.cluster);
  if (state.phase === 'joining') askForMembership(turn);
  askIn(turn);
}

export function found<S>(turn: Turn<S>, voters: number, members: number): void {
  const { state } = turn;
  if (state.identity.cluster || state.founding) return;
  state.founding = { voters, members, candidates: [newcomer(turn)] };
  foundIfEnough(turn);
}

export function join<S>(turn: Turn<S>, via: NodeId): void {
  turn.state.via = via;
  askIn(turn);
}

/** At every beat: what was asked and not answered is asked again. */
export function remindEntry<S>(turn: Turn<S>): void {
  const { state } = turn;
  askIn(turn);
  const { cluster } = state.identity;
  if (!cluster || !isKnown(turn)) return;
  for (const voter of state.unfounded) send(turn, voter, { type: 'found-voter', cluster });
  if (state.phase === 'joining' && state.keeper.wishes.length === 0) askForMembership(turn);
}

export function hearAskIn<S>(turn: Turn<S>, asking: Newcomer, cluster: string | null): void {
  const { state } = turn;
  const own = state.identity.cluster;
  if (own && cluster !== null && cluster !== own.id) {
    const reason = `the disk of node ${asking.node} belongs to another cluster`;
    send(turn, asking.node, { type: 'turned-away', reason });
  } else if (own && state.keeper.view.version > 0) {
    send(turn, asking.node, { type: 'welcome', cluster: own, view: state.keeper.view });
  } else if (state.founding) {
    const others = state.founding.candidates.filter(({ node }) => node !== asking.node);
    state.founding = { ...state.founding, candidates: [...others, asking] };
    foundIfEnough(turn);
  }
}

export function hearWelcome<S>(turn: Turn<S>, cluster: Cluster, view: View): void {
  const { state } = turn;
  const own = state.identity.cluster;
  if (own && own.id !== cluster.id) return;
  state.via = undefined;
  if (!own) {
    state.founding = undefined;
    saveIdentity(turn, { cluster, contacts: contactsOf(turn, view) });
  }
  learnView(turn, view);
}

/** The view is founded: those who are in it hear of it now, and not when they ask again. */
export function welcomeAll<S>(turn: Turn<S>): void {
  const { state } = turn;
  const { cluster } = state.identity;
  for (const { node } of state.foundedWith) {
    if (cluster) send(turn, node, { type: 'welcome', cluster, view: state.keeper.view });
  }
  state.foundedWith = [];
}

export function hearTurnedAway<S>(turn: Turn<S>, reason: string): void {
  turn.state.via = undefined;
  tell(turn, { type: 'turned-away', reason });
}

export function hearFoundVoter<S>(turn: Turn<S>, from: NodeId, cluster: Cluster): void {
  const { identity } = turn.state;
  const { token } = identity;
  if (!cluster.voters.some((one) => one.node === turn.ctx.self && one.token === token)) return;
  if (identity.cluster && identity.cluster.id !== cluster.id) return;
  if (!identity.cluster) saveIdentity(turn, { cluster });
  if (isVoter(turn)) send(turn, from, { type: 'voter-founded', token });
  else foundVoter(turn);
}

/** A voter that will be one after any crash: its disk says so in two places, so that the loss of its votes is noticed. */
export function noteVoter<S>(turn: Turn<S>): void {
  if (isVoter(turn) && !turn.state.identity.isVoter) saveIdentity(turn, { isVoter: true });
}

/** The view has changed: is this life in it, and does it count? */
export function reviewMembership<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  const { identity } = state;
  const me = memberNamed(state.keeper.view, ctx.self);
  if (!me || !isKnown(turn)) return;
  const isOther = me.incarnation === identity.incarnation && me.token !== identity.token;
  if (isOther || me.incarnation > identity.incarnation) reviewLaterLife(turn, me.incarnation);
  else if (me.incarnation === identity.incarnation && me.state === 'gone') reviewDeath(turn);
  else if (me.incarnation === identity.incarnation) reviewLife(turn, me.state === 'leaving');
}

function reviewLife<S>(turn: Turn<S>, isLeaving: boolean): void {
  const { state } = turn;
  const { identity } = state;
  if (state.phase === 'joining') {
    state.phase = isLeaving ? 'leaving' : 'member';
    if (identity.fresh) saveIdentity(turn, { fresh: false, damaged: false });
    tell(turn, { type: 'joined', incarnation: identity.incarnation });
    if (state.wantsToLeave) leaveAgain(turn);
  }
  if (isKnown(turn)) state.acts = true;
}

/** This life's membership is on the disk. */
function isKnown<S>({ state }: Turn<S>): boolean {
  return state.identityDurable === state.identityWrites;
}

function reviewLaterLife<S>(turn: Turn<S>, incarnation: number): void {
  const { state } = turn;
  if (state.phase === 'joining') {
    // The disk has forgotten how many lives there were.
    saveIdentity(turn, { incarnation: incarnation + 1 });
    return;
  }
  if (state.phase === 'left') return;
  state.phase = 'left';
  state.acts = false;
  tell(turn, { type: 'turned-away', reason: 'a later life of this node has joined the cluster' });
  tell(turn, { type: 'left' });
}

/** The cluster has declared this life over: it has left, or it was suspected and begins another. */
function reviewDeath<S>(turn: Turn<S>): void {
  const { state } = turn;
  state.acts = false;
  if (state.phase === 'left') return;
  const { flasks } = state.keeper.view;
  const isNeeded = flasks.some(({ replicas }) => replicas.includes(turn.ctx.self));
  // Suspected while it was leaving, it has still what nobody else has: it comes back, and leaves again.
  if (state.phase === 'leaving' && !isNeeded) {
    state.phase = 'left';
    tell(turn, { type: 'left' });
    return;
  }
  state.phase = 'joining';
  saveIdentity(turn, { incarnation: state.identity.incarnation + 1 });
}

/** What was begun in an earlier life goes on. */
function leaveAgain<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  state.phase = 'leaving';
  wishFor(turn, { type: 'leave', node: ctx.self, incarnation: state.identity.incarnation });
}

function beginEntry<S>(turn: Turn<S>, cluster: Cluster): void {
  const { state, ctx } = turn;
  state.phase = 'joining';
  openProposer(turn);
  const contacts = cluster.voters.map(({ node, address }) => ({ node, address }));
  tell(turn, { type: 'contacts', contacts: [...contacts, ...state.identity.contacts] });
  if (!isFounder(turn)) return;
  foundVoter(turn);
  const others = cluster.voters.map(({ node }) => node).filter((node) => node !== ctx.self);
  state.unfounded = new Set(others);
  for (const voter of others) send(turn, voter, { type: 'found-voter', cluster });
}

function askForMembership<S>(turn: Turn<S>): void {
  const { state } = turn;
  const { fresh, damaged = false } = state.identity;
  const member = newcomer(turn);
  const isUnseen = state.keeper.view.version === 0;
  if (isUnseen && isFounder(turn)) {
    wishFor(turn, { type: 'found', members: [member, ...state.foundedWith] });
  }
  // A newcomer is shown the view by the one who lets it in; if all asked for it, nobody could found it.
  else if (isUnseen && fresh && state.via !== undefined) return;
  wishFor(turn, { type: 'join', fresh: damaged, ...member });
}

/** Also if the disk says to which cluster this node belongs: it may be another one, and then we are told so. */
function askIn<S>(turn: Turn<S>): void {
  const { state } = turn;
  if (state.via === undefined || state.phase === 'left' || !isKnown(turn)) return;
  const cluster = state.identity.cluster?.id ?? null;
  send(turn, state.via, { type: 'ask-in', newcomer: newcomer(turn), cluster });
}

function foundIfEnough<S>(turn: Turn<S>): void {
  const { founding, identity } = turn.state;
  if (!founding) return;
  const { voters: count, members, candidates } = founding;
  const missing = Math.max(count, members) - candidates.length;
  if (missing > 0) {
    if (missing === founding.missing) return;
    turn.state.founding = { ...founding, missing };
    tell(turn, { type: 'founding', missing });
    return;
  }
  const voters = votersOf(candidates, count);
  turn.state.founding = undefined;
  turn.state.foundedWith = members > 1 ? candidates.slice(1) : [];
  saveIdentity(turn, { cluster: { id: identity.token, voters } });
}

/** The founder and those that came first. Where more come than vote it goes by name, so that it is known beforehand. */
function votersOf(candidates: readonly Newcomer[], count: number): readonly Candidate[] {
  const [founder, ...others] = candidates.map(candidate);
  if (founder === undefined) return [];
  if (candidates.length > count) others.sort((a, b) => (a.node < b.node ? -1 : 1));
  return [founder, ...others].slice(0, count);
}

function isFounder<S>({ state }: Turn<S>): boolean {
  return state.identity.cluster?.id === state.identity.token;
}

function candidate({ node, token, address }: Newcomer): Candidate {
  return { node, token, address };
}

/** This life of this node, as the view would have it. */
function newcomer<S>({ state, ctx, settings }: Turn<S>): Newcomer {
  const { incarnation, token } = state.identity;
  const { address, durable } = settings;
  return { node: ctx.self, incarnation, token, address, durable };
}

/** Where the members of a view are, without this one. */
export function contactsOf<S>({ ctx }: Turn<S>, { members }: View): Identity['contacts'] {
  return members
    .filter(({ node, state }) => node !== ctx.self && state !== 'gone')
    .map(({ node, address }) => ({ node, address }));
}
