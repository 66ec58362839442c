// Logs at several nodes: what counted once stays, under its number, at every node that has to have it, through
// crashes, cut links, false suspicions and moves. Flaws that break it are seen.
import { describe, expect, it } from 'vitest';
import { type NodeId, nodeId } from '../../src/base/index.ts';
import {
  addRecord,
  countedAt,
  graduate,
  hearReplica,
  openReplica,
  placed,
  proceed,
  type ReplicaMessage,
  type ReplicaStep,
  replicaSynced,
  teach,
} from '../../src/dht/index.ts';
import { explore, withAnyState } from '../../src/sim/index.ts';
import {
  type Command,
  type Event,
  type Flaws,
  flask,
  replicaNode,
  replicate,
} from './replica-world.ts';

const seeds = 8 * Number(process.env['SEEDS'] ?? 1);

describe('replicas', () => {
  it('keep every record that counted, and come to rest', () => {
    let counted = 0;
    let epochs = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const run = replicate(seed);
      expect(run.complaint, `seed ${seed}`).toBeUndefined();
      expect(run.isQuiet, `seed ${seed}`).toBe(true);
      counted += run.counted;
      epochs += run.epoch;
    }
    expect(counted).toBeGreaterThan(20 * seeds);
    expect(epochs).toBeGreaterThan(10 * seeds);
  });

  // Each with the seed from which on it is looked for: rare ones would take long otherwise.
  it.each<[string, Flaws, number]>([
    ['a host that counts alone', { countsAlone: true }, 0],
    ['no fence', { noFence: true }, 3],
    ['a host that goes on under its old epoch', { hostsAgain: true }, 17],
    ['an heir that has not the log', { anyHeir: true }, 1],
    ['a replica that confirms before its disk does', { confirmsEarly: true }, 2],
  ])('the checker sees %s', (_name, flaws, from) => {
    const seen = Array.from({ length: 30 }).some((_, at) => {
      try {
        return replicate(from + at, flaws).complaint !== undefined;
      } catch {
        return true;
      }
    });
    expect(seen).toBe(true);
  });
});

it('a learner is taken in when it has what counted under earlier epochs, though nothing has under this one', () => {
  const [n1, n2, n3] = ['n1', 'n2', 'n3'].map(nodeId) as [NodeId, NodeId, NodeId];
  const opened = openReplica(n1, 'log', undefined);
  if (!opened.ok) throw new Error(opened.error.reason);
  const { replica, disk: first } = opened.value;
  const place = { flask, born: 1, copies: 3, host: n1 };
  const syncAll = ({ disk }: Pick<ReplicaStep, 'disk'>): void => {
    for (const effect of disk) {
      if (effect.type === 'sync') syncAll(replicaSynced(replica, effect.mark));
    }
  };
  syncAll({ disk: first });
  syncAll(placed(replica, { ...place, epoch: 1, replicas: [n1] }));
  for (let i = 0; i < 3; i++) addRecord(replica, Uint8Array.of(i + 1));
  syncAll(proceed(replica));
  expect(countedAt(replica)).toBe(4);
  // The second replica never answers, so that nothing counts any more.
  syncAll(placed(replica, { ...place, epoch: 2, replicas: [n1, n2] }));
  syncAll(teach(replica, n3));
  const has = (number: number) =>
    hearReplica(replica, n3, { type: 'has', epoch: 2, number, base: 0 });
  has(2);
  expect(graduate(replica, n3)).toBe(false);
  has(5);
  expect(graduate(replica, n3)).toBe(true);
});

describe('a take-over in every interleaving', () => {
  const [n1, n2] = ['n1', 'n2'].map(nodeId) as [
    ReturnType<typeof nodeId>,
    ReturnType<typeof nodeId>,
  ];
  const before = { flask, born: 1, copies: 2, epoch: 1, host: n1, replicas: [n1, n2] };
  const after = { flask, born: 1, copies: 2, epoch: 2, host: n2, replicas: [n2] };

  /** The first host adds a record and hears nothing of the second, which adds one as well. */
  const takeOver = (flaws: Flaws, crashes: number) =>
    explore<ReplicaMessage, Command, Event, readonly string[]>({
      nodes: new Map([n1, n2].map((node) => [node, withAnyState(replicaNode(flaws))])),
      commands: [
        { node: n1, command: { type: 'place', place: before } },
        { node: n1, command: { type: 'add', value: 1 } },
        { node: n2, command: { type: 'place', place: after } },
        { node: n2, command: { type: 'add', value: 2 } },
      ],
      watch: {
        start: [],
        see: (seen, _node, event) =>
          event.type === 'counted'
            ? [...new Set([...seen, `${event.number}:${event.value}`])].sort()
            : seen,
      },
      budget: { timers: 0, losses: seeds > 8 ? 1 : 0, crashes },
      invariant: ({ seen }) => {
        const numbers = seen.map((record) => record.split(':')[0]);
        return new Set(numbers).size < numbers.length ? `two records count: ${seen}` : undefined;
      },
    });

  it('leaves one record under each number', () => {
    const found = takeOver({}, 1);
    expect(found.violation).toBeUndefined();
    expect(found.complete).toBe(true);
    expect(found.states).toBeGreaterThan(1000);
  });

  it('would not, without the fence', () => {
    expect(takeOver({ noFence: true }, 0).violation?.complaint).toMatch(/^two records count/);
  });
});
