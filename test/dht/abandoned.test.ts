// Solutions whose clients are gone, in small worlds: they are dropped after a while, and only they. Time is long there and short here.
import { describe, expect, it } from 'vitest';
import { type NodeId, nodeId } from '../../src/base/index.ts';
import { clientId, flaskOf, type PeerEvent } from '../../src/dht/index.ts';
import { toJsonBytes } from '../../src/dht/json-bytes.ts';
import { ClusterWorld, quickTiming, SimClient } from '../sim/cluster-world.ts';
import { type CoinSpec, type Coins, coinApp, payToll } from '../sim/coin-app.ts';

const spec: CoinSpec = { flasks: 4, coins: 3, hops: 10, bulk: 4 };
const clientMs = 2000;

interface Setting {
  readonly voters?: 1 | 3;
  readonly seed?: number;
}

/** Three nodes with a solution of two replicas; its client is attached where flask 0 does not lie. */
function waitedFor({ voters = 3, seed = 1 }: Setting = {}) {
  const timing = { ...quickTiming, clientMs };
  const cluster = new ClusterWorld<Coins>({
    ...{ seed, app: coinApp, nodes: 3, voters, answer: payToll, options: { timing } },
    // A node that is there is known to be.
    knocksOfFour: 4,
  });
  const run = (ms: number) => cluster.world.run({ untilMs: cluster.world.now + ms });
  cluster.world.run({ untilMs: 5000, until: () => cluster.members().length === 3 });
  run(200);
  const told: { readonly node: NodeId; readonly type: PeerEvent['type'] }[] = [];
  cluster.world.watch(({ node, event: { type } }) => {
    if (type === 'abandoned' || type === 'dropped' || type === 'refused') told.push({ node, type });
  });
  const command = { type: 'submit', solution: 's', spec: toJsonBytes(spec), replicas: 2 } as const;
  cluster.world.command(nodeId('n1'), { ...command, flasks: spec.flasks });
  run(500);
  const hostOf = () => cluster.view?.flasks.find(({ flask }) => flask === 's/0')?.host as NodeId;
  const host = hostOf();
  const others = cluster.nodes.filter((node) => node !== host) as [NodeId, NodeId];
  const client = new SimClient(cluster, clientId('c'), others[0]);
  client.attach(others[0]);
  client.send(flaskOf('s', 0), 'I wait');
  const isThere = () => cluster.view?.solutions.length === 1;
  const leave = () => cluster.world.command(client.home, { type: 'detach', client: clientId('c') });
  return { cluster, run, told, client, host, hostOf, others, isThere, leave };
}

describe('a solution', () => {
  it('stays as long as somebody waits for it, and is dropped some time after', () => {
    const { run, told, host, isThere, leave } = waitedFor();
    run(5 * clientMs);
    expect(isThere()).toBe(true);
    leave();
    run(clientMs / 2);
    expect(isThere()).toBe(true);
    run(clientMs);
    expect(isThere()).toBe(false);
    expect(told).toEqual([
      { node: host, type: 'abandoned' },
      { node: host, type: 'dropped' },
    ]);
  });

  it('that nobody ever waited for is dropped, too', () => {
    const { run, leave, isThere } = waitedFor();
    leave();
    run(2 * clientMs);
    expect(isThere()).toBe(false);
  });

  it('stays when its client comes back in time, at any node and after any death', () => {
    const { cluster, run, client, host, hostOf, others, isThere, leave } = waitedFor();
    leave();
    run(clientMs * 0.8);
    client.attach(others[1]);
    run(clientMs * 0.8);
    leave();
    // Whoever takes over for flask 0 gives the client all of the time again.
    cluster.world.crash(host);
    run(clientMs * 0.8);
    expect(hostOf()).not.toBe(host);
    client.attach(others[0]);
    run(3 * clientMs);
    expect(isThere()).toBe(true);
  });

  it('stays while the node of its client computes, and while a majority is out of reach', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { cluster, run, client, others, isThere, told } = waitedFor({ seed });
      cluster.world.stall(client.home, 5 * clientMs);
      run(7 * clientMs);
      expect(isThere()).toBe(true);
      // Its client is at a node that comes back, and so does it.
      for (const node of others) cluster.world.crash(node);
      run(3 * clientMs);
      for (const node of others) cluster.world.restart(node);
      run(3 * clientMs);
      expect({ seed, isThere: isThere(), told }).toEqual({ seed, isThere: true, told: [] });
    }
  });

  it('that was dropped is not waited for: a client that comes later is told', () => {
    const { run, told, client, others, leave } = waitedFor();
    leave();
    run(2 * clientMs);
    told.length = 0;
    client.attach(others[1]);
    run(100);
    expect(told).toEqual([{ node: others[1], type: 'refused' }]);
  });

  it('that somebody else drops ends for those who wait', () => {
    const { cluster, run, told, client, others } = waitedFor();
    cluster.world.command(others[1], { type: 'drop', solution: 's' });
    run(500);
    expect(told).toContainEqual({ node: client.home, type: 'refused' });
  });
});
