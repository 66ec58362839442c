// Random runs of the protocol of paper 5, in any of its forms: tasks that share pools, with or without one that dies. A run
// tells who was served, and how far away from the dead those were who were not.
import { createRng, nodeId, type Rng } from '../base/index.ts';
import type { Needs, PoolsConfig, PrintedState } from '../coordination/index.ts';
import {
  PoolsSimulation,
  type PoolsSubject,
  poolsOf,
  printedPools,
  type TaskNode,
} from './pools-world.ts';

export interface Trial {
  readonly tasks: number;
  readonly served: number;
  /** Tasks that hold a part of what they need for ever. */
  readonly partly: number;
  /** Messages of all. */
  readonly messages: number;
  /** The mean time from wish to entry, of those that were served. */
  readonly waitMs: number;
}

export interface CrashTrial {
  /** Whether the victim had anything left to do when it died. */
  readonly diedInTheMiddle: boolean;
  /** For each distance from the dead, 1 for those who share a pool with it: how many, and how many were never served. */
  readonly byDistance: readonly { readonly tasks: number; readonly unserved: number }[];
}

interface Setup {
  readonly config: PoolsConfig;
  readonly needs: readonly Needs[];
  readonly tasks: readonly TaskNode[];
}

/** Three to eight tasks at two to four pools of one or two resources, each with one wish. */
function setupOf(seed: number, blockedMs: number): Setup {
  const rng = createRng(seed).split('setup');
  const capacities = Array.from({ length: 2 + rng.below(3) }, () => 1 + rng.below(2));
  const config = poolsOf(capacities, { blockedMs, leaseMs: 0 });
  const needs = Array.from({ length: 3 + rng.below(6) }, () => drawNeeds(rng, config));
  const tasks = needs.map((own) => ({
    ...{ entries: 1, needs: () => own },
    moment: (chance: Rng) => 1 + chance.below(100),
  }));
  return { config, needs, tasks };
}

function drawNeeds(rng: Rng, config: PoolsConfig): Needs {
  const names = [...config.pools.keys()];
  const chosen = names.filter(() => rng.below(2) === 0);
  const pools = chosen.length > 0 ? chosen : [names[rng.below(names.length)] ?? 'p0'];
  return Object.fromEntries(pools.map((name) => [name, 1]));
}

const latency = { minMs: 1, maxMs: 20 };

export function runTrial<S, M>(
  subject: PoolsSubject<S, M>,
  seed: number,
  blockedMs: number,
  lastsMs: number,
): Trial {
  const { config, tasks } = setupOf(seed, blockedMs);
  const simulation = new PoolsSimulation(subject, seed, config, tasks, latency);
  const { world } = simulation;
  const askedAt = new Map<string, number>();
  const waits: number[] = [];
  world.watch(({ at, node, event }) => {
    if (event.type === 'enter') askedAt.set(node, at);
    if (event.type === 'entered') waits.push(at - (askedAt.get(node) ?? at));
  });
  world.run({ untilMs: lastsMs, until: () => simulation.isDone() });
  const served = tasks.filter((_, i) => simulation.isServed(nodeId(`t${i}`))).length;
  const waitMs = waits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, waits.length);
  const { messages } = simulation;
  return {
    tasks: tasks.length,
    served,
    partly: partlyServed(subject, simulation, config),
    messages,
    waitMs,
  };
}

/** Only the printed form leaves anybody with a part; it is read off its pools. */
function partlyServed<S, M>(
  subject: PoolsSubject<S, M>,
  { world }: PoolsSimulation<S, M>,
  config: PoolsConfig,
): number {
  if (subject.name !== printedPools.name) return 0;
  const held = new Map<string, number>();
  for (const { keeper } of config.pools.values()) {
    const state = world.stateOf(keeper) as PrintedState;
    for (const pool of state.pools) {
      for (const user of pool.users) held.set(user, (held.get(user) ?? 0) + 1);
    }
  }
  return held.size;
}

/** One of the tasks dies, with all that it has; no lease ever brings it back. */
export function runCrashTrial<S, M>(
  subject: PoolsSubject<S, M>,
  seed: number,
  blockedMs: number,
  lastsMs: number,
): CrashTrial {
  const { config, needs, tasks } = setupOf(seed, blockedMs);
  const simulation = new PoolsSimulation(subject, seed, config, tasks, latency);
  const { world } = simulation;
  const victim = world.rng.below(tasks.length);
  let diedInTheMiddle = false;
  world.after(20 + world.rng.below(200), () => {
    diedInTheMiddle = !simulation.isServed(nodeId(`t${victim}`));
    simulation.crash(nodeId(`t${victim}`));
  });
  world.run({ untilMs: lastsMs, until: () => diedInTheMiddle && simulation.isDone() });
  const distances = distancesFrom(victim, needs);
  const farthest = 3;
  const byDistance = Array.from({ length: farthest }, () => ({ tasks: 0, unserved: 0 }));
  for (const [i, distance] of distances.entries()) {
    if (i === victim || distance === Number.POSITIVE_INFINITY) continue;
    const place = byDistance[Math.min(distance, farthest) - 1];
    if (place === undefined) continue;
    place.tasks++;
    if (!simulation.isServed(nodeId(`t${i}`))) place.unserved++;
  }
  return { diedInTheMiddle, byDistance };
}

/** How many shared pools lie between a task and each of the others. */
function distancesFrom(first: number, needs: readonly Needs[]): readonly number[] {
  const shares = (a: number, b: number): boolean =>
    Object.keys(needs[a] ?? {}).some((pool) => pool in (needs[b] ?? {}));
  const distances = needs.map((_, i) => (i === first ? 0 : Number.POSITIVE_INFINITY));
  for (let round = 0; round < needs.length; round++) {
    for (const i of needs.keys()) {
      if (distances[i] !== round) continue;
      for (const j of needs.keys()) {
        if (shares(i, j)) distances[j] = Math.min(distances[j] ?? 0, round + 1);
      }
    }
  }
  return distances;
}
