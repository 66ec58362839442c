// An experiment so many times over, each time from a seed of its own.
import { createRng } from '../base/index.ts';
import type { Experiment, Progress, Row, Table, Values } from './experiment.ts';

/** The seed of the first run is the seed itself, so that one run of many can be repeated alone. */
export function seedsOf(seed: number, runs: number): readonly number[] {
  const rng = createRng(seed).split('runs');
  return Array.from({ length: runs }, (_, run) => (run === 0 ? seed : rng.below(0x1_0000_0000)));
}

/** The rows of all runs, each with the number of its run and its seed. */
export function runExperiment(
  experiment: Experiment,
  parameters: Values,
  options: { readonly seed: number; readonly runs: number },
  progress: Progress,
): readonly Row[] {
  return seedsOf(options.seed, options.runs).flatMap((seed, run) => {
    const what = options.runs === 1 ? '' : `run ${run + 1}: `;
    const told: Progress = (done, of, at) =>
      progress(run * of + done, options.runs * of, what + at);
    const rows = experiment.run(parameters, seed, told);
    return rows.map((row) => ({ ...row, run: run + 1, seed }));
  });
}

/** The tables that have something to say: of what was not run there may be no rows. */
export function tablesOf(
  experiment: Experiment,
  rows: readonly Row[],
  parameters: Values,
): readonly Table[] {
  return experiment.tables(rows, parameters).filter(({ lines }) => lines.length > 0);
}
