// A voter of the built-in authority: it keeps its promises on its disk, and answers only when they are there. The
// other side is proposer.ts.
//
// Invariant: a voter that has promised a ballot accepts nothing lower, ever after. A voter whose disk was wiped
// has forgotten its promises and must not vote under its old name; so one that finds no file says nothing until
// it is founded, which the cluster does once in its life.
import {
  assert,
  type DiskEffect,
  type Effect,
  type Input,
  type Machine,
  type NodeId,
} from '../../base/index.ts';
import { fromJsonBytes, toJsonBytes } from '../json-bytes.ts';
import { append, flush, type Log, openLog, putSnapshot, synced, wantsSnapshot } from '../log.ts';
import { type Accepted, type AuthorityMessage, type Ballot, compareBallots } from './messages.ts';

export type VoterCommand = { readonly type: 'found' };
export type VoterEvent = { readonly type: 'voter-refuses'; readonly reason: string };

/** One register, as this voter has it; null where nothing was promised or accepted yet. */
interface Vote {
  readonly key: string;
  readonly promised: Ballot | null;
  readonly accepted: Accepted | null;
}

type VoterRecord = { readonly type: 'founded' } | { readonly type: 'vote'; readonly vote: Vote };

export interface Voter {
  /** Undefined if the log is damaged: such a voter says nothing more. */
  log: Log | undefined;
  founded: boolean;
  votes: Map<string, Vote>;
  /** Answers that wait for the record that they rest on. */
  held: { readonly record: number; readonly to: NodeId; readonly message: AuthorityMessage }[];
}

type Effects = readonly (Effect<AuthorityMessage, VoterEvent> | DiskEffect)[];
type VoterInput = Input<AuthorityMessage, VoterCommand>;

const file = 'votes';
const snapshotLeastBytes = 64 * 1024;

export const voter: Machine<Voter, AuthorityMessage, VoterCommand, VoterEvent> = {
  start(files) {
    const state: Voter = { log: undefined, founded: false, votes: new Map(), held: [] };
    const opened = openLog(file, files.get(file));
    if (!opened.ok) return refuse(state, `${file}: ${opened.error.reason}`);
    const { log, snapshot, records, effects } = opened.value;
    const payloads = [...(snapshot ? [snapshot] : []), ...records].map(({ payload }) => payload);
    for (const payload of payloads) {
      const read = fromJsonBytes(payload);
      if (!read.ok) return refuse(state, `${file}: ${read.error}`);
      for (const record of [read.value].flat() as VoterRecord[]) fold(state, record);
    }
    state.log = log;
    return { state, effects };
  },
  step(state, input) {
    const { log } = state;
    if (log === undefined) return [];
    if (input.type === 'synced') {
      const effects = synced(log, input.mark);
      return [...effects, ...release(state, log)];
    }
    const refusals = listen(state, log, input);
    if (wantsSnapshot(log, snapshotLeastBytes)) putSnapshot(log, 0, toJsonBytes(all(state)));
    return [...flush(log), ...refusals];
  },
};

/** Takes in one input; what may be said at once is returned, what must wait is held. */
function listen(state: Voter, log: Log, input: VoterInput): Effects {
  if (input.type === 'command' && !state.founded) record(state, log, { type: 'founded' });
  if (input.type !== 'message' || !state.founded) return [];
  const { from, message } = input;
  if (message.type !== 'prepare' && message.type !== 'accept') return [];
  const { key, ballot } = message;
  const vote = state.votes.get(key) ?? { key, promised: null, accepted: null };
  const promised = vote.promised;
  const order = promised === null ? 1 : compareBallots(ballot, promised);
  // A ballot is prepared once: a second prepare is a repetition, and its answer is on its way.
  const isHighEnough = message.type === 'prepare' ? order > 0 : order >= 0;
  if (promised !== null && !isHighEnough) {
    return [{ type: 'send', to: from, message: { type: 'refused', key, ballot, promised } }];
  }
  if (message.type === 'prepare') {
    record(state, log, { type: 'vote', vote: { ...vote, promised: ballot } });
    hold(state, log, from, { type: 'promised', key, ballot, past: vote.accepted });
  } else {
    const accepted = { ballot, content: message.content };
    record(state, log, { type: 'vote', vote: { key, promised: ballot, accepted } });
    hold(state, log, from, { type: 'accepted', key, ballot });
  }
  return [];
}

function record(state: Voter, log: Log, what: VoterRecord): void {
  append(log, 0, toJsonBytes(what));
  fold(state, what);
}

function fold(state: Voter, what: VoterRecord): void {
  if (what.type === 'founded') {
    state.founded = true;
    return;
  }
  const before = state.votes.get(what.vote.key)?.promised ?? null;
  const now = what.vote.promised;
  const isKept = before === null || (now !== null && compareBallots(now, before) >= 0);
  assert(isKept, 'a promise is never taken back', what.vote.key);
  state.votes.set(what.vote.key, what.vote);
}

function hold(state: Voter, log: Log, to: NodeId, message: AuthorityMessage): void {
  state.held.push({ record: log.last, to, message });
}

function release(state: Voter, log: Log): Effects {
  const ready = state.held.filter(({ record }) => record <= log.durable);
  state.held = state.held.filter(({ record }) => record > log.durable);
  return ready.map(({ to, message }) => ({ type: 'send', to, message }));
}

/** The records that make this voter anew. */
function all(state: Voter): readonly VoterRecord[] {
  const votes = [...state.votes.values()].map((vote) => ({ type: 'vote', vote }) as const);
  return [{ type: 'founded' }, ...votes];
}

function refuse(state: Voter, reason: string): { state: Voter; effects: Effects } {
  return { state, effects: [{ type: 'event', event: { type: 'voter-refuses', reason } }] };
}
