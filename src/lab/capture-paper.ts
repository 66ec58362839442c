// What paper 1 gives in numbers: the setting of its experiments, and what it prints of them. Beside runs with other settings
// its numbers would say nothing.
import type { Values } from './experiment.ts';
import type { Point } from './picture.ts';
import { numberIn } from './settings.ts';

/** By the names of the parameters. */
export const paperSetting = {
  ...{ nodes: 250, molecules: 15_000, threshold: 0.7, aborts: 10 },
  ...{ sleep: 20, sleepSpread: 4 },
} as const;

/** Whether it was run as in the paper; what the paper leaves open may be anything. */
export function isPaperSetting(values: Values): boolean {
  return Object.entries(paperSetting).every(([name, value]) => values[name] === value);
}

/** When runs end in the paper, over the optimum: 166 % more, and 42 % less than pessimists alone. */
export const publishedEnds = { adaptive: 2.66, pessimistic: 2.66 / (1 - 0.42) } as const;

/** The least that a node of the paper needs for a reaction: it asks for molecules, and has them in the step after the next (section 4.1). */
export const fetchSteps = 2;

/** Messages are counted in cycles of so many steps. */
export const cycleSteps = 12;

/** Of all messages in a cycle: what figure 7 shows throughout, and the peak of figure 8. */
export const publishedCycles: Readonly<Record<string, Point & { readonly x: number }>> = {
  ...{ optimistic: { x: 12, y: 9000 }, pessimistic: { x: 20, y: 8000 } },
};

/** Values that contradict each other, as a sentence: work that grows with the nodes needs some for each. */
export function captureConflict(values: Values): string | undefined {
  const [nodes, molecules] = [numberIn(values, 'nodes'), numberIn(values, 'molecules')];
  if (molecules >= nodes) return undefined;
  return `molecules takes at least as many as nodes, ${nodes}, not ${molecules}`;
}
