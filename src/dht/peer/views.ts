// A new view, and what follows from it everywhere: who is a member, what lies here, where messages go. Also what
// became of this node's wishes.
import type { FlaskId } from '../flask-id.ts';
import { type FlaskPlace, isUp, memberNamed } from '../view.ts';
import type { ViewChange } from '../view-change.ts';
import { tellDropped } from './abandoned.ts';
import { wishFor } from './authority.ts';
import { remindHosts } from './clients.ts';
import { contactsOf, reviewMembership, welcomeAll } from './entry.ts';
import { applyPlaces, notTakenIn } from './places.ts';
import { resendTo } from './routing.ts';
import { created, notCreated, reviewSolutions } from './solutions.ts';
import { send, type Turn, tell } from './turn.ts';

/** Acts on what was learned of the view in this step. */
export function actOnNews<S>(turn: Turn<S>): void {
  while (turn.news.length > 0) {
    const news = turn.news.splice(0);
    if (news.some(({ type }) => type === 'view')) newView(turn);
    if (news.some(({ type }) => type === 'view-changed')) showAll(turn);
    for (const one of news) {
      if (one.type === 'view-changed') fulfilled(turn, one.change);
      else if (one.type === 'view-refused') denied(turn, one.change, one.reason);
    }
  }
}

/** This life may act, or may not any more: what lies here is looked at again. */
export function reviewPlaces<S>(turn: Turn<S>): void {
  const before = turn.state.acts;
  reviewMembership(turn);
  if (turn.state.acts !== before) applyPlaces(turn);
}

function newView<S>(turn: Turn<S>): void {
  const { state } = turn;
  const { view } = state.keeper;
  const before = state.places;
  state.places = new Map(view.flasks.map((place) => [place.flask, place]));
  reportContacts(turn);
  tell(turn, { type: 'view', view });
  reviewMembership(turn);
  applyPlaces(turn);
  const moved = (flask: FlaskId): boolean => isMoved(before.get(flask), state.places.get(flask));
  resendTo(turn, moved);
  remindHosts(turn, moved);
  reviewSolutions(turn);
  tellDropped(turn);
  leaveIfDrained(turn);
}

function isMoved(was: FlaskPlace | undefined, is: FlaskPlace | undefined): boolean {
  return was?.host !== is?.host || was?.epoch !== is?.epoch;
}

function reportContacts<S>(turn: Turn<S>): void {
  const { state } = turn;
  if (!state.identity.cluster) return;
  const contacts = contactsOf(turn, state.keeper.view);
  if (JSON.stringify(contacts) === JSON.stringify(state.identity.contacts)) return;
  tell(turn, { type: 'contacts', contacts });
  // Written with the next thing that must be; to lose it is to ask the voters.
  state.identity = { ...state.identity, contacts };
}

/** Whoever changed the view shows it to all, so that nobody has to wait for a heartbeat. */
function showAll<S>(turn: Turn<S>): void {
  const { view } = turn.state.keeper;
  for (const { node } of view.members) {
    if (node !== turn.ctx.self && isUp(view, node)) send(turn, node, { type: 'view', view });
  }
}

function fulfilled<S>(turn: Turn<S>, change: ViewChange): void {
  if (change.type === 'found') welcomeAll(turn);
  if (change.type === 'create') created(turn, change.solution, change.flasks);
  if (change.type === 'drop') tell(turn, { type: 'dropped', solution: change.solution });
}

function denied<S>(turn: Turn<S>, change: ViewChange, reason: string): void {
  if (change.type === 'join') reviewPlaces(turn);
  if (change.type === 'create') notCreated(turn, change.solution, reason);
  if (change.type === 'caught-up') notTakenIn(turn, change.flask, change.epoch, change.node);
}

/** Wishes to go; everything that lies here is handed over first. */
export function leave<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  if (state.phase !== 'member') return;
  const voters = state.identity.cluster?.voters.map(({ node }) => node) ?? [];
  const { view } = state.keeper;
  const staying = voters.filter((node) => node !== ctx.self && isUp(view, node));
  if (voters.includes(ctx.self) && staying.length * 2 <= voters.length) {
    const reason = 'this node cannot leave: without its vote the cluster can decide nothing';
    tell(turn, { type: 'turned-away', reason });
    return;
  }
  state.wantsToLeave = true;
  state.phase = 'leaving';
  wishFor(turn, { type: 'leave', node: ctx.self, incarnation: state.identity.incarnation });
}

/** Goes when nothing lies here any more. */
export function leaveIfDrained<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  const { view } = state.keeper;
  const me = memberNamed(view, ctx.self);
  if (state.phase !== 'leaving' || me?.state !== 'leaving') return;
  if (view.flasks.some(({ replicas }) => replicas.includes(ctx.self))) return;
  wishFor(turn, { type: 'remove', node: ctx.self, incarnation: me.incarnation });
}
