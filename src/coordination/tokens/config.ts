// What a user says of a capped resource, checked and filled in. The two machines share the first half:
// how much, who keeps the tokens, who keeps the ledger, how long a lease lasts. Times are of one clock;
// members may differ by `skewMs`, which makes windows that much wider and regeneration that much later.
import { fail, type Millis, type NodeId, nodeId, ok, type Result } from '../../base/index.ts';
import type { BadOption } from '../scheme.ts';

export interface TokensOptions {
  /** How many uses a second the resource bears, all members together. */
  readonly ratePerSecond: number;
  /** Where tokens are issued, one for each keeper. At most `ratePerSecond` of them keep every second within the rate. */
  readonly keepers: readonly string[];
  /** Who knows the leases; the first keeper unless said. Its state has to survive. */
  readonly ledger?: string;
  /** How long a token outlives a holder that is gone. */
  readonly leaseMs?: Millis;
  readonly skewMs?: Millis;
  /** After how long an unanswered message is sent again. */
  readonly replyMs?: Millis;
  /** How many wishes one member may have open. */
  readonly pendingMax?: number;
}

export interface TokensConfig {
  readonly ratePerSecond: number;
  readonly keepers: readonly NodeId[];
  readonly ledger: NodeId;
  readonly tokens: number;
  readonly periodMs: Millis;
  readonly leaseMs: Millis;
  readonly skewMs: Millis;
  readonly replyMs: Millis;
  readonly pendingMax: number;
}

export interface BookOptions extends TokensOptions {
  /** How long before its wish a member asks. */
  readonly aheadMs?: Millis;
  /** The shortest time between a booking and its slot: a grant has to arrive. */
  readonly leadMs?: Millis;
  /** How late a slot may still be used. */
  readonly slackMs?: Millis;
  /** How often keepers tell each other how busy they are. */
  readonly gossipMs?: Millis;
}

export interface BookConfig extends TokensConfig {
  readonly aheadMs: Millis;
  readonly leadMs: Millis;
  readonly slackMs: Millis;
  readonly gossipMs: Millis;
}

export interface WalkOptions extends TokensOptions {
  /** How many tokens; one for each keeper unless said. */
  readonly tokens?: number;
  /** τ: how long a token may be kept before it is used; its period unless said. */
  readonly keepMs?: Millis;
  /** ε: the shortest time between a decision and the use. */
  readonly delayMsMin?: Millis;
  /** δ: the smallest change of a plan that is worth it. */
  readonly changeMsMin?: Millis;
  /** `strict` takes a token only if it would not idle: τ above the period then costs nothing. */
  readonly capture?: 'printed' | 'strict';
  /** False where the network neither loses nor repeats: hops are then not acknowledged. */
  readonly acknowledge?: boolean;
  /** How long a token rests at a member before it goes on. 0, the usual, where the network takes its time. */
  readonly hopMs?: Millis;
  /** Whom each member knows. Only one that is all alone knows nobody. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>;
}

export interface WalkConfig extends TokensConfig {
  /** Null is the period of each token, whatever that is after a resize. */
  readonly keepMs: Millis | null;
  readonly delayMsMin: Millis;
  readonly changeMsMin: Millis;
  readonly capture: 'printed' | 'strict';
  readonly acknowledge: boolean;
  readonly hopMs: Millis;
  readonly neighbours: ReadonlyMap<NodeId, readonly NodeId[]>;
}

/** The end of a lease that never ends. */
export const forever: Millis = Number.MAX_SAFE_INTEGER;

export function configureBook(options: BookOptions): Result<BookConfig, BadOption> {
  const aheadMs = options.aheadMs ?? 1000;
  const leadMs = options.leadMs ?? 200;
  const gossipMs = options.gossipMs ?? 500;
  const common = configure(options, options.keepers.length, () => 240_000);
  if (!common.ok) return common;
  const { periodMs, leaseMs } = common.value;
  const slackMs = options.slackMs ?? Math.min(100, periodMs);
  const wrong =
    notBelow('aheadMs', aheadMs, 0) ??
    notBelow('leadMs', leadMs, 0) ??
    notBelow('slackMs', slackMs, 0) ??
    notAbove('gossipMs', gossipMs, 0) ??
    tooLong('slackMs', slackMs, periodMs, 'the period of a token') ??
    tooLong(
      'periodMs',
      2 * (periodMs + leadMs),
      leaseMs,
      'leaseMs: a booking must fit into a lease',
    );
  return wrong ? fail(wrong) : ok({ ...common.value, aheadMs, leadMs, slackMs, gossipMs });
}

