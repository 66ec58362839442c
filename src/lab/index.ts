// What others may use of the lab.

export {
  allocations,
  allTasks,
  bestAllocations,
  gammaOf,
  itemsOf,
  loadsOf,
  ordersOf,
} from './balance-examples.ts';
export {
  costsOf,
  firstMakespan,
  type Job,
  lowerBound,
  makeJob,
  paperJob,
} from './balance-job.ts';
export { type JobFigures, type JobRun, runJob, runStealing } from './balance-run.ts';
export { captureExperiment, printedForms, printedOptions } from './capture.ts';
export { type PrintedOptions, type PrintedResult, PrintedRun } from './capture-printed.ts';
export { type LabProgramName, labPrograms, leastSteps } from './capture-programs.ts';
export { captureRulesExperiment, multiRulePrograms } from './capture-rules.ts';
export { Shelf } from './capture-shelf.ts';
export { type ShippedOptions, type ShippedResult, ShippedRun } from './capture-shipped.ts';
export { type SpreadResult, SpreadRun } from './capture-spread.ts';
export type {
  Comparison,
  Experiment,
  Gallery,
  Parameter,
  Progress,
  Row,
  Table,
  Value,
  Values,
} from './experiment.ts';
export {
  type GroupsFigures,
  type GroupsSetup,
  groupsOf,
  runGroups,
  type Shape,
  type Subject,
  usualGroups,
} from './groups-run.ts';
export type { Axis, Panel, Picture, Point, Series } from './picture.ts';
export { type Cost, costOf } from './pools-cost.ts';
export { type CrashTrial, runCrashTrial, runTrial, type Trial } from './pools-trials.ts';
export {
  type EnterPools,
  PoolsSimulation,
  type PoolsSubject,
  poolsOf,
  printedPools,
  repairedPools,
  stubbornPools,
  type TaskNode,
} from './pools-world.ts';
export { experimentNamed, experiments } from './registry.ts';
export { runExperiment, seedsOf, tablesOf } from './run.ts';
export { defaultsOf, numberIn, numbersIn, readValue, wordIn } from './settings.ts';
export { column, deviation, distinct, mean, pointsOf, quantile, rowsWith } from './statistics.ts';
export { type Fleet, type Regime, runBook, runWalk } from './tokens-fleet.ts';
export type { FleetFigures } from './tokens-meter.ts';
