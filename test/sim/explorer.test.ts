// The explorer: it counts the interleavings of worlds that are small enough to count by hand, finds a planted
// race by its shortest way, and reports what it has not seen.
import { describe, expect, it } from 'vitest';
import {
  type DurableStep,
  type Machine,
  type NodeId,
  nodeId,
  type Step,
  timerId,
  withoutDisk,
} from '../../src/base/index.ts';
import { everyDraw } from '../../src/sim/every-draw.ts';
import { type Exploration, explore, withAnyState } from '../../src/sim/index.ts';

const [a, b, c] = [nodeId('a'), nodeId('b'), nodeId('c')];

// Two that want one thing, and a keeper that gives it to whoever asks. The broken keeper answers before it
// has written down that the thing is gone, and forgets in a crash.
type Message = 'want' | 'yours' | 'gone';
type Keeper = { given: boolean; asking: NodeId[] };
const wisher = withoutDisk<null, Message, 'ask', 'got'>(
  () => null,
  (_state, input) => {
    if (input.type === 'command') return [{ type: 'send', to: c, message: 'want' }];
    const got = input.type === 'message' && input.message === 'yours';
    return got ? [{ type: 'event', event: 'got' }] : [];
  },
);
const answer = (state: Keeper, to: NodeId) => {
  const message: Message = state.given ? 'gone' : 'yours';
  state.given = true;
  return { type: 'send', to, message } as const;
};
const keeperStep =
  (durable: boolean): DurableStep<Keeper, Message, 'ask', 'got'> =>
  (state, input) => {
    if (input.type === 'synced') return [answer(state, state.asking.shift() as NodeId)];
    if (input.type !== 'message') return [];
    if (!durable || state.given) return [answer(state, input.from)];
    state.asking.push(input.from);
    const note = { type: 'append', file: 'given', bytes: Uint8Array.of(1) } as const;
    return [note, { type: 'sync', mark: 0 }];
  };
const keeper = (durable: boolean): Machine<Keeper, Message, 'ask', 'got'> => ({
  start: (files) => ({ state: { given: files.has('given'), asking: [] }, effects: [] }),
  step: keeperStep(durable),
});

function race(durable: boolean, crashes: number): Exploration<Message, 'ask', 'got', number> {
  return {
    nodes: new Map([
      [a, withAnyState(wisher)],
      [b, withAnyState(wisher)],
      [c, withAnyState(keeper(durable))],
    ]),
    commands: [a, b].map((node) => ({ node, command: 'ask' as const })),
    watch: { start: 0, see: (got) => got + 1 },
    budget: { crashes },
    invariant: ({ seen }) => (seen > 1 ? 'given twice' : undefined),
    atEnd: ({ seen }) => (seen === 0 && crashes === 0 ? 'given to nobody' : undefined),
  };
}

describe('the explorer', () => {
  it('finds nothing where nothing is wrong, and has seen all of it', () => {
    for (const order of ['breadth', 'depth'] as const) {
      for (const [durable, crashes] of [
        [false, 0],
        [true, 0],
        [true, 2],
      ] as const) {
        const found = explore({ ...race(durable, crashes), order });
        expect(found.violation).toBeUndefined();
        expect(found.complete).toBe(true);
      }
    }
    const [breadth, depth] = (['breadth', 'depth'] as const).map((order) =>
      explore({ ...race(true, 1), order }),
    );
    expect(depth).toEqual(breadth);
  });

  it('finds a planted race, and the shortest way to it', () => {
    const { violation } = explore(race(false, 1));
    expect(violation?.complaint).toBe('given twice');
    expect(violation?.trail).toHaveLength(8);
    expect(violation?.trail.filter((label) => label === 'c crashes')).toHaveLength(1);
  });

  it('says when it has not seen all', () => {
    const found = explore({ ...race(true, 2), maxStates: 20 });
    expect([found.complete, found.states]).toEqual([false, 20]);
  });

  it('takes a machine that refuses for a fault', () => {
    const refuser: Step<null, Message, 'ask', 'got'> = () => {
      throw new Error('no more');
    };
    const nodes = new Map([[a, withAnyState(withoutDisk(() => null, refuser))]]);
    const { violation } = explore({ ...race(true, 0), nodes });
    expect(violation).toEqual({ complaint: 'Error: no more', trail: ['start'] });
  });
});

describe('what the explorer tries', () => {
  // A node that sends 1 .. n to another one, which remembers the order in which they came.
  const sender = withoutDisk<null, number, number, number>(
    () => null,
    (_state, input) => {
      if (input.type === 'message') return [{ type: 'event', event: input.message }];
      if (input.type !== 'command') return [];
      return Array.from({ length: input.command }, (_, i) => ({
        type: 'send',
        to: b,
        message: i + 1,
      }));
    },
  );
  function outcomes(options: Partial<Exploration<number, number, number, string>>): string[] {
    const ends = new Set<string>();
    const { complete } = explore<number, number, number, string>({
      nodes: new Map([a, b].map((node) => [node, withAnyState(sender)])),
      commands: [{ node: a, command: 3 }],
      watch: { start: '', see: (seen, _node, event) => seen + event },
      invariant: () => undefined,
      atEnd: ({ seen }) => void ends.add(seen),
      ...options,
    });
    expect(complete).toBe(true);
    return [...ends].sort();
  }

  const cases: readonly [string, Partial<Exploration<number, number, number, string>>, string[]][] =
    [
      ['a link that keeps the order', { fifo: true }, ['123']],
      ['every order otherwise', {}, ['123', '132', '213', '231', '312', '321']],
      ['one loss', { fifo: true, budget: { losses: 1 } }, ['12', '123', '13', '23']],
      [
        'one repetition',
        { fifo: true, budget: { duplications: 1 } },
        ['1123', '1223', '123', '1233'],
      ],
    ];
  it.each(cases)('%s', (_name, options, expected) => {
    expect(outcomes(options)).toEqual(expected);
  });

  it('timers at any moment, as often as the budget says', () => {
    const tick = timerId('tick');
    const ticker = withoutDisk<null, never, 'go', 'tick'>(
      () => null,
      (_state, input) => [
        ...(input.type === 'timer' ? ([{ type: 'event', event: 'tick' }] as const) : []),
        { type: 'set-timer', timer: tick, afterMs: 10 },
      ],
    );
    let most = 0;
    const { complete } = explore<never, 'go', 'tick', number>({
      nodes: new Map([[a, withAnyState(ticker)]]),
      commands: [{ node: a, command: 'go' }],
      watch: { start: 0, see: (seen) => seen + 1 },
      budget: { timers: 3 },
      invariant: ({ seen }) => {
        most = Math.max(most, seen);
        return undefined;
      },
    });
    expect([complete, most]).toEqual([true, 3]);
  });

  it('every outcome of small draws, the first of large ones', () => {
    const drawTwo = (bounds: readonly number[]) =>
      everyDraw(3, (rng) => bounds.map((bound) => rng.below(bound)).join(''));
    expect(drawTwo([2, 3]).outcomes).toEqual(['00', '01', '02', '10', '11', '12']);
    expect(drawTwo([2, 100])).toEqual({ outcomes: ['00', '10'], cut: 2 });
  });
});