export function configureWalk(options: WalkOptions): Result<WalkConfig, BadOption> {
  const tokens = options.tokens ?? options.keepers.length;
  if (!Number.isInteger(tokens) || tokens < 1) {
    return fail({ option: 'tokens', why: `tokens must be a whole number above 0, not ${tokens}` });
  }
  const keepOf = (periodMs: Millis): Millis => options.keepMs ?? periodMs;
  const common = configure(options, tokens, (periodMs) => 4 * (periodMs + keepOf(periodMs)));
  if (!common.ok) return common;
  const { periodMs, leaseMs } = common.value;
  const keepMs = keepOf(periodMs);
  const delayMsMin = options.delayMsMin ?? 1000;
  const changeMsMin = options.changeMsMin ?? 1000;
  const hopMs = options.hopMs ?? 0;
  const neighbours = new Map(
    Object.entries(options.neighbours).map(([node, others]) => [nodeId(node), others.map(nodeId)]),
  );
  const alone = [...neighbours].find(([, others]) => others.length === 0 && neighbours.size > 1);
  const stranger = common.value.keepers.find((keeper) => !neighbours.has(keeper));
  const wrong =
    notAbove('keepMs', keepMs, 0) ??
    notBelow('delayMsMin', delayMsMin, 0) ??
    notBelow('changeMsMin', changeMsMin, 0) ??
    notBelow('hopMs', hopMs, 0) ??
    (alone && { option: 'neighbours', why: `"${alone[0]}" has no neighbour to walk to` }) ??
    (stranger && { option: 'neighbours', why: `keeper "${stranger}" has no neighbours` }) ??
    tooLong('keepMs', 2 * (keepMs + periodMs), leaseMs, 'leaseMs: a use must fit into a lease');
  if (wrong) return fail(wrong);
  const capture = options.capture ?? 'printed';
  const acknowledge = options.acknowledge ?? true;
  return ok({
    ...common.value,
    ...{ delayMsMin, changeMsMin, capture, acknowledge, hopMs, neighbours },
    keepMs: options.keepMs ?? null,
  });
}

/** Half of a lease is for renewing it: a holder asks when less than half is left. */
export function mustRenew(config: TokensConfig, endMs: Millis, now: Millis): boolean {
  return endMs - now < config.leaseMs / 2;
}

/** The period of each token when `tokens` of them share a rate. */
export function periodOf(tokens: number, ratePerSecond: number): Millis {
  return (1000 * tokens) / ratePerSecond;
}

function configure(
  options: TokensOptions,
  tokens: number,
  usualLeaseMs: (periodMs: Millis) => Millis,
): Result<TokensConfig, BadOption> {
  const keepers = options.keepers.map(nodeId);
  const ratePerSecond = options.ratePerSecond;
  const periodMs = periodOf(tokens, ratePerSecond);
  // 0 is no lease at all: the printed scheme, in which a lost token stays lost.
  const leaseMs = (options.leaseMs ?? usualLeaseMs(periodMs)) || forever;
  const skewMs = options.skewMs ?? 1000;
  const replyMs = options.replyMs ?? 1000;
  const pendingMax = options.pendingMax ?? 10_000;
  const wrong =
    wrongRate(ratePerSecond) ??
    (keepers.length === 0
      ? { option: 'keepers', why: 'at least one keeper is needed' }
      : undefined) ??
    (new Set(keepers).size < keepers.length
      ? { option: 'keepers', why: 'a keeper is listed twice' }
      : undefined) ??
    notAbove('leaseMs', leaseMs, 0) ??
    notBelow('skewMs', skewMs, 0) ??
    notAbove('replyMs', replyMs, 0) ??
    notAbove('pendingMax', pendingMax, 0);
  if (wrong) return fail(wrong);
  const ledger = nodeId(options.ledger ?? (keepers[0] as string));
  return ok({
    ...{ ratePerSecond, keepers, ledger, tokens, periodMs },
    ...{ leaseMs, skewMs, replyMs, pendingMax },
  });
}

export function wrongRate(ratePerSecond: number): BadOption | undefined {
  return notAbove('ratePerSecond', ratePerSecond, 0);
}

function notAbove(option: string, value: number, least: number): BadOption | undefined {
  if (Number.isFinite(value) && value > least) return undefined;
  return { option, why: `${option} must be a number above ${least}, not ${value}` };
}

function notBelow(option: string, value: number, least: number): BadOption | undefined {
  if (Number.isFinite(value) && value >= least) return undefined;
  return { option, why: `${option} must be a number of at least ${least}, not ${value}` };
}

function tooLong(
  option: string,
  ms: Millis,
  atMostMs: Millis,
  what: string,
): BadOption | undefined {
  if (ms <= atMostMs) return undefined;
  return {
    option,
    why: `${option} leads to ${ms} ms, which does not fit into ${what} (${atMostMs} ms)`,
  };
}
