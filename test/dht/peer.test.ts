// A node of the cluster, point by point, in small worlds without trouble: how it enters and leaves, what it refuses, what
// it tells. What it does in trouble is tried in test/sim.
import { describe, expect, it } from 'vitest';
import { type NodeId, nodeId } from '../../src/base/index.ts';
import { clientId, flaskOf, type PeerEvent } from '../../src/dht/index.ts';
import { toJsonBytes } from '../../src/dht/json-bytes.ts';
import { ClusterWorld, SimClient } from '../sim/cluster-world.ts';
import { type CoinSpec, type Coins, coinApp, payToll } from '../sim/coin-app.ts';
import { isAtRest } from '../sim/coin-judge.ts';

const spec: CoinSpec = { flasks: 4, coins: 3, hops: 10, bulk: 4 };
const [n1, n2, n3] = ['n1', 'n2', 'n3'].map(nodeId) as [NodeId, NodeId, NodeId];

interface Setting {
  readonly nodes?: number;
  readonly voters?: 1 | 3;
  readonly durable?: boolean;
}

/** A cluster that stands, and what its nodes have told since. */
function standing({ nodes = 3, voters = 1, durable = true }: Setting = {}) {
  const cluster = new ClusterWorld<Coins>({
    ...{ seed: 1, app: coinApp, nodes, voters, durable, answer: payToll },
  });
  cluster.world.run({ untilMs: 5000, until: () => cluster.members().length === nodes });
  expect(cluster.members().length).toBe(nodes);
  cluster.world.run({ untilMs: cluster.world.now + 200 });
  const told: { readonly node: NodeId; readonly event: PeerEvent }[] = [];
  cluster.world.watch(({ node, event }) => {
    if (event.type !== 'started') told.push({ node, event });
  });
  const submit = (replicas: number, solution = 's', at = n1) => {
    const command = { type: 'submit', solution, spec: toJsonBytes(spec), replicas } as const;
    cluster.world.command(at, { ...command, flasks: spec.flasks });
  };
  const run = (ms: number, until?: () => boolean) =>
    cluster.world.run({ untilMs: cluster.world.now + ms, ...(until && { until }) });
  const saw = <T extends PeerEvent['type']>(type: T) =>
    told.flatMap(({ node, event }) =>
      event.type === type ? [{ node, event: event as Extract<PeerEvent, { type: T }> }] : [],
    );
  return { cluster, submit, run, saw };
}

describe('a solution', () => {
  it('begins in all of its flasks, and ends', () => {
    const { cluster, submit, run, saw } = standing();
    submit(2);
    run(5000, () => isAtRest(cluster, 's', spec));
    expect(saw('submitted').map(({ node, event }) => [node, event.solution])).toEqual([[n1, 's']]);
    expect(isAtRest(cluster, 's', spec)).toBe(true);
    // Whoever submits the same again is content, at any node.
    submit(2, 's', n2);
    run(1000);
    expect(saw('submitted').at(-1)?.node).toBe(n2);
    expect(saw('refused')).toEqual([]);
  });

  it('is refused with a sentence', () => {
    const { submit, run, saw } = standing({ nodes: 2 });
    submit(3, 'many');
    submit(1, 'no/name');
    run(1000);
    expect(saw('refused').map(({ event }) => [event.solution, event.reason])).toEqual([
      ['many', '3 replicas need as many nodes, and 2 are up'],
      ['no/name', 'no/name cannot name a solution'],
    ]);
  });

  it('that is dropped is gone everywhere, and does not come back', () => {
    const { cluster, submit, run, saw } = standing();
    submit(2);
    run(2000);
    cluster.world.command(n2, { type: 'drop', solution: 's' });
    run(1000);
    expect(saw('dropped').map(({ node }) => node)).toEqual([n2]);
    for (const node of cluster.nodes) expect(cluster.stateOf(node)?.locals.size).toBe(0);
    submit(2);
    run(1000);
    expect(saw('refused').map(({ event }) => event.reason)).toEqual(['it was dropped']);
  });

  it('whose only copy is gone is told to be lost, at every node', () => {
    const { cluster, submit, run, saw } = standing({ durable: false });
    submit(1);
    run(1000, () => (cluster.view?.flasks.length ?? 0) > 0);
    run(20);
    const victim = cluster.view?.flasks.find(({ host }) => host !== n1)?.host as NodeId;
    cluster.world.crash(victim);
    run(3000);
    const sentence = new RegExp(`^node ${victim} is gone, and had the only copy of flask s/[0-3]$`);
    const others = cluster.nodes.filter((node) => node !== victim);
    expect(saw('lost').map(({ node }) => node)).toEqual(others);
    for (const { event } of saw('lost')) expect(event.reason).toMatch(sentence);
    submit(1);
    run(1000);
    expect(saw('refused').at(-1)?.event.reason).toMatch(sentence);
  });

  it('whose only copy is on a disk waits for its node', () => {
    const { cluster, submit, run, saw } = standing({ voters: 3 });
    submit(1);
    run(1000, () => (cluster.view?.flasks.length ?? 0) > 0);
    run(20);
    const victim = cluster.view?.flasks.find(({ host }) => host !== n1)?.host as NodeId;
    cluster.world.crash(victim);
    run(2000);
    expect(isAtRest(cluster, 's', spec)).toBe(false);
    cluster.world.restart(victim);
    run(5000, () => isAtRest(cluster, 's', spec));
    expect(isAtRest(cluster, 's', spec)).toBe(true);
    expect(saw('lost')).toEqual([]);
  });

  it('with one copy and no disk writes no log', () => {
    const { cluster, submit, run } = standing({ durable: false });
    submit(1);
    run(5000, () => isAtRest(cluster, 's', spec));
    for (const node of cluster.nodes) {
      for (const { replica, running } of cluster.stateOf(node)?.locals.values() ?? []) {
        expect([replica, running?.begunBy]).toEqual([undefined, 0]);
      }
    }
  });
});

