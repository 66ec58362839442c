// Nodes that are broken on purpose, to see whether the judges see it. Each flaw is one that is easily made: a fence that
// is forgotten, a mark that is not restored, logs that are mended by putting together what is found in them.
import type { DiskInput, Input, NodeId } from '../../src/base/index.ts';
import type { FlaskId, Peer, PeerCommand, PeerMessage } from '../../src/dht/index.ts';
import type { ClusterMachine, ClusterWorld } from './cluster-world.ts';
import type { Coins } from './coin-app.ts';

type Flaw = (
  machine: ClusterMachine<Coins>,
  cluster: () => ClusterWorld<Coins>,
) => ClusterMachine<Coins>;
type AnyInput = Input<PeerMessage, PeerCommand> | DiskInput;

/** Runs something after each step of a machine. */
function afterStep(
  machine: ClusterMachine<Coins>,
  act: (state: Peer<Coins>, input: AnyInput, self: NodeId) => void,
): ClusterMachine<Coins> {
  return {
    start: (files, ctx) => machine.start(files, ctx),
    step(state, input, ctx) {
      const effects = machine.step(state, input, ctx);
      act(state, input, ctx.self);
      return effects;
    },
  };
}

/** A replica confirms records of a host that was replaced. */
const noFence: Flaw = (machine) => ({
  ...machine,
  step(state, input, ctx) {
    const effects = machine.step(state, input, ctx);
    if (input.type !== 'message' || input.message.type !== 'replica') return effects;
    const { flask, message } = input.message;
    const epoch = state.places.get(flask)?.epoch ?? 0;
    if (message.type !== 'records' || message.epoch >= epoch) return effects;
    const number = message.records.at(-1)?.number ?? message.after.number;
    const has = { type: 'has', epoch: message.epoch, number, base: 0 } as const;
    const { incarnation } = state.identity;
    const lie = { type: 'replica', flask, incarnation, message: has } as const;
    return [...effects, { type: 'send', to: input.from, message: lie }];
  },
});

/** Whoever takes a flask over has forgotten what it had taken. */
const forgetsMarks: Flaw = (machine) => {
  const seen = new WeakSet<object>();
  return afterStep(machine, (state) => {
    for (const { running, replica } of state.locals.values()) {
      if (!running || seen.has(running.channels)) continue;
      seen.add(running.channels);
      if (replica?.snapshot) running.channels.in.clear();
    }
  });
};

/** Whoever takes a flask over adds what it finds in the logs of others, whether it counted or not. */
const unionRepair: Flaw = (machine, cluster) => {
  const mended = new Set<string>();
  return afterStep(machine, (state, _input, self) => {
    for (const [flask, { running, replica }] of state.locals) {
      if (!replica?.hosting || !running || mended.has(`${self} ${flask} ${replica.epoch}`))
        continue;
      mended.add(`${self} ${flask} ${replica.epoch}`);
      const base = replica.snapshot?.number ?? 0;
      for (const { number, epoch, payload } of foreignRecords(cluster(), self, flask)) {
        const own = replica.records[number - base - 1];
        if (number <= base || own?.epoch === epoch || payload.length === 0) continue;
        replica.log.last++;
        const record = { number: replica.log.last, epoch: replica.epoch, payload };
        replica.log.waiting.push(record);
        replica.records.push(record);
        running.applied = -1;
      }
    }
  });
};

/** Records count as soon as the host has them. */
const countsAlone: Flaw = (machine) =>
  afterStep(machine, (state) => {
    for (const { replica } of state.locals.values()) replica?.hosting?.needed.clear();
  });

/** An answer is given to whoever asks, also if its record does not count. */
const acknowledgesEarly: Flaw = (machine) =>
  afterStep(machine, (state) => {
    for (const { running } of state.locals.values()) {
      for (const incoming of running?.channels.in.values() ?? []) {
        incoming.durable = incoming.taken;
      }
    }
  });

export const flaws = {
  noFence,
  forgetsMarks,
  unionRepair,
  countsAlone,
  acknowledgesEarly,
} as const;

function foreignRecords(cluster: ClusterWorld<Coins>, self: NodeId, flask: FlaskId) {
  const others = cluster.world.nodes.filter((node) => node !== self && cluster.world.isUp(node));
  return others.flatMap((node) => cluster.stateOf(node)?.locals.get(flask)?.replica?.records ?? []);
}
