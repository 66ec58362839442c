// Whole worlds of nodes that change the view at the same time, through a real authority and its faults.
import { describe, expect, it } from 'vitest';
import { type Machine, type NodeId, nodeId } from '../../src/base/index.ts';
import {
  type AuthorityMessage,
  answered,
  type KeeperStep,
  type Newcomer,
  noView,
  type Proposer,
  proposer,
  type View,
  type ViewChange,
  type ViewEvent,
  type ViewKeeper,
  viewKeeper,
  voter,
  wish,
} from '../../src/dht/index.ts';
import { stirUp, World } from '../../src/sim/index.ts';
import { anyChange, newcomer, nodes } from './any-view.ts';
import { complaintAbout } from './view-checker.ts';

const seedsFactor = Number(process.env['SEEDS'] ?? 1);

describe('nodes that change the view at the same time', () => {
  type Command = { readonly type: 'found' } | { readonly wish: ViewChange };
  type State = { readonly inner: Proposer; readonly keeper: ViewKeeper };
  const voters = ['v1', 'v2', 'v3'].map(nodeId);

  /** A keeper that speaks through a proposer of its own. */
  function keeperNode(): Machine<State, AuthorityMessage, Command, ViewEvent> {
    const machine = proposer({ voters, timeoutMs: 40, triesMax: 4 });
    type Effects = ReturnType<typeof step>;
    const step: Machine<State, AuthorityMessage, Command, ViewEvent>['step'] = (
      state,
      input,
      ctx,
    ) => {
      if (input.type === 'command') {
        return 'wish' in input.command
          ? carry(state, wish(state.keeper, input.command.wish), ctx)
          : [];
      }
      return translate(state, machine.step(state.inner, input, ctx), ctx);
    };
    const carry = (
      state: State,
      { call, events }: KeeperStep,
      ctx: Parameters<typeof step>[2],
    ): Effects => {
      const told = events.map((event) => ({ type: 'event', event }) as const);
      if (!call) return told;
      const command = { type: 'command', command: { id: 'view', call } } as const;
      return [...told, ...translate(state, machine.step(state.inner, command, ctx), ctx)];
    };
    const translate = (
      state: State,
      effects: ReturnType<typeof machine.step>,
      ctx: Parameters<typeof step>[2],
    ): Effects =>
      effects.flatMap((effect) =>
        effect.type === 'event'
          ? carry(state, answered(state.keeper, effect.event.answer), ctx)
          : [effect],
      );
    return {
      start(files, ctx) {
        const { state, effects } = machine.start(files, ctx);
        const whole = { inner: state, keeper: viewKeeper() };
        return { state: whole, effects: translate(whole, effects, ctx) };
      },
      step,
    };
  }

  it('agree on one line of views, each a rightful change of the one before', () => {
    for (let seed = 1; seed <= 5 * seedsFactor; seed++) {
      const world = new World<AuthorityMessage, Command, ViewEvent>({
        seed,
        link: { fifo: false, loss: { times: 1, outOf: 20 } },
      });
      for (const id of voters) {
        world.add(id, voter as unknown as Machine<unknown, AuthorityMessage, Command, ViewEvent>);
        world.command(id, { type: 'found' });
      }
      const keepers = nodes(4);
      for (const id of keepers) world.add(id, keeperNode());
      world.run({ untilMs: 50 });
      const line = new Map<number, View>([[0, noView]]);
      world.watch(({ event }) => {
        if (event.type !== 'view') return;
        const { view } = event;
        const other = line.get(view.version);
        if (other) expect(view, `seed ${seed}`).toEqual(other);
        line.set(view.version, view);
      });
      const [first, ...others] = keepers.slice(0, 3).map((node) => newcomer(node, 1));
      const start: readonly ViewChange[] = [
        { type: 'found', members: [first as Newcomer] },
        ...others.map((member) => ({ type: 'join', fresh: true, ...member }) as const),
        { type: 'create', solution: 's', flasks: 6, copies: 2 },
      ];
      for (const id of keepers.slice(0, 2)) {
        for (const change of start) world.command(id, { wish: change });
      }
      stirUp(world, {
        forMs: 3000,
        every: { minMs: 50, maxMs: 200 },
        crash: { times: 1, outOf: 4 },
        partition: { times: 1, outOf: 8 },
      });
      for (let at = 200; at < 3200; at += 60) {
        world.after(at, () => {
          const newest = line.get(Math.max(...line.keys())) as View;
          const by = keepers[world.rng.below(4)] as NodeId;
          world.command(by, { wish: anyChange(newest, world.rng) });
        });
      }
      world.run({ untilMs: 6000 });
      const versions = [...line.keys()].sort((a, b) => a - b);
      expect(versions.length, `seed ${seed}`).toBeGreaterThan(5);
      for (const version of versions.slice(1)) {
        const [before, after] = [line.get(version - 1), line.get(version)];
        // A view whose maker died may be known only by its successor.
        if (before && after) expect(complaintAbout(before, after), `seed ${seed}`).toBeUndefined();
      }
    }
  });
});
