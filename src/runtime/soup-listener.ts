// Who is told of changes to a soup: whoever schedules. A soup that nobody schedules has a listener that does nothing.
import type { Live } from './live.ts';
import type { RuleTemplate } from './rule.ts';

/** Told of every change that matters to who schedules or watches. */
export interface SoupListener {
  /** A rule was put into a solution. */
  ruled(template: RuleTemplate): void;
  /** Something in a store waits for its turn. */
  arrived(live: Live): void;
  /** Something is gone from a solution. */
  removed(live: Live): void;
  /** A solution has something to do: it is new, or was changed from outside. */
  stirred(live: Live): void;
  /** A stage came to rest and the next one began. */
  poured(live: Live): void;
  /** Nothing can happen in a solution any more unless somebody takes it up. */
  settled(live: Live): void;
}

export const SILENT: SoupListener = {
  ruled() {},
  arrived() {},
  removed() {},
  stirred() {},
  poured() {},
  settled() {},
};
