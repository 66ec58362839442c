// The four schemes for TypeScript, on one process: they keep their promises with real timers, and wrong calls say what is wrong.
import { describe, expect, it } from 'vitest';
import {
  CoordinationError,
  createCoordination,
  type Schemes,
  schemesOf,
  type Walking,
} from '../../src/host/coordination/api.ts';
import { severalNodes } from '../../src/host/coordination/one-process.ts';
import { compile, run } from '../../src/index.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function fresh(): Schemes {
  return schemesOf(createCoordination());
}

describe('tokens', () => {
  it('spread uses over time, and follow a resize', async () => {
    const { tokens } = fresh();
    await tokens.create('hub', { rate: 20 });
    const times: number[] = [];
    const use = () => tokens.use('hub', () => times.push(performance.now()));
    await Promise.all(Array.from({ length: 5 }, use));
    const gaps = times.slice(1).map((time, i) => time - (times[i] as number));
    // A slot may be used up to one period of 50 ms late, which brings it near to the next one; on average it is not.
    expect((times[4] as number) - (times[0] as number)).toBeGreaterThan(3 * 50);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
    await tokens.resize('hub', 1000);
    const started = performance.now();
    await Promise.all(Array.from({ length: 20 }, use));
    expect(performance.now() - started).toBeLessThan(900);
  });

  it.each(['booked', 'walking'] as const)(
    'serve many at once at a high rate: %s',
    async (scheme) => {
      const { tokens } = fresh();
      await tokens.create('flood', { rate: 5000, scheme });
      await Promise.all(Array.from({ length: 2000 }, () => tokens.use('flood')));
    },
    60_000,
  );

  it('take the time that the rate says, at a high rate either', async () => {
    const { tokens } = fresh();
    await tokens.create('fast', { rate: 400 });
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 200 }, () => tokens.use('fast', () => times.push(performance.now()))),
    );
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(350);
  });

  it('that walk keep every period, alone and between nodes, and follow a resize', async () => {
    for (const names of [['n1'], ['n1', 'n2', 'n3']]) {
      const nodes = severalNodes(names).map(schemesOf);
      const [first] = nodes as [Schemes];
      await first.tokens.create('hub', { rate: 100, scheme: 'walking', periodMs: 200 });
      const times: number[] = [];
      const use = (i: number) =>
        (nodes[i % nodes.length] as Schemes).tokens.use('hub', () => times.push(performance.now()));
      await Promise.all(Array.from({ length: 50 }, (_, i) => use(i)));
      for (const time of times) {
        // Bodies begin a little after their uses.
        const period = times.filter((other) => other >= time && other < time + 190);
        expect(period.length).toBeLessThanOrEqual(20);
      }
      await first.tokens.resize('hub', 1000);
      const began = performance.now();
      // At the old rate it would be three seconds at least; how much less it is, is up to the machine.
      await Promise.all(Array.from({ length: 320 }, (_, i) => use(i)));
      expect(performance.now() - began).toBeLessThan(2800);
    }
  });

  it.each(['booked', 'walking'] as const)(
    'wait no longer than they are told: %s',
    async (scheme) => {
      const { tokens } = fresh();
      await tokens.create('slow', { rate: 0.01, scheme });
      await tokens.use('slow');
      await expect(tokens.use('slow', { signal: AbortSignal.timeout(20) })).rejects.toThrow(
        'the wait was given up',
      );
    },
  );
});

describe('groups', () => {
  it('let many of one group in, and never two in conflict', async () => {
    const { groups } = fresh();
    await groups.create('door', { members: ['in', 'out'], conflicts: 'all' });
    const inside = { in: 0, out: 0 };
    let most = 0;
    const pass = (group: 'in' | 'out') =>
      groups.enter('door', group, async () => {
        inside[group]++;
        most = Math.max(most, inside[group]);
        expect(Math.min(inside.in, inside.out)).toBe(0);
        await pause(2);
        inside[group]--;
      });
    await Promise.all(Array.from({ length: 40 }, (_, i) => pass(i % 2 === 0 ? 'in' : 'out')));
    expect(most).toBeGreaterThan(1);
  });

  it('give a hold that can be left later, and a fence that grows', async () => {
    const { groups } = fresh();
    await groups.create('door', { members: ['in', 'out'], conflicts: [['in', 'out']] });
    const first = await groups.enter('door', 'in');
    let entered = false;
    const second = groups.enter('door', 'out').then((stay) => {
      entered = true;
      return stay;
    });
    await pause(5);
    expect(entered).toBe(false);
    first.leave();
    first.leave();
    const { fence } = await second;
    expect(fence.count).toBeGreaterThan(first.fence.count);
  });
});

