// What a member can tell of itself, for people and for whoever drives it. It changes nothing.
import type { NodeId } from '../../base/index.ts';
import { noStamp } from './forks.ts';
import type { MemberState } from './member.ts';
import type { Fence } from './view.ts';

export interface MemberStatus {
  readonly phase: 'idle' | 'requesting' | 'inside';
  readonly inside: readonly string[];
  readonly waiting: readonly string[];
  /** Whose fork is missing, while the member asks to enter. */
  readonly waitsFor: readonly NodeId[];
  /** Who waits for a fork that this member holds. */
  readonly awaitedBy: readonly NodeId[];
  /** False while the authority does not count the member as alive. */
  readonly mayEnter: boolean;
  readonly view: number;
  readonly fence: Fence;
}

export function statusOf(state: MemberState): MemberStatus {
  const { forks } = state;
  const missing = forks.phase === 'requesting' ? forks.edges.filter(({ fork }) => !fork) : [];
  return {
    phase: forks.phase,
    inside: [...state.holders],
    waiting: [...state.queue],
    waitsFor: missing.map(({ peer }) => peer),
    awaitedBy: forks.edges.filter(({ waits }) => waits !== noStamp).map(({ peer }) => peer),
    mayEnter: state.listed && state.leased && state.early.length === 0,
    view: state.view,
    fence: state.fence,
  };
}
