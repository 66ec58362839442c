// How a token gets from one member to a neighbour, once and only once. A step is repeated to the same neighbour only,
// and taken by one life of it only: a step whose fate is unknown is never tried elsewhere, since then
// there would be two tokens. What is lost for good comes back by lease. Where the network is quicker than is good for anybody, a
// token rests before each step; a member that is all alone has all tokens at rest.
import type { Ctx, Millis, NodeId } from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer } from '../effects.ts';
import type { WalkConfig } from './config.ts';
import type { TokenNumber, TokensEvent, WalkingToken, WalkMessage } from './messages.ts';

interface Leaving {
  readonly token: WalkingToken;
  readonly to: NodeId;
  toSinceMs: Millis | null;
}

export interface Hops {
  readonly neighbours: readonly NodeId[];
  /** Tokens that were let go and have not gone yet. */
  readonly resting: Map<TokenNumber, WalkingToken>;
  /** The lives of the neighbours, as far as they have answered. */
  readonly lives: Map<NodeId, Millis>;
  /** Steps that are not confirmed. */
  readonly leaving: Map<TokenNumber, Leaving>;
  /** The last step of each token that was taken here. */
  readonly taken: Map<TokenNumber, { readonly epoch: number; readonly hop: number }>;
}

export const hopPrefix = 'hop:';
export const restPrefix = 'rest:';

type Out = Effects<WalkMessage, TokensEvent>;

export function createHops(neighbours: readonly NodeId[]): Hops {
  return {
    neighbours,
    ...{ resting: new Map(), lives: new Map(), leaving: new Map(), taken: new Map() },
  };
}

/** Lets a token go: at once, or when it has rested. */
export function release(
  hops: Hops,
  config: WalkConfig,
  token: WalkingToken,
  ctx: Ctx,
  out: Out,
): void {
  if (hops.neighbours.length === 0) hops.resting.set(token.token, token);
  else if (config.hopMs === 0) stepOn(hops, config, token, ctx, out);
  else {
    hops.resting.set(token.token, token);
    out.push(setTimer(restPrefix + token.token, ctx.now + config.hopMs, ctx.now));
  }
}

/** The token that has rested goes on. */
export function endRest(
  hops: Hops,
  config: WalkConfig,
  number: TokenNumber,
  ctx: Ctx,
  out: Out,
): void {
  const token = hops.resting.get(number);
  if (token && hops.resting.delete(number)) stepOn(hops, config, token, ctx, out);
}

/** A token that rests here is wanted after all. */
export function wakeUp({ resting }: Hops, number: TokenNumber, out: Out): void {
  if (resting.delete(number)) out.push(cancelTimer(restPrefix + number));
}

/** A step to a neighbour, by chance. */
function stepOn(hops: Hops, config: WalkConfig, token: WalkingToken, ctx: Ctx, out: Out): void {
  const { neighbours } = hops;
  const to = neighbours[ctx.rng.below(neighbours.length)] as NodeId;
  const next = { ...token, hop: token.hop + 1 };
  if (!config.acknowledge) {
    out.push(send(to, { type: 'token', token: next, toSinceMs: null }));
    return;
  }
  hops.leaving.set(token.token, { token: next, to, toSinceMs: hops.lives.get(to) ?? null });
  repeat(hops, config, token.token, ctx, out);
}

/** Tells a step, again until it is answered or the lease is over. */
export function repeat(
  { leaving }: Hops,
  config: WalkConfig,
  number: TokenNumber,
  ctx: Ctx,
  out: Out,
): void {
  const step = leaving.get(number);
  if (!step) return;
  if (step.token.endMs <= ctx.now) {
    leaving.delete(number);
    return;
  }
  out.push(send(step.to, { type: 'token', token: step.token, toSinceMs: step.toSinceMs }));
  out.push(setTimer(hopPrefix + number, ctx.now + config.replyMs, ctx.now));
}

/** True if the token is here now; false for a step that was taken before or is not for this life. */
export function take(
  hops: Hops,
  config: WalkConfig,
  from: NodeId,
  { token, toSinceMs }: Extract<WalkMessage, { type: 'token' }>,
  sinceMs: Millis,
  out: Out,
): boolean {
  if (!config.acknowledge) return true;
  const { token: number, hop } = token;
  if (toSinceMs !== sinceMs) {
    out.push(send(from, { type: 'not-me', token: number, hop, sinceMs }));
    return false;
  }
  out.push(send(from, { type: 'arrived', token: number, hop }));
  return takeOnce(hops, token, out);
}

/** Remembers a step, or an issue, which is step 0; false for one that was taken before. */
export function takeOnce(
  { taken, leaving }: Hops,
  { token, epoch, hop }: WalkingToken,
  out: Out,
): boolean {
  const last = taken.get(token);
  if (last && (last.epoch > epoch || (last.epoch === epoch && last.hop >= hop))) return false;
  taken.set(token, { epoch, hop });
  // A token that comes back has left before, though nobody said so.
  if (leaving.delete(token)) out.push(cancelTimer(hopPrefix + token));
  return true;
}

export function hearArrived({ leaving }: Hops, token: TokenNumber, hop: number, out: Out): void {
  if (leaving.get(token)?.token.hop !== hop) return;
  leaving.delete(token);
  out.push(cancelTimer(hopPrefix + token));
}

/**
 * The neighbour has another life than we thought. If we had thought of none, no life has taken the step
 * and it is told again; otherwise an earlier life may have, and the token is left to its lease.
 */
export function hearNotMe(
  hops: Hops,
  config: WalkConfig,
  from: NodeId,
  { token, hop, sinceMs }: Extract<WalkMessage, { type: 'not-me' }>,
  ctx: Ctx,
  out: Out,
): void {
  const known = hops.lives.get(from);
  if (known === undefined || known < sinceMs) hops.lives.set(from, sinceMs);
  const step = hops.leaving.get(token);
  if (step?.token.hop !== hop || step.to !== from) return;
  if (step.toSinceMs === null) {
    step.toSinceMs = sinceMs;
    repeat(hops, config, token, ctx, out);
  } else if (step.toSinceMs !== sinceMs) {
    hops.leaving.delete(token);
    out.push(cancelTimer(hopPrefix + token));
  }
}