describe('pools', () => {
  it('give all that is needed at once, and get it back whatever happens', async () => {
    const { pools } = fresh();
    await pools.create('printer', { capacity: 2 });
    await pools.create('licence', { capacity: 1 });
    let [printers, licences] = [0, 0];
    const job = (needs: Record<string, number>) =>
      pools.take(needs, async ({ units }) => {
        printers += needs['printer'] ?? 0;
        licences += needs['licence'] ?? 0;
        expect(printers).toBeLessThanOrEqual(2);
        expect(licences).toBeLessThanOrEqual(1);
        expect(units).toHaveLength((needs['printer'] ?? 0) + (needs['licence'] ?? 0));
        await pause(2);
        printers -= needs['printer'] ?? 0;
        licences -= needs['licence'] ?? 0;
        if (needs['licence'] === undefined) throw new Error('out of paper');
      });
    const results = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => job({ printer: 2, licence: 1 })),
      ...Array.from({ length: 5 }, () => job({ printer: 1 })),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    const hold = await pools.take(['printer', 'printer', 'licence']);
    hold.release();
  });
});

describe('names', () => {
  it('may be those of what every object has', async () => {
    const { pools, groups, balance } = fresh();
    await pools.create('constructor', { capacity: 2 });
    const { units } = await pools.take(['constructor', 'constructor']);
    expect(units).toHaveLength(2);
    await groups.create('toString', { members: ['valueOf', 'constructor'], conflicts: 'all' });
    await groups.enter('toString', 'constructor', () => {});
    await balance.create({ workers: ['constructor', 'valueOf'] });
    expect(await balance.task(1, { valueOf: 3 }, ({ worker }) => worker)).toBe('valueOf');
  });
});

describe('balance', () => {
  it('has tasks done where their data are, and takes them away from a slow worker', async () => {
    const { balance } = fresh();
    await balance.create({ workers: ['a', 'b', 'slow'] });
    const done: Record<string, number> = { a: 0, b: 0, slow: 0 };
    const running = new Set<string>();
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        balance.task(1, { [['a', 'b', 'slow'][i % 3] as string]: 1 }, async ({ worker }) => {
          expect(running.has(worker)).toBe(false);
          running.add(worker);
          await pause(worker === 'slow' ? 40 : 4);
          running.delete(worker);
          done[worker] = (done[worker] ?? 0) + 1;
        }),
      ),
    );
    expect((done['a'] ?? 0) + (done['b'] ?? 0) + (done['slow'] ?? 0)).toBe(60);
    expect(done['slow']).toBeLessThan(15);
  });
});

describe('status', () => {
  it('tells how each scheme stands', async () => {
    const { tokens, groups, pools, balance } = fresh();
    await tokens.create('slow', { rate: 0.01 });
    await tokens.use('slow');
    const giveUp = new AbortController();
    const late = tokens.use('slow', { signal: giveUp.signal }).catch(() => 'given up');
    expect(await tokens.status('slow')).toEqual({ rate: 0.01, scheme: 'booked', waiting: 1 });
    giveUp.abort();
    expect(await late).toBe('given up');
    expect(await tokens.status('slow')).toEqual({ rate: 0.01, scheme: 'booked', waiting: 0 });
    // Given up before it began, it is told as if it had been given up later.
    const never = tokens.use('slow', { signal: AbortSignal.abort() });
    await expect(never).rejects.toThrow(new CoordinationError('the wait was given up'));

    await groups.create('door', { members: ['in', 'out'], conflicts: 'all' });
    const stays = await Promise.all([groups.enter('door', 'in'), groups.enter('door', 'in')]);
    const out = groups.enter('door', 'out');
    expect(await groups.status('door')).toEqual({
      inside: { in: 2, out: 0 },
      waiting: { in: 0, out: 1 },
    });
    for (const stay of stays) stay.leave();
    (await out).leave();

    await pools.create('desk', { capacity: 3 });
    const hold = await pools.take({ desk: 2 });
    const both = pools.take({ desk: 2 });
    expect(await pools.status('desk')).toEqual({ capacity: 3, taken: 2, waiting: 1 });
    hold.release();
    (await both).release();
    expect(await pools.status('desk')).toEqual({ capacity: 3, taken: 0, waiting: 0 });

    expect(await balance.status()).toEqual({ loads: { local: 0 }, waiting: 0 });
    await balance.create({ workers: ['ash', 'elm'] });
    const turn = await balance.task(10, { ash: 1 });
    expect(await balance.status()).toEqual({ loads: { ash: 10, elm: 0 }, waiting: 0 });
    turn.done();
    expect(await balance.status()).toEqual({ loads: { ash: 0, elm: 0 }, waiting: 0 });
  });

  it('is refused where there is no such scheme, or no name', async () => {
    const { tokens, groups, pools } = fresh();
    await expect(tokens.status('x')).rejects.toThrow('there are no tokens "x": create them first');
    await expect(groups.status('x')).rejects.toThrow('there are no groups "x": create them first');
    await expect(pools.status('x')).rejects.toThrow('there is no pool "x": create it first');
    await expect(pools.status(undefined as never)).rejects.toThrow('pools.status needs a name');
    await expect(pools.status('x')).rejects.toBeInstanceOf(CoordinationError);
  });
});

