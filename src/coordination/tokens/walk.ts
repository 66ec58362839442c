// The walking-token scheme of the paper: tokens wander through an overlay of members, who keep one for a while when
// they have a wish for it. This file puts its parts together; the decisions are in walker.ts, the steps in
// hops.ts, the leases in ledger.ts. BOOK (book.ts) is the usual choice: walking costs messages while nobody
// wants anything.
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type Millis,
  type NodeId,
  unreachable,
} from '../../base/index.ts';
import { cancelTimer, type Effects, send, setTimer } from '../effects.ts';
import type { Scheme } from '../scheme.ts';
import { configureWalk, forever, type WalkConfig, type WalkOptions, wrongRate } from './config.ts';
import {
  createHops,
  endRest,
  hearArrived,
  hearNotMe,
  hopPrefix,
  repeat,
  restPrefix,
  take,
  takeOnce,
} from './hops.ts';
import {
  createLedger,
  hearHello,
  hearRenew,
  type Ledger,
  ledgerTimer,
  resizeLedger,
  startLedger,
  wakeLedger,
} from './ledger.ts';
import type { TokensCommand, TokensEvent, WalkMessage } from './messages.ts';
import { type LedgerStatus, statusOfLedger } from './status.ts';
import {
  arrive,
  askRenewal,
  createWalker,
  enter,
  hearRenewed,
  holdingOf,
  leave,
  renewPrefix,
  startWalker,
  use,
  useTimer,
  type Walker,
} from './walker.ts';

export interface WalkState {
  readonly config: WalkConfig;
  readonly isKeeper: boolean;
  readonly walker: Walker;
  readonly ledger: Ledger | null;
}

export interface WalkStatus {
  readonly wishes: number;
  readonly held: { readonly token: number; readonly epoch: number; readonly atMs: Millis } | null;
  readonly isUsing: boolean;
  /** How many tokens rest here, on their way. */
  readonly resting: number;
  readonly ledger: LedgerStatus | null;
}

type Out = Effects<WalkMessage, TokensEvent>;

const greetTimer = 'greet';

export const walk: Scheme<
  WalkOptions,
  WalkConfig,
  WalkState,
  WalkMessage,
  TokensCommand,
  TokensEvent,
  WalkStatus
> = { name: 'tokens', configure: configureWalk, create, step, status };

function create(config: WalkConfig, self: NodeId): WalkState {
  const neighbours = config.neighbours.get(self);
  assert(neighbours !== undefined, 'a member without neighbours', self);
  return {
    config,
    isKeeper: config.keepers.includes(self),
    walker: createWalker(createHops(neighbours)),
    ledger: config.ledger === self ? createLedger(config) : null,
  };
}

function step(
  state: WalkState,
  input: Input<WalkMessage, TokensCommand>,
  ctx: Ctx,
): readonly Effect<WalkMessage, TokensEvent>[] {
  const out: Effect<WalkMessage, TokensEvent>[] = [];
  switch (input.type) {
    case 'command':
      obey(state, input.command, ctx, out);
      return out;
    case 'message':
      hear(state, input.from, input.message, ctx, out);
      return out;
    case 'timer':
      ring(state, input.timer, ctx, out);
      return out;
    default:
      return unreachable(input);
  }
}

function obey(state: WalkState, command: TokensCommand, ctx: Ctx, out: Out): void {
  const { config, walker, ledger } = state;
  switch (command.type) {
    case 'start':
      if (ledger) startLedger(ledger, config, ctx, out);
      startWalker(walker, config, ctx, out);
      for (const token of walker.hops.leaving.keys()) repeat(walker.hops, config, token, ctx, out);
      greet(state, ctx, out);
      break;
    case 'enter':
      enter(walker, config, command.request, command.wishMs ?? ctx.now, ctx, out);
      break;
    case 'leave':
      leave(walker, config, command.request, ctx, out);
      break;
    case 'resize':
      assert(ledger !== null, 'only the ledger can resize', ctx.self);
      assert(!wrongRate(command.ratePerSecond), 'not a rate', command.ratePerSecond);
      resizeLedger(ledger, config, command.ratePerSecond, ctx, out);
      break;
    default:
      unreachable(command);
  }
}

