// BOOK, the usual token scheme: tokens stay with few keepers, wishes travel. This file puts its three parts
// together: every node is a member, some are keepers, one has the ledger. Next to read: member.ts,
// keeper.ts, ledger.ts. It departs from the paper, in which tokens travel (walk.ts): same promise, fairer, and
// far fewer messages (docs/adr/0060-bookings-at-keepers.md).
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type NodeId,
  unreachable,
} from '../../base/index.ts';
import type { Effects } from '../effects.ts';
import type { Scheme } from '../scheme.ts';
import { type BookConfig, type BookOptions, configureBook, wrongRate } from './config.ts';
import {
  createKeeper,
  gossip,
  gossipTimer,
  greetLedger,
  hearGossip,
  hearIssue,
  hearRenewed,
  hearReserve,
  hearReturn,
  type Keeper,
  renewTimer,
  startKeeper,
} from './keeper.ts';
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
import {
  createMember,
  enter,
  hearBusy,
  hearGrant,
  hearTimer,
  leave,
  type Member,
  startMember,
} from './member.ts';
import type { BookMessage, TokensCommand, TokensEvent } from './messages.ts';
import { type LedgerStatus, statusOfLedger } from './status.ts';

export interface BookState {
  readonly config: BookConfig;
  readonly member: Member;
  readonly keeper: Keeper | null;
  readonly ledger: Ledger | null;
}

export interface BookStatus {
  /** Wishes by what they wait for. */
  readonly wishes: Readonly<Record<'waiting' | 'asking' | 'booked' | 'entered', number>>;
  /** The tokens kept here, with the first moment that is free. */
  readonly kept: readonly {
    readonly token: number;
    readonly epoch: number;
    readonly nextMs: number;
  }[];
  readonly ledger: LedgerStatus | null;
}

type Out = Effects<BookMessage, TokensEvent>;

export const book: Scheme<
  BookOptions,
  BookConfig,
  BookState,
  BookMessage,
  TokensCommand,
  TokensEvent,
  BookStatus
> = { name: 'tokens', configure: configureBook, create, step, status };

function create(config: BookConfig, self: NodeId): BookState {
  return {
    config,
    member: createMember(),
    keeper: config.keepers.includes(self) ? createKeeper() : null,
    ledger: config.ledger === self ? createLedger(config) : null,
  };
}

function step(
  state: BookState,
  input: Input<BookMessage, TokensCommand>,
  ctx: Ctx,
): readonly Effect<BookMessage, TokensEvent>[] {
  const out: Effect<BookMessage, TokensEvent>[] = [];
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

function obey(state: BookState, command: TokensCommand, ctx: Ctx, out: Out): void {
  const { config, member, keeper, ledger } = state;
  switch (command.type) {
    case 'start':
      if (ledger) startLedger(ledger, config, ctx, out);
      if (keeper) startKeeper(keeper, config, ctx, out);
      startMember(member, config, ctx, out);
      break;
    case 'enter':
      enter(member, config, command.request, command.wishMs ?? ctx.now, ctx, out);
      break;
    case 'leave':
      leave(member, command.request, out);
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

function hear(state: BookState, from: NodeId, message: BookMessage, ctx: Ctx, out: Out): void {
  const { config, member, keeper, ledger } = state;
  switch (message.type) {
    case 'hello':
      if (ledger) hearHello(ledger, config, from, message.sinceMs, ctx, out);
      break;
    case 'renew':
      if (ledger) hearRenew(ledger, config, from, message.sinceMs, message.holdings, ctx, out);
      break;
    case 'issue':
      if (keeper) hearIssue(keeper, config, message, ctx, out);
      break;
    case 'renewed':
      if (keeper) hearRenewed(keeper, config, message, ctx, out);
      break;
    case 'reserve':
      if (keeper) hearReserve(keeper, config, message, ctx, out);
      break;
    case 'return':
      if (keeper) hearReturn(keeper, config, message.ask, ctx);
      break;
    case 'gossip':
      if (keeper) hearGossip(keeper, ctx.self, message.rumours);
      break;
    case 'grant':
      hearGrant(member, from, message, ctx, out);
      break;
    case 'busy':
      hearBusy(member, config, message.request, ctx, out);
      break;
    default:
      unreachable(message);
  }
}

function ring(state: BookState, timer: string, ctx: Ctx, out: Out): void {
  const { config, member, keeper, ledger } = state;
  if (timer === ledgerTimer && ledger) wakeLedger(ledger, config, ctx, out);
  else if (timer === renewTimer && keeper) greetLedger(keeper, config, ctx, out);
  else if (timer === gossipTimer && keeper) gossip(keeper, config, ctx, out);
  else hearTimer(member, config, timer, ctx, out);
}

function status({ member, keeper, ledger }: BookState): BookStatus {
  const wishes = { waiting: 0, asking: 0, booked: 0, entered: 0 };
  for (const { phase } of member.wishes.values()) wishes[phase]++;
  const kept = [...(keeper?.tokens.values() ?? [])].map(({ lease, nextMs }) => ({
    ...{ token: lease.token, epoch: lease.epoch, nextMs },
  }));
  return { wishes, kept, ledger: ledger && statusOfLedger(ledger) };
}
