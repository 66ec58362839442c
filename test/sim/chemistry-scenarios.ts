// Programs in clusters in trouble, as scenarios by name. A seed decides which program it is and how its flasks take
// molecules, so that many seeds try all of them.
import type { Recording } from '../../src/sim/index.ts';
import { never } from '../../src/sim/index.ts';
import { inputNames, programFor, programNames } from './chemistry-programs.ts';
import { type ChemistrySetting, runChemistry } from './chemistry-scenario.ts';
import type { Scenario } from './scenarios.ts';
import { wipeDisks } from './wiped-disks.ts';

type Setting = Omit<ChemistrySetting, 'seed' | 'program' | 'input' | 'outcomes'>;

/** Those whose reactants are looked for and captured. */
const captured = ['max', 'sieve', 'closure', 'race', 'triples', 'match', 'inside'];

export async function chemistryScenarios(): Promise<Readonly<Record<string, Scenario>>> {
  const programs = new Map(
    await Promise.all(
      [...programNames, ...inputNames].map(async (name) => [name, await programFor(name)] as const),
    ),
  );
  const trying = (about: string, names: readonly string[], setting: Setting): Scenario => ({
    about,
    run(seed: number, recording: Recording = 'nothing') {
      const name = names[seed % names.length] as string;
      const { program, input, outcomes } = programs.get(name) as Awaited<
        ReturnType<typeof programFor>
      >;
      const way = Math.floor(seed / names.length) % ways.length;
      const capture = setting.capture ?? ways[way] ?? 'adaptive';
      return runChemistry({ ...setting, seed, program, input, outcomes, capture, recording });
    },
  });
  return {
    chemistry: trying('programs of all kinds, through crashes and partitions', programNames, {
      ...{ nodes: 5, voters: 3, replicas: 3, flasks: 5 },
    }),
    capture: trying('molecules that are captured by many flasks', captured, {
      ...{ nodes: 4, voters: 3, replicas: 2, flasks: 12 },
    }),
    'chemistry-cut': trying('programs on a network that falls apart', programNames, {
      ...{ nodes: 5, voters: 5, replicas: 2, flasks: 6 },
      trouble: {
        ...{ crash: never, crashAtWrite: never, partition: { times: 1, outOf: 2 } },
        partitionTime: { minMs: 100, maxMs: 900 },
      },
    }),
    'chemistry-input': trying('programs whose input comes as text, through crashes', inputNames, {
      ...{ nodes: 4, voters: 3, replicas: 2, flasks: 5 },
    }),
    'chemistry-wiped': trying('programs on disks that are emptied', programNames, {
      ...{ nodes: 6, voters: 3, replicas: 3, flasks: 6, meanwhile: wipeDisks },
      trouble: { crash: never, crashAtWrite: never, partition: never, stall: never },
    }),
  };
}

const ways = ['adaptive', 'optimistic', 'pessimistic'] as const;
