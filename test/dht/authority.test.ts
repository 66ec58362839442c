// The built-in authority: whole worlds in trouble whose histories must be linearizable, tiny worlds in every
// interleaving, and flaws that both must see.
import { describe, expect, it } from 'vitest';
import { type NodeId, nodeId } from '../../src/base/index.ts';
import {
  type AuthorityAnswer,
  type AuthorityMessage,
  type Proposer,
  proposer,
  unsetRegister,
  type Voter,
  voter,
} from '../../src/dht/index.ts';
import {
  type Budget,
  canonical,
  explore,
  type Trouble,
  World,
  withAnyState,
} from '../../src/sim/index.ts';
import {
  anyMachine,
  type Command,
  callThrough,
  type Event,
  forgetful,
  hasty,
  type Setting,
  selfMade,
  type VoterMachine,
  votersOf,
} from './authority-world.ts';

const seedsFactor = Number(process.env['SEEDS'] ?? 1);
const seeds = 18 * seedsFactor;

describe('the authority', () => {
  it.each([3, 5])('with %i voters answers as if calls came one after another', (voters) => {
    const told = new Map<string, number>();
    for (let seed = 1; seed <= (voters === 3 ? seeds : seeds / 3); seed++) {
      const run = callThrough({ seed, voters });
      expect(run.order, `seed ${seed}`).toBeDefined();
      expect(run.finals.length, `seed ${seed}`).toBe(3);
      expect(new Set(run.finals).size, `seed ${seed}`).toBe(1);
      expect(run.finals[0]).toContain('"type":"is"');
      for (const type of run.told) told.set(type, (told.get(type) ?? 0) + 1);
    }
    for (const type of ['is', 'set', 'differs', 'unknown', 'unavailable']) {
      expect(told.get(type), type).toBeGreaterThan(0);
    }
  });

  it('without a majority waits, and sets nothing', () => {
    const world = new World<AuthorityMessage, Command, Event>({ seed: 1 });
    const voters = votersOf(3);
    for (const id of voters) {
      world.add(id, anyMachine(voter));
      world.command(id, { type: 'found' });
    }
    const options = { voters, timeoutMs: 40, triesMax: 3 };
    world.add(nodeId('p1'), anyMachine(proposer(options)));
    world.after(5, () => {
      for (const id of voters.slice(1)) world.crash(id);
    });
    const call = { type: 'compare-and-set', key: 'k', expected: 0, text: 'x' } as const;
    world.command(nodeId('p1'), { id: '1', call }, 10);
    world.after(400, () => {
      for (const id of voters) world.restart(id);
    });
    world.command(nodeId('p1'), { id: '2', call: { type: 'read', key: 'k' } }, 500);
    world.run({});
    expect(world.events.map(({ event }) => event)).toEqual([
      { type: 'authority-answer', id: '1', answer: { type: 'unavailable' }, reached: false },
      {
        type: 'authority-answer',
        id: '2',
        answer: { type: 'is', register: unsetRegister },
        reached: true,
      },
    ]);
  });
});

const wiping: Partial<Trouble> = {
  crash: { times: 1, outOf: 2 },
  wipe: { times: 1, outOf: 2 },
  victims: votersOf(3),
};

describe('the checker of the authority', () => {
  const linearizable = (setting: Omit<Setting, 'seed'>, count: number) => {
    for (let seed = 1; seed <= count; seed++) {
      try {
        const { order, finals } = callThrough({ ...setting, seed });
        if (!order || new Set(finals).size > 1) return false;
      } catch {
        return false;
      }
    }
    return true;
  };
  // Voters that die often and are back before anybody misses them: what they said without their disk is gone.
  const restless: Partial<Trouble> = {
    every: { minMs: 5, maxMs: 30 },
    crash: { times: 9, outOf: 10 },
    down: { minMs: 1, maxMs: 5 },
    partition: { times: 0, outOf: 1 },
    stall: { times: 0, outOf: 1 },
    victims: votersOf(3),
  };
  it.each<[string, Omit<Setting, 'seed'>]>([
    ['answers that do not wait for the disk', { machine: hasty, trouble: restless }],
    ['a promise that is forgotten', { machine: forgetful }],
    ['a wiped voter that votes on', { machine: selfMade, trouble: wiping }],
  ])('sees %s', (_name, setting) => {
    expect(linearizable(setting, 60)).toBe(false);
  });

  it('finds nothing wrong with wiped voters that keep silent', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { order, world } = callThrough({
        seed,
        trouble: { ...wiping, wipe: { times: 1, outOf: 9 } },
      });
      expect(order, `seed ${seed}`).toBeDefined();
      expect(world.faults.crash).toBeGreaterThan(0);
    }
  });
});

