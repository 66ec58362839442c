// The scenarios by name: worlds that are run from a seed, by the tests for a few seeds and by `npm run sim` for as many
// as one likes. Whoever adds one gives it a name, a sentence, and a function from a seed to an outcome.
import { type NodeId, nodeId } from '../../src/base/index.ts';
import { never, type Recording } from '../../src/sim/index.ts';
import { chemistryScenarios } from './chemistry-scenarios.ts';
import type { ClusterWorld } from './cluster-world.ts';
import type { Coins } from './coin-app.ts';
import { type CoinSetting, runCoins } from './coin-scenario.ts';
import type { Outcome } from './outcome.ts';
import { wipeDisks } from './wiped-disks.ts';

export interface Scenario {
  readonly about: string;
  run(seed: number, recording?: Recording): Outcome;
}

const quiet = { crash: never, crashAtWrite: never, partition: never, stall: never } as const;
const named = (...names: readonly string[]): readonly NodeId[] => names.map(nodeId);

function coins(about: string, setting: Omit<CoinSetting, 'seed'>): Scenario {
  const run = (seed: number, recording: Recording = 'nothing') =>
    runCoins({ ...setting, seed, recording });
  return { about, run };
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  calm: coins('nothing goes wrong', {
    ...{ nodes: 4, voters: 3, replicas: 2, lossy: false, trouble: quiet },
  }),
  churn: coins('crashes, crashes at writes, partitions, stalls and clock jumps', {
    ...{ nodes: 4, voters: 3, replicas: 2 },
  }),
  'three-copies': coins('the same with three copies, five voters and power cuts', {
    ...{ nodes: 5, voters: 5, replicas: 3, meanwhile: powerCuts },
  }),
  'one-copy': coins('one copy on a disk: flasks wait for their node', {
    ...{ nodes: 3, voters: 3, replicas: 1 },
  }),
  alone: coins('one node that crashes', { nodes: 1, voters: 1, replicas: 1 }),
  wiped: coins('disks are emptied, as many at a time as there are spare copies', {
    ...{ nodes: 6, voters: 3, replicas: 3, meanwhile: wipeDisks, trouble: quiet },
  }),
  'in-memory': coins('no disks; those that crash come back with nothing', {
    ...{ nodes: 5, voters: 1, replicas: 3, durable: false },
    trouble: {
      ...{ victims: named('n4', 'n5'), crash: { times: 1, outOf: 3 }, crashAtWrite: never },
      partition: never,
    },
  }),
  'no-log': coins('no disks and one copy, so no logs; nodes come and go in peace', {
    ...{ nodes: 3, voters: 1, replicas: 1, durable: false, trouble: quiet },
    meanwhile: comeAndGo,
  }),
  busy: coins('nodes that have the only copy, and are silent for long since they compute', {
    ...{ nodes: 3, voters: 1, replicas: 1, durable: false, knocksOfFour: 4 },
    trouble: {
      ...{ crash: never, crashAtWrite: never, partition: never, stall: { times: 1, outOf: 4 } },
      stallTime: { minMs: 200, maxMs: 2000 },
    },
  }),
  'come-and-go': coins('nodes join and leave in the midst of trouble', {
    ...{ nodes: 5, voters: 3, replicas: 2, meanwhile: comeAndGo },
  }),
  cut: coins('many partitions, also in one direction', {
    ...{ nodes: 5, voters: 3, replicas: 3 },
    trouble: {
      ...{ crash: never, crashAtWrite: never, partition: { times: 1, outOf: 2 } },
      partitionTime: { minMs: 100, maxMs: 900 },
    },
  }),
  bulk: coins('much in every message, so that logs are folded all the time', {
    ...{ nodes: 4, voters: 3, replicas: 3, spec: { bulk: 400, hops: 20 } },
  }),
  'side-by-side': coins('another solution comes, and is dropped', {
    ...{ nodes: 4, voters: 3, replicas: 2, meanwhile: another, judge: nothingIsLeft },
  }),
  ...(await chemistryScenarios()),
};

function powerCuts({ world }: ClusterWorld<Coins>): void {
  for (let cut = 0; cut < 3; cut++) {
    world.after(300 + world.rng.below(2500), () => {
      for (const node of world.nodes) {
        world.crash(node);
        world.after(10 + world.rng.below(300), () => world.restart(node));
      }
    });
  }
}

function comeAndGo(cluster: ClusterWorld<Coins>): void {
  const { world } = cluster;
  for (const [at, name] of ['late-1', 'late-2'].entries()) {
    world.after(200 + at * 700, () => cluster.addNode(name));
    world.after(1200 + at * 700, () => world.command(nodeId(name), { type: 'leave' }));
  }
  const leaver = cluster.nodes.at(-1) as NodeId;
  world.after(600, () => world.command(leaver, { type: 'leave' }));
}

const other = 'other';

function another(cluster: ClusterWorld<Coins>): void {
  const { world } = cluster;
  const spec = new TextEncoder().encode('{"flasks":4,"coins":3,"hops":30,"bulk":10}');
  const submit = { type: 'submit', solution: other, spec, flasks: 4, replicas: 2 } as const;
  for (let at = 300; at < 900; at += 200) {
    world.after(at, () => world.command(cluster.anyNode(), submit));
  }
  for (let at = 1500; at < 6000; at += 400) {
    world.after(at, () => world.command(cluster.anyNode(), { type: 'drop', solution: other }));
  }
}

/** Of a solution that was dropped nothing runs, and no log is kept. */
function nothingIsLeft(cluster: ClusterWorld<Coins>): string | undefined {
  if (cluster.view?.solutions.some(({ solution }) => solution === other))
    return 'it is not dropped';
  for (const node of cluster.world.nodes) {
    const kept = [...(cluster.stateOf(node)?.locals.keys() ?? [])];
    const left = kept.find((flask) => flask.startsWith(`${other}/`));
    if (left !== undefined) return `${node} keeps ${left}`;
  }
  return undefined;
}
