// A proposer of the built-in authority: it carries calls to a majority of the voters (voter.ts) and brings answers
// back. Every node may have one. It keeps nothing but the number of its life, so that no ballot is used twice.
//
// A call is tried under one ballot after another. Once content was sent to voters, it may be chosen even if the
// answers never come; a later try recognises it by the name of the call, or finds another content under the
// version that it wanted. If neither can be told, the answer is `unknown`.
import {
  assert,
  type Ctx,
  type DiskEffect,
  type Effect,
  type Machine,
  type Millis,
  type NodeId,
  type TimerId,
  timerId,
} from '../../base/index.ts';
import { type AuthorityAnswer, type AuthorityCall, unsetRegister } from './authority.ts';
import {
  type Accepted,
  type AuthorityMessage,
  type Ballot,
  type Content,
  compareBallots,
} from './messages.ts';

export interface ProposerOptions {
  /** 3 or 5 of them; the same for all proposers, for ever. */
  readonly voters: readonly NodeId[];
  readonly timeoutMs: Millis;
  /** After so many tries a call is answered `unavailable` or `unknown`. */
  readonly triesMax: number;
  /** Its name, if that of the node will not do: one whose disk may be wiped needs another one each time. */
  readonly name?: string;
}

/** `id` is the caller's; the answer carries it. */
export type ProposerCommand = { readonly id: string; readonly call: AuthorityCall };
export type ProposerEvent = {
  readonly type: 'authority-answer';
  readonly id: string;
  readonly answer: AuthorityAnswer;
  /** Whether a majority of the voters took part: an `unknown` answer may well come from those who were asked. */
  readonly reached: boolean;
};

interface Try {
  readonly id: string;
  readonly call: AuthorityCall;
  /** The name under which this call sets a register; no other call has it. */
  readonly name: string;
  tries: number;
  /** Undefined between two tries. */
  ballot: Ballot | undefined;
  promises: { readonly voter: NodeId; readonly past: Accepted | null }[];
  /** What was proposed under this ballot; undefined while promises are gathered. */
  proposal: Content | undefined;
  accepts: NodeId[];
  /** True once a content of this call's own was sent to anybody. */
  mayBeSet: boolean;
}

export interface Proposer {
  /** How often this proposer has been started; undefined until that is durable. */
  life: number | undefined;
  readonly nextLife: number;
  highest: number;
  calls: number;
  /** By the name of the call. */
  tries: Map<string, Try>;
}

type Effects = readonly (Effect<AuthorityMessage, ProposerEvent> | DiskEffect)[];

const file = 'proposer-life';

export function proposer(
  options: ProposerOptions,
): Machine<Proposer, AuthorityMessage, ProposerCommand, ProposerEvent> {
  assert(options.voters.length % 2 === 1, 'an odd number of voters', options.voters.length);
  return {
    start(files) {
      // One byte for each life.
      const nextLife = (files.get(file)?.length ?? 0) + 1;
      const state = { life: undefined, nextLife, highest: 0, calls: 0, tries: new Map() };
      const bytes = new Uint8Array(nextLife).fill(1);
      return {
        state,
        effects: [
          { type: 'replace', file, bytes },
          { type: 'sync', mark: 0 },
        ],
      };
    },
    step(state, input, ctx) {
      switch (input.type) {
        case 'synced':
          state.life = state.nextLife;
          return [...state.tries.values()].flatMap((one) => prepare(state, one, options, ctx));
        case 'command':
          return begin(state, input.command, options, ctx);
        case 'timer': {
          const one = state.tries.get(input.timer);
          return one ? retry(state, one, options, ctx) : [];
        }
        case 'message':
          return hear(state, input.from, input.message, options, ctx);
      }
    },
  };
}

function begin(
  state: Proposer,
  { id, call }: ProposerCommand,
  options: ProposerOptions,
  ctx: Ctx,
): Effects {
  const name = `${nameOf(state, options, ctx)}.${state.calls++}`;
  const one: Try = {
    ...{ id, call, name, tries: 0, ballot: undefined, promises: [], proposal: undefined },
    ...{ accepts: [], mayBeSet: false },
  };
  state.tries.set(name, one);
  return state.life === undefined ? [] : prepare(state, one, options, ctx);
}

/** Opens a new ballot for a call. */
function prepare(state: Proposer, one: Try, options: ProposerOptions, ctx: Ctx): Effects {
  const ballot = { count: ++state.highest, proposer: nameOf(state, options, ctx) };
  Object.assign(one, { ballot, promises: [], proposal: undefined, accepts: [] });
  one.tries++;
  const { key } = one.call;
  return [
    ...toAll(options, { type: 'prepare', key, ballot }),
    { type: 'set-timer', timer: timerOf(one), afterMs: options.timeoutMs },
  ];
}

