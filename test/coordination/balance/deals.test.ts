// Balance with execution stopped, and bad calls: what deals alone make of an allocation.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { balance } from '../../../src/coordination/balance/balance.ts';
import type { BalanceOptions } from '../../../src/coordination/balance/config.ts';
import type {
  BalanceCommand,
  BalanceEvent,
  BalanceMessage,
} from '../../../src/coordination/balance/messages.ts';
import { rationalDelegations } from '../../../src/coordination/balance/search.ts';
import { itemOf, type Task } from '../../../src/coordination/balance/task.ts';
import { makeJob } from '../../../src/lab/index.ts';
import { TightLoop } from '../../../src/sim/index.ts';

const seeds = Number(process.env['SEEDS'] ?? 6);

function settle(seed: number, options: Omit<BalanceOptions, 'members'>, delayMs: number) {
  const { members, given } = makeJob(seed, 5, 60);
  const config = balance.configure({ members, execution: 'off', ...options });
  if (!config.ok) throw new Error(config.error.why);
  const nodes = config.value.members;
  const loop = new TightLoop<
    ReturnType<typeof balance.create>,
    BalanceMessage,
    BalanceCommand,
    BalanceEvent
  >(seed, balance.step, (rng) => (delayMs === 0 ? 0 : 1 + rng.below(delayMs)));
  const tasks = new Map(given.flat().map((task) => [task.request, task]));
  const owner = new Map(given.flatMap((own, at) => own.map((task) => [task.request, at] as const)));
  const costs = (task: Task) => itemOf(task, nodes, 0, 2).costs;
  const loads = (): number[] => {
    const sums = nodes.map(() => 0);
    for (const [name, at] of owner) {
      sums[at] = (sums[at] ?? 0) + (costs(tasks.get(name) as Task)[at] ?? 0);
    }
    return sums;
  };
  const ordered = () => loads().sort((a, b) => b - a);
  const steps: { type: string; before: readonly number[]; after: readonly number[] }[] = [];
  const notRational: BalanceEvent[] = [];
  loop.onEvent = (name, event) => {
    if (event.type !== 'delegated' && event.type !== 'swapped') return;
    const { giverBefore, giverAfter, takerBefore, takerAfter } = event.loads;
    if (Math.max(giverAfter, takerAfter) >= Math.max(giverBefore, takerBefore)) {
      notRational.push(event);
    }
    const before = ordered();
    for (const task of event.took) owner.set(task, members.indexOf(name));
    for (const task of event.gave) owner.set(task, members.indexOf(event.from));
    steps.push({ type: event.type, before, after: ordered() });
  };
  for (const name of members) loop.add(name, balance.create(config.value, nodeId(name)));
  for (const name of members) loop.command(name, { type: 'start' });
  for (const [index, name] of members.entries()) {
    for (const task of given[index] ?? []) loop.command(name, { type: 'enter', ...task });
  }
  loop.run(20_000);
  const states = members.map((name) => balance.status(loop.stateOf(name)));
  const held = states.map(({ waiting, inDeals }) => [...waiting, ...inDeals]);
  const unstable = held.flatMap((own, at) =>
    rationalDelegations(
      own.map((name) => itemOf(tasks.get(name) as Task, nodes, at, 2)),
      loads(),
      at,
    ),
  );
  return { steps, notRational, held, unstable, tasks, states };
}

function isLess(after: readonly number[], before: readonly number[]): boolean {
  const place = after.findIndex((load, index) => Math.abs(load - (before[index] ?? 0)) > 1e-9);
  return place >= 0 && (after[place] ?? 0) < (before[place] ?? 0);
}

describe.each([
  { name: "the paper's", options: { batch: 1, swap: 0, winner: 'load' } as const },
  { name: 'agnostic', options: { batch: 1, swap: 0, strategy: 'agnostic' } as const },
  { name: 'the usual', options: {} },
])('with execution stopped, $name deals', ({ options }) => {
  it('end in a stable allocation that is still a partition', () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { held, unstable, tasks, states } = settle(seed, options, 5);
      expect(held.flat().sort()).toEqual([...tasks.keys()].sort());
      expect(unstable, `seed ${seed}`).toEqual([]);
      expect(states.map(({ reserved }) => reserved)).toEqual(states.map(() => 0));
    }
  });

  it('lower the ordered loads at every step if messages take no time', () => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { steps, notRational } = settle(seed, options, 0);
      expect(notRational).toEqual([]);
      expect(steps.length).toBeGreaterThan(3);
      const wrong = steps.filter(({ before, after }) => !isLess(after, before));
      expect(wrong, `seed ${seed}`).toEqual([]);
    }
  });
});

describe('bad calls', () => {
  const good = { members: ['a', 'b'] };
  it.each<{ options: BalanceOptions; option: string }>([
    { options: { members: [] }, option: 'members' },
    { options: { members: ['a', 'a'] }, option: 'members' },
    { options: { ...good, batch: 0 }, option: 'batch' },
    { options: { ...good, batch: 1.5 }, option: 'batch' },
    { options: { ...good, swap: -1 }, option: 'swap' },
    { options: { ...good, remoteFactor: Number.NaN }, option: 'remoteFactor' },
    { options: { ...good, replyMs: 0 }, option: 'replyMs' },
  ])('$option is refused', ({ options, option }) => {
    const result = balance.configure(options);
    expect(!result.ok && result.error.option).toBe(option);
  });

  it.each([
    { cost: Number.NaN, where: [], why: 'a task needs a cost above 0, not NaN' },
    { cost: 0, where: [], why: 'a task needs a cost above 0, not 0' },
    {
      ...{ cost: 1, where: [{ node: nodeId('a'), amount: -1 }] },
      why: '"a" cannot hold -1 of the data',
    },
  ])('a task: $why', ({ cost, where, why }) => {
    const config = balance.configure(good);
    if (!config.ok) throw new Error(config.error.why);
    const loop = new TightLoop(1, balance.step, () => 1);
    const told: BalanceEvent[] = [];
    loop.onEvent = (_, event) => told.push(event);
    loop.add('a', balance.create(config.value, nodeId('a')));
    loop.command('a', { type: 'enter', request: 't', cost, where });
    expect(told).toEqual([{ type: 'refused', request: 't', why }]);
  });
});
