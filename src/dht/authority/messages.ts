// The messages of the built-in authority. The algorithm is CASPaxos: Paxos with one round for each change, where
// what is proposed is computed from what was accepted before. There is no leader; any proposer may try at any
// time, and at worst two of them delay each other.
//
//   proposer                               voter
//     prepare(ballot)         ──────────▶  promises to refuse lower ballots, durably
//     promised(ballot, past)  ◀──────────  tells what it has accepted
//     accept(ballot, content) ──────────▶  accepts unless it has promised more, durably
//     accepted(ballot)        ◀──────────
//     refused(ballot, higher) ◀──────────  in place of either answer
import type { Register } from './authority.ts';

/** Higher counts win; names decide between equal counts, and no two lives of a proposer have one name. */
export interface Ballot {
  readonly count: number;
  readonly proposer: string;
}

/** What a register holds, with the call that set it, so that its caller recognises it later. */
export interface Content extends Register {
  readonly setBy: string;
}

/** What a voter has accepted last. */
export interface Accepted {
  readonly ballot: Ballot;
  readonly content: Content;
}

export type AuthorityMessage =
  | { readonly type: 'prepare'; readonly key: string; readonly ballot: Ballot }
  | {
      readonly type: 'promised';
      readonly key: string;
      readonly ballot: Ballot;
      readonly past: Accepted | null;
    }
  | {
      readonly type: 'accept';
      readonly key: string;
      readonly ballot: Ballot;
      readonly content: Content;
    }
  | { readonly type: 'accepted'; readonly key: string; readonly ballot: Ballot }
  | {
      readonly type: 'refused';
      readonly key: string;
      readonly ballot: Ballot;
      readonly promised: Ballot;
    };

/** Below zero, zero or above zero, as the first is lower, equal or higher. */
export function compareBallots(a: Ballot, b: Ballot): number {
  if (a.count !== b.count) return a.count - b.count;
  return a.proposer < b.proposer ? -1 : a.proposer > b.proposer ? 1 : 0;
}
