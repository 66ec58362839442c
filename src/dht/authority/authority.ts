// What the cluster asks of its authority: named registers, each with a version, that change only by compare-and-set.
// The built-in one is voter.ts and proposer.ts; an engine that a team already runs (a key with a revision, a
// row with a version) answers the same calls. Next in the walk: messages.ts.
//
// The promise, whoever keeps it: calls take effect one after another, each between its asking and its answer.

/** A register before anybody has set it has version 0 and no text. */
export interface Register {
  readonly version: number;
  readonly text: string;
}

export const unsetRegister: Register = { version: 0, text: '' };

export type AuthorityCall =
  | { readonly type: 'read'; readonly key: string }
  /** Sets the text if the version is the expected one; the version then grows by one. */
  | {
      readonly type: 'compare-and-set';
      readonly key: string;
      readonly expected: number;
      readonly text: string;
    };

export type AuthorityAnswer =
  /** To a read. */
  | { readonly type: 'is'; readonly register: Register }
  /** It is set, under this version. */
  | { readonly type: 'set'; readonly version: number }
  /** Nothing was set: somebody else was there before. */
  | { readonly type: 'differs'; readonly register: Register }
  /** No majority answered, and nothing was or will be set by this call. */
  | { readonly type: 'unavailable' }
  /** It may have been set, or may yet be: read again before acting on either. */
  | { readonly type: 'unknown' };

/** How an edge offers an engine of its own; it answers each call once. */
export interface Authority {
  ask(call: AuthorityCall, answered: (answer: AuthorityAnswer) => void): void;
}