describe('the authority in every interleaving', () => {
  const callers = ['p1', 'p2'].map(nodeId);
  type Answers = readonly (readonly [NodeId, AuthorityAnswer])[];

  // What matters of a voter is what it has voted and what it is about to say; what matters of a proposer are its
  // calls, in whatever order the answers came.
  const sorted = <T>(items: readonly T[]) =>
    [...items].sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  const essence = (node: NodeId, state: unknown) => {
    if (!callers.includes(node)) {
      const { founded, votes, held } = state as Voter;
      return [founded, votes, held];
    }
    const { life, highest, tries } = state as Proposer;
    const calls = [...tries.values()].map((one) => ({
      ...one,
      promises: sorted(one.promises),
      accepts: sorted(one.accepts),
    }));
    return [life, highest, calls];
  };
  /** An answer to a ballot that is over: no ballot is used twice. */
  const ignorable = (to: NodeId, state: unknown, message: AuthorityMessage) => {
    if (!callers.includes(to) || message.type === 'refused') return false;
    const isOpen = ({ ballot, proposal }: { ballot: unknown; proposal: unknown }) =>
      canonical(ballot) === canonical(message.ballot) && !(message.type === 'promised' && proposal);
    return ![...(state as Proposer).tries.values()].some(isOpen);
  };
  /** Two callers want the first version: one gets it at most, and the other sees who. */
  const complaint = (answers: Answers): string | undefined => {
    const winners = answers.filter(([, answer]) => answer.type === 'set').map(([by]) => by);
    if (winners.length > 1) return 'both have set the first version';
    for (const [by, answer] of answers) {
      if (answer.type !== 'differs') continue;
      const { version, text } = answer.register;
      if (version !== 1 || text === by) return `${by} was told of ${text}`;
    }
    return undefined;
  };

  function exploreTwo(live: number, of: number, budget: Partial<Budget>, machine = voter) {
    const voters = votersOf(of);
    const founded: VoterMachine = {
      ...machine,
      start(files, ctx) {
        const { state, effects } = machine.start(files, ctx);
        state.founded = true;
        return { state, effects };
      },
    };
    const options = { voters, timeoutMs: 10, triesMax: 2 };
    return explore<AuthorityMessage, Command, Event, Answers>({
      nodes: new Map([
        ...voters.slice(0, live).map((id) => [id, withAnyState(anyMachine(founded))] as const),
        ...callers.map((id) => [id, withAnyState(anyMachine(proposer(options)))] as const),
      ]),
      commands: callers.map((node) => ({
        node,
        command: { id: node, call: { type: 'compare-and-set', key: 'k', expected: 0, text: node } },
      })),
      watch: {
        start: [],
        see: (seen, by, event) =>
          event.type === 'authority-answer' ? sorted([...seen, [by, event.answer] as const]) : seen,
      },
      ...{ instantSync: true, drawsUpTo: 1, essence, ignorable, budget },
      invariant: ({ seen }) => complaint(seen),
    });
  }

  const worlds: [number, number, Partial<Budget>][] = [
    [2, 3, { timers: 0, losses: 1 }],
    [1, 1, { timers: 1, crashes: 1 }],
  ];
  // Forty thousand states: for a longer count only.
  if (seedsFactor > 1) worlds.push([2, 3, { timers: 1 }]);
  it.each(worlds)('%i of %i voters, with %o', (live, of, budget) => {
    const found = exploreTwo(live, of, budget);
    expect(found.violation).toBeUndefined();
    expect(found.complete).toBe(true);
    expect(found.states).toBeGreaterThan(500);
  });

  it('shows the way to the fault of a voter that forgets its promises', () => {
    const { violation } = exploreTwo(2, 3, { timers: 0 }, forgetful);
    expect(violation?.complaint).toBe('both have set the first version');
  });
});