describe('a node', () => {
  it('leaves when everything is handed over', () => {
    const { cluster, submit, run, saw } = standing();
    submit(2);
    run(100);
    cluster.world.command(n3, { type: 'leave' });
    run(3000);
    expect(saw('left').map(({ node }) => node)).toEqual([n3]);
    expect(cluster.view?.flasks.every(({ replicas }) => !replicas.includes(n3))).toBe(true);
    run(3000, () => isAtRest(cluster, 's', spec));
    expect(isAtRest(cluster, 's', spec)).toBe(true);
  });

  it('does not leave if nothing could be decided without it', () => {
    const { cluster, run, saw } = standing();
    cluster.world.command(n1, { type: 'leave' });
    run(500);
    expect(saw('turned-away').map(({ event }) => event.reason)).toEqual([
      'this node cannot leave: without its vote the cluster can decide nothing',
    ]);
    expect(saw('left')).toEqual([]);
  });

  it('tells how the cluster is, and who is silent', () => {
    const { cluster, submit, run, saw } = standing({ voters: 3 });
    submit(2);
    run(2000);
    cluster.world.command(n2, { type: 'status', id: 'a' });
    run(500);
    const [all] = saw('status');
    expect(all?.event.nodes.map(({ node }) => node).sort()).toEqual([n1, n2, n3]);
    const flasks = all?.event.nodes.flatMap((node) => node.flasks) ?? [];
    expect(flasks.filter(({ role }) => role === 'host').length).toBe(spec.flasks);
    expect(flasks.length).toBe(2 * spec.flasks);
    const isBehind = flasks.some(
      ({ role, records, counted }) => role === 'host' && records > counted,
    );
    expect(isBehind).toBe(false);
    cluster.world.crash(n3);
    cluster.world.command(n2, { type: 'status', id: 'b' });
    run(300);
    expect(saw('status').at(-1)?.event.silent).toEqual([n3]);
  });

  it('says when no majority answers', () => {
    const { cluster, run, saw } = standing({ voters: 3 });
    cluster.world.crash(n1);
    cluster.world.crash(n2);
    run(3000);
    expect(saw('authority').map(({ event }) => event.reachable)).toEqual([false]);
  });
});

describe('a client', () => {
  it('goes to another node in the middle of it, and hears everything once', () => {
    const { cluster, submit, run } = standing();
    submit(2);
    run(500);
    const client = new SimClient(cluster, clientId('c'), n1);
    const flask = flaskOf('s', 1);
    for (const at of [1, 2, 3, 4, 5, 6]) {
      client.attach([n1, n2, n3][at % 3] as NodeId);
      client.send(flask, { at });
      run(7);
    }
    run(2000);
    expect(client.heard.get(flask)).toEqual([1, 2, 3, 4, 5, 6].map((at) => ({ echo: { at } })));
    expect([client.complaint, client.waitsForTaking]).toEqual([undefined, 0]);
  });
});
