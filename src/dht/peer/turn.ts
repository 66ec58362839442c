// One step of a node in the making: its state, what it may know, and the effects so far. Every part of peer.ts
// takes it as its first argument. Syncs of all parts become one at the end, so that one wait on the disk serves
// all logs; messages to oneself never leave the step, or wait for the next.
import type { Ctx, DiskEffect, Effect, NodeId } from '../../base/index.ts';
import type { PeerEvent, PeerOptions, PeerTiming } from '../peer-command.ts';
import type { PeerMessage } from '../peer-messages.ts';
import type { ViewEvent } from '../view-keeper.ts';
import type { Peer, SyncPart } from './state.ts';

export type Settings<S> = Omit<PeerOptions<S>, 'timing'> & { readonly timing: PeerTiming };

export interface Turn<S> {
  readonly state: Peer<S>;
  readonly settings: Settings<S>;
  readonly ctx: Ctx;
  readonly effects: (Effect<PeerMessage, PeerEvent> | DiskEffect)[];
  readonly syncs: SyncPart[];
  /** What was learned of the view and is not acted upon yet. */
  readonly news: ViewEvent[];
}

export function send<S>(turn: Turn<S>, to: NodeId, message: PeerMessage): void {
  if (to === turn.ctx.self) turn.state.here.push({ from: to, message });
  else turn.effects.push({ type: 'send', to, message });
}

export function tell<S>(turn: Turn<S>, event: PeerEvent): void {
  turn.effects.push({ type: 'event', event });
}

/** Carries what a part asks of the disk; `part` names a sync by its mark. */
export function write<S>(
  turn: Turn<S>,
  effects: readonly DiskEffect[],
  part: (mark: number) => SyncPart,
): void {
  for (const effect of effects) {
    if (effect.type === 'sync') turn.syncs.push(part(effect.mark));
    else turn.effects.push(effect);
  }
}

/** Asks for one sync in place of all those of this step. */
export function closeTurn<S>(turn: Turn<S>): void {
  if (turn.syncs.length === 0) return;
  const mark = turn.state.syncCount++;
  turn.state.syncs.set(mark, [...turn.syncs]);
  turn.effects.push({ type: 'sync', mark });
}
