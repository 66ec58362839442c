// Spreading the work of one solution over its flasks: the plan at the start (plan.ts), stealing while it runs, and gathering at the
// end (gather.ts). Every molecule has one owner and a reaction needs one owner for all it takes, so what moves is ownership,
// always of whole combinations or of left-overs. A part of a flask, as the capture is: the flask says how much it has to do,
// hands in messages, and carries out the effects. It knows no clock; channels deliver exactly once, in order.
//
// Steals that come back empty-handed are paid for with tokens, which are earned by work that was done, so that idle flasks cannot
// load a solution that has nothing to do with their questions.
import { hashText } from '../../base/index.ts';
import { cellOf, type PlannedMove, planCell, plannerOf } from './plan.ts';

/** What every message says of its sender: how many combinations it could do, and the flask with most work it knows. */
export interface Load {
  readonly flask: number;
  readonly load: number;
}
interface News {
  readonly load: number;
  readonly best?: Load;
}

export type SpreadMessage =
  /** To the flask that plans: what I own of each class. */
  | (News & { readonly type: 'REPORT'; readonly counts: readonly number[] })
  /** From it, to those that own too much. */
  | (News & { readonly type: 'PLAN'; readonly moves: readonly PlannedMove[] })
  /** From a flask with too little to do; passed on at most `hops` times. */
  | (News & { readonly type: 'STEAL'; readonly thief: number; readonly hops: number })
  /** To the thief: there is nothing to be had. A steal that succeeds is answered by the molecules themselves. */
  | (News & { readonly type: 'EMPTY' });

export type SpreadEffect =
  | { readonly type: 'send'; readonly to: number; readonly message: SpreadMessage }
  /** Send so many whole combinations, with their ownership; they answer a steal. */
  | { readonly type: 'move'; readonly to: number; readonly combinations: number }
  /** Send so many molecules of a class, or as many as there are. */
  | ({ readonly type: 'move-class' } & PlannedMove);

export interface SpreadOptions {
  /** How many of each class react together; 1 where several rules or several classes meet. */
  readonly multiples: readonly number[];
  /** A flask that could do fewer combinations than this looks for more. */
  readonly prefetch: number;
  /** Steals that may fail before anything was earned: without one, nobody would help a flask that owns everything. */
  readonly startTokens: number;
  /** So many reactions pay for one steal that may fail. */
  readonly reactionsPerToken: number;
  /** How often a steal is passed on by flasks that have nothing to give. */
  readonly hops: number;
}

export const usualSpread: Omit<SpreadOptions, 'multiples'> = {
  ...{ prefetch: 2, startTokens: 1, reactionsPerToken: 30, hops: 4 },
};

interface Thief {
  readonly thief: number;
  readonly hops: number;
}

/** Plain data. */
export interface Spread {
  readonly self: number;
  readonly size: number;
  readonly options: SpreadOptions;
  tokens: number;
  /** Reactions since the last token. */
  reactions: number;
  /** A steal is under way. */
  isStealing: boolean;
  steals: number;
  /** Those that asked this flask, until `serveThieves` answers all of them together. */
  thieves: Thief[];
  best: Load | undefined;
  /** What this flask has reported. */
  reported: readonly number[];
  /** Of the planner: what has been reported. */
  readonly reports: Map<number, readonly number[]>;
}

export function newSpread(self: number, size: number, options: SpreadOptions): Spread {
  return {
    ...{
      self,
      size,
      options,
      tokens: options.startTokens,
      reactions: 0,
      isStealing: false,
      steals: 0,
    },
    ...{ thieves: [], best: undefined, reported: [], reports: new Map() },
  };
}

/** At the start, once, if it is worth it (`isWorthSpreading`): what this flask owns of each class. */
export function report(spread: Spread, counts: readonly number[]): readonly SpreadEffect[] {
  const planner = plannerOf(spread.self);
  spread.reported = counts;
  if (planner === spread.self) return noteReport(spread, spread.self, counts, counts);
  return [{ type: 'send', to: planner, message: { type: 'REPORT', counts, load: 0 } }];
}

/** A message of another flask; `counts` is what this one owns of each class now. */
export function hearSpread(
  spread: Spread,
  from: number,
  message: SpreadMessage,
  counts: readonly number[],
): readonly SpreadEffect[] {
  learn(spread, { flask: from, load: message.load });
  if (message.best !== undefined) learn(spread, message.best);
  switch (message.type) {
    case 'REPORT':
      return noteReport(spread, from, message.counts, counts);
    case 'PLAN':
      return movesNow(spread, message.moves, counts);
    case 'STEAL':
      spread.thieves.push({ thief: message.thief, hops: message.hops });
      return [];
    case 'EMPTY':
      spread.isStealing = false;
      return [];
  }
}

