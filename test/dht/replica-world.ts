// A world of nodes that keep one flask, with a view that changes as nodes come and go. The authority is perfect here:
// what is tried is what nodes do with the views that they hear of, late and in any order.
import {
  type DiskEffect,
  type Effect,
  type Machine,
  type NodeId,
  nodeId,
  timerId,
} from '../../src/base/index.ts';
import {
  addRecord,
  changeView,
  countedAt,
  type FlaskPlace,
  flaskId,
  graduate,
  hearReplica,
  openReplica,
  placed,
  placeOf,
  proceed,
  type Replica,
  type ReplicaMessage,
  type ReplicaStep,
  replicaSynced,
  resendRecords,
  tasksOf,
  teach,
  type View,
  type ViewChange,
} from '../../src/dht/index.ts';
import { stirUp, World } from '../../src/sim/index.ts';
import { found, newcomer } from './any-view.ts';

export interface Flaws {
  /** Records count when the host has them. */
  readonly countsAlone?: boolean;
  /** Lower epochs are let pass. */
  readonly noFence?: boolean;
  /** A host goes on under the epoch in which it crashed. */
  readonly hostsAgain?: boolean;
  /** Whoever is up takes over, whether it has the log or not. */
  readonly anyHeir?: boolean;
  /** A replica confirms what is not on its disk. */
  readonly confirmsEarly?: boolean;
}

export type Command =
  | { readonly type: 'place'; readonly place: FlaskPlace }
  | { readonly type: 'teach'; readonly node: NodeId }
  | { readonly type: 'add'; readonly value: number };
export type Event =
  | { readonly type: 'started' }
  | {
      readonly type: 'counted';
      readonly number: number;
      readonly epoch: number;
      readonly value: number;
    }
  | { readonly type: 'graduated'; readonly node: NodeId; readonly epoch: number };
interface State {
  readonly replica: Replica;
  told: number;
  learners: NodeId[];
}
type Effects = readonly (Effect<ReplicaMessage, Event> | DiskEffect)[];

export const flask = flaskId('s/0');
const tick = timerId('tick');
const nodes = ['n1', 'n2', 'n3', 'n4'].map(nodeId);

/** A node that keeps the flask. */
export function replicaNode(flaws: Flaws): Machine<State, ReplicaMessage, Command, Event> {
  const after = (state: State, { sends, disk }: ReplicaStep): Effects => {
    const { replica } = state;
    if (flaws.countsAlone) replica.hosting?.needed.clear();
    const counted = countedAt(replica);
    const news = replica.records.filter(({ number }) => number > state.told && number <= counted);
    state.told = Math.max(state.told, counted);
    const graduated = state.learners.filter((node) => graduate(replica, node));
    state.learners = state.learners.filter((node) => !graduated.includes(node));
    return [
      ...disk,
      ...sends.map(({ to, message }) => ({ type: 'send', to, message }) as const),
      ...news
        .filter(({ payload }) => payload.length > 0)
        .map(({ number, payload }) => {
          const event = {
            type: 'counted',
            number,
            epoch: replica.epoch,
            value: numberIn(payload),
          } as const;
          return { type: 'event', event } as const;
        }),
      ...graduated.map((node) => {
        const event = { type: 'graduated', node, epoch: replica.epoch } as const;
        return { type: 'event', event } as const;
      }),
    ];
  };
  return {
    start(files, ctx) {
      const opened = openReplica(ctx.self, 'log', files.get('log'));
      if (!opened.ok) throw new Error(opened.error.reason);
      const { replica, disk } = opened.value;
      if (flaws.hostsAgain) Object.assign(replica, { foundEpoch: 0 });
      const state = { replica, told: 0, learners: [] };
      const timer = { type: 'set-timer', timer: tick, afterMs: 50 } as const;
      return { state, effects: [...disk, { type: 'event', event: { type: 'started' } }, timer] };
    },
    step(state, input) {
      const { replica } = state;
      switch (input.type) {
        case 'synced':
          return after(state, replicaSynced(replica, input.mark));
        case 'timer':
          return [
            ...after(state, resendRecords(replica)),
            { type: 'set-timer', timer: tick, afterMs: 50 },
          ];
        case 'message': {
          const { message } = input;
          if (flaws.noFence && message.type === 'records' && message.epoch < replica.epoch) {
            const number = message.records.at(-1)?.number ?? 0;
            const has = { type: 'has', epoch: message.epoch, number, base: 0 } as const;
            return [{ type: 'send', to: input.from, message: has }];
          }
          const heard = after(state, hearReplica(replica, input.from, message));
          if (!flaws.confirmsEarly || replica.hosting || replica.matched === 0) return heard;
          const number = replica.matched;
          const has = { type: 'has', epoch: replica.epoch, number, base: 0 } as const;
          return [...heard, { type: 'send', to: input.from, message: has }];
        }
        case 'command': {
          const { command } = input;
          if (command.type === 'place') return after(state, placed(replica, command.place));
          if (!replica.hosting) return [];
          if (command.type === 'add') {
            addRecord(replica, payloadOf(command.value));
            return after(state, proceed(replica));
          }
          state.learners = [...new Set([...state.learners, command.node])];
          return after(state, teach(replica, command.node));
        }
      }
    },
  };
}

const payloadOf = (value: number) => Uint8Array.of(value >> 8, value & 255);
const numberIn = (payload: Uint8Array) => (payload[0] as number) * 256 + (payload[1] as number);