function walkingWith(more: Walking): (schemes: Schemes) => Promise<unknown> {
  return ({ tokens }) => tokens.create('hub', { rate: 10, scheme: 'walking', ...more });
}

describe('a wrong call', () => {
  const wrong: readonly [string, (schemes: Schemes) => Promise<unknown>, string][] = [
    ['unknown tokens', ({ tokens }) => tokens.use('hub'), 'there are no tokens "hub"'],
    ['a resize of them', ({ tokens }) => tokens.resize('hub', 5), 'there are no tokens "hub"'],
    [
      'a rate of 0',
      ({ tokens }) => tokens.create('hub', { rate: 0 }),
      'the rate of "hub" must be a number above 0',
    ],
    ['a rate below 0', ({ tokens }) => tokens.create('hub', { rate: -2 }), 'not -2'],
    [
      'an unknown scheme',
      ({ tokens }) => tokens.create('hub', { rate: 1, scheme: 'running' as never }),
      'the scheme of "hub" must be "booked" or "walking", not "running"',
    ],
    [
      'a parameter of walking tokens for others',
      ({ tokens }) => tokens.create('hub', { rate: 1, keepMs: 5 } as never),
      '"hub" is booked, and only walking tokens have keepMs: say scheme: "walking"',
    ],
    ['no τ', walkingWith({ keepMs: 0 }), 'the keepMs of "hub" must be a number above 0'],
    ['τ that is none', walkingWith({ keepMs: Number.NaN }), 'in milliseconds, not NaN'],
    [
      'ε below 0',
      walkingWith({ delayMs: -1 }),
      'the delayMs of "hub" must be a number of at least 0',
    ],
    [
      'δ below 0',
      walkingWith({ changeMs: -1 }),
      'the changeMs of "hub" must be a number of at least 0',
    ],
    ['no rest', walkingWith({ hopMs: 0 }), 'the hopMs of "hub" must be a number of at least 1'],
    [
      'p too short for a use',
      walkingWith({ periodMs: 99 }),
      'the periodMs of "hub" must be long enough for one use, at a rate of 10 at least 100, not 99',
    ],
    [
      'p of too many tokens',
      walkingWith({ periodMs: 1e7 }),
      'the periodMs of "hub" makes 100000 tokens at a rate of 10: at most 10000 can walk',
    ],
    [
      'an option that nobody has',
      ({ tokens }) => tokens.create('hub', { rate: 1, tau: 5 } as never),
      'tokens.create has no option "tau": it has rate, scheme, periodMs, keepMs, delayMs, changeMs and hopMs',
    ],
    [
      'no options',
      ({ tokens }) => tokens.create('hub', undefined as never),
      'tokens.create needs options, as in {rate: 50}',
    ],
    [
      'a rate beyond measure',
      ({ tokens }) => tokens.create('hub', { rate: 1e300 }),
      'at most 5000',
    ],
    [
      'a name that no message can carry',
      ({ pools }) => pools.create('__proto__', { capacity: 1 }),
      'pools.create cannot use the name "__proto__"',
    ],
    [
      'the same for a group',
      ({ groups }) => groups.create('g', { members: ['__proto__'], conflicts: [] }),
      'a list of the names',
    ],
    [
      'a pool of that name',
      ({ pools }) => pools.take(['__proto__']),
      'there is no pool "__proto__"',
    ],
    ['no name', ({ tokens }) => tokens.create('', { rate: 1 }), 'needs a name that is not empty'],
    [
      'capacity 0',
      ({ pools }) => pools.create('p', { capacity: 0 }),
      'the capacity of the pool "p" must be a whole number from 1 to 100000, not 0',
    ],
    ['capacity 1.5', ({ pools }) => pools.create('p', { capacity: 1.5 }), 'not 1.5'],
    ['an unknown pool', ({ pools }) => pools.take(['p']), 'there is no pool "p"'],
    ['no pool', ({ pools }) => pools.take([]), 'nothing is asked of any pool'],
    [
      'more than a pool has',
      async ({ pools }) => {
        await pools.create('p', { capacity: 2 });
        await pools.take({ p: 3 });
      },
      'the pool "p" has 2, so 3 can never be taken at once',
    ],
    [
      'a name that is taken',
      async ({ pools }) => {
        await pools.create('p', { capacity: 2 });
        await pools.create('p', { capacity: 3 });
      },
      'pools "p" exists already',
    ],
    [
      'a group in conflict with itself',
      ({ groups }) => groups.create('g', { members: ['a'], conflicts: [['a', 'a']] }),
      'the group "a" of "g" cannot be in conflict with itself',
    ],
    [
      'a conflict of no group',
      ({ groups }) => groups.create('g', { members: ['a'], conflicts: [['a', 'b']] }),
      '"g" has no group "b": it has "a"',
    ],
    [
      'no members',
      ({ groups }) => groups.create('g', { members: [], conflicts: [] }),
      'the members of "g" must be a list',
    ],
    [
      'an unknown group',
      async ({ groups }) => {
        await groups.create('g', { members: ['a', 'b'], conflicts: 'all' });
        await groups.enter('g', 'c');
      },
      '"g" has no group "c": it has "a", "b"',
    ],
    ['cost NaN', ({ balance }) => balance.task(Number.NaN), 'a task needs a cost above 0, not NaN'],
    [
      'data nowhere',
      ({ balance }) => balance.task(1, { mars: 2 }),
      'the data of a task cannot lie at "mars": the workers are "local"',
    ],
    [
      'no workers',
      ({ balance }) => balance.create({ workers: [] }),
      'the workers of balance must be a list of names',
    ],
  ];

  it.each(wrong)('%s', async (_, call, sentence) => {
    const failure = await call(fresh()).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(CoordinationError);
    expect((failure as Error).message).toContain(sentence);
  });
});