/** Answers all that asked since the last time: equal shares for them and this flask, at least one while there are two. */
export function serveThieves(spread: Spread, load: number): readonly SpreadEffect[] {
  const { thieves, self } = spread;
  if (thieves.length === 0) return [];
  spread.thieves = [];
  const share = Math.max(1, Math.floor(load / (thieves.length + 1)));
  let left = load;
  return thieves.map(({ thief, hops }): SpreadEffect => {
    if (left >= 2) {
      const combinations = Math.min(share, left - 1);
      left -= combinations;
      return { type: 'move', to: thief, combinations };
    }
    const next = spread.best;
    if (hops > 0 && isHopeful(next) && next.flask !== thief && next.flask !== self) {
      // Whoever is asked will have less; others are then asked in turn.
      spread.best = { flask: next.flask, load: Math.floor(next.load / 2) };
      const message = { type: 'STEAL', thief, hops: hops - 1, ...newsOf(spread, left) } as const;
      return { type: 'send', to: next.flask, message };
    }
    return { type: 'send', to: thief, message: { type: 'EMPTY', ...newsOf(spread, left) } };
  });
}

/**
 * Steals if there is too little to do and a token is left. `found` is a flask that is known to own something; without it the
 * most loaded flask that was heard of is asked, or any.
 */
export function lookForWork(spread: Spread, load: number, found?: number): readonly SpreadEffect[] {
  const { self, size, options } = spread;
  if (load >= options.prefetch || spread.isStealing || spread.tokens < 1 || size < 2) return [];
  const to = found ?? hopefulFlask(spread);
  if (to === self) return [];
  spread.tokens--;
  spread.steals++;
  spread.isStealing = true;
  if (to === spread.best?.flask) spread.best = undefined;
  const { hops } = options;
  const message = { type: 'STEAL', thief: self, hops, ...newsOf(spread, load) } as const;
  return [{ type: 'send', to, message }];
}

/** Stolen combinations have come in: the token was well spent. */
export function stolen(spread: Spread): void {
  spread.isStealing = false;
  spread.tokens++;
}

/** The solution is known to be still at work, as when a wave comes by that looks for the end: worth another try. */
export function encourage(spread: Spread): void {
  spread.tokens = Math.max(spread.tokens, 1);
}

/** So many reactions were done here. */
export function earn(spread: Spread, reactions: number): void {
  const { reactionsPerToken } = spread.options;
  spread.reactions += reactions;
  spread.tokens += Math.floor(spread.reactions / reactionsPerToken);
  spread.reactions %= reactionsPerToken;
}

function noteReport(
  spread: Spread,
  from: number,
  counts: readonly number[],
  ownCounts: readonly number[],
): readonly SpreadEffect[] {
  const { self, size, options, reports } = spread;
  reports.set(from, counts);
  if (reports.size < cellOf(self, size)) return [];
  const planned = planCell(reports, options.multiples);
  reports.clear();
  return [...planned].flatMap(([flask, moves]): readonly SpreadEffect[] => {
    if (flask === self) return movesNow(spread, moves, ownCounts);
    return [{ type: 'send', to: flask, message: { type: 'PLAN', moves, load: 0 } }];
  });
}

/** Where most of what was planned for is gone, to thieves, the rest stays. */
function movesNow(
  { reported }: Spread,
  moves: readonly PlannedMove[],
  counts: readonly number[],
): readonly SpreadEffect[] {
  return moves
    .filter((move) => 2 * (counts[move.class] ?? 0) >= (reported[move.class] ?? 0))
    .map((move) => ({ type: 'move-class', ...move }));
}

/** The most loaded flask that was heard of; failing that, one after the other in an order of this flask's own. */
function hopefulFlask({ self, size, best, steals }: Spread): number {
  if (isHopeful(best)) return best.flask;
  const away = 1 + (hashText(`${self} ${steals}`) % (size - 1));
  return (self + away) % size;
}

function isHopeful(load: Load | undefined): load is Load {
  return load !== undefined && load.load >= 2;
}

function newsOf({ best }: Spread, load: number): News {
  return best === undefined ? { load } : { load, best };
}

/** What one hears of the best-known flask itself is newer, even if it is less. */
function learn(spread: Spread, news: Load): void {
  const { best, self } = spread;
  if (news.flask === self) return;
  if (best === undefined || news.load > best.load || news.flask === best.flask) spread.best = news;
}
