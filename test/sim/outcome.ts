// What came of one seed, whatever ran in its world.
import type { FaultCounts } from '../../src/sim/index.ts';
import type { ClusterWorld } from './cluster-world.ts';

export interface Outcome {
  /** The first thing that is wrong, if something is. */
  readonly complaint: string | undefined;
  readonly faults: Readonly<FaultCounts>;
  /** How long it took, in the world's time. */
  readonly endMs: number;
  readonly views: number;
  readonly effectsAgain: number;
  /** Means something if it was recorded. */
  readonly digest: string;
  readonly lines: readonly string[];
}

export function outcomeOf<S>(
  { world, views, effects }: ClusterWorld<S>,
  complaint: string | undefined,
): Outcome {
  return {
    complaint,
    faults: world.faults,
    endMs: world.now,
    views: views.size,
    effectsAgain: [...effects.values()].filter((times) => times > 1).length,
    digest: world.digest,
    lines: world.lines,
  };
}
