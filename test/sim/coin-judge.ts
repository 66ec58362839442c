// What must hold of coins in a cluster, written apart from the code that it judges: no coin is lost or doubled, channels
// are exactly once and in order, what was told once is never told otherwise, every replica's log amounts to what the
// host has, and in the end everything lies where it ought to.
import type { NodeId } from '../../src/base/index.ts';
import { type FlaskId, type FlaskPlace, flaskOf, type Peer, tasksOf } from '../../src/dht/index.ts';
import { unpackFlask, unpackRecord } from '../../src/dht/peer/record.ts';
import { canonical } from '../../src/sim/index.ts';
import type { ClusterWorld, SimClient } from './cluster-world.ts';
import { type CoinSpec, type Coins, coinApp } from './coin-app.ts';

/** Complaints that arise while the world runs. */
export function watchEvents(cluster: ClusterWorld<Coins>): { readonly complaints: string[] } {
  const complaints: string[] = [];
  const told = new Map<string, string>();
  cluster.world.watch(({ node, event }) => {
    if (event.type !== 'app-event') return;
    const name = `${event.flask}, input ${event.record}.${event.index}`;
    const text = canonical(event.event);
    const known = told.get(name);
    if (known !== undefined && known !== text) {
      complaints.push(`${node}: ${name} was ${known}, and is ${text}`);
    }
    told.set(name, text);
  });
  return { complaints };
}

/** Whether all coins of a solution rest. */
export function isAtRest(cluster: ClusterWorld<Coins>, solution: string, spec: CoinSpec): boolean {
  const states = statesOf(cluster, solution, spec);
  if (states.length < spec.flasks) return false;
  const rested = states.reduce((sum, state) => sum + state.rested.length, 0);
  return rested === spec.coins * spec.flasks;
}

/** Whether flasks lie where they ought to, and logs are equal. */
export function isSettled(cluster: ClusterWorld<Coins>): boolean {
  const { view } = cluster;
  if (!view || tasksOf(view).length > 0) return false;
  return view.flasks.every((place) => {
    const host = replicaAt(cluster, place.host, place.flask);
    if (host === undefined) return place.copies === 1;
    return place.replicas.every((node) => {
      const replica = replicaAt(cluster, node, place.flask);
      return replica !== undefined && replica.log.durable === host.log.last;
    });
  });
}

/** Complaints about the end. */
export function judgeEnd(
  cluster: ClusterWorld<Coins>,
  solution: string,
  spec: CoinSpec,
  clients: readonly SimClient<Coins>[],
): readonly string[] {
  const complaints: string[] = [];
  const states = new Map(statesOf(cluster, solution, spec).map((state) => [state.flask, state]));
  if (states.size < spec.flasks) return [`${states.size} of ${spec.flasks} flasks run`];
  const rested = [...states.values()].flatMap((state) => state.rested);
  const total = spec.coins * spec.flasks;
  if (new Set(rested).size !== rested.length) complaints.push('a coin was doubled');
  if (rested.length < total) complaints.push(`${rested.length} of ${total} coins rest`);
  for (const [flask, state] of states) {
    for (const [to, flow] of Object.entries(state.sent)) {
      const other = states.get(to as FlaskId);
      if (other && canonical(other.got[flask]) !== canonical(flow)) {
        complaints.push(
          `${flask} to ${to}: ${canonical(flow)}, got ${canonical(other.got[flask])}`,
        );
      }
    }
    complaints.push(...judgeLogs(cluster, flask, state));
  }
  for (const client of clients) {
    if (client.complaint) complaints.push(client.complaint);
    for (const [flask, sent] of client.sentTo) {
      const heard = (client.heard.get(flask) ?? []).map((message) => (message as Echo).echo);
      if (canonical(heard) !== canonical(sent)) {
        complaints.push(`${client.id} and ${flask}: ${heard.length} of ${sent.length} echoes`);
      }
    }
  }
  return complaints;
}

interface Echo {
  readonly echo: unknown;
}

function judgeLogs(cluster: ClusterWorld<Coins>, flask: FlaskId, state: Coins): readonly string[] {
  const place = placeOfFlask(cluster, flask);
  return (place?.replicas ?? []).flatMap((node) => {
    const replica = replicaAt(cluster, node, flask);
    if (!replica) return [];
    const { snapshot, records } = replica;
    const replayed = snapshot
      ? coinApp.restore(flask, unpackFlask(snapshot.payload).app)
      : coinApp.create(flask);
    for (const { payload } of records) {
      const record = payload.length > 0 ? unpackRecord(payload) : null;
      // Coins are the same after they were saved and restored.
      if (record !== null && record.type !== 'anew') coinApp.step(replayed, record);
    }
    return canonical(replayed) === canonical(state) ? [] : [`${node} has another log of ${flask}`];
  });
}

function statesOf(
  cluster: ClusterWorld<Coins>,
  solution: string,
  { flasks }: CoinSpec,
): readonly Coins[] {
  return Array.from({ length: flasks }, (_, at) => flaskOf(solution, at)).flatMap((flask) => {
    const place = placeOfFlask(cluster, flask);
    const state = place && peerAt(cluster, place.host)?.locals.get(flask)?.running?.state;
    return state ? [state] : [];
  });
}

function placeOfFlask({ view }: ClusterWorld<Coins>, flask: FlaskId): FlaskPlace | undefined {
  return view?.flasks.find((place) => place.flask === flask);
}

function replicaAt(cluster: ClusterWorld<Coins>, node: NodeId, flask: FlaskId) {
  return peerAt(cluster, node)?.locals.get(flask)?.replica;
}

function peerAt(cluster: ClusterWorld<Coins>, node: NodeId): Peer<Coins> | undefined {
  return cluster.world.isUp(node) ? cluster.stateOf(node) : undefined;
}