function hear(state: WalkState, from: NodeId, message: WalkMessage, ctx: Ctx, out: Out): void {
  const { config, walker, ledger } = state;
  const { hops, sinceMs } = walker;
  switch (message.type) {
    case 'hello':
      if (ledger) hearHello(ledger, config, from, message.sinceMs, ctx, out);
      break;
    case 'renew':
      if (ledger) hearRenew(ledger, config, from, message.sinceMs, message.holdings, ctx, out);
      break;
    case 'issue':
      hearIssue(state, message, ctx, out);
      break;
    case 'renewed':
      if (message.sinceMs === sinceMs) greetLater(state, ctx, out);
      hearRenewed(walker, config, message, ctx, out);
      break;
    case 'token':
      if (take(hops, config, from, message, sinceMs, out)) {
        arrive(walker, config, message.token, ctx, out);
      }
      break;
    case 'arrived':
      hearArrived(hops, message.token, message.hop, out);
      break;
    case 'not-me':
      hearNotMe(hops, config, from, message, ctx, out);
      break;
    default:
      unreachable(message);
  }
}

function hearIssue(
  { config, walker }: WalkState,
  { sinceMs, lease, freeMs }: Extract<WalkMessage, { type: 'issue' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (sinceMs !== walker.sinceMs || lease.endMs <= ctx.now) return;
  const token = { ...lease, freeMs, hop: 0 };
  const isNew = takeOnce(walker.hops, token, out);
  // Confirmed each time that it is told. One that was taken before is elsewhere by now, and which
  // resize it has heard of is not known here.
  const holding = { ...holdingOf(token), ...(isNew ? {} : { version: -1 }) };
  out.push(send(config.ledger, { type: 'renew', sinceMs, holdings: [holding] }));
  if (isNew) arrive(walker, config, token, ctx, out);
}

function ring(state: WalkState, timer: string, ctx: Ctx, out: Out): void {
  const { config, walker, ledger } = state;
  if (timer === useTimer) use(walker, config, ctx, out);
  else if (timer === greetTimer) greet(state, ctx, out);
  else if (timer === ledgerTimer && ledger) wakeLedger(ledger, config, ctx, out);
  else if (timer.startsWith(hopPrefix)) {
    repeat(walker.hops, config, Number(timer.slice(hopPrefix.length)), ctx, out);
  } else if (timer.startsWith(restPrefix)) {
    endRest(walker.hops, config, Number(timer.slice(restPrefix.length)), ctx, out);
  } else if (timer.startsWith(renewPrefix)) {
    const token = walker.renewing.get(Number(timer.slice(renewPrefix.length)));
    if (token) askRenewal(walker, config, token, ctx, out);
  }
}

/** Tells the ledger that a token may be issued here; again until it answers. */
function greet({ config, isKeeper, walker }: WalkState, ctx: Ctx, out: Out): void {
  if (!isKeeper) return;
  out.push(send(config.ledger, { type: 'hello', sinceMs: walker.sinceMs }));
  out.push(setTimer(greetTimer, ctx.now + config.replyMs, ctx.now));
}

function greetLater({ config, isKeeper }: WalkState, ctx: Ctx, out: Out): void {
  if (!isKeeper) return;
  if (config.leaseMs === forever) out.push(cancelTimer(greetTimer));
  else out.push(setTimer(greetTimer, ctx.now + config.leaseMs / 2, ctx.now));
}

function status({ walker, ledger }: WalkState): WalkStatus {
  const { wishes, held, using } = walker;
  return {
    wishes: wishes.length,
    held: held && { token: held.token.token, epoch: held.token.epoch, atMs: held.atMs },
    isUsing: using !== null,
    resting: walker.hops.resting.size,
    ledger: ledger && statusOfLedger(ledger),
  };
}
