// A world of voters and proposers with callers who try to change one register, its history, and voters that are
// broken on purpose.
import { type Machine, type NodeId, nodeId } from '../../src/base/index.ts';
import {
  type AuthorityAnswer,
  type AuthorityCall,
  type AuthorityMessage,
  type ProposerCommand,
  type ProposerEvent,
  proposer,
  type Register,
  unsetRegister,
  type Voter,
  type VoterCommand,
  type VoterEvent,
  voter,
} from '../../src/dht/index.ts';
import {
  type Model,
  type Operation,
  orderOf,
  stirUp,
  type Trouble,
  World,
} from '../../src/sim/index.ts';

export type Command = VoterCommand | ProposerCommand;
export type Event = VoterEvent | ProposerEvent;
export type VoterMachine = Machine<Voter, AuthorityMessage, VoterCommand, VoterEvent>;

/** A machine that is given no commands but its own lives in a world with others. */
export function anyMachine<S, C, E extends Event>(
  machine: Machine<S, AuthorityMessage, C, E>,
): Machine<S, AuthorityMessage, Command, Event> {
  return machine as unknown as Machine<S, AuthorityMessage, Command, Event>;
}

const proposers = ['p1', 'p2', 'p3'].map(nodeId);
export const votersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => nodeId(`v${at + 1}`));

const register: Model<Register, AuthorityCall, AuthorityAnswer> = {
  start: unsetRegister,
  apply(state, call) {
    if (call.type === 'read') return { state, result: { type: 'is', register: state } };
    if (call.expected !== state.version)
      return { state, result: { type: 'differs', register: state } };
    const next = { version: state.version + 1, text: call.text };
    return { state: next, result: { type: 'set', version: next.version } };
  },
};

export interface Setting {
  readonly seed: number;
  readonly voters?: number;
  readonly machine?: VoterMachine;
  readonly trouble?: Partial<Trouble>;
}

/** Runs three callers, each with one call at a time that rests on what it saw last, through trouble into calm. */
export function callThrough({ seed, voters = 3, machine = voter, trouble }: Setting) {
  const voterIds = votersOf(voters);
  const world = new World<AuthorityMessage, Command, Event>({
    seed,
    link: { fifo: false, loss: { times: 1, outOf: 12 }, duplication: { times: 1, outOf: 12 } },
  });
  for (const id of voterIds) {
    world.add(id, anyMachine(machine));
    world.command(id, { type: 'found' });
  }
  const options = { voters: voterIds, timeoutMs: 40, triesMax: 6 };
  for (const id of proposers) world.add(id, anyMachine(proposer(options)));

  const history: (Operation<AuthorityCall, AuthorityAnswer> & { readonly id: string })[] = [];
  let moment = 0;
  const open = new Map<NodeId, { call: AuthorityCall; askedAt: number; id: string }>();
  const known = new Map<NodeId, Register>(proposers.map((id) => [id, unsetRegister]));
  const ask = (by: NodeId): void => {
    if (!world.isUp(by) || open.has(by) || history.length >= 45) return;
    const { version } = known.get(by) as Register;
    const id = `${history.length + open.size}.${moment}`;
    const call: AuthorityCall =
      world.rng.below(3) === 0
        ? { type: 'read', key: 'view' }
        : { type: 'compare-and-set', key: 'view', expected: version, text: id };
    open.set(by, { call, askedAt: moment++, id });
    world.command(by, { id, call });
  };
  const close = (by: NodeId, answer?: AuthorityAnswer): void => {
    const asked = open.get(by);
    if (!asked) return;
    open.delete(by);
    const isTold = answer && answer.type !== 'unknown' && answer.type !== 'unavailable';
    // A call that nobody answered for certain is as good as one without an answer.
    if (answer?.type === 'unavailable') return;
    history.push({ by, ...asked, ...(isTold && { answered: { at: moment++, result: answer } }) });
  };
  const told: AuthorityAnswer['type'][] = [];
  world.watch(({ node, event }) => {
    if (event.type !== 'authority-answer' || open.get(node)?.id !== event.id) return;
    const { answer } = event;
    told.push(answer.type);
    if (answer.type === 'is' || answer.type === 'differs') known.set(node, answer.register);
    if (answer.type === 'set') known.set(node, { version: answer.version, text: '' });
    close(node, answer);
  });
  // The voters are founded in peace.
  world.run({ untilMs: 50 });
  stirUp(world, {
    forMs: 3000,
    every: { minMs: 20, maxMs: 100 },
    crash: { times: 1, outOf: 3 },
    down: { minMs: 5, maxMs: 200 },
    crashAtWrite: { times: 1, outOf: 60 },
    partition: { times: 1, outOf: 6 },
    stall: { times: 1, outOf: 8 },
    stallTime: { minMs: 10, maxMs: 200 },
    ...trouble,
  });
  for (let at = 1; at < 3500; at += 17) {
    world.after(at, () => {
      for (const id of proposers) {
        if (!world.isUp(id)) close(id);
        else if (world.rng.below(6) === 0) ask(id);
      }
    });
  }
  world.run({ untilMs: 4000 });
  for (const id of proposers) close(id);
  // In calm every call has its answer, and all see the same.
  const last = { read: [] as string[] };
  world.watch(({ event }) => {
    if (event.type === 'authority-answer' && event.id === 'last')
      last.read.push(JSON.stringify(event.answer));
  });
  for (const [at, id] of proposers.entries()) {
    world.command(id, { id: 'last', call: { type: 'read', key: 'view' } }, at * 1000);
  }
  world.run({ untilMs: 10_000 });
  return { world, history, told, finals: last.read, order: orderOf(history, register) };
}

/** A voter that answers at once, whatever its disk says. */
export const hasty: VoterMachine = {
  ...voter,
  step(state, input, ctx) {
    const effects = voter.step(state, input, ctx);
    const sends = state.held.map(({ to, message }) => ({ type: 'send', to, message }) as const);
    state.held = [];
    return [...effects, ...sends];
  },
};
/** A voter that forgets what it has promised. */
export const forgetful: VoterMachine = {
  ...voter,
  step(state, input, ctx) {
    const effects = voter.step(state, input, ctx);
    for (const [key, vote] of state.votes) state.votes.set(key, { ...vote, promised: null });
    return effects;
  },
};
/** A voter that takes part without having been founded, as if nothing had been before. */
export const selfMade: VoterMachine = {
  ...voter,
  start(files, ctx) {
    const { state, effects } = voter.start(files, ctx);
    state.founded = true;
    return { state, effects };
  },
};
