// The programs of paper 1, sections 4.1 and 4.2.1: rules as types consumed and types produced, and what lies in the solution at the
// start. Reactions take no time and molecules have no contents; only who gets hold of them matters.

export interface LabRule {
  /** The types it consumes, one for each molecule. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export interface LabProgram {
  readonly rules: readonly LabRule[];
  readonly types: number;
  /** The share of each type at the start, in parts of their sum. */
  readonly mixture: readonly number[];
}

const pair = (type: number, ...outputs: readonly number[]): LabRule => ({
  inputs: [type, type],
  outputs,
});

export const labPrograms = {
  single: { rules: [pair(0)], types: 1, mixture: [1] },
  independent: { rules: [pair(0), pair(1), pair(2)], types: 3, mixture: [1, 1, 1] },
  dependent: { rules: [pair(0, 1, 1), pair(1, 2, 2), pair(2)], types: 3, mixture: [1, 0, 0] },
  circular: { rules: [pair(0, 1, 1), pair(1, 2, 2), pair(2, 0)], types: 3, mixture: [1, 0, 0] },
  circularEqual: {
    rules: [pair(0, 1, 1), pair(1, 2, 2), pair(2, 0)],
    ...{ types: 3, mixture: [1, 1, 1] },
  },
  // How many molecules R1 and R2 consume is not said: one each, as their output suggests, or two as in the other programs.
  workflow: {
    rules: [
      pair(0, 1, 2),
      { inputs: [1], outputs: [3] },
      { inputs: [2], outputs: [4] },
      { inputs: [3, 4], outputs: [] },
    ],
    ...{ types: 5, mixture: [1, 0, 0, 0, 0] },
  },
  workflowPairs: {
    rules: [pair(0, 1, 2), pair(1, 3), pair(2, 4), { inputs: [3, 4], outputs: [] }],
    ...{ types: 5, mixture: [1, 0, 0, 0, 0] },
  },
} as const satisfies Readonly<Record<string, LabProgram>>;

export type LabProgramName = keyof typeof labPrograms;

/** How many molecules of each type there are at the start. */
export function startCounts({ mixture }: LabProgram, molecules: number): readonly number[] {
  const sum = mixture.reduce((total, share) => total + share, 0);
  return mixture.map((share) => Math.round((molecules * share) / sum));
}

/** How often a rule could react on these molecules, if it had them for itself. */
export function combinations({ inputs }: LabRule, counts: ArrayLike<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const type of inputs) {
    const needed = inputs.reduce((sum, other) => sum + (other === type ? 1 : 0), 0);
    least = Math.min(least, Math.floor((counts[type] ?? 0) / needed));
  }
  return least;
}

/** Fewer steps are impossible when a reaction takes a node `each` of them, even if all nodes are always at work. */
export function leastSteps(reactions: number, nodes: number, each: number): number {
  return (each * reactions) / nodes;
}