describe('several nodes', () => {
  it('see the same schemes, and keep their promises together', async () => {
    const [one, two, three] = severalNodes(['n1', 'n2', 'n3']).map(schemesOf) as [
      Schemes,
      Schemes,
      Schemes,
    ];
    await two.pools.create('desk', { capacity: 1 });
    await three.groups.create('door', { members: ['in', 'out'], conflicts: 'all' });
    await expect(one.pools.create('desk', { capacity: 1 })).rejects.toThrow('exists already');
    let [atDesk, tasks] = [0, 0];
    const inside: string[] = [];
    const work = (node: Schemes, i: number) =>
      node.groups.enter('door', i % 2 === 0 ? 'in' : 'out', async () => {
        inside.push(i % 2 === 0 ? 'in' : 'out');
        expect(new Set(inside).size).toBe(1);
        await node.pools.take(['desk'], async () => {
          expect(++atDesk).toBe(1);
          await pause(1);
          atDesk--;
        });
        inside.pop();
      });
    const nodes = [one, two, three];
    await Promise.all(nodes.flatMap((node) => [0, 1, 2, 3].map((i) => work(node, i))));
    await Promise.all(nodes.map((node) => node.balance.task(1, {}, () => void tasks++)));
    expect(tasks).toBe(3);
    await one.tokens.create('hub', { rate: 40 });
    await Promise.all(nodes.map((node) => node.tokens.use('hub')));
  });
});

describe('a solution', () => {
  it('shares the schemes of the coordination that it is given', async () => {
    const coordination = createCoordination();
    const { pools } = schemesOf(coordination);
    await pools.create('desk', { capacity: 1 });
    const program = await compile(
      `import { pools } from "hocl:pools"
       let go = replace JOB:j by DONE:work(j) under pools.take(["desk"]) in <JOB:1, JOB:2>`,
      { functions: { effect: { work: (j: number) => j } } },
    );
    const hold = await pools.take(['desk']);
    const stopped = await run(program, { coordination, timeoutMs: 300 });
    expect(stopped).toMatchObject({ status: 'stopped', text: '<>' });
    hold.release();
    expect((await run(program, { coordination })).text).toBe('<DONE:1, DONE:2>');
  });
});