function hear(
  state: Proposer,
  from: NodeId,
  message: AuthorityMessage,
  options: ProposerOptions,
  ctx: Ctx,
): Effects {
  if (message.type === 'prepare' || message.type === 'accept') return [];
  if (message.type === 'refused') state.highest = Math.max(state.highest, message.promised.count);
  // An answer to a ballot that is over comes too late, and says nothing about the present one.
  const one = [...state.tries.values()].find(
    ({ ballot }) => ballot !== undefined && compareBallots(ballot, message.ballot) === 0,
  );
  if (one === undefined || !options.voters.includes(from)) return [];
  switch (message.type) {
    case 'refused':
      // A repeated prepare is refused with its own ballot; that is no news.
      if (compareBallots(message.promised, message.ballot) <= 0) return [];
      return backOff(one, options, ctx);
    case 'promised': {
      if (one.proposal || one.promises.some(({ voter }) => voter === from)) return [];
      one.promises.push({ voter: from, past: message.past });
      return isMajority(one.promises.length, options) ? propose(one, options) : [];
    }
    case 'accepted': {
      if (one.accepts.includes(from)) return [];
      one.accepts.push(from);
      return isMajority(one.accepts.length, options) ? conclude(state, one) : [];
    }
  }
}

/** A majority has promised: what it accepted last is what the register holds; change that, or confirm it. */
function propose(one: Try, options: ProposerOptions): Effects {
  let latest: Accepted | undefined;
  for (const { past } of one.promises) {
    if (past && (!latest || compareBallots(past.ballot, latest.ballot) > 0)) latest = past;
  }
  const now: Content = latest?.content ?? { ...unsetRegister, setBy: '' };
  const { call, ballot } = one;
  const sets = call.type === 'compare-and-set' && call.expected === now.version;
  const own = sets ? { version: now.version + 1, text: call.text, setBy: one.name } : undefined;
  one.proposal = own ?? now;
  if (own) one.mayBeSet = true;
  assert(ballot !== undefined, 'a proposal has a ballot', one.name);
  return toAll(options, { type: 'accept', key: call.key, ballot, content: one.proposal });
}

/** A majority has accepted: the proposal is what the register holds, and the call has its answer. */
function conclude(state: Proposer, one: Try): Effects {
  const { call, proposal, name, mayBeSet } = one;
  assert(proposal !== undefined, 'what is accepted was proposed', name);
  const { version, text, setBy } = proposal;
  if (call.type === 'read') return answer(state, one, { type: 'is', register: { version, text } });
  if (setBy === name) return answer(state, one, { type: 'set', version });
  // Between an own content that was overtaken and one that never was: only the next version tells.
  if (mayBeSet && version > call.expected + 1) return answer(state, one, { type: 'unknown' });
  return answer(state, one, { type: 'differs', register: { version, text } });
}

/** The time of a try, or of a pause, is over. */
function retry(state: Proposer, one: Try, options: ProposerOptions, ctx: Ctx): Effects {
  if (one.tries < options.triesMax) return prepare(state, one, options, ctx);
  return answer(state, one, { type: one.mayBeSet ? 'unknown' : 'unavailable' }, false);
}

/**
 * Somebody else is at it, or was: leave the register alone for a time drawn by chance, longer after each failure. The
 * first pause is short: most refusals tell of a call that is over, whose ballot we had not heard of.
 */
function backOff(one: Try, options: ProposerOptions, ctx: Ctx): Effects {
  one.ballot = undefined;
  const most = Math.ceil(options.timeoutMs / 4) * 2 ** Math.min(one.tries - 1, 4);
  return [{ type: 'set-timer', timer: timerOf(one), afterMs: 1 + ctx.rng.below(most) }];
}

function answer(state: Proposer, one: Try, said: AuthorityAnswer, reached = true): Effects {
  state.tries.delete(one.name);
  return [
    { type: 'cancel-timer', timer: timerOf(one) },
    { type: 'event', event: { type: 'authority-answer', id: one.id, answer: said, reached } },
  ];
}

/** No two lives have the same. */
function nameOf({ nextLife }: Proposer, { name }: ProposerOptions, { self }: Ctx): string {
  return `${name ?? self}.${nextLife}`;
}

function isMajority(count: number, { voters }: ProposerOptions): boolean {
  return count === (voters.length + 1) / 2;
}

function toAll({ voters }: ProposerOptions, message: AuthorityMessage): Effects {
  return voters.map((to) => ({ type: 'send', to, message }));
}

function timerOf(one: Try): TimerId {
  return timerId(one.name);
}
