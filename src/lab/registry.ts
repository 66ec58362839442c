// All experiments, in the order of the papers.
import { balanceExperiment } from './balance.ts';
import { captureExperiment } from './capture.ts';
import { captureRulesExperiment } from './capture-rules.ts';
import type { Experiment } from './experiment.ts';
import { groupsExperiment } from './groups.ts';
import { poolsExperiment } from './pools.ts';
import { tokensExperiment } from './tokens.ts';

export const experiments: readonly Experiment[] = [
  captureExperiment,
  captureRulesExperiment,
  tokensExperiment,
  groupsExperiment,
  balanceExperiment,
  poolsExperiment,
];

export function experimentNamed(name: string): Experiment | undefined {
  return experiments.find((experiment) => experiment.name === name);
}
