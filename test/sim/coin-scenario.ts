// Coins in a cluster, through one kind of trouble or another, into calm: do they all come to rest?
import { nodeId } from '../../src/base/index.ts';
import { clientId, flaskOf } from '../../src/dht/index.ts';
import { toJsonBytes } from '../../src/dht/json-bytes.ts';
import { calmDown, type Recording, stirUp, type Trouble } from '../../src/sim/index.ts';
import { type ClusterSetting, ClusterWorld, SimClient } from './cluster-world.ts';
import { type CoinSpec, type Coins, coinApp, payToll } from './coin-app.ts';
import { isAtRest, isSettled, judgeEnd, watchEvents } from './coin-judge.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export interface CoinSetting {
  readonly seed: number;
  readonly nodes: number;
  readonly voters: 1 | 3 | 5;
  readonly replicas: number;
  readonly durable?: boolean;
  readonly spec?: Partial<CoinSpec>;
  readonly trouble?: Partial<Trouble>;
  readonly lossy?: boolean;
  /** What else happens, once the solution is under way. */
  readonly meanwhile?: (cluster: ClusterWorld<Coins>) => void;
  /** What else must hold in the end. */
  readonly judge?: (cluster: ClusterWorld<Coins>) => string | undefined;
  readonly spoil?: ClusterSetting<Coins>['spoil'];
  readonly knocksOfFour?: number;
  readonly recording?: Recording;
}

const solution = 's';
const usualSpec: CoinSpec = { flasks: 6, coins: 4, hops: 14, bulk: 10 };

export function runCoins(setting: CoinSetting): Outcome {
  const { seed, nodes, voters, replicas, durable = true } = setting;
  const spec = { ...usualSpec, ...setting.spec };
  const lossy = { loss: { times: 1, outOf: 25 }, duplication: { times: 1, outOf: 25 } };
  const cluster = new ClusterWorld<Coins>({
    ...{ seed, app: coinApp, nodes, voters, durable, answer: payToll },
    ...(setting.lossy !== false && { link: lossy }),
    ...(setting.spoil && { spoil: setting.spoil }),
    ...(setting.knocksOfFour !== undefined && { knocksOfFour: setting.knocksOfFour }),
    ...(setting.recording && { recording: setting.recording }),
  });
  const { world } = cluster;
  const { complaints } = watchEvents(cluster);
  const outcome = (complaint: string | undefined) => outcomeOf(cluster, complaint);
  try {
    world.run({ untilMs: 20_000, until: () => cluster.members().length === nodes });
    if (cluster.members().length < nodes) return outcome('the nodes do not come together');
    const clients = [1, 2].map(
      (at) => new SimClient(cluster, clientId(`c${at}`), nodeId(`n${1 + (at % nodes)}`)),
    );
    const submit = (): void => {
      const command = { type: 'submit', solution, spec: toJsonBytes(spec) } as const;
      const { flasks } = spec;
      world.command(cluster.anyNode(), { ...command, flasks, replicas });
      // Whoever is not told tries again, anywhere.
      world.after(1500, () => {
        if (!cluster.submitted.has(solution) && !cluster.lost.has(solution)) submit();
      });
    };
    submit();
    stirUp(world, { ...usualTrouble, ...setting.trouble });
    for (const client of clients) client.attach(client.home);
    for (let at = 100; at < 3000; at += 150) {
      world.after(at, () => {
        const client = clients[world.rng.below(2)] as SimClient<Coins>;
        client.send(flaskOf(solution, world.rng.below(spec.flasks)), { note: at });
        if (world.rng.below(6) === 0) client.attach(cluster.anyNode());
      });
    }
    setting.meanwhile?.(cluster);
    world.run({ untilMs: world.now + 3500 });
    calmDown(world);
    const isDone = (): boolean =>
      complaints.length > 0 ||
      cluster.lost.has(solution) ||
      (isAtRest(cluster, solution, spec) &&
        clients.every(({ waitsForTaking }) => waitsForTaking === 0) &&
        clients.every((client) => hasAllEchoes(client)) &&
        isSettled(cluster));
    let polled = 0;
    // To look is not cheap, and nothing happens for nothing: now and then is enough.
    const end = world.run({
      untilMs: world.now + 30_000,
      until: () => ++polled % 64 === 0 && isDone(),
    });
    if (complaints.length > 0) return outcome(complaints[0]);
    const left = setting.judge?.(cluster);
    if (left !== undefined) return outcome(left);
    if (cluster.lost.has(solution)) return outcome(`lost: ${cluster.lost.get(solution)}`);
    const [first] = judgeEnd(cluster, solution, spec, clients);
    if (first !== undefined) return outcome(first);
    return outcome(end === 'condition' ? undefined : 'it does not come to rest');
  } catch (error) {
    return outcome(error instanceof Error ? error.message : String(error));
  }
}

function hasAllEchoes({ sentTo, heard }: SimClient<Coins>): boolean {
  return [...sentTo].every(([flask, sent]) => (heard.get(flask)?.length ?? 0) === sent.length);
}

/** What a rough night in a cluster is like. */
const usualTrouble: Trouble = {
  forMs: 3000,
  every: { minMs: 40, maxMs: 160 },
  crash: { times: 1, outOf: 6 },
  down: { minMs: 20, maxMs: 600 },
  crashAtWrite: { times: 1, outOf: 400 },
  partition: { times: 1, outOf: 8 },
  partitionTime: { minMs: 50, maxMs: 500 },
  stall: { times: 1, outOf: 10 },
  stallTime: { minMs: 10, maxMs: 300 },
  clockJump: { times: 1, outOf: 12 },
};