/** Runs records through crashes, cut links and moves of the flask; a complaint, or what counted. */
export function replicate(seed: number, flaws: Flaws = {}) {
  const world = new World<ReplicaMessage, Command, Event>({
    seed,
    link: { fifo: false, loss: { times: 1, outOf: 15 }, duplication: { times: 1, outOf: 15 } },
    syncTime: { minMs: 0, maxMs: 25 },
  });
  let view: View = found(3, 1, 3);
  const lives = new Map<NodeId, number>();
  const counted = new Map<number, number>();
  let complaint: string | undefined;

  const tell = (node: NodeId): void => {
    const place = placeOf(view, flask);
    // News may be old when it comes.
    const slow = world.rng.below(4) === 0 ? 10 : 1;
    if (place) world.command(node, { type: 'place', place }, slow * world.rng.below(60));
  };
  const change = (wanted: ViewChange): void => {
    const next = changeView(view, wanted);
    if (!next.ok) return;
    view = next.value;
    if (flaws.anyHeir && wanted.type === 'remove') view = withAnyHeir(view, world);
    // Who is dropped is not told: it is out of reach, or was thought to be.
    const dropped = wanted.type === 'remove' ? wanted.node : undefined;
    for (const node of nodes) if (node !== dropped) tell(node);
  };
  world.watch(({ node, event }) => {
    if (event.type === 'started') {
      const life = (lives.get(node) ?? 0) + 1;
      lives.set(node, life);
      const isMember = view.members.some(
        (member) => member.node === node && member.state !== 'gone',
      );
      if (!flaws.hostsAgain || !isMember)
        change({ type: 'join', fresh: false, ...newcomer(node, life) });
      tell(node);
    } else if (event.type === 'graduated') {
      const incarnation = view.members.find((one) => one.node === event.node)?.incarnation ?? 0;
      change({ type: 'caught-up', flask, epoch: event.epoch, node: event.node, incarnation });
    } else {
      const known = counted.get(event.number);
      if (known !== undefined && known !== event.value) {
        complaint ??= `record ${event.number} was ${known}, and is ${event.value}`;
      }
      counted.set(event.number, event.value);
    }
  });
  for (const node of nodes) world.add(node, replicaNode(flaws));
  world.run({ untilMs: 200 });
  stirUp(world, {
    forMs: 4000,
    every: { minMs: 50, maxMs: 200 },
    crash: { times: 1, outOf: 5 },
    down: { minMs: 20, maxMs: 400 },
    crashAtWrite: { times: 1, outOf: 80 },
    partition: { times: 1, outOf: 5 },
    partitionTime: { minMs: 50, maxMs: 400 },
  });
  let value = 0;
  const manage = (): void => {
    for (const { node, incarnation } of view.members) {
      if (world.rng.below(60) === 0 || (!world.isUp(node) && world.rng.below(4) === 0)) {
        // Down, or only suspected: a view may drop a node that lives.
        if (world.now < 4200) change({ type: 'remove', node, incarnation });
      }
    }
    for (const task of tasksOf(view)) {
      const host = placeOf(view, flask)?.host;
      if (task.type === 'settle') change(task);
      else if (host) world.command(host, { type: 'teach', node: task.node });
    }
    for (const node of nodes) {
      const isGone = view.members.find((member) => member.node === node)?.state === 'gone';
      // A node that was dropped in vain finds out some day, and starts again, as it must.
      if (isGone && world.isUp(node) && world.rng.below(8) === 0) {
        world.crash(node);
        world.restart(node);
      }
      if (!isGone && world.rng.below(8) === 0) tell(node);
    }
  };
  for (let cut = 0; cut < 4; cut++) world.after(world.rng.below(4000), () => powerCut(world));
  for (let at = 0; at < 9000; at += 40) {
    world.after(at, manage);
    if (at < 4500) {
      for (const node of nodes)
        world.command(node, { type: 'add', value: ++value }, at + world.rng.below(40));
    }
  }
  world.run({ untilMs: 10_000 });
  const place = placeOf(view, flask) as FlaskPlace;
  for (const node of place.replicas) {
    const records = (world.stateOf(node) as State).replica.records;
    for (const [number, known] of counted) {
      const record = records[number - 1];
      const has = record && record.payload.length > 0 ? numberIn(record.payload) : undefined;
      if (has !== known) complaint ??= `${node} has ${has} as record ${number}, which was ${known}`;
    }
  }
  const last = Math.max(0, ...counted.keys());
  const host = (world.stateOf(place.host) as State).replica;
  const isQuiet = countedAt(host) === host.log.last;
  return {
    complaint,
    counted: counted.size,
    last,
    epoch: place.epoch,
    isQuiet,
    faults: world.faults,
  };
}

/** All nodes at once; they come back one after another. */
function powerCut(world: World<ReplicaMessage, Command, Event>): void {
  for (const node of nodes) {
    world.crash(node);
    world.after(10 + world.rng.below(300), () => world.restart(node));
  }
}

function withAnyHeir(view: View, world: World<ReplicaMessage, Command, Event>): View {
  const up = view.members.filter(({ state }) => state === 'up').map(({ node }) => node);
  const heir = up[world.rng.below(Math.max(1, up.length))];
  if (heir === undefined) return view;
  const flasks = view.flasks.map((place) => ({
    ...place,
    epoch: place.epoch + 1,
    host: heir,
    replicas: [heir, ...place.replicas.filter((node) => node !== heir)],
  }));
  return { ...view, flasks };
}
