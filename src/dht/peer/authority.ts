// A node's part in the authority: it may be a voter, and it brings changes of the view (view-keeper.ts) to all voters.
// What comes of them is put down as news, and acted upon at the end of the step (views.ts), so that no part is
// interrupted by a new view.
import {
  type DiskEffect,
  type Effect,
  type NodeId,
  type TimerId,
  timerId,
} from '../../base/index.ts';
import type { AuthorityMessage } from '../authority/messages.ts';
import { type ProposerCommand, type ProposerEvent, proposer } from '../authority/proposer.ts';
import { type VoterEvent, voter } from '../authority/voter.ts';
import type { View } from '../view.ts';
import type { ViewChange } from '../view-change.ts';
import { answered, hearView, type KeeperStep, refresh, wish } from '../view-keeper.ts';
import { send, type Turn, tell, write } from './turn.ts';

const timerPrefix = 'authority ';
const triesMax = 5;

/** Asks for a change of the view. */
export function wishFor<S>(turn: Turn<S>, change: ViewChange): void {
  follow(turn, wish(turn.state.keeper, change));
}

/** There seems to be a newer view. */
export function lookAgain<S>(turn: Turn<S>): void {
  if (turn.state.proposer) follow(turn, refresh(turn.state.keeper));
}

/** Another node has shown us a view that the authority gave it. */
export function learnView<S>(turn: Turn<S>, view: View): void {
  follow(turn, hearView(turn.state.keeper, view));
}

/** The voters are known: from now on there is somebody to ask. */
export function openProposer<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  if (state.proposer || !state.identity.cluster) return;
  const life = state.proposerLife;
  const started = proposing(turn).start(new Map(life ? [['proposer-life', life]] : []), ctx);
  state.proposer = started.state;
  carryProposer(turn, started.effects);
  const { heldCall } = state;
  state.heldCall = undefined;
  if (heldCall) propose(turn, { type: 'command', command: heldCall });
}

export function proposerSynced<S>(turn: Turn<S>, mark: number): void {
  propose(turn, { type: 'synced', mark });
}

export function voterSynced<S>(turn: Turn<S>, mark: number): void {
  vote(turn, { type: 'synced', mark });
}

/** This node's disk says, or the founder does, that it is a voter. */
export function foundVoter<S>(turn: Turn<S>): void {
  vote(turn, { type: 'command', command: { type: 'found' } });
}

/** Whether this node is a voter that will be one after any crash. */
export function isVoter<S>({ state }: Turn<S>): boolean {
  return state.voter.founded && (state.voter.log?.durable ?? 0) > 0;
}

export function hearAuthority<S>(turn: Turn<S>, from: NodeId, message: AuthorityMessage): void {
  const input = { type: 'message', from, message } as const;
  if (message.type === 'prepare' || message.type === 'accept') vote(turn, input);
  else propose(turn, input);
}

/** True if the timer is one of the proposer's. */
export function authorityTimer<S>(turn: Turn<S>, timer: TimerId): boolean {
  if (!timer.startsWith(timerPrefix)) return false;
  propose(turn, { type: 'timer', timer: timerId(timer.slice(timerPrefix.length)) });
  return true;
}

/** What the voter does first; nothing, ever, if it was one before and its disk has lost what it promised. */
export function openVoter<S>(turn: Turn<S>, effects: VoterEffects): void {
  const { voter: opened, identity } = turn.state;
  if (identity.isVoter && !opened.founded && opened.log) {
    opened.log = undefined;
    const reason = 'what this node promised as a voter is not there any more, so it votes no more';
    tell(turn, { type: 'damaged', file: 'votes', reason });
  } else carryVoter(turn, effects);
}

type VoterEffects = readonly (Effect<AuthorityMessage, VoterEvent> | DiskEffect)[];

/** What the voter says, at its start or in a step. */
function carryVoter<S>(turn: Turn<S>, effects: VoterEffects): void {
  for (const effect of effects) {
    if (effect.type === 'send') {
      send(turn, effect.to, { type: 'authority', message: effect.message });
    } else if (effect.type === 'event') {
      tell(turn, { type: 'damaged', file: 'votes', reason: effect.event.reason });
    } else if (effect.type !== 'set-timer' && effect.type !== 'cancel-timer') {
      write(turn, [effect], (mark) => ({ type: 'voter', mark }));
    }
  }
}

type VoterInput = Parameters<typeof voter.step>[1];
type ProposerInput = Parameters<ReturnType<typeof proposer>['step']>[1];

function vote<S>(turn: Turn<S>, input: VoterInput): void {
  carryVoter(turn, voter.step(turn.state.voter, input, turn.ctx));
}

function propose<S>(turn: Turn<S>, input: ProposerInput): void {
  const { state, ctx } = turn;
  if (state.proposer) carryProposer(turn, proposing(turn).step(state.proposer, input, ctx));
}

function proposing<S>({ state, settings, ctx }: Turn<S>): ReturnType<typeof proposer> {
  const { cluster, token } = state.identity;
  const voters = cluster?.voters.map(({ node }) => node) ?? [];
  const name = `${ctx.self}.${token}`;
  return proposer({ voters, timeoutMs: settings.timing.authorityMs, triesMax, name });
}

function carryProposer<S>(
  turn: Turn<S>,
  effects: readonly (Effect<AuthorityMessage, ProposerEvent> | DiskEffect)[],
): void {
  for (const effect of effects) {
    switch (effect.type) {
      case 'send':
        send(turn, effect.to, { type: 'authority', message: effect.message });
        break;
      case 'set-timer':
      case 'cancel-timer':
        turn.effects.push({ ...effect, timer: timerId(`${timerPrefix}${effect.timer}`) });
        break;
      case 'event': {
        const { answer, reached } = effect.event;
        reachable(turn, reached);
        follow(turn, answered(turn.state.keeper, answer));
        break;
      }
      default:
        write(turn, [effect], (mark) => ({ type: 'proposer', mark }));
    }
  }
}

function follow<S>(turn: Turn<S>, { call, events }: KeeperStep): void {
  turn.news.push(...events);
  if (!call) return;
  const command: ProposerCommand = { id: 'view', call };
  // The keeper makes one call at a time, and waits for its answer.
  if (turn.state.proposer) propose(turn, { type: 'command', command });
  else turn.state.heldCall = command;
}

function reachable<S>(turn: Turn<S>, isReachable: boolean): void {
  if (turn.state.isAuthorityReachable === isReachable) return;
  turn.state.isAuthorityReachable = isReachable;
  tell(turn, { type: 'authority', reachable: isReachable });
}
